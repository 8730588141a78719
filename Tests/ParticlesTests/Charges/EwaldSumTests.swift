import EngineTestSupport
import SimulationEngine
import TestSupport
import Testing

@testable import Particles

@Suite("Ewald's sum")
struct EwaldSumTests {
    private static func cube(_ edge: Double) throws -> Box {
        try Box(x: .periodic(0, edge), y: .periodic(0, edge), z: .periodic(0, edge))
    }

    /// Charges at random in a box that is no cube, somewhere.
    private static func ions(_ count: Int, isNeutral: Bool = true) throws -> (particles: [Particle], box: Box) {
        var generator = SeededGenerator(seed: 5)
        let box = try Box(x: .periodic(-1, 4), y: .periodic(2, 8), z: .periodic(0, 5.5))
        let particles = (0..<count).map { index in
            let place = (0..<3).map { _ in Double.random(in: -7...7, using: &generator) }
            return Particle(
                mass: index % 3 == 0 ? 2 : 1,
                charge: (index % 2 == 0 ? 1 : -1) * (isNeutral ? 1 : 1 + 0.1 * Double(index)),
                position: SIMD3(place[0], place[1], place[2]))
        }
        return (particles, box)
    }

    private static func energy(
        _ charges: [(Double, SIMD3<Double>)], _ box: Box, _ parameters: EwaldParameters
    ) throws -> (energy: Double, virial: Double) {
        let particles = charges.map { Particle(mass: 1, charge: $0.0, position: $0.1) }
        let system = try ParticleSystem(particles, in: box, forces: [try EwaldSum(.parameters(parameters))])
        return (system.value(\.potentialEnergy), system.value(\.virial))
    }

    /// Madelung's constants: of rock salt 1.747 564 594 633 182, of caesium chloride 1.762 674 773 070 988
    /// with the distance of neighbours √3/2: both as in handbooks, and by a sum in NumPy that does not use this code, with
    /// other splittings.
    @Test("the energies of crystals are those of Madelung's constants, to 1e-10")
    func crystals() throws {
        let salt = (0..<64).map { index in
            let site = SIMD3(Double(index % 4), Double(index / 4 % 4), Double(index / 16))
            return (site.sum().truncatingRemainder(dividingBy: 2) == 0 ? 1.0 : -1, site + 0.3)
        }
        let rockSalt = try Self.energy(salt, Self.cube(4), EwaldParameters(damping: 2.5, cutoff: 2, waveCutoff: 25))
        #expect(abs(-rockSalt.energy * 2 / 64 - 1.747_564_594_633_182) < 1e-10)
        #expect(abs(rockSalt.virial - rockSalt.energy) < 1e-9)
        let caesium = (0..<8).flatMap { index in
            let site = SIMD3(Double(index % 2), Double(index / 2 % 2), Double(index / 4))
            return [(1.0, site), (-1.0, site + 0.5)]
        }
        let caesiumChloride = try Self.energy(
            caesium, Self.cube(2), EwaldParameters(damping: 5, cutoff: 1, waveCutoff: 50))
        #expect(abs(-caesiumChloride.energy * 3.0.squareRoot() / 16 - 1.762_674_773_070_988) < 1e-10)
    }

