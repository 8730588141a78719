/// The noise of a number of a node between the ends of a step, which are known.
public enum StepNoise: Equatable, Sendable {
    /// Nothing.
    case none

    /// The number itself is pushed by noise: between the ends of the step it is a Brownian bridge.
    ///
    /// - Parameter variance: The variance per unit of time, σ².
    case ofValue(variance: Double)

    /// The velocity of the number is pushed by noise: between the ends of the step the number is the integral of a Brownian
    /// motion, of which the values and the velocities at both ends are known.
    ///
    /// - Parameters:
    ///   - variance: The velocity's variance per unit of time, σ².
    ///   - startVelocity: The velocity at the beginning of the step.
    ///   - endVelocity: The velocity at the end of the step.
    case ofVelocity(variance: Double, startVelocity: Double, endVelocity: Double)
}

/// The noise of a field of all nodes in the steps of an integrator, from which crossings of levels between the ends of steps
/// are drawn. What is drawn depends on the seed, the node, the field and the time of the step only: all who look at a node see
/// it move along one path, whatever level they wait for.
///
/// An integrator of random motion makes one when asked by ``Integrator/makeNoise(ofField:in:)``.
public final class FieldNoise {
    /// The random streams from which it is drawn, for the purpose `RandomPurpose.firstPassage`.
    let streams: RandomStreams

    /// The field.
    let field: Int

    /// The field that is the velocity of this one, where noise pushes that.
    let velocityField: Int?

    /// Bounds the noise of all nodes in the step that was taken last.
    let greatest: () -> StepNoise

    /// The noise of a node in the step that was taken last, at whose end the model is.
    let noise: (_ node: Int) -> StepNoise

    /// Creates the noise of a field.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - velocityField: The field that is its velocity, where noise pushes that.
    ///   - streams: The random numbers.
    ///   - greatest: Returns a noise that is at least as great as that of any node in the step that was taken last: the
    ///     variance and the absolute velocities.
    ///   - noise: Returns the noise of a node in the step that was taken last. The model is in the state of its end.
    public init(
        ofField field: Int, velocityField: Int? = nil, streams: RandomStreams, greatest: @escaping () -> StepNoise,
        ofNode noise: @escaping (_ node: Int) -> StepNoise
    ) {
        self.field = field
        self.velocityField = velocityField
        self.streams = streams
        self.greatest = greatest
        self.noise = noise
    }
}

extension FieldNoise {
    /// The path of a node in the step that was taken last.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - ends: Its distances from a level at the ends of the step, negative below it.
    /// - Returns: The path; `nil` without noise.
    func path(ofNode node: Int, _ ends: NoisePath.Ends) -> NoisePath? {
        NoisePath(noise(node), ends, key: streams.key(for: .firstPassage), node: node, field: field)
    }

    /// The product of the distances from a level at the ends of a step beyond which no node reaches it in between.
    func reach(of step: Double) -> Double { NoisePath.reach(of: greatest(), in: step) }
}
