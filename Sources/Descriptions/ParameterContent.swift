/// The value of a parameter, whatever its type.
public enum ParameterContent: Equatable, Sendable {
    case number(Double)
    case integer(Int)
    case flag(Bool)

    /// A name or another text.
    case text(String)

    /// A value under a key, in a list.
    case keyed(String, [ParameterContent])

    case nodeNumbers(NodeNumbers)

    case list([ParameterContent])

    /// The values of parameters in the order of their descriptions, `nil` where there is none. Those of parameters of any names
    /// are a list of values under keys.
    case record([ParameterContent?])
}

extension ParameterContent {
    /// The value as scenarios write it.
    public var words: String {
        switch self {
        case .number(let number): number.plain
        case .integer(let number): String(number)
        case .flag(let flag): String(flag)
        case .text(let text): text
        case .keyed(let name, let items): "{\(name): \(items.map(\.words).joined())}"
        case .nodeNumbers(let numbers): numbers.words
        case .list(let items): "[\(items.map(\.words).joined(separator: ", "))]"
        case .record(let members): "{\(members.map { $0?.words ?? "" }.joined(separator: ", "))}"
        }
    }
}

/// The result of a parameter: a value, or an optional one where it need not be given.
package protocol ParameterResult: Sendable {
    /// The value in what was given; `nil` if it is missing or of another type.
    init?(given content: ParameterContent?)
}

/// A type of which parameters can be.
package protocol ParameterValue: ParameterResult {
    /// The value in a content; `nil` if that is of another type.
    init?(_ content: ParameterContent)

    /// The value, whatever its type.
    var content: ParameterContent { get }
}

extension ParameterValue {
    /// The value in what was given.
    package init?(given content: ParameterContent?) {
        guard let content else { return nil }
        self.init(content)
    }
}

extension Optional: ParameterResult where Wrapped: ParameterValue {
    /// The value in what was given, if anything was.
    package init?(given content: ParameterContent?) {
        self = content.flatMap(Wrapped.init)
    }
}

extension Double: ParameterValue {
    /// The value in a content.
    package init?(_ content: ParameterContent) {
        guard case .number(let number) = content else { return nil }
        self = number
    }

    /// The value, whatever its type.
    package var content: ParameterContent { .number(self) }
}

extension Int: ParameterValue {
    /// The value in a content.
    package init?(_ content: ParameterContent) {
        guard case .integer(let number) = content else { return nil }
        self = number
    }

    /// The value, whatever its type.
    package var content: ParameterContent { .integer(self) }
}

extension Bool: ParameterValue {
    /// The value in a content.
    package init?(_ content: ParameterContent) {
        guard case .flag(let flag) = content else { return nil }
        self = flag
    }

    /// The value, whatever its type.
    package var content: ParameterContent { .flag(self) }
}

extension String: ParameterValue {
    /// The text in a content.
    package init?(_ content: ParameterContent) {
        guard case .text(let text) = content else { return nil }
        self = text
    }

    /// The value, whatever its type.
    package var content: ParameterContent { .text(self) }
}

extension Array: ParameterResult, ParameterValue where Element: ParameterValue {
    /// The value in a content.
    package init?(_ content: ParameterContent) {
        guard case .list(let items) = content else {
            // One stands for a list of one where that is allowed.
            guard let lone = Element(content) else { return nil }
            self = [lone]
            return
        }
        let values = items.compactMap(Element.init)
        guard values.count == items.count else { return nil }
        self = values
    }

    /// The value, whatever its type.
    package var content: ParameterContent { .list(map(\.content)) }
}

/// One of some words, or a value.
package enum WordOr<Value: ParameterValue>: ParameterValue {
    case word(String)
    case value(Value)

    /// The word or the value in a content.
    package init?(_ content: ParameterContent) {
        if let word = String(content) {
            self = .word(word)
        } else {
            guard let value = Value(content) else { return nil }
            self = .value(value)
        }
    }

    /// The value, whatever its type.
    package var content: ParameterContent {
        switch self {
        case .word(let word): word.content
        case .value(let value): value.content
        }
    }
}

/// A value, or a list where each has one of its own.
package enum LoneOrList<Element: ParameterValue>: ParameterValue {
    case lone(Element)
    case list([Element])

    /// The value or the list in a content.
    package init?(_ content: ParameterContent) {
        if case .list = content {
            guard let elements = [Element](content) else { return nil }
            self = .list(elements)
        } else {
            guard let element = Element(content) else { return nil }
            self = .lone(element)
        }
    }

    /// The value, whatever its type.
    package var content: ParameterContent {
        switch self {
        case .lone(let element): element.content
        case .list(let elements): elements.content
        }
    }
}

extension SIMD3<Double>: ParameterResult, ParameterValue {
    /// The vector in a content; *z* is 0 in two dimensions.
    package init?(_ content: ParameterContent) {
        guard let numbers = [Double](content), (2...3).contains(numbers.count) else { return nil }
        self.init(numbers[0], numbers[1], numbers.count == 3 ? numbers[2] : 0)
    }

    /// The value, whatever its type.
    package var content: ParameterContent { [x, y, z].content }
}

extension ParameterValue where Self: RawRepresentable, RawValue == String {
    /// The value in a content.
    package init?(_ content: ParameterContent) {
        guard case .text(let name) = content else { return nil }
        self.init(rawValue: name)
    }

    /// The value, whatever its type.
    package var content: ParameterContent { .text(rawValue) }
}
