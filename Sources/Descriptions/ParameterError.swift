/// An error in the value of a parameter.
public enum ParameterError: Error, Equatable, Sendable {
    /// A value is not what it may be.
    case impossible(String, ParameterContent, allowed: ParameterKind)

    /// A parameter must be given.
    case missing(String, purpose: String)

    /// A parameter does not go with others, with what is wrong after its name; behind a point the entry of it that is wrong, if it has
    /// entries with names.
    case unfit(String, because: String)

    /// A parameter is given without others that it needs.
    case incomplete(String, without: [String])

    /// Just one of some parameters must be given.
    case notExactlyOne(of: [String])
}

extension ParameterError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .impossible(let name, let content, let kind): "'\(name)' is \(content.words), but must be \(kind.words)"
        case .missing(let name, let purpose): "'\(name)' is missing: \(purpose)"
        case .unfit(let name, let reason): "'\(name.prefix { $0 != "." })' \(reason)"
        case .incomplete(let name, let others):
            "'\(name)' needs \(others.map { "'\($0)'" }.joined(separator: " and ")) beside it"
        case .notExactlyOne(let names): "either \(names.map { "'\($0)'" }.joined(separator: " or ")) must be given"
        }
    }
}

/// The errors of what has parameters.
package protocol ParameterFailure: Error {
    /// A parameter is not what it may be.
    static func parameter(_ error: ParameterError) -> Self
}

extension ParameterFailure {
    /// - Throws: ``parameter(_:)`` if a value is not possible.
    package static func check<Value: ParameterValue>(_ value: Value, _ parameter: Parameter<Value>) throws(Self) {
        do throws(ParameterError) { try parameter.check(value) } catch { throw .parameter(error) }
    }
}
