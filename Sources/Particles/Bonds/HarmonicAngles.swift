import Descriptions

/// Springs that hold angles θ between bonds, with the stiffness *k* and an angle at rest θ₀:
///
///     U(θ) = ½ k (θ − θ₀)²
///
/// - Complexity: As of any ``AngleForce``.
public final class HarmonicAngles: AngleForce {
    private static let stiffness = Parameter(
        "stiffness", "how strongly it is held, an energy per squared radian", .positive, dimension: .energy
    ).example(5)
    private static let angle = Parameter("angle", "the angle at rest θ₀ in radians", .between(0, .pi)).example(3.14159)

    static let component = Component<AngleForceMaking>(
        "harmonic", "a spring that holds each angle", equation: "U(θ) = ½ k (θ − θ₀)²", stiffness, angle
    ) { stiffness, angle in
        { try HarmonicAngles($0, stiffness: stiffness, angle: angle, threads: $1) }
    }

    /// The stiffness *k*, an energy per squared radian.
    package let stiffness: Double

    /// The angle at rest θ₀, from 0 to π.
    package let restAngle: Double

    /// Creates the force.
    ///
    /// - Parameters:
    ///   - angles: The angles, no two of the same particles with the same apex.
    ///   - stiffness: The stiffness, greater than 0.
    ///   - restAngle: The angle at rest in radians, from 0 to π.
    ///   - threads: How many threads share the work.
    /// - Throws: ``BondError``.
    public init(_ angles: [Angle], stiffness: Double, angle restAngle: Double, threads: Int = 1) throws(BondError) {
        try BondError.check(stiffness, Self.stiffness)
        try BondError.check(restAngle, Self.angle)
        self.stiffness = stiffness
        self.restAngle = restAngle
        try super.init(angles, threads: threads)
    }

    override func withEnergy(_ body: ((Double) -> Double) -> Void) {
        let (stiffness, restAngle) = (stiffness, restAngle)
        body { angle in
            let turn = angle - restAngle
            return stiffness / 2 * turn * turn
        }
    }

    override func withTorque(_ body: ((Double) -> Double) -> Void) {
        let (stiffness, restAngle) = (stiffness, restAngle)
        body { -stiffness * ($0 - restAngle) }
    }
}
