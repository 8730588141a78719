import Descriptions
import Particles
import SimulationEngine

extension OrbitCentre: ParameterValue {}

/// The keys of bodies on orbits.
enum OrbitKeys {
    static let constant = Parameter(
        "constant", "the gravitational constant G", .positive, dimension: .gravitationalConstant)
    static let primary = ParameterDescription(
        "primary", "the body that the others go round", .record([ParameterDescription](name, primaryMass)))
    static let about = Parameter<OrbitCentre>("about", "what the bodies go round", default: .primary)
    static let bodies = ParameterDescription(
        "bodies", "the bodies on orbits, from the inside",
        .list(of: .record(ofBody), count: 1...ParameterKind.greatestCount)
    ).example(.list([.text("{mass: 0.001, semi-major-axis: 1}")]))
    static let description = ComponentDescription(
        name: "orbits", summary: "bodies on orbits of Kepler, by their orbital elements",
        parameters: [ParameterDescription](constant, primary, about, bodies))

    // MARK: Bodies

    static let name = Parameter<String>("name", "the name", kind: .text).optional
    static let primaryMass = Parameter("mass", "the mass", .positive, dimension: .mass)
    static let mass = Parameter("mass", "the mass", .nonNegative, dimension: .mass)
    static let semiMajorAxis = Parameter(
        "semi-major-axis", "the semi-major axis, less than 0 for hyperbolas", dimension: .length)
    static let eccentricity = Parameter("eccentricity", "the eccentricity", .nonNegative, default: 0)
    static let inclination = Parameter("inclination", "the inclination, in degrees", default: 0)
    static let ascendingNode = Parameter(
        "ascending-node", "the longitude of the ascending node, in degrees", default: 0)
    static let pericentre = Parameter("pericentre", "the argument of the pericentre, in degrees", default: 0)
    static let meanAnomaly = Parameter("mean-anomaly", "the mean anomaly, in degrees")
        .alternative(to: trueAnomaly.description.name, default: 0)
    static let trueAnomaly = Parameter("true-anomaly", "the true anomaly, in degrees").optional
    static let ofBody = [ParameterDescription](
        name, mass, semiMajorAxis, eccentricity, inclination, ascendingNode, pericentre, meanAnomaly, trueAnomaly)
}

/// Reads particles that are made by a rule: one of `Stars`, or bodies on orbits.
struct StellarSystemReader {
    private typealias Keys = OrbitKeys

    /// The keys, of which there can be one.
    static let keys = Stars.all.map(\.description.name) + [OrbitKeys.description.name]

    let seed: UInt64

    /// Reads the particles under a key.
    func read(_ key: String, _ value: Value) -> [Particle]? {
        guard let stars = Stars.all[key] else { return orbits(value) }
        return value.section { section in
            section.make(stars) { make in
                guard let value = section.optional("count"), let count = value.integer(),
                    value.hasMemory(MemoryShortage(particleCount: count))
                else { return nil }
                return make(try RandomStreams(seed: seed))
            }
        }
    }

    // MARK: Orbits

    private func orbits(_ value: Value) -> [Particle]? {
        value.section(of: Keys.description.parameters) { section in
            let constant = section.value(of: Keys.constant)
            let primary = section.read(Keys.primary) { value in value.section { body($0, Keys.primaryMass) } }
            let centre = section.value(of: Keys.about)
            let bodies = section.read(Keys.bodies) { list in
                list.list(.atLeast(1), of: "bodies") { item in item.section(of: Keys.ofBody) { orbiting($0) } }
            }
            guard let constant, let primary, let centre, let bodies else { return nil }
            var particles = [primary]
            for (body, elements) in bodies {
                particles.appendOrbiting(elements, about: centre, mass: body.mass, name: body.name, constant: constant)
            }
            particles.moveToCentreOfMass()
            return particles
        }
    }

    private func body(_ section: Section, _ mass: Parameter<Double>) -> Particle? {
        let name = section.value(of: Keys.name)
        let mass = section.value(of: mass)
        guard let name, let mass else { return nil }
        return Particle(name: name, mass: mass, position: .zero)
    }

    private func orbiting(_ section: Section) -> (body: Particle, elements: OrbitalElements)? {
        let body = body(section, Keys.mass)
        let axis = section.value(of: Keys.semiMajorAxis)
        let eccentricity = section.value(of: Keys.eccentricity)
        let angles = [Keys.inclination, Keys.ascendingNode, Keys.pericentre].compactMap {
            section.value(of: $0).map(Self.radians)
        }
        let mean = section.value(of: Keys.meanAnomaly)
        let trueAnomaly = section.value(of: Keys.trueAnomaly)
        if let mean, mean != nil, let trueAnomaly, trueAnomaly != nil {
            section.given(Keys.trueAnomaly)?.report("there is a mean anomaly already", expected: "one of the two")
            return nil
        }
        guard let body, let axis, let eccentricity, angles.count == 3, let mean, let trueAnomaly else { return nil }
        do throws(OrbitalElementsError) {
            let elements = try OrbitalElements(
                semiMajorAxis: axis, eccentricity: eccentricity, inclination: angles[0], ascendingNode: angles[1],
                pericentre: angles[2],
                anomaly: trueAnomaly.map { .true(Self.radians($0)) } ?? .mean(Self.radians(mean ?? 0)))
            return (body, elements)
        } catch {
            section.value.report("\(error)")
            return nil
        }
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}
