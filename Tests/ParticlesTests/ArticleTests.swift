import Foundation
import ObserverCore
import Particles
import SimulationEngine
import TestSupport
import Testing

/// What the page of the module shows is what is compiled and run here.
@Suite struct ArticleTests {
    private final class Watcher: Observer { let receiver = Receiver() }

    struct SquareHill: PairPotential {
        func cutoff(_ a: Int, _ b: Int) -> Double { 1 }
        func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
            PairInteraction(energy: 1 - squaredDistance, forceOverDistance: 2)
        }
    }

    struct QuarticBond: BondPotential {
        func interaction(squaredLength: Double, bond: Int) -> PairInteraction {
            PairInteraction(energy: squaredLength * squaredLength / 4, forceOverDistance: -squaredLength)
        }
    }

    final class Wind: ParticleForce {
        let strength = 0.5
        var conservesMomentum: Bool { false }

        func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns) {
            for particle in 0..<particles.count { accelerations[particle].x += strength / particles.mass(of: particle) }
        }

        func potentialEnergy(of particles: ParticleColumns) -> Double {
            (0..<particles.count).reduce(0) { sum, particle in sum - strength * particles.position(particle).x }
        }

        func virial(of particles: ParticleColumns) -> Double { -potentialEnergy(of: particles) }
    }

    final class SelfPropulsion: VelocityDependentForce {
        func addAccelerations(
            of particles: ParticleColumns, movingWith velocities: VelocityColumns, into accelerations: CoordinateColumns
        ) {
            for particle in 0..<particles.count {
                let velocity = velocities.velocity(particle)
                let push = (1 - (velocity * velocity).sum()) * velocity
                accelerations[particle] += push
            }
        }
    }

    /// v′ = v (1 − v²) goes to 1.
    @Test func swimmersComeToTheirSpeed() throws {
        let swimmers = [Particle(mass: 1, position: [0, 0, 0], velocity: [0.1, 0, 0])]
        let swarm = try ParticleSystem(swimmers, forces: [SelfPropulsion()])
        try Simulation(swarm, integrator: RungeKutta4(), step: 0.01).run(until: 10)
        #expect(abs(swarm.nodeState(at: 0).velocity.x - 1) < 1e-6)
    }

    @Test func aFormulaIsAnInteraction() throws {
        let energy = try FieldExpression("depth * ((1 - exp(rest - r))^2 - 1)", fields: ["r", "depth", "rest"])
        let cluster = try ParticleSystem(
            [Particle(mass: 1, position: .zero), Particle(mass: 1, position: [1.3, 0, 0])],
            forces: [PairForce(PairFormula(energy, parameters: [2, 1.1], cutoff: 4, shift: .force))])
        try Simulation(cluster, integrator: Leapfrog(), step: 0.01).run(until: 1)
        let centre = cluster.nodeState(at: 0).position.x + cluster.nodeState(at: 1).position.x
        #expect(abs(centre - 1.3) < 1e-12)
    }

    @Test func aForceIsAFormulaOfVectors() throws {
        let magnetic = try FieldExpression.components(
            3, of: "charge * cross(velocity, [0, 0, strength])", fields: MotionFormula.variables + ["strength"],
            vectors: MotionFormula.vectors(dimensions: 3))
        let charge = try ParticleSystem(
            [Particle(mass: 1, charge: 1, position: .zero, velocity: [1, 0, 0])],
            forces: [MotionFormula(force: magnetic, parameters: [2])])
        try Simulation(charge, integrator: RungeKutta4(), step: 0.01).run(until: 1)
        #expect(abs(charge.nodeState(at: 0).position.x - sin(2.0) / 2) < 1e-8)
    }

    @Test func theExamplesOfThePageAreThese() throws {
        try expectSwiftExamples(of: "Sources/Particles/Particles.docc/Particles.md")
    }

    @Test func allPublicTypesAreListed() throws {
        try expectTopics(coverTypesOf: "Particles")
    }

    @Test(.tracksLifetimes) func aMeltIsWatched() throws {
        let watcher = Watcher()
        var positions: [SIMD3<Double>] = []
        var cold: [Double] = []
        func print(_ word: String, _ position: SIMD3<Double>) { positions += [position] }
        func print(_ word: String, _ temperature: Double) { cold += [temperature] }

        let lattice = try Lattice(.fcc, cells: [4, 4, 4], density: 0.8442)
        var atoms = lattice.positions.map { Particle(mass: 1, position: $0) }
        try atoms.setVelocities(temperature: 1.44, from: RandomStreams(seed: 1))
        let forces = [try PairForce(LennardJones(cutoff: 2.5))]
        let liquid = try ParticleSystem(atoms, in: lattice.box(.periodic), forces: forces)
        let melt = try Simulation(liquid, integrator: Leapfrog(), step: 0.005)
        _ = track(melt)
        watcher.observe(melt.nodes[42].state) { update in print("42", update.new.position) }
        watcher.observe(melt.quantities.temperature).new().filter { $0 < 1 }.receive { print("cold", $0) }
        let energy = melt.quantities.totalEnergy.value
        try melt.run(until: 0.5)
        #expect(positions.count == 100)
        // A crystal that melts turns about half of its kinetic energy into potential energy.
        #expect(!cold.isEmpty && cold.allSatisfy { $0 < 1 && $0 > 0.5 })
        // Pairs that pass the cutoff, where the interaction is truncated, take 0.016 with them each.
        #expect(abs(melt.quantities.totalEnergy.value - energy) < 5e-3 * abs(energy))
    }

    /// The centre of two particles of mass 1, each of which the wind pushes with 0.5, is moved by 0.5 · 0.5 t²; the
    /// forces between them do not move it. The energy of all three forces is conserved to the order of a step, since the
    /// force of the hill ends with a jump.
    @Test(.tracksLifetimes) func interactionsOfOnesOwnAct() throws {
        let pair = [Particle(mass: 1, position: [0, 0, 0]), Particle(mass: 1, position: [0.5, 0, 0])]
        let bond = try BondForce(QuarticBond(), on: [Bond(0, 1)])
        let blown = try ParticleSystem(pair, forces: [PairForce(SquareHill()), bond, Wind()])
        let flight = try Simulation(blown, integrator: Leapfrog(), step: 0.001)
        _ = track(flight)
        let energy = flight.quantities.totalEnergy.value
        #expect(abs(energy - (0.75 + 1.0 / 64 - 0.25)) < 1e-14)
        try flight.run(until: 1)
        let ends = flight.nodes.map { $0.state.value.position.x }
        #expect(abs((ends[0] + ends[1]) / 2 - 0.5) < 1e-12)
        #expect(ends[1] - ends[0] > 0.6)
        #expect(abs(flight.quantities.totalEnergy.value - energy) < 1e-3)
    }
}
