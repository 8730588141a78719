/// The kind of the value of a parameter, with the values that it may have.
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

    /// A value of one kind unless it is written in the form of another one, such as a list.
    case either(ParameterKind, or: ParameterKind)

    /// One of some words, or a value of a kind.
    case word([String], or: ParameterKind)

    /// A mapping with this one key.
    case keyed(String, ParameterKind)

    /// A text.
    case text

    /// A number for each node.
    case nodeNumbers(ParameterDomain)

    /// Nodes, by their names or numbers; one alone stands for a list of one.
    case nodes

    /// Parameters of its own: a mapping with just their keys.
    case record([ParameterDescription])

    // Kinds that are known only where they are read. In JSON these are what is said here, of whatever names.

    /// A number, or an expression that gives one, over what is said, such as "quantities": a number or a string.
    case expression(over: String)

    /// An expression that is true or false: a string.
    case condition(over: String)

    /// The name of something that a model or a scenario has, such as a "field": a string.
    case name(of: String)

    /// A node, by its name or number: a string or an integer.
    case node

    /// The path of a file, from the folder of the scenario: a string.
    case file

    /// A component of a kind: a reference to what is written in its place.
    case component(of: ComponentKind)
}

extension ParameterKind {
    /// The forms in which values are written.
    package enum Form: Sendable {
        case scalar, list, mapping
    }

    /// The form in which values of the kind are written; the first where there are several.
    package var form: Form {
        switch self {
        case .number, .integer, .flag, .choice, .word, .text, .nodeNumbers: .scalar
        case .expression, .condition, .name, .node, .file: .scalar
        case .list, .vector, .nodes: .list
        case .record, .keyed, .component: .mapping
        case .either(let kind, _): kind.form
        }
    }

    /// The greatest number of items of a list, and the greatest of whole numbers that count nodes.
    package static let greatestCount = Int(Int32.max)

    /// The words for the values that are possible, after "must be".
    public var words: String {
        switch self {
        case .number(let domain): domain.words
        case .integer(let range):
            range.upperBound >= Self.greatestCount
                ? "a whole number, \(range.lowerBound) or greater"
                : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .flag: "true or false"
        case .choice(let names): names.count == 1 ? names[0] : "one of \(names.joined(separator: ", "))"
        case .list(let kind, _): "a list, each item \(kind.words)"
        case .vector(let domain): "3 numbers, or 2 in two dimensions, each \(domain.words)"
        case .either(let kind, let other): "\(kind.words), or \(other.words)"
        case .word(let words, let kind): "\(words.joined(separator: ", ")), or \(kind.words)"
        case .keyed(let name, let kind): "{\(name): …}, \(kind.words)"
        case .text: "a text"
        case .nodeNumbers(let domain): "a number for each node, \(domain.words)"
        case .nodes: "a list of nodes"
        case .record(let parameters):
            "{\(parameters.map { "\($0.name): …" }.joined(separator: ", "))}"
        case .expression(let names): "a number, or an expression over \(names)"
        case .condition(let names): "a condition over \(names)"
        case .name(let thing): "the name of a \(thing)"
        case .node: "a node"
        case .file: "the path of a file"
        case .component(let kind): "one of the \(kind.rawValue)"
        }
    }

    /// Tests if a value is possible.
    package func contains(_ content: ParameterContent) -> Bool {
        switch (self, content) {
        case (.number(let domain), .number(let number)): domain.contains(number)
        case (.integer(let range), .integer(let number)): range.contains(number)
        case (.flag, .flag): true
        case (.choice(let names), .text(let name)): names.contains(name)
        case (.list(let kind, let count), .list(let items)):
            count.contains(items.count) && items.allSatisfy(kind.contains)
        case (.vector(let domain), .list(let items)):
            (2...3).contains(items.count) && items.allSatisfy(ParameterKind.number(domain).contains)
        case (.either(let kind, let other), _): kind.contains(content) || other.contains(content)
        case (.word(let words, _), .text(let word)) where words.contains(word): true
        case (.word(_, let kind), _): kind.contains(content)
        case (.keyed(let name, let kind), .keyed(let given, let items)):
            name == given && items.allSatisfy(kind.contains)
        case (.text, .text(let text)): !text.isEmpty
        case (.nodeNumbers(let domain), .nodeNumbers(let numbers)): numbers.areWritten(within: domain)
        case (.nodes, .list(let items)):
            items.allSatisfy(ParameterKind.integer(0...Self.greatestCount).contains)
        case (.record(let parameters), .list(let items)): items.allSatisfy { parameters.containsOpen($0) }
        case (.record(let parameters), .record(let members)):
            members.count == parameters.count
                && zip(parameters, members).allSatisfy { parameter, member in
                    member.map(parameter.kind.contains) ?? (parameter.necessity != .required)
                }
        case (.expression, .number), (.expression, .text), (.condition, .text), (.name, .text), (.file, .text): true
        case (.node, .text), (.node, .integer): true
        default: false
        }
    }
}

extension [ParameterDescription] {
    /// The one that stands for any names, if there is no other.
    package var loneOpen: ParameterDescription? { count == 1 && self[0].necessity.isOpen ? self[0] : nil }

    /// Tests if a value under a key is possible where any key is.
    fileprivate func containsOpen(_ item: ParameterContent) -> Bool {
        guard let loneOpen, case .keyed(_, let contents) = item else { return false }
        return contents.allSatisfy(loneOpen.kind.contains)
    }
}
