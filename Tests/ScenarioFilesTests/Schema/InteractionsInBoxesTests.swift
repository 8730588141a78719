import EngineTestSupport
import Particles
import SimulationEngine
import TestSupport
import Testing

@testable import ScenarioFiles

/// Every interaction that a scenario can have, in every box of two and three dimensions: right, or refused with the reason.
///
/// What is right is told by symmetry and by differences: forces are minus the gradient of the energy; neither changes if any
/// particle is moved by a period, so that wrapped and unwrapped positions are the same; a box mirrored at its walls has mirrored
/// forces and a mirrored motion.
@Suite("Interactions in boxes") struct InteractionsInBoxesTests {
    /// The kinds of interactions, some in several forms, as they stand in a scenario.
    static func forms(of kind: String) -> [String] {
        switch kind {
        case "gravity": ["{constant: 0.5, softening: 0.25}", "{constant: 0.5, softening: 0.25, opening-angle: 0.5}"]
        case "lennard-jones":
            ["truncated", "shifted", "force-shifted"].map { "{cutoff: 2.75, sigma: 0.5, truncation: \($0)}" }
                + ["{cutoff: 2.75, sigma: 0.5, tail-corrections: true}", "{cutoff: 2.75, sigma: 0.5, exclude: bonded}"]
        case "weeks-chandler-andersen": ["{sigma: 1}"]
        case "soft-sphere": ["{sigma: 1.25, exponent: 6}"]
        case "yukawa": ["{strength: 2, screening: 0.5, cutoff: 3}"]
        case "morse": ["{depth: 1, steepness: 1, distance: 1, cutoff: 3}"]
        case "coulomb":
            [
                "{constant: 2}", "{damping: 0.5, cutoff: 3}", "{method: ewald, accuracy: 1e-9}",
                "{method: ewald, accuracy: 1e-9, exclude: bonded}",
            ]
        case "bonds":
            [
                "harmonic: {stiffness: 3, length: 1}", "harmonic: {stiffness: 3}",
                "fene: {stiffness: 3, greatest-length: 3.9}",
            ]
            .map { "{\($0), chain: {length: 5}}" }
        case "angles": ["{harmonic: {stiffness: 3, angle: 1.5}, chain: {length: 5}}"]
        case "uniform-field": ["{acceleration: ACCELERATION}"]
        case "harmonic-trap": ["{stiffness: 2, centre: CENTRE}"]
        case "field": ["{energy: cos(pi * (x - 1) / 4) + 2 * cos(pi * (y - 1) / 2)}"]
        // They have no energy, and are the same everywhere.
        case "drag", "magnetic-field": []
        // Others are tried as the catalogue writes them.
        default:
            ComponentCatalogue.kinds.flatMap { group in
                group.components.filter { $0.name == kind }.compactMap {
                    group.example(of: $0).split(separator: ": ", maxSplits: 1).last.map(String.init)
                }
            }
        }
    }

    /// Why a form cannot be in a box; `nil` if it can.
    static func refusal(of kind: String, _ form: String, in box: Box) -> String? {
        let axes = box.axes.prefix(box.dimensions)
        let hasPeriod = axes.contains(where: \.isPeriodic)
        let isPeriodic = box.dimensions == 3 && axes.allSatisfy(\.isPeriodic)
        switch kind {
        case "gravity": return hasPeriod ? "masses have images without end" : nil
        case "coulomb" where form.contains("ewald"): return isPeriodic ? nil : "the box is not periodic in"
        case "coulomb" where !form.contains("cutoff"): return hasPeriod ? "charges have images without end" : nil
        case "lennard-jones" where form.contains("tail"):
            if axes.contains(where: { $0 == .open }) { return "the box is open in" }
            return axes.contains(where: \.isReflecting) ? "the box has walls in" : nil
        default: return nil
        }
    }

    static let cases = InteractionReader.names.flatMap { kind in
        forms(of: kind).map { Form(kind: kind, text: $0) }
    }

    struct Form: CustomTestStringConvertible {
        let kind: String
        let text: String
        var testDescription: String { "\(kind): \(text)" }