    /// A charge in its own images and an even background has −2.837 297 479 480 62 / 2 of k q² / L, and the three charges have
    /// −2.676 014 847 941 396: by a sum in NumPy that does not use this code, with two other splittings each.
    @Test("the energy does not depend on the splitting, also of charges that an even background balances")
    func splittings() throws {
        for (damping, waves) in [(10.5, 105.0), (12, 125)] {
            let one = try Self.energy(
                [(1, .zero)], Self.cube(1), EwaldParameters(damping: damping, cutoff: 0.5, waveCutoff: waves))
            #expect(abs(one.energy + 2.837_297_479_480_62 / 2) < 1e-10)
            #expect(abs(one.virial - one.energy) < 1e-9)
        }
        let box = try Box(x: .periodic(0, 1.2), y: .periodic(0, 1.5), z: .periodic(0, 2.1))
        let charges: [(Double, SIMD3<Double>)] = [
            (1, [0.1, 0.2, 0.3]), (-2, [0.6, 0.9, 1.3]), (0.5, [1, 0.4, 1.9]),
        ]
        for (damping, waves) in [(8.5, 85.0), (10, 100)] {
            let three = try Self.energy(
                charges, box, EwaldParameters(damping: damping, cutoff: 0.6, waveCutoff: waves))
            #expect(abs(three.energy + 2.676_014_847_941_396) < 1e-10)
            #expect(abs(three.virial - three.energy) < 1e-8)
        }
    }

    @Test("forces are minus the gradient of the energy and add up to 0")
    func gradient() throws {
        let (particles, box) = try Self.ions(20, isNeutral: false)
        let system = try ParticleSystem(particles, in: box, forces: [try EwaldSum(.accuracy(1e-8), constant: 1.5)])
        try expectGradient(of: system)
        let forces = system.forcesOnNodes
        let (sum, greatest) = (length(forces.reduce(.zero, +)), forces.map(length).max() ?? 0)
        #expect(sum < 20e-12 * greatest)
    }

    /// Kolafa's and Perram's estimates hold for many charges at random; within a factor of two here.
    @Test("the error of forces is what was asked for", arguments: [1e-3, 1e-5, 1e-7])
    func accuracy(wanted: Double) throws {
        let (particles, box) = try Self.ions(100)
        func forces(_ splitting: EwaldSum.Splitting) throws -> [SIMD3<Double>] {
            try ParticleSystem(particles, in: box, forces: [try EwaldSum(splitting)]).forcesOnNodes
        }
        let exact = try forces(.accuracy(1e-12))
        let unit = (100 / (5 * 6 * 5.5) as Double)
        let force = EwaldSum.Splitting.accuracy(wanted)
        for splitting in [force, .accuracy(wanted, cutoff: 2)] {
            let squares = zip(try forces(splitting), exact).map { ($0 - $1) * ($0 - $1) }
            let error = (squares.reduce(.zero, +).sum() / 100).squareRoot()
            // (n / V)^(2/3), by its cube.
            let ratio = error * error * error / (wanted * wanted * wanted * unit * unit)
            #expect(ratio < 8 && ratio > 1.0 / 64, "\(ratio)")
        }
    }

    @Test("the parts of the expected error are half of the squared error each")
    func parameters() throws {
        let (particles, box) = try Self.ions(100)
        let force = try EwaldSum(.accuracy(1e-5))
        _ = try ParticleSystem(particles, in: box, forces: [force])
        let parameters = try #require(force.parameters)
        // The spacing is that of 100 charges in 165.
        let errors = parameters.estimatedErrors(spacing: 1.181_665_750_467_5)
        #expect(abs(errors.pairs / (1e-5 / 2.0.squareRoot()) - 1) < 1e-9)
        #expect(abs(errors.waves / (1e-5 / 2.0.squareRoot()) - 1) < 1e-9)
        #expect(parameters.cutoff <= 2.5)
        #expect(force.waveCount > 100)
    }

