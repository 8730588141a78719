import Descriptions

extension ParameterKind {
    /// Values that are possible, in the middle of what is.
    public var possible: ParameterContent {
        switch self {
        case .number(.between(let least, let greatest)): .number((least + greatest) / 2)
        case .number: .number(1)
        case .integer(let range): .integer(range.lowerBound)
        case .flag: .flag(true)
        case .choice(let names): .text(names[0])
        case .list(let kind, let count): .list([ParameterContent](repeating: kind.possible, count: count.lowerBound))
        case .loneOrList(let kind, _): kind.possible
        case .record(let parameters): .record(parameters.map(\.kind.possible))
        }
    }

    /// Values that are just outside of what is possible.
    public var impossible: [ParameterContent] {
        switch self {
        case .number(let domain):
            [.number(.nan), .number(.infinity)]
                + {
                    switch domain {
                    case .any: []
                    case .nonNegative: [.number(-Double.leastNonzeroMagnitude)]
                    case .positive: [.number(0)]
                    case .between(let least, let greatest): [.number(least.nextDown), .number(greatest.nextUp)]
                    }
                }()
        case .integer(let range):
            (range.lowerBound > .min ? [.integer(range.lowerBound - 1)] : [])
                + (range.upperBound < .max ? [.integer(range.upperBound + 1)] : [])
        case .flag: [.text("yes")]
        case .choice: [.text("neither")]
        case .list(let kind, let count):
            (count.lowerBound > 0 ? [.list([])] : []) + (kind.impossible.first.map { [.list([$0])] } ?? [])
        case .loneOrList(let kind, _): kind.impossible
        case .record: [.number(1)]
        }
    }
}

extension Component {
    /// What is wrong with the refusal of a value that is not possible, for each such value of each parameter.
    public func unexpectedRefusals() -> [String] {
        description.parameters.indices.flatMap { index in
            let name = description.parameters[index].name
            return description.parameters[index].kind.impossible.compactMap { impossible -> String? in
                var contents = description.parameters.map {
                    $0.necessity == .required ? Optional($0.kind.possible) : nil
                }
                contents[index] = impossible
                do {
                    _ = try made(of: contents)
                    return "\(name) may be \(impossible.words)"
                } catch {
                    if case .impossible(name, _, _) = error as? ParameterError { return nil }
                    return "\(name): \(error)"
                }
            }
        }
    }
}
