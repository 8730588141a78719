import EngineTestSupport
import Foundation
import GSL
import SimulationEngine
import Testing

@testable import Particles

/// Forces that depend on velocities, against closed forms.
@Suite("Forces that depend on velocities")
struct VelocityForceTests {
    private typealias Method = any Integrator<ParticleSystem>
    private typealias Making = (ParticleSystem) throws -> any Integrator<ParticleSystem>

    private func exact(_ system: ParticleSystem) throws -> Method {
        try AdaptiveIntegrator(system, stepper: .rk8pd, control: .state(absolute: 1e-13, relative: 1e-13))
    }

    private func end(
        of particle: Particle, in box: Box = .open, _ forces: [any ParticleForce], at time: Double,
        _ method: (ParticleSystem) throws -> any Integrator<ParticleSystem>, step: Double
    ) throws -> ParticleState {
        let system = try ParticleSystem([particle], in: box, forces: forces)
        try Simulation(system, integrator: try method(system), step: step).run(until: time)
        return system.nodeState(at: 0)
    }

    /// A charge of −2 and a mass of 3 in a field of 1.5 along z, which goes round with ω = −q B / m = 1 and a radius of v / ω.
    @Test("a charge goes round with the cyclotron frequency, and drifts along the field", arguments: [3, 2])
    func cyclotron(dimensions: Int) throws {
        let charge = Particle(
            mass: 3, charge: -2, position: [1, 2, 0], velocity: [0.5, 0, dimensions == 3 ? 0.25 : 0])
        let field = try MagneticField(field: [0, 0, 1.5])
        let box: Box = dimensions == 3 ? .open : .openPlane
        for quarter in 1...5 {
            let time = Double(quarter) * Double.pi / 2
            let state = try end(of: charge, in: box, [field], at: time, exact, step: time)
            let (sine, cosine) = (sin(time), cos(time))
            let velocity = SIMD3(0.5 * cosine, 0.5 * sine, charge.state.velocity.z)
            let position = charge.state.position + SIMD3(0.5 * sine, 0.5 * (1 - cosine), velocity.z * time)
            #expect(size(state.velocity - velocity) < 1e-10)
            #expect(size(state.position - position) < 1e-10)
        }
    }

    /// A force of (0.3, 0, 0) on a charge of 2 in a field of 4 along z drifts with F × B / (q B²) = (0, −0.0375, 0).
    @Test("crossed fields let charges drift across both")
    func drift() throws {
        let charge = Particle(mass: 0.5, charge: 2, position: .zero, velocity: .zero)
        let forces: [any ParticleForce] = [
            try UniformField(acceleration: [0.6, 0, 0]), try MagneticField(field: [0, 0, 4]),
        ]
        // Ten periods of 2 π m / (q B), after each of which the charge is at rest again.
        let time = 10 * 2 * Double.pi / 16
        let state = try end(of: charge, forces, at: time, exact, step: time)
        #expect(size(state.position - SIMD3(0, -0.0375 * time, 0)) < 1e-10)
        #expect(size(state.velocity) < 1e-10)
    }

    /// Of mass 2 with γ = 0.5: v decays with exp(−t/4).
    @Test("drag slows down exponentially, and carries along where the medium flows")
    func decay() throws {
        let particle = Particle(mass: 2, type: 1, position: .zero, velocity: [4, -2, 0])
        let decay = exp(-0.75)
        for (drag, flow) in [
            (try Drag(coefficient: 0.5), SIMD3<Double>.zero),
            (try Drag(coefficients: [0, 0.5], flow: [1, 0, 2]), SIMD3(1, 0, 2)),
        ] {
            let state = try end(of: particle, [drag], at: 3, exact, step: 3)
            let relative = particle.state.velocity - flow
            #expect(size(state.velocity - (flow + decay * relative)) < 1e-11)
            #expect(size(state.position - (3 * flow + 4 * (1 - decay) * relative)) < 1e-11)
        }
        let other = try end(
            of: Particle(mass: 2, type: 0, position: .zero, velocity: [1, 0, 0]),
            [try Drag(coefficients: [0, 0.5])], at: 3, exact, step: 3)
        #expect(size(other.position - SIMD3(3, 0, 0)) < 1e-14)
    }

    @Test("what falls in a medium has the terminal velocity m g / γ")
    func terminalVelocity() throws {
        let state = try end(
            of: Particle(mass: 2, position: .zero),
            [try UniformField(acceleration: [0, 0, -10]), try Drag(coefficient: 4)], at: 30, exact, step: 30)
        #expect(size(state.velocity - SIMD3(0, 0, -5)) < 1e-11)
    }