    @Test("excluded pairs lose their whole pair in Coulomb's law, also where they are in one place")
    func exclusions() throws {
        let (particles, box) = try Self.ions(32)
        var molecules = particles
        // Pairs from near to further apart than the cutoff.
        for index in 0..<8 {
            let vector = Double(index) * SIMD3(0.2, 0.15, -0.1)
            molecules[4 * index + 1].state.position = molecules[4 * index].state.position + vector + SIMD3(5, 0, 0)
        }
        molecules[1].state.position += [0.001, 0, 0]
        let bonds = stride(from: 0, to: 32, by: 4).flatMap { [Bond($0, $0 + 1), Bond($0 + 1, $0 + 2)] }
        let exclusions = try Exclusions(bonds, weights: [0, 0.4])
        let splitting = EwaldSum.Splitting.parameters(EwaldParameters(damping: 2.4, cutoff: 2.5, waveCutoff: 28))
        let whole = try ParticleSystem(molecules, in: box, forces: [try EwaldSum(splitting, constant: 2)])
        let part = try ParticleSystem(
            molecules, in: box, forces: [try EwaldSum(splitting, constant: 2, excluding: exclusions)])
        var missing = 0.0
        for i in molecules.indices {
            for j in 0..<i where exclusions.weight(i, j) < 1 {
                let r = length(box.shortest(molecules[i].state.position - molecules[j].state.position))
                missing += 2 * (1 - exclusions.weight(i, j)) * molecules[i].charge * molecules[j].charge / r
            }
        }
        #expect(abs(whole.value(\.potentialEnergy) - part.value(\.potentialEnergy) - missing) < 1e-9)
        #expect(abs(part.value(\.virial) - part.value(\.potentialEnergy)) < 1e-8)
        try expectGradient(of: part)
        // In one place, two charges have the energy of the smooth part alone, which goes on steadily.
        let energies = try [0, 1e-5].map { distance in
            var pair = Array(molecules.prefix(2))
            pair[1].state.position = pair[0].state.position + [distance, 0, 0]
            let force = try EwaldSum(splitting, excluding: Exclusions([Bond(0, 1)]))
            let system = try ParticleSystem(pair, in: box, forces: [force])
            #expect(system.forcesOnNodes.allSatisfy { length($0) < 1e-4 })
            return system.value(\.potentialEnergy)
        }
        #expect(abs(energies[0] - energies[1]) < 1e-9)
    }

    /// A salt that melts: charges with soft cores, at a temperature of 0.1 of the pair's energy.
    private static func salt(threads: Int = 1, step: Double) throws -> Simulation<ParticleSystem> {
        var particles = (0..<64).map { index in
            let site = SIMD3(Double(index % 4), Double(index / 4 % 4), Double(index / 16))
            return Particle(
                mass: 1, charge: site.sum().truncatingRemainder(dividingBy: 2) == 0 ? 1 : -1, position: 1.2 * site)
        }
        try particles.setVelocities(temperature: 0.1, dimensions: 3, from: RandomStreams(seed: 9))
        let system = try ParticleSystem(
            particles, in: try cube(4.8),
            forces: [
                try EwaldSum(.accuracy(1e-4), threads: threads),
                try PairForce(LennardJones(cutoff: 2.4, truncation: .forceShifted), threads: threads),
            ])
        return try Simulation(system, integrator: Leapfrog(), step: step)
    }

    @Test("the energy of a salt is conserved, four times as well with half the step")
    func conservation() throws {
        let errors = try [0.04, 0.02].map { step in
            let simulation = try Self.salt(step: step)
            let start = simulation.quantities.totalEnergy.value
            var greatest = 0.0
            for _ in 0..<Int((0.8 / step).rounded()) {
                try simulation.run(steps: 1)
                greatest = max(greatest, abs(simulation.quantities.totalEnergy.value - start))
            }
            return greatest
        }
        #expect(errors[0] < 0.2)
        #expect((3.5...4.5).contains(errors[0] / errors[1]))
    }

    @Test("forces and energies are the same bytes for any number of threads, whoever looks")
    func threads() throws {
        let (particles, box) = try Self.ions(300, isNeutral: false)
        let results = try [1, 2, 5].map { threads in
            let system = try ParticleSystem(
                particles, in: box, forces: [try EwaldSum(.accuracy(1e-3), threads: threads)])
            if threads == 2 { _ = system.value(\.virial) }
            let forces = system.forcesOnNodes.flatMap { [$0.x, $0.y, $0.z] }
            return (forces + [system.value(\.potentialEnergy), system.value(\.virial)]).map(\.bitPattern)
        }
        #expect(results[1] == results[0])
        #expect(results[2] == results[0])
    }

