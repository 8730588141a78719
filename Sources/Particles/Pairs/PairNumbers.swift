import Descriptions

/// A number, or one for each pair of types.
enum PairNumbers: ParameterValue {
    case lone(Double)
    case table([[Double]])

    static func kind(_ domain: ParameterDomain) -> ParameterKind {
        let count = 1...PairPotentialError.greatestTypeCount
        return .either(.number(domain), or: .list(of: .list(of: .number(domain), count: count), count: count))
    }

    init?(_ content: ParameterContent) {
        if let number = Double(content) {
            self = .lone(number)
        } else {
            guard let rows = [[Double]](content) else { return nil }
            self = .table(rows)
        }
    }

    var content: ParameterContent {
        switch self {
        case .lone(let number): number.content
        case .table(let rows): rows.content
        }
    }

    /// For how many types there are numbers; `nil` if there is one for all.
    var typeCount: Int? {
        if case .table(let rows) = self { rows.count } else { nil }
    }

    /// The numbers of so many types.
    ///
    /// - Throws: `ParameterError` if they are not for as many, or differ with the order of the types.
    func table(typeCount: Int, name: String) throws(ParameterError) -> PairTable<Double> {
        switch self {
        case .lone(let number): return PairTable(typeCount: typeCount) { _, _ in number }
        case .table(let rows):
            guard rows.count == typeCount, rows.allSatisfy({ $0.count == typeCount }) else {
                throw .unfit(
                    name, because: "must have \(typeCount) rows of \(typeCount) numbers, as many as there are types")
            }
            return try PairTable(typeCount: typeCount) { a, b throws(ParameterError) in
                guard rows[a][b] == rows[b][a] else {
                    throw .unfit(
                        name,
                        because:
                            "is \(rows[a][b].plain) for the types \(a) and \(b), but \(rows[b][a].plain) for \(b) and \(a)"
                    )
                }
                return rows[a][b]
            }
        }
    }
}
