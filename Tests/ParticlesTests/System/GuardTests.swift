import SimulationEngine
import Testing

@testable import Particles

/// What particles, boxes and methods cannot be together, and interactions that are no numbers.
@Suite("Guards of particle systems") struct GuardTests {
    private static let walls = [Particle(mass: 1, position: [0.5, 0, 0], velocity: [1, 0, 0])]

    private func system() throws -> ParticleSystem {
        try ParticleSystem(
            Self.walls, in: try Box(x: .reflecting(0, 1), y: .open, z: .open),
            forces: [try UniformField(acceleration: .zero)])
    }

    /// A particle that flies with speed 1 from the middle of walls at 0 and 1.
    @Test("a method that knows of walls has particles bounce")
    func walls() throws {
        for integrator in [Leapfrog<ParticleSystem>(), Yoshida4<ParticleSystem>()] as [any Integrator<ParticleSystem>] {
            let system = try system()
            let simulation = try Simulation(system, integrator: integrator, step: 0.125)
            try simulation.run(until: 1)
            #expect(abs(system.state[0, 0] - 0.5) < 1e-12)
            #expect(system.state[3, 0] == -1)
        }
    }

    @Test("one that does not is refused where there are walls, with the reason")
    func methodsWithoutWalls() throws {
        let simulation = try Simulation(try system(), integrator: RungeKutta4(), step: 0.125)
        let error = #expect(throws: IntegrationError.self) { try simulation.run(until: 1) }
        #expect(error?.description.contains("the method does not know of the walls of the box") == true)
        let adaptive = try system()
        let method = try AdaptiveIntegrator(adaptive, stepper: .rkf45, control: .state(absolute: 1e-9, relative: 1e-9))
        let other = try Simulation(adaptive, integrator: method, step: 0.125)
        let refusal = #expect(throws: IntegrationError.self) { try other.run(until: 1) }
        #expect(refusal?.description.contains("the method does not know of the walls of the box") == true)
        let planets = try ParticleSystem(
            [Particle(mass: 1, position: [0.5, 0, 0]), Particle(mass: 0.1, position: [0.75, 0, 0])],
            in: try Box(x: .reflecting(0, 1), y: .open, z: .open), forces: [try NewtonianGravity(constant: 1)])
        #expect(throws: WisdomHolmanError.walls) { try WisdomHolman(planets) }
    }

    /// The square root of 1 − r, which is none for r > 1, with a force that is a number.
    private struct Broken: PairPotential {
        func cutoff(_ a: Int, _ b: Int) -> Double { 3 }
        func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
            PairInteraction(energy: (1 - squaredDistance).squareRoot(), forceOverDistance: 0)
        }
    }

    @Test("the pair whose energy is no number is named")
    func pair() throws {
        let places: [SIMD3<Double>] = [[0, 0, 0], [0.5, 0, 0], [10, 0, 0], [12, 0, 0]]
        let error = #expect(throws: ParticleError.self) {
            try ParticleSystem(places.map { Particle(mass: 1, position: $0) }, forces: [try PairForce(Broken())])
        }
        guard case .interactionNotFinite(2, 3, let distance, let energy) = error else { throw error ?? .noParticles }
        #expect(distance == 2 && energy.isNaN)
    }

    @Test("an energy that becomes no number in a run is told by who requires it to be one")
    func later() throws {
        let system = try ParticleSystem(
            [Particle(mass: 1, position: .zero), Particle(mass: 1, position: [0.5, 0, 0], velocity: [1, 0, 0])],
            forces: [try PairForce(Broken())])
        let simulation = try Simulation(system, integrator: Leapfrog(), step: 0.25)
        try simulation.require(simulation.quantities.totalEnergy, relativeChange: 10)
        let error = #expect(throws: SimulationError.self) { try simulation.run(until: 10) }
        #expect(error?.description.contains("'total-energy' is nan after step 3, at time 0.75") == true)
    }

    private struct BrokenBond: BondPotential {
        func interaction(squaredLength: Double, bond: Int) -> PairInteraction {
            PairInteraction(energy: bond == 1 ? .nan : 1, forceOverDistance: 0)
        }
    }

    @Test("so is the bond")
    func bond() throws {
        let particles = (0..<3).map { Particle(mass: 1, position: [Double($0), 0, 0]) }
        let error = #expect(throws: ParticleError.self) {
            try ParticleSystem(particles, forces: [try BondForce(BrokenBond(), on: [Bond(0, 1), Bond(1, 2)])])
        }
        #expect(error?.description.contains("the bond between particles 1 and 2, which is 1.0 long") == true)
    }

    @Test("a particle that is nowhere at the beginning is told before the first step")
    func initialState() throws {
        let system = try ParticleSystem(Self.walls, forces: [try NewtonianGravity(constant: 1)])
        system.state[1, 0] = .nan
        let error = #expect(throws: SimulationError.self) {
            try Simulation(system, integrator: Leapfrog(), step: 0.125)
        }
        #expect(
            error?.description
                == "'y' of node 0 is nan in the initial state: a model must begin with finite numbers")
    }
}
