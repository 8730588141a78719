import CGSL

/// A closure as GSL calls it, with what it threw.
final class ScalarFunction {
    private let function: (Double) throws -> Double
    private var failure: (any Error)?

    /// For as long as this object lives.
    private(set) var pointer = UnsafeMutablePointer<gsl_function>.allocate(capacity: 1)

    init(_ function: @escaping (Double) throws -> Double) {
        self.function = function
        pointer.initialize(
            to: gsl_function(
                function: { argument, parameter in
                    guard let parameter else { return .nan }
                    return Unmanaged<ScalarFunction>.fromOpaque(parameter).takeUnretainedValue().value(at: argument)
                },
                params: Unmanaged.passUnretained(self).toOpaque()))
    }

    deinit {
        pointer.deallocate()
    }

    /// Throws what the closure threw, or else what a status says.
    func check(_ status: Int32, of operation: String) throws {
        if let failure { throw failure }
        guard status == GSL_SUCCESS else { throw GSLError(status: status, operation: operation) }
    }

    /// Not a number if the closure throws, which makes GSL give up.
    private func value(at argument: Double) -> Double {
        guard failure == nil else { return .nan }
        do {
            return try function(argument)
        } catch {
            failure = error
            return .nan
        }
    }
}
