/// A parameter of a component: what it is called and is, what it may be, and what it is unless given.
///
///     static let screening = Parameter("screening", "the inverse length κ", .nonNegative, dimension: .inverseLength)
///
/// Whatever reads, checks, lists or changes parameters does so by this.
package struct Parameter<Value: ParameterResult>: Sendable {
    /// The parameter without its type.
    package let description: ParameterDescription

    /// The value in a content.
    ///
    /// - Parameter content: The given content; `nil` for none.
    /// - Returns: The value, or that of the default.
    /// - Throws: ``ParameterError`` if it is missing or not possible.
    package func value(of content: ParameterContent?) throws(ParameterError) -> Value {
        if let content { try description.check(content) }
        guard let value = Value(given: content ?? description.necessity.defaultContent) else {
            throw .missing(description.name, purpose: description.summary)
        }
        return value
    }
}

/// A type that has the description of a parameter: a parameter with or without its type.
package protocol DescribedParameter: Sendable {
    /// The parameter without its type.
    var description: ParameterDescription { get }
}

extension Parameter: DescribedParameter {}

extension ParameterDescription: DescribedParameter {
    /// The description itself.
    package var description: ParameterDescription { self }
}

extension [ParameterDescription] {
    /// The descriptions of parameters, whatever their types.
    package init(_ parameters: any DescribedParameter...) { self = parameters.map(\.description) }
}

/// A parameter without its type: one of several types, or one that only its reader knows how to read.
public struct ParameterDescription: Equatable, Sendable {
    /// The necessity of a parameter: if it must be given, and what holds if it is not.
    package enum Necessity: Equatable, Sendable {
        case required

        /// It need not be given, and has no value then.
        case optional

        /// It need not be given; it has this value unless another parameter is given instead.
        case alternative(to: String, ParameterContent)

        /// It need not be given; it has this value if another parameter is given.
        case companion(of: String, ParameterContent)

        /// It need not be given; it is so many times another parameter, which stands before it, then.
        case proportional(to: String, factor: Double)

        /// It need not be given, and has this value then.
        case `default`(ParameterContent)

        /// It need not be given; what it is then follows from something else, in words.
        case derived(String)

        /// Just one of these parameters, of which it is one, must be given.
        case oneOf([String])

        /// Its name stands for any name of what it says, such as an example: there may be any number of such parameters.
        case open(example: String)

        /// The value of a parameter that has one if it is not given.
        package var defaultContent: ParameterContent? {
            if case .default(let content) = self { content } else { nil }
        }

        /// True if the name stands for others.
        public var isOpen: Bool {
            if case .open = self { true } else { false }
        }
    }

    /// The name, in lower case with hyphens.
    public let name: String

    /// The summary, in a few words.
    public let summary: String

    /// The kind of its value, with the values that it may have.
    public let kind: ParameterKind

    /// The dimension of its numbers.
    package let dimension: Dimension

    /// The unit that it is measured in, where it has one of its own, such as `mS/cm^2`.
    package let unit: String?

    /// The necessity: if it must be given.
    package fileprivate(set) var necessity: Necessity

    /// A value for examples; `nil` if any that is possible is good enough, or none.
    package fileprivate(set) var exampleContent: ParameterContent?

    /// What is written behind a '#' where it need not be given and is not in examples.
    package fileprivate(set) var suggestion: String?

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case with hyphens.
    ///   - summary: The summary, in a few words.
    ///   - kind: The kind of its value, with its range.
    ///   - necessity: The necessity.
    ///   - dimension: The dimension.
    ///   - unit: The unit that it is measured in, where it has one of its own.
    package init(
        _ name: String, _ summary: String, _ kind: ParameterKind, _ necessity: Necessity = .required,
        dimension: Dimension = .one, unit: String? = nil
    ) {
        (self.name, self.summary, self.kind) = (name, summary, kind)
        (self.necessity, self.dimension, self.unit) = (necessity, dimension, unit)
    }

    /// The unit or the dimension in words; `nil` for a number without dimension.
    package var measure: String? { unit ?? (dimension == .one ? nil : dimension.words()) }

    /// The same description with a value for examples.
    package func example(_ content: ParameterContent) -> ParameterDescription {
        var description = self
        description.exampleContent = content
        return description
    }

    /// - Throws: ``ParameterError`` if a value is not possible.
    package func check(_ content: ParameterContent) throws(ParameterError) {
        guard kind.contains(content) else { throw .impossible(name, content, allowed: kind) }
    }
}

// MARK: - Making parameters