        /// The forces, of which those from outside may be mirrored along an axis of a box with its middle at 1.
        func forces(dimensions: Int, mirrored axis: Int? = nil) throws -> [any ParticleForce] {
            var acceleration = [0.5, -0.25, 0.75].prefix(dimensions).map { $0 }
            var centre = [0.25, 1.5, -0.75].prefix(dimensions).map { $0 }
            if let axis {
                acceleration[axis] *= -1
                centre[axis] = 2 - centre[axis]
            }
            let own = text.replacing("ACCELERATION", with: "\(acceleration)").replacing("CENTRE", with: "\(centre)")
            // What is excluded follows from bonds.
            let bonds = text.contains("exclude") ? "- bonds: {harmonic: {stiffness: 1}, chain: {length: 5}}" : ""
            let context = InteractionContext(
                threads: 1, data: DataFiles(folder: ""), seed: 1, particleCount: 15, names: nil)
            return try document("x:\n- \(kind): \(own)\n\(bonds)\n").read { section in
                section.optional("x").flatMap { InteractionReader(context: context).read($0) }
            }
        }
    }

    /// Boxes 8 long with their middle at 1, with all combinations of axes.
    static let boxes: [Box] = [2, 3].flatMap { dimensions in
        let axes: [Box.Axis] = [.open, .periodic(-3, 5), .reflecting(-3, 5)]
        let count = dimensions == 2 ? 9 : 27
        return (0..<count).compactMap { number in
            try? Box((0..<dimensions).map { axes[[number, number / 3, number / 9][$0] % 3] })
        }
    }

    /// Fifteen charges in chains of five, not near to each other; in binary fractions, so that they can be moved by periods without
    /// rounding.
    static func particles(in box: Box) -> [Particle] {
        var generator = SeededGenerator(seed: 5)
        var places: [SIMD3<Double>] = []
        while places.count < 15 {
            var place = SIMD3<Double>.zero
            for axis in 0..<box.dimensions {
                let start = places.count % 5 == 0 ? 1 : places[places.count - 1][axis]
                let reach = places.count % 5 == 0 ? 3.75 : 1.75
                place[axis] =
                    ((start + Double.random(in: -reach...reach, using: &generator)) * 0x1p20).rounded() * 0x1p-20
            }
            guard (0..<box.dimensions).allSatisfy({ place[$0] > -2.9 && place[$0] < 4.9 }) else { continue }
            guard places.allSatisfy({ length(box.dimensions, $0 - place) > 0.75 }) else { continue }
            places.append(place)
        }
        return places.enumerated().map { index, place in
            Particle(mass: index % 3 == 0 ? 2 : 1, charge: index % 2 == 0 ? 1 : -0.5, position: place)
        }
    }

    /// The distance to the nearest image in a periodic box 8 long.
    private static func length(_ dimensions: Int, _ vector: SIMD3<Double>) -> Double {
        var nearest = vector
        for axis in 0..<dimensions { nearest[axis] -= (vector[axis] / 8).rounded() * 8 }
        return (nearest * nearest).sum().squareRoot()
    }