    @Test("charges may come and go, and what is neutral is not acted on")
    func changes() throws {
        var (particles, box) = try Self.ions(6)
        particles.append(Particle(mass: 1, position: [0, 3, 0]))
        let splitting = EwaldSum.Splitting.accuracy(1e-6)
        let system = try ParticleSystem(particles, in: box, forces: [try EwaldSum(splitting)])
        #expect(system.forcesOnNodes[6] == .zero)
        try system.removeNode(5)
        try system.removeNode(2)
        let rest = [0, 1, 3, 4, 6].map { particles[$0] }
        let without = try ParticleSystem(rest, in: box, forces: [try EwaldSum(splitting)])
        #expect(system.value(\.potentialEnergy) == without.value(\.potentialEnergy))
        for node in [0, 1, 3, 4] { try system.removeNode(node) }
        #expect(system.forcesOnNodes[6] == .zero)
        #expect(system.value(\.potentialEnergy) == 0)
    }

    @Test("positions that are not numbers give forces that are none")
    func notANumber() throws {
        let (particles, box) = try Self.ions(6)
        let system = try ParticleSystem(particles, in: box, forces: [try EwaldSum()])
        var broken = system.nodeState(at: 2)
        broken.position.y = .infinity
        system.setNodeState(broken, at: 2)
        #expect(system.forcesOnNodes[2].x.isNaN)
        #expect(system.value(\.potentialEnergy).isNaN)
    }

    @Test("what cannot be summed up is refused")
    func refusals() throws {
        let (particles, box) = try Self.ions(6)
        func refuse(_ error: ParticleError, _ make: () throws -> Void) { #expect(throws: error) { try make() } }
        expectRefusal(of: "accuracy") { _ = try EwaldSum(.accuracy(0.2)) }
        expectRefusal(of: "accuracy") { _ = try EwaldSum(.accuracy(1e-15)) }
        expectRefusal(of: "cutoff", is: "-1") { _ = try EwaldSum(.accuracy(1e-3, cutoff: -1)) }
        expectRefusal(of: "damping", is: "0") {
            _ = try EwaldSum(.parameters(EwaldParameters(damping: 0, cutoff: 1, waveCutoff: 1)))
        }
        expectRefusal(of: "skin", is: "0") { _ = try EwaldSum(skin: 0) }
        expectRefusal(of: "constant", is: "inf") { _ = try EwaldSum(constant: .infinity) }
        refuse(.ewald(.notPeriodic(axis: 0))) { _ = try ParticleSystem(particles, forces: [try EwaldSum()]) }
        refuse(.ewald(.notPeriodic(axis: 2))) {
            let plane = try Box(x: .periodic(0, 4), y: .periodic(0, 4))
            _ = try ParticleSystem([Particle(mass: 1, charge: 1, position: .zero)], in: plane, forces: [try EwaldSum()])
        }
        refuse(.cutoffTooLong(2.6, axis: 0, period: 5)) {
            _ = try ParticleSystem(particles, in: box, forces: [try EwaldSum(.accuracy(1e-3, cutoff: 2.6))])
        }
        refuse(.overlap(0, 1, distance: 0, least: 0)) {
            _ = try ParticleSystem([particles[0], particles[0]], in: box, forces: [try EwaldSum()])
        }
        #expect(throws: ParticleError.self) {
            let parameters = EwaldParameters(damping: 1, cutoff: 1, waveCutoff: 1e4)
            return try ParticleSystem(particles, in: box, forces: [try EwaldSum(.parameters(parameters))])
        }
        #expect("\(ParticleError.ewald(.notPeriodic(axis: 2)))".contains("not periodic in z"))
    }
}
