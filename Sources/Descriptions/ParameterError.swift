/// What can be wrong with the value of a parameter.
public enum ParameterError: Error, Equatable, Sendable {
    /// A value is not what it may be.
    case impossible(String, ParameterContent, allowed: ParameterKind)

    /// A parameter must be given.
    case missing(String, purpose: String)

    /// A parameter stands where it has no meaning.
    case misplaced(String, right: String)

    /// Just one of some parameters must be given.
    case notExactlyOne(of: [String])
}

extension ParameterError: CustomStringConvertible {
    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .impossible(let name, let content, let kind): "'\(name)' is \(content.words), but must be \(kind.words)"
        case .missing(let name, let purpose): "'\(name)' is missing: \(purpose)"
        case .misplaced(let name, let right): "'\(name)' stands \(right)"
        case .notExactlyOne(let names): "either \(names.map { "'\($0)'" }.joined(separator: " or ")) must be given"
        }
    }
}