    @Test("are right, or refused with the reason, in every box", arguments: cases)
    func everyBox(form: Form) throws {
        for box in Self.boxes {
            let particles = Self.particles(in: box)
            let forces = try form.forces(dimensions: box.dimensions)
            if let reason = Self.refusal(of: form.kind, form.text, in: box) {
                let error = #expect(throws: ParticleError.self, "\(box.axes)") {
                    try ParticleSystem(particles, in: box, forces: forces)
                }
                #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
                continue
            }
            let system = try ParticleSystem(particles, in: box, forces: forces)
            expectGradient(of: system)
            try expectPeriodicity(of: form, particles, in: box)
            for axis in 0..<box.dimensions { try expectMirrored(form, particles, in: box, axis) }
        }
    }

    /// Forces are minus the slope of the energy, by central differences in some direction for each particle, which is along no axis;
    /// those of a tree are so to its own errors.
    private func expectGradient(of system: ParticleSystem) {
        let forces = system.forces
        let isApproximate = forces.contains { $0 is TreeGravity }
        let (step, expected) = (0x1p-12, system.forcesOnAll)
        let scale = expected.map { ($0 * $0).sum().squareRoot() }.max() ?? 0
        // An expectation for each would take longer than the energies.
        var wrong: [Int] = []
        var generator = SeededGenerator(seed: 6)
        for node in 0..<system.nodeCount {
            let direction = (0..<system.dimensions).map { _ in
                Double.random(in: 0.5...1, using: &generator) * (Bool.random(using: &generator) ? 1 : -1)
            }
            let place = direction.indices.map { system.state[$0, node] }
            func energy(at distance: Double) -> Double {
                for axis in direction.indices { system.state[axis, node] = place[axis] + distance * direction[axis] }
                return system.energy
            }
            let slope = (energy(at: -step) - energy(at: step)) / (2 * step)
            for axis in direction.indices { system.state[axis, node] = place[axis] }
            let force = direction.indices.reduce(0) { $0 + direction[$1] * expected[node][$1] }
            let tolerance = isApproximate ? 1e-2 : 1e-5
            let isRight = abs(slope - force) <= tolerance * max(1, scale)
            if !isRight { wrong.append(node) }
        }
        #expect(wrong.isEmpty, "\(system.box) \(wrong)")
    }

    /// Particles that are moved by periods have the forces and the energy that they had, but for a uniform field, in whose direction
    /// they have gone that way.
    private func expectPeriodicity(of form: Form, _ particles: [Particle], in box: Box) throws {
        let forces = try form.forces(dimensions: box.dimensions)
        let system = try ParticleSystem(particles, in: box, forces: forces)
        let (energy, expected) = (system.energy, system.forcesOnAll)
        let scale = expected.map { ($0 * $0).sum().squareRoot() }.max() ?? 0
        let field = forces.lazy.compactMap { $0 as? UniformField }.first?.acceleration ?? .zero
        for axis in 0..<box.dimensions where box.axes[axis].isPeriodic {
            var (moved, work) = (particles, 0.0)
            for (node, periods) in [(0, 1.0), (3, -1), (7, 3), (14, -40)] {
                moved[node].state.position[axis] += 8 * periods
                work += particles[node].mass * field[axis] * 8 * periods
            }
            let other = try ParticleSystem(moved, in: box, forces: try form.forces(dimensions: box.dimensions))
            #expect(
                abs(other.energy + work - energy) <= 1e-11 * max(1, abs(energy), abs(work)), "\(box.axes) \(axis)")
            let differences = zip(other.forcesOnAll, expected).map { ($0 - $1) * ($0 - $1) }
            #expect(differences.allSatisfy { $0.sum().squareRoot() <= 1e-11 * scale }, "\(box.axes) \(axis)")
        }
    }

    /// What is mirrored at the middle of the box, which is at 1, moves as a mirror image, walls included.
    private func expectMirrored(_ form: Form, _ particles: [Particle], in box: Box, _ axis: Int) throws {
        // Each particle flies towards a wall, and those near to it bounce in the time.
        var flying = particles
        for node in flying.indices {
            for axis in 0..<box.dimensions { flying[node].state.velocity[axis] = node % 2 == 0 ? 2 : -3 }
        }
        let images = flying.map { particle in
            var image = particle
            image.state.position[axis] = 2 - image.state.position[axis]
            image.state.velocity[axis] *= -1
            return image
        }
        let system = try ParticleSystem(flying, in: box, forces: try form.forces(dimensions: box.dimensions))
        let mirrored = try ParticleSystem(
            images, in: box, forces: try form.forces(dimensions: box.dimensions, mirrored: axis))
        // The energy in a uniform field is 0 at the origin, which is not in the middle.
        if form.kind != "uniform-field" {
            #expect(abs(system.energy - mirrored.energy) <= 1e-11 * max(1, abs(system.energy)))
        }
        for system in [system, mirrored] {
            try Simulation(system, integrator: Leapfrog(), step: 0x1p-6).run(steps: 10)
        }
        var wrong: [(node: Int, field: Int)] = []
        for node in 0..<system.nodeCount {
            for field in 0..<6 {
                let sign = field % 3 == axis ? -1.0 : 1
                let expected = sign * mirrored.state[field, node] + (field == axis ? 2 : 0)
                let hasWalls = field < box.dimensions && box.axes[field].isReflecting
                let isRight =
                    abs(system.state[field, node] - expected) < 1e-8
                    && (!hasWalls || (-3...5).contains(system.state[field, node]))
                if !isRight { wrong.append((node, field)) }
            }
        }
        #expect(wrong.isEmpty, "\(box.axes) \(wrong)")
    }
}

extension ParticleSystem {
    fileprivate var energy: Double { Self.quantities.potentialEnergy.evaluate(self) }

    fileprivate var forcesOnAll: [SIMD3<Double>] {
        var a = [Double](repeating: .nan, count: 3 * nodeCount)
        let positions = Array(state.elements.prefix(3 * nodeCount))
        accelerations(at: positions, into: &a)
        return (0..<nodeCount).map { SIMD3(a[$0], a[nodeCount + $0], a[2 * nodeCount + $0]) * masses[$0] }
    }
}
