/// Why a run cannot be looked at.
public enum ViewerError: Error, Equatable, Sendable {
    /// No page can be served at a port.
    case cannotServe(port: Int, reason: String)
}

extension ViewerError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .cannotServe(let port, let reason):
            "no page can be served at the port \(port): \(reason); name another with '--port', or none for one that is free"
        }
    }
}
