import Descriptions

/// A section is read by the descriptions of its keys: names, purposes, kinds and defaults are said there and nowhere else.
///
///     enum CrossingKeys {
///         static let of = ParameterDescription("of", "what crosses a level", .expression(over: "quantities"))
///         static let hysteresis = Parameter("hysteresis", "how far it must go back", .nonNegative, default: 0)
///         static let all = [ParameterDescription](of, hysteresis)
///     }
///
///     value.section(of: CrossingKeys.all) { section in
///         let of = section.read(CrossingKeys.of) { NumberReader(context: context).number($0) }
///         let hysteresis = section.value(of: CrossingKeys.hysteresis)
///         guard let of, let hysteresis else { return nil }
///         …
///     }
extension Section {
    /// The value of a parameter, or that of its default, of which note is taken unless it goes without saying.
    ///
    /// - Parameters:
    ///   - parameter: The parameter.
    ///   - unit: The unit of a number, which may be written with another one of its kind then.
    ///   - isNoted: True if note is taken of the default.
    /// - Returns: `nil` if it was refused or is missing, which is reported.
    // Compiled once: what is read once a run needs no version for each type, of which programs would grow.
    @_semantics("optimize.sil.specialize.generic.never")
    package func value<Content: ParameterResult>(
        of parameter: Parameter<Content>, in unit: String? = nil, notingDefault isNoted: Bool = true
    ) -> Content? {
        let written = isNoted ? given(parameter) : optional(parameter.description.name)
        if written == nil, parameter.description.necessity == .required { return nil }
        var content: ParameterContent?
        if let written {
            content = written.content(parameter.description.kind, ParameterContext(unit: unit))
            if content == nil { return nil }
        }
        do throws(ParameterError) {
            return try parameter.value(of: content)
        } catch {
            (written ?? value).report("\(error)")
            return nil
        }
    }

    /// The value under a key, whose default note is taken of; `nil` if it is not given, which is reported if it must be.
    package func given(_ key: some DescribedParameter) -> Value? {
        let key = key.description
        noteDefault(of: key)
        return key.necessity == .required ? required(key.name, for: key.summary) : optional(key.name)
    }

    /// The result of reading the value under a key, by a closure that knows the context.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - standard: The result if it is not given.
    ///   - read: Reads it. What it refuses it reports.
    /// - Returns: `nil` if it was refused or is missing, which is reported.
    package func read<Result>(
        _ key: some DescribedParameter, else standard: @autoclosure () -> Result? = nil, _ read: (Value) -> Result?
    ) -> Result? {
        guard let value = given(key) else { return standard() }
        return read(value)
    }

    /// The result of reading the value under a key that need not be given.
    ///
    /// - Returns: `.some(nil)` if it is not given, and `nil` if it was refused, which is reported.
    package func readIfGiven<Result>(_ key: some DescribedParameter, _ read: (Value) -> Result?) -> Result?? {
        guard let value = given(key) else { return .some(nil) }
        return read(value).map(Optional.some)
    }

    /// The value under a key that must be given here, though not everywhere.
    @discardableResult
    package func required(_ key: some DescribedParameter) -> Value? {
        required(key.description.name, for: key.description.summary)
    }

    /// Reports a key that has no meaning here, if it is given.
    package func refuse(_ key: some DescribedParameter, because reason: String) {
        if keys.contains(key.description.name) { optional(key.description.name)?.report(reason) }
    }

    /// The one key among some that must be given, and its value. Others are left to be read.
    ///
    /// - Parameters:
    ///   - keys: The keys.
    ///   - subject: The mapping's name in messages, such as `an observation`.
    ///   - purpose: The key's purpose, such as `what to observe`.
    /// - Returns: The key and its value; `nil` if there is none or more than one, which is reported.
    package func exactlyOne(
        of keys: [ParameterDescription], in subject: String, to purpose: String
    ) -> (key: ParameterDescription, value: Value)? {
        exactlyOne(of: keys.map(\.name), in: subject, to: purpose).flatMap { name, value in
            keys.first { $0.name == name }.map { ($0, value) }
        }
    }

    /// Takes note of what holds for a key whose default follows from something else, if the key was left out.
    package func noteDefault(_ key: some DescribedParameter, _ content: ParameterContent) {
        noteDefault(key.description.name, content.words)
    }

    /// Takes note of what a parameter is if it is not given, and those before it are known.
    package func noteDefault(
        of parameter: ParameterDescription,
        after others: @autoclosure () -> [(parameter: ParameterDescription, content: ParameterContent?)] = []
    ) {
        switch parameter.necessity {
        case .default(let content): noteDefault(parameter.name, content.words)
        case .alternative(let other, let content):
            if !keys.contains(other) { noteDefault(parameter.name, content.words) }
        case .companion(let other, let content):
            if keys.contains(other) { noteDefault(parameter.name, content.words) }
        case .proportional(let other, let factor):
            guard let other = others().first(where: { $0.parameter.name == other }),
                case .number(let number)? = other.content ?? other.parameter.necessity.defaultContent
            else { return }
            noteDefault(parameter.name, (factor * number).plain)
        case .required, .optional, .derived, .oneOf, .open: break
        }
    }
}
