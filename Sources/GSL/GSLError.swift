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

    /// The meaning of the status, in words.
    public var meaning: String {
        switch status {
        case Int32(GSL_ENOMEM): "there is not enough memory"
        case Int32(GSL_EMAXITER): "it has not come to an end after the greatest number of steps"
        case Int32(GSL_ENOPROG), Int32(GSL_ENOPROGJ), Int32(GSL_ETOL), Int32(GSL_ETOLF), Int32(GSL_ETOLX),
            Int32(GSL_ETOLG),
            Int32(GSL_ELOSS):
            "the rounding of numbers lets it get no nearer"
        case Int32(GSL_EBADFUNC): "a value is not a finite number"
        case Int32(GSL_EDOM), Int32(GSL_EINVAL), Int32(GSL_ERANGE), Int32(GSL_EBADLEN), Int32(GSL_ENOTSQR):
            "it is not defined for what it was given"
        case Int32(GSL_EZERODIV), Int32(GSL_EOVRFLW), Int32(GSL_EUNDRFLW), Int32(GSL_ESING):
            "a number became too large or too small for double precision"
        default: "it has failed"
        }
    }

    /// The error message: the meaning of the status, the function and the code.
    public var description: String {
        "\(meaning) (\(operation) of GSL, status \(status))"
    }
}

/// GSL's error handler, which ends the process unless it is turned off.
enum ErrorHandler {
    /// Turns the handler off (`gsl_set_error_handler_off`) when it is first read.
    ///
    /// A static constant is initialised once, whichever thread comes first; every wrapper reads it before its first
    /// call that can fail.
    static let isOff: Bool = {
        _ = gsl_set_error_handler_off()
        return true
    }()
}
