import CMath
import Descriptions
import GSL
import SimulationEngine

/// Stars of equal mass all over a thin disc in the plane z = 0, on circular orbits about the *z* axis in the field of the
/// disc and of a mass in the middle, which is the first particle if there is one.
///
/// The field of a disc of surface density σ and radius *R* at the distance r = k R is 4 G σ (K(k) − E(k)) / k, with the
/// complete elliptic integrals of the first and second kind. A cold disc alone falls apart; a mass in the middle and
/// softening keep it together (A. Toomre, Astrophysical Journal 139 (1964) 1217, DOI 10.1086/147861).
public struct UniformDisc: Equatable, Sendable {
    private static let radius = Parameter("radius", "the radius", .positive, dimension: .length, default: 1)
    private static let centralMass = Parameter(
        "central-mass", "the mass in the middle", .nonNegative, dimension: .mass, default: 0)

    static let component = StarComponent(
        "disc", "a disc of stars on circular orbits",
        references: [
            Reference(
                "A. Toomre", "On the gravitational stability of a disk of stars", "Astrophysical Journal", "139",
                page: "1217", year: 1964, doi: "10.1086/147861")
        ],
        Stars.count, Stars.mass, radius, centralMass, Stars.constant
    ) { count, mass, radius, centralMass, constant in
        let disc = try UniformDisc(
            count: count, mass: mass, radius: radius, centralMass: centralMass, constant: constant)
        return { disc.particles(from: $0) }
    }

    /// The number of stars.
    package let count: Int

    /// The mass of all stars.
    package let mass: Double

    /// The radius.
    package let radius: Double

    /// The mass in the middle.
    package let centralMass: Double

    /// The gravitational constant.
    package let constant: Double

    /// Creates the description of a disc.
    ///
    /// - Throws: `ParameterError` unless there are from 1 to 2³¹ − 1 stars, mass, radius and constant are finite and
    ///   positive, and the mass in the middle is finite and not negative.
    public init(
        count: Int, mass: Double = 1, radius: Double = 1, centralMass: Double = 0, constant: Double = 1
    ) throws(ParameterError) {
        try Stars.count.check(count)
        try Stars.mass.check(mass)
        try Self.radius.check(radius)
        try Stars.constant.check(constant)
        try Self.centralMass.check(centralMass)
        self.count = count
        self.mass = mass
        self.radius = radius
        self.centralMass = centralMass
        self.constant = constant
    }

    /// Draws the stars, each from its own stream of random numbers, without any motion of the centre of mass.
    ///
    /// - Complexity: O(n) for n stars.
    public func particles(from streams: RandomStreams) -> [Particle] {
        let middle = centralMass > 0 ? [Particle(mass: centralMass, position: .zero)] : []
        var particles =
            middle
            + (0..<count).map { index in
                let generator = streams.stream(for: .star, node: index)
                // Not at the centre, where orbits have no direction.
                let distance = radius * (1 - generator.uniform(in: 0..<1)).squareRoot()
                let angle = generator.uniform(in: 0..<2 * .pi)
                let direction = SIMD3(cos(angle), sin(angle), 0)
                let speed = (distance * field(at: distance)).squareRoot()
                return Particle(
                    mass: mass / Double(count), position: distance * direction,
                    velocity: speed * SIMD3(-direction.y, direction.x, 0))
            }
        particles.moveToCentreOfMass()
        return particles
    }

    /// The acceleration towards the axis in the disc.
    func field(at distance: Double) -> Double {
        // At the rim the field of a disc without thickness has no bounds.
        let modulus = min(distance / radius, 0.999)
        let surfaceDensity = mass / (.pi * radius * radius)
        let (first, second) = Self.ellipticIntegrals(modulus)
        return 4 * constant * surfaceDensity * (first - second) / modulus
            + constant * centralMass / (distance * distance)
    }

    /// K(k) and E(k) by arithmetic and geometric means (M. Abramowitz and I. A. Stegun, *Handbook of Mathematical
    /// Functions*, 17.6).
    static func ellipticIntegrals(_ modulus: Double) -> (first: Double, second: Double) {
        var (a, b, c) = (1.0, (1 - modulus * modulus).squareRoot(), modulus)
        var (sum, power) = (0.5 * c * c, 0.5)
        while abs(c) > 1e-9 {
            (a, b, c) = (0.5 * (a + b), (a * b).squareRoot(), 0.5 * (a - b))
            power *= 2
            sum += power * c * c
        }
        let first = .pi / (2 * a)
        return (first, first * (1 - sum))
    }
}
