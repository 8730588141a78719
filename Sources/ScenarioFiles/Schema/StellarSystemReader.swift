import Particles
import SimulationEngine

/// Reads particles that are made by a rule:
///
///     plummer: {…}            or others of ``Stars``
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
    static let keys = Stars.all.map(\.description.name) + ["orbits"]

    let seed: UInt64

    /// Reads the particles under a key.
    func read(_ key: String, _ value: Value) -> [Particle]? {
        value.section { section in
            guard let stars = Stars.all[key] else { return orbits(section) }
            return section.make(stars) { make in
                guard let value = section.optional("count"), let count = value.integer(),
                    value.hasMemory(MemoryShortage(particleCount: count))
                else { return nil }
                return make(try RandomStreams(seed: seed))
            }
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
