import Foundation
import GSL
import SimulationEngine
import Testing

@testable import Particles

/// Methods that kick and drift, with forces that move velocities in a way that is known.
@Suite("Drag and magnetic fields under methods that kick and drift")
struct VelocityMotionTests {
    private typealias Making = (ParticleSystem) throws -> any Integrator<ParticleSystem>

    private static let field = SIMD3(0.7, -0.4, 1.5)

    private func end(
        of particles: [Particle], in box: Box = .open, _ forces: [any ParticleForce], after steps: Int, of step: Double,
        _ method: Making
    ) throws -> [ParticleState] {
        let system = try ParticleSystem(particles, in: box, forces: forces)
        try Simulation(system, integrator: try method(system), step: step).run(steps: steps)
        return particles.indices.map { system.nodeState(at: $0) }
    }

    private func symplectic(isFourthOrder: Bool) -> Making {
        { _ in
            if isFourthOrder { return Yoshida4() }
            return Leapfrog()
        }
    }

    private func speed(_ state: ParticleState) -> Double { (state.velocity * state.velocity).sum().squareRoot() }

    /// The charges turn by 1, by −1/2, and by as much as 7 in a step; the fourth one is none.
    @Test("a magnetic field keeps all speeds, whatever the step", arguments: [true, false])
    func speeds(isFourthOrder: Bool) throws {
        let charges = [(1.0, 1.0), (-1, 2), (7, 1), (0, 1)]
        let particles = charges.map { Particle(mass: $1, charge: $0, position: .zero, velocity: [1, 2, -0.5]) }
        let field = Self.field / (Self.field * Self.field).sum().squareRoot()
        let states = try end(
            of: particles, [try MagneticField(field: field)], after: 10_000, of: 1,
            symplectic(isFourthOrder: isFourthOrder))
        for (before, after) in zip(particles, states) { #expect(abs(speed(after) / speed(before.state) - 1) < 1e-13) }
        #expect(states[3].velocity == particles[3].state.velocity)
    }

    /// The ends of steps are the corners of a polygon whose sides are *v h*, and which turns by the angle ω *h* at each: its
    /// radius is *v h* / (2 sin(ω *h* / 2)), which is *v* / ω to second order.
    @Test("the angle of a turn is exact, and the radius of second order")
    func radius() throws {
        let charge = Particle(mass: 2, charge: 2, position: .zero, velocity: [1, 0, 0])
        for step in [0.4, 0.2, 0.1] {
            let radius = step / 2 / sin(step / 2)
            for steps in [1, 7, 1000] {
                let state = try end(of: [charge], [try MagneticField(field: [0, 0, 1])], after: steps, of: step) { _ in
                    Leapfrog()
                }[0]
                let (sine, cosine) = (sin(Double(steps) * step), cos(Double(steps) * step))
                #expect(size(state.velocity - SIMD3(cosine, -sine, 0)) < 1e-12)
                #expect(size(state.position - radius * SIMD3(sine, cosine - 1, 0)) < 1e-11)
            }
            #expect(abs((radius - 1) / (step * step) - 1.0 / 24) < 1e-3)
        }
    }

    @Test("drag alone slows down exactly, whatever the step")
    func decay() throws {
        let particles = [(1.0, 0), (4, 1), (1, 1)].map { mass, type in
            Particle(mass: mass, type: type, position: .zero, velocity: [4, -2, 1])
        }
        let flow = SIMD3(1.0, 0, -3)
        for make in [{ _ in Leapfrog() }, { _ in Yoshida4() }] as [Making] {
            let states = try end(
                of: particles, [try Drag(coefficients: [0, 2], flow: flow)], after: 6, of: 0.5, make)
            for (state, decay) in zip(states, [1, exp(-1.5), exp(-6.0)]) {
                #expect(size(state.velocity - flow - decay * (SIMD3(4, -2, 1) - flow)) < 1e-13)
            }
        }
    }

    /// Errors against an adaptive method, with a drag whose flow does not commute with the field, and a trap that commutes with
    /// neither. A bath at the temperature 0 is a drag.
    @Test(
        "methods keep their order",
        arguments: [("leapfrog", 2.0), ("yoshida-4", 4), ("langevin", 2), ("nose-hoover", 2), ("berendsen", 2)])
    func order(name: String, order: Double) throws {
        let particle = Particle(mass: 2, charge: 1.5, position: [1, -0.5, 0.25], velocity: [0.5, 1, 0])
        let forces: [any ParticleForce] = [
            try HarmonicTrap(stiffness: [2, 3, 5]), try MagneticField(field: Self.field),
            try Drag(coefficient: 0.5, flow: [1, 0, 2]),
        ]
        let streams = try RandomStreams(seed: 1)
        let make: Making = { system in
            switch name {
            case "yoshida-4": Yoshida4()
            case "langevin": try LangevinIntegrator(system, temperature: 0, friction: 0.25, streams: streams)
            case "nose-hoover": try NoseHooverChain(system, temperature: 1, relaxationTime: 0.5)
            case "berendsen": try BerendsenThermostat(system, temperature: 1, relaxationTime: 1e12)
            default: Leapfrog()
            }
        }
        let time = 2.0
        let reference: ParticleState
        if name == "nose-hoover" {
            reference = try end(of: [particle], forces, after: 1 << 14, of: time / Double(1 << 14), make)[0]
        } else {
            let drag = try Drag(coefficient: 0.5)
            let bath: [any ParticleForce] = name == "langevin" ? [drag] : []
            reference = try end(of: [particle], forces + bath, after: 1, of: time) { system in
                try AdaptiveIntegrator(system, stepper: .rk8pd, control: .state(absolute: 1e-13, relative: 1e-13))
            }[0]
        }
        let errors = try [64, 128, 256].map { steps in
            let state = try end(of: [particle], forces, after: steps, of: time / Double(steps), make)[0]
            return max(size(state.position - reference.position), size(state.velocity - reference.velocity))
        }
        for (coarse, fine) in zip(errors, errors.dropFirst()) { #expect(abs(log2(coarse / fine) - order) < 0.1) }
    }

    /// Rotations at fixed positions and drifts are not canonical one by one in a magnetic field: the energy is held by leapfrog,
    /// and drifts evenly, but by little, by the method of the fourth order.
    @Test(
        "the energy in a trap and a field drifts evenly at most, and the way back is the way there",
        arguments: [2.0, 4])
    func reversal(order: Double) throws {
        let method = symplectic(isFourthOrder: order == 4)
        let trap = try HarmonicTrap(stiffness: [1, 2, 3])
        let field = try MagneticField(field: Self.field)
        var particle = Particle(mass: 1, charge: 2, position: [1, 0, -1], velocity: [0.5, 1, 2])
        let system = try ParticleSystem([particle], forces: [trap, field])
        let simulation = try Simulation(system, integrator: try method(system), step: 0.05)
        let energy = system.value(\.totalEnergy)
        var errors: [Double] = []
        for _ in 0..<2 {
            var greatest = 0.0
            for _ in 0..<2000 {
                try simulation.run(steps: 1)
                greatest = max(greatest, abs(system.value(\.totalEnergy) - energy))
            }
            errors.append(greatest)
        }
        #expect(errors[0] < (order == 2 ? 1e-2 : 1e-4))
        #expect(errors[1] < (order == 2 ? 1.1 : 2) * errors[0])
        particle.state = system.nodeState(at: 0)
        particle.state.velocity *= -1
        let back = try end(
            of: [particle], [trap, try MagneticField(field: -Self.field)], after: 4000, of: 0.05, method)[0]
        #expect(size(back.position - SIMD3(1, 0, -1)) < 1e-9)
        #expect(size(back.velocity + SIMD3(0.5, 1, 2)) < 1e-9)
    }

    /// Bohr and van Leeuwen: a magnetic field changes no average of positions in equilibrium, and BAOAB has none wrong in a
    /// harmonic trap, however long the step. The variances of 30,000 independent numbers are within 4 % but for one in a million.
    @Test("a magnetic field does not change what a thermostat samples")
    func equilibrium() throws {
        let particles = [Particle](
            repeating: Particle(mass: 2, charge: 3, position: .zero), count: 10_000)
        let states = try end(
            of: particles, [try HarmonicTrap(stiffness: [4, 4, 4]), try MagneticField(field: [0.2, -0.1, 0.4])],
            after: 40,
            of: 0.8
        ) { system in
            try LangevinIntegrator(system, temperature: 0.5, friction: 1, streams: try RandomStreams(seed: 12))
        }
        let variance = states.reduce(0) { $0 + ($1.position * $1.position).sum() } / 30_000
        #expect(abs(variance / (0.5 / 4) - 1) < 0.04)
        // That of velocities is by a factor of 1 − (ω h)²/4 too small, as without a field: B. Leimkuhler and C. Matthews, 2013.
        let velocities = states.reduce(0) { $0 + ($1.velocity * $1.velocity).sum() } / 30_000
        #expect(abs(velocities / (0.5 / 2 * (1 - 2 * 0.64 / 4)) - 1) < 0.04)
    }

    @Test("charges bounce from walls in a field with the speed that they have")
    func walls() throws {
        let box = try Box(x: .reflecting(0, 1), y: .reflecting(0, 1), z: .open)
        let charge = Particle(mass: 1, charge: 1, position: [0.5, 0.5, 0], velocity: [3, 1, 0.5])
        let state = try end(of: [charge], in: box, [try MagneticField(field: [0, 0, 2])], after: 2000, of: 0.01) { _ in
            Leapfrog()
        }[0]
        #expect(abs(speed(state) / speed(charge.state) - 1) < 1e-12)
        #expect((0...1).contains(state.position.x) && (0...1).contains(state.position.y))
    }

    @Test("particles that have gone or are pinned are not carried along")
    func removals() throws {
        let particles = (0..<5).map {
            Particle(mass: 1, position: [Double($0), 0, 0], velocity: [0, Double($0), 0])
        }
        for make in [
            { _ in Leapfrog() },
            { try LangevinIntegrator($0, temperature: 0, friction: 1e-14, streams: try RandomStreams(seed: 1)) },
        ] as [Making] {
            let system = try ParticleSystem(particles, forces: [try Drag(coefficient: 1, flow: [0, 0, 1])])
            let simulation = try Simulation(system, integrator: try make(system), step: 0.25)
            try simulation.pin(nodes: [3])
            try simulation.removeNode(1)
            try simulation.run(until: 1)
            let decay = exp(-1.0)
            for node in [0, 2, 4] {
                let velocity = SIMD3(0, decay * Double(node), 1 - decay)
                #expect(size(system.nodeState(at: node).velocity - velocity) < 1e-12)
            }
            #expect(system.nodeState(at: 1).velocity == .zero)
            #expect(system.nodeState(at: 3) == ParticleState(position: [3, 0, 0], velocity: .zero))
        }
    }
}

/// The greatest magnitude of a component.
private func size(_ vector: SIMD3<Double>) -> Double { (0..<3).reduce(0) { max($0, abs(vector[$1])) } }
