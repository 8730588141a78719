import CGSL

/// Fourier transforms of complex numbers on a grid in one or more dimensions, of any lengths; it is fast if they have no
/// other prime factors than 2, 3, 5, 6 and 7 (`gsl_fft_complex_forward`, one direction after the other).
///
/// With the numbers x(j) it computes X(k) = Σⱼ x(j) exp(−2πi Σₐ jₐkₐ/*n*ₐ).
package final class ComplexFourierTransform {
    /// How many points the grid has in each direction. Neighbours in the first one lie side by side in memory.
    package let shape: [Int]

    /// How many points the grid has.
    package let count: Int

    private let wavetables: [UnsafeMutablePointer<gsl_fft_complex_wavetable>]
    private let workspaces: [UnsafeMutablePointer<gsl_fft_complex_workspace>]

    /// Gets ready to transform (`gsl_fft_complex_wavetable_alloc`, `gsl_fft_complex_workspace_alloc`).
    ///
    /// - Parameter shape: How many points the grid has in each direction.
    /// - Throws: ``StatisticsError`` if there are none or too many, or if there is no memory.
    package init(shape: [Int]) throws(StatisticsError) {
        _ = ErrorHandler.isOff
        var count = 1
        for length in shape {
            let most = RealFourierTransform.maximumLength / count
            try StatisticsError.check("length of a Fourier transform", length, in: 1...max(most, 1))
            count *= length
        }
        let wavetables = shape.map { gsl_fft_complex_wavetable_alloc($0) }
        let workspaces = shape.map { gsl_fft_complex_workspace_alloc($0) }
        self.shape = shape
        self.count = count
        self.wavetables = wavetables.compactMap { $0 }
        self.workspaces = workspaces.compactMap { $0 }
        guard self.wavetables.count == shape.count, self.workspaces.count == shape.count else {
            throw .noMemory("gsl_fft_complex_wavetable_alloc")
        }
    }

    deinit {
        for wavetable in wavetables { gsl_fft_complex_wavetable_free(wavetable) }
        for workspace in workspaces { gsl_fft_complex_workspace_free(workspace) }
    }

    /// Replaces numbers by their transform.
    ///
    /// - Parameter numbers: Real and imaginary part of each point, 2 · ``count`` numbers.
    /// - Complexity: O(*n* log *n*), without allocation.
    package func transform(_ numbers: UnsafeMutableBufferPointer<Double>) {
        precondition(numbers.count == 2 * count, "\(count) complex numbers are transformed, not \(numbers.count / 2)")
        guard let start = numbers.baseAddress else { return }
        var stride = 1
        for (axis, length) in shape.enumerated() {
            for block in 0..<count / (stride * length) {
                for offset in 0..<stride {
                    gsl_fft_complex_forward(
                        start + 2 * (block * stride * length + offset), stride, length, wavetables[axis],
                        workspaces[axis])
                }
            }
            stride *= length
        }
    }
}

@available(*, unavailable, message: "A transform belongs to one thread.")
extension ComplexFourierTransform: Sendable {}
