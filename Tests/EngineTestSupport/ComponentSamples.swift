import Descriptions
import Testing

extension ParameterKind {
    /// Values that are possible, in the middle of what is.
    public var possible: ParameterContent {
        switch self {
        case .number(.positiveUpTo(let greatest)): .number(greatest)
        case .number(.between(let least, let greatest)): .number((least + greatest) / 2)
        case .number: .number(1)
        case .integer(let range): .integer(range.lowerBound)
        case .flag: .flag(true)
        case .choice(let names): .text(names[0])
        case .list(let kind, let count): .list([ParameterContent](repeating: kind.possible, count: count.lowerBound))
        case .vector: [1.0, 1, 1].content
        case .either(let kind, _): kind.possible
        case .keyed(let name, let kind): .keyed(name, [kind.possible])
        case .word(let words, _): .text(words[0])
        case .text, .name, .file: .text("text")
        case .expression: .text("1")
        case .condition: .text("1 > 0")
        case .node: .integer(0)
        case .component: .record([])
        case .nodeNumbers(let domain): ParameterKind.number(domain).possible.asNodeNumbers
        case .nodes: .list([.integer(0)])
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
                    case .positiveUpTo(let greatest): [.number(0), .number(greatest.nextUp)]
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
        case .vector(let domain):
            [[1.0].content] + ParameterKind.number(domain).impossible.map { .list([.number(1), $0]) }
        case .either(let kind, let other):
            kind.impossible.filter { !other.contains($0) } + other.impossible.filter { !kind.contains($0) }
        case .keyed(let name, let kind): kind.impossible.map { .keyed(name, [$0]) }
        case .word(_, let kind): [.text("neither")] + kind.impossible
        case .text: [.text("")]
        case .nodeNumbers(let domain): ParameterKind.number(domain).impossible.map(\.asNodeNumbers)
        case .nodes: [.list([.integer(-1)])]
        case .record, .expression, .condition, .name, .node, .file, .component: [.flag(true)]
        }
    }
}

extension ParameterContent {
    /// The same number for each node.
    fileprivate var asNodeNumbers: ParameterContent {
        Double(self).map { .nodeNumbers(.drawn(.constant($0))) } ?? self
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

/// Expects that what a closure does is refused since a parameter is not what it may be, but a value, if that is said.
public func expectRefusal<Result>(
    of name: String, is value: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Result
) {
    let error = #expect(throws: (any Error).self, sourceLocation: sourceLocation) { try body() }
    let words = error.map { "\($0)" } ?? ""
    let parts = words.split(separator: ", but must be ", maxSplits: 1)
    let isRight =
        parts.count == 2 && (value.map { parts[0] == "'\(name)' is \($0)" } ?? parts[0].hasPrefix("'\(name)' is "))
    #expect(isRight, "\(words)", sourceLocation: sourceLocation)
}

extension ComponentDescription {
    /// What is wrong with the words of the description.
    public var problems: [String] {
        let isName = { (name: String) in name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" } }
        let isSentence = { (words: String) in !words.isEmpty && !words.hasSuffix(".") }
        return ([name] + parameters.map(\.name)).filter { !isName($0) }
            + ([summary] + parameters.map(\.summary)).filter { !isSentence($0) }
            + references.compactMap(\.doi).filter { !$0.hasPrefix("10.") }
    }
}
