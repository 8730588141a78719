/// Noise of one strength for all nodes, where an integrator does not know its own (``FieldNoise``).
public struct BridgedNoise {
    /// The strength σ: the variance of a step *h* is σ² *h*.
    package let strength: Double

    /// The random streams from which it is drawn; the purpose is `RandomPurpose.firstPassage`.
    package let streams: RandomStreams

    /// Describes noise.
    public init(strength: Double, streams: RandomStreams) {
        self.strength = strength
        self.streams = streams
    }
}

extension FieldNoise {
    /// The noise of a field all of whose values are pushed alike.
    convenience init(ofField field: Int, _ noise: BridgedNoise) {
        let step = StepNoise.ofValue(variance: noise.strength * noise.strength)
        self.init(ofField: field, streams: noise.streams, greatest: { step }, ofNode: { _ in step })
    }
}
