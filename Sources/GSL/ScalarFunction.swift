import CGSL

/// A closure as GSL calls it, with what it threw.
final class ScalarFunction: ThrowingCallback {
    private let function: (Double) throws -> Double

    /// For as long as this object lives.
    private(set) var pointer = UnsafeMutablePointer<gsl_function>.allocate(capacity: 1)

    init(_ function: @escaping (Double) throws -> Double) {
        self.function = function
        super.init()
        pointer.initialize(
            to: gsl_function(
                function: { argument, parameter in
                    guard let parameter else { return .nan }
                    let scalar = Unmanaged<ScalarFunction>.fromOpaque(parameter).takeUnretainedValue()
                    return scalar.value { try scalar.function(argument) }
                },
                params: Unmanaged.passUnretained(self).toOpaque()))
    }

    deinit {
        pointer.deallocate()
    }
}