extension Parameter where Value: ParameterValue {
    /// Creates a parameter of any kind.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case with hyphens.
    ///   - summary: The summary, in a few words.
    ///   - kind: The kind of value.
    ///   - dimension: The dimension.
    ///   - unit: The unit that it is measured in, where it has one of its own.
    ///   - value: The value unless given; `nil` if it must be given.
    package init(
        _ name: String, _ summary: String, kind: ParameterKind, dimension: Dimension = .one, unit: String? = nil,
        default value: Value? = nil
    ) {
        description = ParameterDescription(
            name, summary, kind, value.map { .default($0.content) } ?? .required, dimension: dimension, unit: unit)
    }

    /// The same parameter, which need not be given and has no value then.
    package var optional: Parameter<Value?> { needed(.optional) }

    /// The same parameter, which has no value if it is not given: its default holds unless another parameter is given instead.
    ///
    /// - Parameters:
    ///   - name: The name of the other.
    ///   - value: The default.
    /// - Returns: The parameter.
    package func alternative(to name: String, default value: Value) -> Parameter<Value?> {
        needed(.alternative(to: name, value.content))
    }

    /// The same parameter, which has no value if it is not given: its default holds if another parameter is given.
    package func companion(of name: String, default value: Value) -> Parameter<Value?> {
        needed(.companion(of: name, value.content))
    }

    /// The same parameter, which is so many times another one, which stands before it, if it is not given; it has no value then.
    package func proportional(to name: String, factor: Double) -> Parameter<Value?> {
        needed(.proportional(to: name, factor: factor))
    }

    /// The same parameter, which has no value if it is not given: just one of some parameters, of which it is one, must be.
    package func oneOf(_ names: String...) -> Parameter<Value?> { needed(.oneOf(names)) }
    /// The same parameter, which has no value if it is not given: what it is then follows from something else, in words.
    package func derived(from words: String) -> Parameter<Value?> { needed(.derived(words)) }

    private func needed(_ necessity: ParameterDescription.Necessity) -> Parameter<Value?> {
        var description = description
        description.necessity = necessity
        return Parameter<Value?>(description: description)
    }

    /// The same parameter with a value for examples, where the simplest one that is possible makes no good one.
    package func example(_ value: Value) -> Parameter {
        Parameter(description: description.example(value.content))
    }

    /// The same parameter with what new scenarios suggest, where the simplest value that is possible makes no good one.
    package func suggested(_ text: String) -> Parameter {
        var description = description
        description.suggestion = text
        return Parameter(description: description)
    }

    /// The same parameter with a value for examples as scenarios write it, where ``ParameterContent/words`` would not do.
    package func example(written text: String) -> Parameter {
        Parameter(description: description.example(.text(text)))
    }

    /// - Throws: ``ParameterError`` if a value is not possible.
    package func check(_ value: Value) throws(ParameterError) {
        try description.check(value.content)
    }
}

extension Parameter where Value == Double {
    /// Creates a parameter that is a number.
    package init(
        _ name: String, _ summary: String, _ domain: ParameterDomain = .any, dimension: Dimension = .one,
        default value: Double? = nil
    ) {
        self.init(name, summary, kind: .number(domain), dimension: dimension, default: value)
    }
}

extension Parameter where Value == SIMD3<Double> {
    /// Creates a parameter that is a number for each direction.
    package init(
        vector name: String, _ summary: String, _ domain: ParameterDomain = .any, dimension: Dimension = .one,
        default value: SIMD3<Double>? = nil
    ) {
        self.init(name, summary, kind: .vector(domain), dimension: dimension, default: value)
    }
}

extension Parameter where Value == Int {
    /// Creates a parameter that is a whole number.
    package init(_ name: String, _ summary: String, in range: ClosedRange<Int>, default value: Int? = nil) {
        self.init(name, summary, kind: .integer(range), default: value)
    }

    /// Creates a parameter that is a number of something.
    package init(count name: String, _ summary: String, atLeast least: Int = 1, default value: Int? = nil) {
        self.init(name, summary, in: least...ParameterKind.greatestCount, default: value)
    }
}

extension Parameter where Value == Bool {
    /// Creates a parameter that is true or false.
    package init(_ name: String, _ summary: String, default value: Bool) {
        self.init(name, summary, kind: .flag, default: value)
    }
}

extension Parameter where Value: ParameterValue & CaseIterable & RawRepresentable, Value.RawValue == String {
    /// Creates a parameter that is one of the cases of a type.
    package init(_ name: String, _ summary: String, default value: Value? = nil) {
        self.init(name, summary, kind: .choice(Value.allCases.map(\.rawValue)), default: value)
    }
}
