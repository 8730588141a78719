/// What the value of a parameter is, and what it may be.
public indirect enum ParameterKind: Equatable, Sendable {
    /// A finite number.
    case number(ParameterDomain)

    /// A whole number in a range.
    case integer(ClosedRange<Int>)

    /// True or false.
    case flag

    /// One of some names.
    case choice([String])

    /// A list of values of a kind, of which there may be so many.
    case list(of: ParameterKind, count: ClosedRange<Int>)

    /// A number for each direction: 3, or 2 in two dimensions.
    case vector(ParameterDomain)

    /// What is of one kind unless it is a list, and of another one if it is.
    case either(ParameterKind, orList: ParameterKind)

    /// Parameters of its own.
    case record([ParameterDescription])
}

extension ParameterKind {
    /// The greatest number of items of a list, and the greatest of whole numbers that count nodes.
    public static let greatestCount = Int(Int32.max)

    /// What a value must be, after "must be".
    public var words: String {
        switch self {
        case .number(let domain): domain.words
        case .integer(let range):
            range.upperBound >= Self.greatestCount
                ? "a whole number, \(range.lowerBound) or greater"
                : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .flag: "true or false"
        case .choice(let names): "one of \(names.joined(separator: ", "))"
        case .list(let kind, _): "a list, each item \(kind.words)"
        case .vector(let domain): "3 numbers, or 2 in two dimensions, each \(domain.words)"
        case .either(let kind, let list): "\(kind.words), or \(list.words)"
        case .record: "a mapping"
        }
    }

    /// Whether a value is possible.
    public func contains(_ content: ParameterContent) -> Bool {
        switch (self, content) {
        case (.number(let domain), .number(let number)): domain.contains(number)
        case (.integer(let range), .integer(let number)): range.contains(number)
        case (.flag, .flag): true
        case (.choice(let names), .text(let name)): names.contains(name)
        case (.list(let kind, let count), .list(let items)):
            count.contains(items.count) && items.allSatisfy(kind.contains)
        case (.vector(let domain), .list(let items)):
            (2...3).contains(items.count) && items.allSatisfy(ParameterKind.number(domain).contains)
        case (.either(_, let list), .list): list.contains(content)
        case (.either(let kind, _), _): kind.contains(content)
        case (.record(let parameters), .record(let members)):
            members.count == parameters.count
                && zip(parameters, members).allSatisfy { parameter, member in
                    member.map(parameter.kind.contains) ?? (parameter.necessity != .required)
                }
        default: false
        }
    }
}
