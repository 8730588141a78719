import CGSL

/// A closure that GSL calls, and the error that it has thrown: GSL knows no errors but numbers that are none.
class ThrowingCallback {
    private var failure: (any Error)?

    /// Throws what the closure threw, or else what a status says.
    final func check(_ status: Int32, of operation: String) throws {
        if let failure { throw failure }
        guard status == GSL_SUCCESS else { throw GSLError(status: status, operation: operation) }
    }

    /// The value of the closure; not a number once it has thrown, which makes GSL give up.
    final func value(_ closure: () throws -> Double) -> Double {
        guard failure == nil else { return .nan }
        do {
            return try closure()
        } catch {
            failure = error
            return .nan
        }
    }
}
