import CGSL

/// A failure that a function of the GNU Scientific Library reported.
public struct GSLError: Error, Equatable, Sendable, CustomStringConvertible {
    /// GSL's status code, one of the `GSL_E…` constants of `gsl_errno.h`.
    public let status: Int32

    /// The GSL function that reported the failure.
    public let operation: String

    /// Describes the failure of a GSL function.
    ///
    /// - Parameters:
    ///   - status: The code that the function returned.
    ///   - operation: The name of the function.
    public init(status: Int32, operation: String) {
        self.status = status
        self.operation = operation
    }

    /// GSL's own words for the status (`gsl_strerror`).
    public var text: String {
        String(cString: gsl_strerror(status))
    }

    /// The function, GSL's words and the code.
    public var description: String {
        "\(operation): \(text) (GSL status \(status))"
    }
}
