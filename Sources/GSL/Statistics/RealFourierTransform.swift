import CGSL

/// Fourier transforms of real numbers of one length, which may be any; it is fast if it has no other prime factors than
/// 2, 3 and 5 (`gsl_fft_real_transform`).
///
/// With the numbers x₀ … xₙ₋₁ it computes Xₖ = Σⱼ xⱼ exp(−2πi jk/*n*).
package final class RealFourierTransform {
    /// The most numbers that can be transformed.
    package static let maximumLength = 1 << 28

    /// How many numbers are transformed.
    package let length: Int

    private let wavetable: UnsafeMutablePointer<gsl_fft_real_wavetable>
    private let workspace: UnsafeMutablePointer<gsl_fft_real_workspace>

    /// Gets ready to transform (`gsl_fft_real_wavetable_alloc`, `gsl_fft_real_workspace_alloc`).
    ///
    /// - Parameter length: How many numbers are to be transformed.
    /// - Throws: ``StatisticsError`` if there are none, or if there is no memory.
    package init(length: Int) throws(StatisticsError) {
        _ = ErrorHandler.isOff
        try StatisticsError.check("length of a Fourier transform", length, in: 1...Self.maximumLength)
        guard let wavetable = gsl_fft_real_wavetable_alloc(length) else {
            throw .noMemory("gsl_fft_real_wavetable_alloc")
        }
        guard let workspace = gsl_fft_real_workspace_alloc(length) else {
            gsl_fft_real_wavetable_free(wavetable)
            throw .noMemory("gsl_fft_real_workspace_alloc")
        }
        self.length = length
        self.wavetable = wavetable
        self.workspace = workspace
    }

    deinit {
        gsl_fft_real_workspace_free(workspace)
        gsl_fft_real_wavetable_free(wavetable)
    }

    /// Transforms numbers and adds |Xₖ|² for *k* = 0 … *n*/2 to sums.
    ///
    /// - Parameters:
    ///   - numbers: The numbers, ``length`` of them, which are overwritten.
    ///   - sums: The sums, ``length`` / 2 + 1 of them.
    /// - Complexity: O(*n* log *n*), without allocation.
    package func addPowers(of numbers: UnsafeMutableBufferPointer<Double>, to sums: UnsafeMutableBufferPointer<Double>)
    {
        precondition(numbers.count == length, "\(length) numbers are transformed, not \(numbers.count)")
        precondition(sums.count == length / 2 + 1, "there are \(length / 2 + 1) powers, not \(sums.count)")
        gsl_fft_real_transform(numbers.baseAddress, 1, length, wavetable, workspace)
        // X₀, then real and imaginary part of each, then the real one of the last if the length is even.
        sums[0] += numbers[0] * numbers[0]
        for k in 1..<max((length + 1) / 2, 1) {
            let (real, imaginary) = (numbers[2 * k - 1], numbers[2 * k])
            sums[k] += real * real + imaginary * imaginary
        }
        if length.isMultiple(of: 2) { sums[length / 2] += numbers[length - 1] * numbers[length - 1] }
    }
}

@available(*, unavailable, message: "A transform belongs to one thread.")
extension RealFourierTransform: Sendable {}
