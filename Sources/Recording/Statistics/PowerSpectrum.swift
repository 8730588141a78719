import CMath
import GSL

/// The power spectral density of a series of numbers at equal intervals, by Welch's method, without keeping the series.
///
/// Segments that overlap by half lose their mean, are weighted with the Hann window *w*ⱼ = sin²(πj/*L*) and transformed;
/// their periodograms are averaged. The density is one-sided: its sum times the width 1/(*L* Δ*t*) of a frequency bin is
/// the variance of the series, as the segments see it. The error at a frequency is about √(11/(9 *K*)) of the density with
/// *K* segments.
///
/// P. D. Welch, *The use of fast Fourier transform for the estimation of power spectra*, IEEE Trans. Audio Electroacoust.
/// 15 (1967), [doi:10.1109/TAU.1967.1161901](https://doi.org/10.1109/TAU.1967.1161901). The transform is GSL's
/// (`gsl_fft_real_transform`).
public final class PowerSpectrum {
    /// The length *L* of a segment, in samples.
    public let segmentLength: Int

    /// The interval Δ*t* between samples.
    public let interval: Double

    /// How many segments were averaged.
    public internal(set) var segmentCount = 0

    private let transform: RealFourierTransform
    private let window: [Double]
    var segment: [Double] = []
    private var weighted: [Double]
    var powers: [Double]

    /// Creates a spectrum of no samples.
    ///
    /// - Parameters:
    ///   - segmentLength: The length of a segment, even, at least 4; fast if a product of powers of 2, 3 and 5.
    ///   - interval: The interval between samples, which gives frequencies their unit.
    /// - Throws: `StatisticsError` if one of them is out of range, or if there is no memory.
    public init(segment segmentLength: Int, interval: Double) throws(StatisticsError) {
        try StatisticsError.check("length of a segment", segmentLength, in: 4...RealFourierTransform.maximumLength)
        try StatisticsError.check("length of a segment", segmentLength, isMultipleOf: 2)
        try StatisticsError.check("interval between samples", isPositive: interval)
        self.segmentLength = segmentLength
        self.interval = interval
        transform = try RealFourierTransform(length: segmentLength)
        window = (0..<segmentLength).map { pow(sin(.pi * Double($0) / Double(segmentLength)), 2) }
        weighted = Array(repeating: 0, count: segmentLength)
        powers = Array(repeating: 0, count: segmentLength / 2 + 1)
        segment.reserveCapacity(segmentLength)
    }

    /// Adds a sample.
    ///
    /// - Complexity: O(log *L*) on average, O(*L* log *L*) when a segment is complete; memory O(*L*).
    public func add(_ sample: Double) {
        segment.append(sample)
        guard segment.count == segmentLength else { return }
        addSegment()
        segment.removeFirst(segmentLength / 2)
    }

    /// The frequencies *k*/(*L* Δ*t*), from 0 to 1/(2 Δ*t*).
    public var frequencies: [Double] {
        powers.indices.map { Double($0) / (Double(segmentLength) * interval) }
    }

    /// The density at each of the ``frequencies``, in squared units of the samples times the unit of the interval; not
    /// numbers if no segment is complete.
    ///
    /// - Complexity: O(*L*).
    public var density: [Double] {
        let weight = window.reduce(0) { $0 + $1 * $1 }
        let scale = interval / (weight * Double(segmentCount))
        // The negative frequencies are added to the positive ones. 0 and the highest one are their own negatives.
        return powers.enumerated().map { $1 * scale * ($0 == 0 || $0 == powers.count - 1 ? 1 : 2) }
    }

    private func addSegment() {
        let mean = segment.reduce(0, +) / Double(segmentLength)
        for index in 0..<segmentLength { weighted[index] = (segment[index] - mean) * window[index] }
        weighted.withUnsafeMutableBufferPointer { weighted in
            powers.withUnsafeMutableBufferPointer { transform.addPowers(of: weighted, to: $0) }
        }
        segmentCount += 1
    }
}

@available(*, unavailable, message: "A spectrum belongs to one thread.")
extension PowerSpectrum: Sendable {}
