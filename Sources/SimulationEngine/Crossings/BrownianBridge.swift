import GSL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The noise between the ends of steps, for first passages of random motion.
public struct BridgedNoise {
    /// The strength σ: the variance of a step *h* is σ² *h*.
    public let strength: Double

    /// What is drawn from; the purpose is ``RandomPurpose/firstPassage``.
    public let streams: RandomStreams

    /// Describes noise.
    public init(strength: Double, streams: RandomStreams) {
        self.strength = strength
        self.streams = streams
    }
}

/// What random motion does between the ends of a step, which are distances from a level, negative below it.
///
/// A. N. Borodin and P. Salminen, *Handbook of Brownian Motion – Facts and Formulae*, 2nd edition, Birkhäuser 2002,
/// DOI 10.1007/978-3-0348-8163-0.
struct BrownianBridge {
    private let variance: Double
    private let streams: RandomStreams

    init(_ noise: BridgedNoise) {
        variance = noise.strength * noise.strength
        streams = noise.streams
    }

    /// The product of the distances at both ends beyond which the level is as good as never reached: the probability
    /// is less than 2⁻⁵³, the smallest that a draw can tell from 0.
    func reach(of step: Double) -> Double { 0.5 * 36.8 * variance * step }

    /// The time at which the level is reached in a step that begins below it and ends beyond it.
    func passageTime(_ ends: PassageScan.Ends, node: Int, step: Int) -> Double {
        hittingTime(ends, from: streams.stream(for: .firstPassage, node: node, step: step))
    }

    /// The time at which the level is reached in a step that begins and ends below it, `nil` if it is not.
    func unseenPassageTime(_ ends: PassageScan.Ends, node: Int, step: Int) -> Double? {
        let stream = streams.stream(for: .firstPassage, node: node, step: step)
        let probability = exp(-2 * ends.start * ends.end / (variance * (ends.endTime - ends.startTime)))
        guard stream.uniform(in: 0..<1) < probability else { return nil }
        return hittingTime(ends, from: stream)
    }

    /// With the distances α and β of the ends, the time τ of a bridge of length *h* that reaches the level is such that
    /// τ / (*h* − τ) has the inverse Gaussian distribution of mean α/β and shape α² / (σ² *h*).
    private func hittingTime(_ ends: PassageScan.Ends, from generator: RandomGenerator) -> Double {
        let step = ends.endTime - ends.startTime
        let distance = abs(ends.start)
        let mean = distance / max(abs(ends.end), distance * 0x1p-52)
        let ratio = generator.inverseGaussian(mean: mean, shape: distance * distance / (variance * step))
        return ends.startTime + step * ratio / (1 + ratio)
    }
}
