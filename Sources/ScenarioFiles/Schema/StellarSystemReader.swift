import Particles
import SimulationEngine

/// Reads particles that are made by a rule:
///
///     plummer: {count: …, mass: …, radius: …, constant: …, virial-ratio: …}
///     disc: {count: …, mass: …, radius: …, central-mass: …, constant: …}
///     orbits:
///       constant: …
///       primary: {name: …, mass: …}
///       about: primary or inner-bodies
///       bodies: [{name: …, mass: …, semi-major-axis: …, eccentricity: …, inclination: …, ascending-node: …,
///                 pericentre: …, mean-anomaly: … or true-anomaly: …}, …]
///
/// Angles are in degrees.
struct StellarSystemReader {
    /// The keys, of which there can be one.
    static let keys = ["plummer", "disc", "orbits"]

    let seed: UInt64

    /// Reads the particles under a key.
    func read(_ key: String, _ value: Value) -> [Particle]? {
        value.section { section in
            switch key {
            case "plummer": plummer(section)
            case "disc": disc(section)
            default: orbits(section)
            }
        }
    }

    private func plummer(_ section: Section) -> [Particle]? {
        let common = common(section, radius: PlummerSphere.standardRadius)
        let ratio = section.optional("virial-ratio").map { $0.number(.closed(0...1)) } ?? 0.5
        guard let common, let ratio else { return nil }
        return particles(section) {
            try PlummerSphere(
                count: common.count, mass: common.mass, radius: common.radius, constant: common.constant,
                virialRatio: ratio
            ).particles(from: try RandomStreams(seed: seed))
        }
    }

    private func disc(_ section: Section) -> [Particle]? {
        let common = common(section, radius: 1)
        let centralMass = section.optional("central-mass").map { $0.number(.nonNegative) } ?? 0
        guard let common, let centralMass else { return nil }
        return particles(section) {
            try UniformDisc(
                count: common.count, mass: common.mass, radius: common.radius, centralMass: centralMass,
                constant: common.constant
            ).particles(from: try RandomStreams(seed: seed))
        }
    }

    private struct Common {
        let count: Int
        let mass: Double
        let radius: Double
        let constant: Double
    }

    private func common(_ section: Section, radius defaultRadius: Double) -> Common? {
        let count = section.required("count", for: "the number of stars").flatMap { value in
            value.integer(.closed(1...100_000_000)).flatMap {
                value.hasMemory(MemoryShortage(particleCount: $0)) ? $0 : nil
            }
        }
        let mass = section.optional("mass").map { $0.number(.positive) } ?? 1
        let radius = section.optional("radius").map { $0.number(.positive) } ?? defaultRadius
        let constant = section.optional("constant").map { $0.number(.positive) } ?? 1
        guard let count, let mass, let radius, let constant else { return nil }
        return Common(count: count, mass: mass, radius: radius, constant: constant)
    }

    private func particles(_ section: Section, _ make: () throws -> [Particle]) -> [Particle]? {
        do { return try make() } catch {
            section.value.report("\(error)")
            return nil
        }
    }

    // MARK: Orbits

    private func orbits(_ section: Section) -> [Particle]? {
        let constant = section.required("constant", for: "the gravitational constant G").flatMap {
            $0.number(.positive)
        }
        let primary = section.required("primary", for: "the body that the others go round").flatMap { value in
            value.section { body($0) }
        }
        let center: OrbitCentre? = section.optional("about").map { $0.choice() } ?? .primary
        let bodies = section.required("bodies", for: "the bodies on orbits").flatMap { list in
            list.list(.atLeast(1), of: "bodies") { item in item.section { orbiting($0) } }
        }
        guard let constant, let primary, let center, let bodies else { return nil }
        var particles = [primary]
        for orbiting in bodies {
            particles.appendOrbiting(
                orbiting.elements, about: center, mass: orbiting.body.mass, name: orbiting.body.name,
                constant: constant)
        }
        particles.moveToCentreOfMass()
        return particles
    }

    private struct Orbiting {
        let body: Particle
        let elements: OrbitalElements
    }

    private func body(_ section: Section, massless: Bool = false) -> Particle? {
        let name = section.optional("name").map { $0.string() }
        let mass = section.required("mass", for: "the mass").flatMap { $0.number(massless ? .nonNegative : .positive) }
        guard let mass else { return nil }
        if let name, name == nil { return nil }
        return Particle(name: name ?? nil, mass: mass, position: .zero)
    }

    private func orbiting(_ section: Section) -> Orbiting? {
        let body = body(section, massless: true)
        let axis = section.required("semi-major-axis", for: "the semi-major axis").flatMap { $0.number() }
        let eccentricity = section.optional("eccentricity").map { $0.number(.nonNegative) } ?? 0
        let inclination = angle("inclination", section)
        let node = angle("ascending-node", section)
        let pericentre = angle("pericentre", section)
        let meanAnomaly = angle("mean-anomaly", section)
        let hasTrueAnomaly = section.keys.contains("true-anomaly")
        let trueAnomaly = angle("true-anomaly", section)
        if hasTrueAnomaly, section.keys.contains("mean-anomaly") {
            section.optional("true-anomaly")?.report("there is a mean anomaly already", expected: "one of the two")
            return nil
        }
        guard let body, let axis, let eccentricity, let inclination, let node, let pericentre, let meanAnomaly,
            let trueAnomaly
        else { return nil }
        do throws(OrbitalElementsError) {
            let elements = try OrbitalElements(
                semiMajorAxis: axis, eccentricity: eccentricity, inclination: inclination, ascendingNode: node,
                pericentre: pericentre, anomaly: hasTrueAnomaly ? .true(trueAnomaly) : .mean(meanAnomaly))
            return Orbiting(body: body, elements: elements)
        } catch {
            section.value.report("\(error)")
            return nil
        }
    }

    private func angle(_ key: String, _ section: Section) -> Double? {
        section.optional(key).map { $0.number().map { $0 * .pi / 180 } } ?? 0
    }
}
