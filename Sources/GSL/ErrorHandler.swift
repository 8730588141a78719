import CGSL

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
