import CMath
import Descriptions
import GSL
import SimulationEngine

extension RandomPurpose {
    /// The places and velocities of stars.
    public static let star = RandomPurpose(ofBeginning: 30)
}

/// Stars of equal mass in a Plummer sphere, a cluster whose density is proportional to (1 + r²/a²)^(−5/2).
///
///     let stars = try PlummerSphere(count: 1000).particles(from: RandomStreams(seed: 1))
///
/// Unless other numbers are given, units are those of N-body simulations: G = M = 1 and the total energy is −1/4, for which
/// the scale radius *a* is 3π/16 (D. C. Heggie and R. D. Mathieu 1986, DOI 10.1007/BFb0116419). The centre of mass is at
/// rest at the origin. The outermost thousandth of the mass, which would reach very far, is left out.
///
/// S. J. Aarseth, M. Hénon and R. Wielen, *A comparison of numerical methods for the study of star cluster dynamics*,
/// Astronomy and Astrophysics 37 (1974) 183.
public struct PlummerSphere: Equatable, Sendable {
    private static let radius = Parameter(
        "radius", "the scale radius a", .positive, dimension: .length, default: standardRadius)
    private static let virialRatio = Parameter(
        "virial-ratio", "kinetic over potential energy: 1/2 in equilibrium, 0 for stars at rest", .fraction,
        default: 0.5)

    static let component = StarComponent(
        "plummer", "a cluster of stars, Plummer's sphere",
        references: [
            Reference(
                "S. J. Aarseth, M. Hénon and R. Wielen",
                "A comparison of numerical methods for the study of star cluster dynamics",
                "Astronomy and Astrophysics", "37", page: "183", year: 1974)
        ],
        Stars.count, Stars.mass, radius, Stars.constant, virialRatio
    ) { count, mass, radius, constant, virialRatio in
        let sphere = try PlummerSphere(
            count: count, mass: mass, radius: radius, constant: constant, virialRatio: virialRatio)
        return { sphere.particles(from: $0) }
    }

    /// The scale radius in N-body units.
    public static var standardRadius: Double { 3 * .pi / 16 }

    /// The part of the mass from whose radius on there are no stars.
    private static let greatestPart = 0.999

    /// The number of stars.
    package let count: Int

    /// The mass of all stars.
    package let mass: Double

    /// The scale radius *a*.
    package let radius: Double

    /// The gravitational constant.
    package let constant: Double

    /// The kinetic energy divided by the absolute value of the potential energy: 1/2 in equilibrium, 0 for stars at rest.
    package let virialRatio: Double

    /// Creates the description of a sphere.
    ///
    /// - Throws: `ParameterError` unless there are from 1 to 2³¹ − 1 stars, mass, radius and constant are finite and
    ///   positive, and the virial ratio is from 0 to 1.
    public init(
        count: Int, mass: Double = 1, radius: Double = standardRadius, constant: Double = 1, virialRatio: Double = 0.5
    ) throws(ParameterError) {
        try Stars.count.check(count)
        try Stars.mass.check(mass)
        try Self.radius.check(radius)
        try Stars.constant.check(constant)
        try Self.virialRatio.check(virialRatio)
        self.count = count
        self.mass = mass
        self.radius = radius
        self.constant = constant
        self.virialRatio = virialRatio
    }

    /// Draws the stars, each from its own stream of random numbers.
    ///
    /// - Complexity: O(n) for n stars.
    public func particles(from streams: RandomStreams) -> [Particle] {
        let velocityScale = (2 * virialRatio * constant * mass / radius).squareRoot()
        var stars = (0..<count).map { index in
            let generator = streams.stream(for: .star, node: index)
            let part = generator.uniform(in: 0..<1) * Self.greatestPart
            // The radius within which there is this part of the mass, in scale radii.
            let place = part > 0 ? 1 / (pow(part, -2.0 / 3) - 1).squareRoot() : 0
            let speed = Self.speed(from: generator) * 2.0.squareRoot() * pow(1 + place * place, -0.25)
            return Particle(
                mass: mass / Double(count), position: radius * place * generator.direction(),
                velocity: velocityScale * speed * generator.direction())
        }
        stars.moveToCentreOfMass()
        return stars
    }

    /// A speed as a part of the speed of escape, with the density q² (1 − q²)^(7/2), by rejection.
    private static func speed(from generator: RandomGenerator) -> Double {
        while true {
            let (speed, height) = (generator.uniform(in: 0..<1), generator.uniform(in: 0..<0.1))
            if height < speed * speed * pow(1 - speed * speed, 3.5) { return speed }
        }
    }
}

extension RandomGenerator {
    /// A direction in space, all equally probable.
    fileprivate func direction() -> SIMD3<Double> {
        let cosine = uniform(in: -1..<1)
        let angle = uniform(in: 0..<2 * .pi)
        let sine = (1 - cosine * cosine).squareRoot()
        return SIMD3(sine * cos(angle), sine * sin(angle), cosine)
    }
}

extension Array where Element == Particle {
    /// Moves the centre of mass to the origin and takes its velocity away. Does nothing if there is no mass.
    public mutating func moveToCentreOfMass() {
        var (mass, place, momentum) = (0.0, SIMD3<Double>.zero, SIMD3<Double>.zero)
        for particle in self {
            mass += particle.mass
            place += particle.mass * particle.state.position
            momentum += particle.mass * particle.state.velocity
        }
        guard mass > 0 else { return }
        for index in indices {
            self[index].state.position -= place / mass
            self[index].state.velocity -= momentum / mass
        }
    }
}