    @Test("the method of Runge and Kutta keeps its fourth order, and the adaptive ones their tolerance")
    func order() throws {
        let charge = Particle(mass: 1, charge: 1, position: .zero, velocity: [1, 0, 0])
        let forces: [any ParticleForce] = [try MagneticField(field: [0, 0, 1]), try Drag(coefficient: 0.5)]
        // In the plane of complex numbers v = exp(−(1/2 + i) t).
        let velocity = exp(-1.0) * SIMD3(cos(2.0), -sin(2.0), 0)
        let errors = try [0.125, 0.0625, 0.03125].map { step in
            size(try end(of: charge, forces, at: 2, { _ in RungeKutta4() }, step: step).velocity - velocity)
        }
        for (coarse, fine) in zip(errors, errors.dropFirst()) { #expect(abs(log2(coarse / fine) - 4) < 0.2) }
        for stepper in [ODEStepper.rkf45, .rk8pd, .msadams, .bsimp] {
            let state = try end(
                of: charge, forces, at: 2,
                { try AdaptiveIntegrator($0, stepper: stepper, control: .state(absolute: 1e-9, relative: 1e-9)) },
                step: 2)
            #expect(size(state.velocity - velocity) < 1e-6, "\(stepper)")
        }
    }

    @Test("a magnetic field conserves the energy, drag does not, and what is conserved is said")
    func energies() throws {
        let charge = Particle(mass: 1, charge: 1, position: [1, 0, 0], velocity: [1, 2, 3])
        let field = try MagneticField(field: [0.3, -1, 2])
        let trap = try HarmonicTrap(stiffness: [1, 2, 3])
        let system = try ParticleSystem([charge], forces: [field, trap])
        let energy = system.value(\.totalEnergy)
        #expect(energy == 7.5)
        try Simulation(system, integrator: try exact(system), step: 10).run(until: 50)
        #expect(abs(system.value(\.totalEnergy) - energy) < 1e-9)
        #expect(system.degreesOfFreedom == 3)
        #expect(field.conservesEnergy && trap.conservesEnergy)
        #expect(try !Drag(coefficient: 1).conservesEnergy)
    }

    /// A force of which is not known how it moves velocities.
    private final class Braking: VelocityDependentForce {
        func addAccelerations(
            of particles: ParticleColumns, movingWith velocities: VelocityColumns, into accelerations: CoordinateColumns
        ) {}

        func archiveState(of particles: ParticleColumns, in archive: StateArchive) throws(CheckpointError) {}
    }

    @Test("methods that kick are refused where it is not known how a force moves velocities, with the reason")
    func refusedMethods() throws {
        let (drag, streams) = (try Drag(coefficient: 1), try RandomStreams(seed: 1))
        let cases: [(any ParticleForce, Making)] = [
            (Braking(), { _ in Leapfrog() }), (Braking(), { _ in Yoshida4() }),
            (Braking(), { try LangevinIntegrator($0, temperature: 1, friction: 1, streams: streams) }),
            (drag, { try BrownianIntegrator($0, temperature: 1, friction: 1, streams: streams) }),
        ]
        for (force, make) in cases {
            let error = #expect(throws: IntegrationError.self) {
                try end(of: Particle(mass: 1, position: .zero), [drag, force], at: 1, make, step: 0.5)
            }
            #expect(error?.description.contains("there is a force that depends on velocities") == true)
        }
    }

    @Test("fields that cannot be are refused")
    func refusals() throws {
        expectRefusal(of: "coefficient", is: "-1") { try Drag(coefficient: -1) }
        expectRefusal(of: "coefficient") { try Drag(coefficients: [1, .infinity]) }
        expectRefusal(of: "field") {
            try MagneticField(field: [.infinity, 0, 0])
        }
        func put(_ force: any ParticleForce, on particle: Particle, in box: Box = .openPlane) throws {
            _ = try ParticleSystem([particle], in: box, forces: [force])
        }
        let particle = Particle(mass: 1, type: 1, position: .zero)
        #expect(throws: ParticleError.field(.magneticFieldInPlane)) {
            try put(try MagneticField(field: [1, 0, 1]), on: particle)
        }
        #expect(throws: ParticleError.field(.outOfPlane)) {
            try put(try Drag(coefficient: 1, flow: [0, 0, 1]), on: particle)
        }
        #expect(throws: ParticleError.unknownType(1, particle: 0, known: 1)) {
            try put(try Drag(coefficients: [1]), on: particle)
        }
        let massless = Particle(mass: 0, charge: 1, position: .zero)
        #expect(throws: ParticleError.field(.noMass(particle: 0))) { try put(try Drag(coefficient: 1), on: massless) }
        #expect(throws: ParticleError.field(.noMass(particle: 0))) {
            try put(try MagneticField(field: [0, 0, 1]), on: massless)
        }
        try put(try Drag(coefficient: 0), on: massless)
    }

    @Test("after some particles have gone the others have their own velocities")
    func removals() throws {
        let particles = (0..<4).map {
            Particle(mass: 1, position: [Double($0), 0, 0], velocity: [0, Double($0), 0])
        }
        let system = try ParticleSystem(particles, forces: [try Drag(coefficient: 1)])
        let simulation = try Simulation(system, integrator: try exact(system), step: 1)
        try simulation.removeNode(1)
        try simulation.run(until: 1)
        for node in [0, 2, 3] { #expect(abs(system.nodeState(at: node).velocity.y - Double(node) * exp(-1.0)) < 1e-11) }
    }

    @Test("a minimum of the energy is one without what depends on velocities")
    func minimum() throws {
        let system = try ParticleSystem(
            [Particle(mass: 1, position: [1, 1, 1], velocity: [1, 0, 0])],
            forces: [try HarmonicTrap(stiffness: [1, 1, 1]), try Drag(coefficient: 1, flow: [5, 0, 0])])
        try system.minimizeEnergy(by: .fire(firstStep: 0.1, greatestDisplacement: 0.1), forceTolerance: 1e-8)
        #expect(size(system.nodeState(at: 0).position) < 1e-7)
    }
}

/// The greatest magnitude of a component.
private func size(_ vector: SIMD3<Double>) -> Double { (0..<3).reduce(0) { max($0, abs(vector[$1])) } }
