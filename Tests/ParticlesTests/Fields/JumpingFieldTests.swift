import Foundation
import GSL
import SimulationEngine
import Testing

@testable import Particles

/// Fields by formulas that jump or have kinks: no method of adaptive steps misses that.
@Suite struct JumpingFieldTests {
    private func end(
        _ forces: [any ParticleForce], _ stepper: ODEStepper, from position: Double = 0.5, velocity: Double = 0,
        until time: Double
    ) throws -> ParticleState {
        let rest = Particle(mass: 2, charge: 1, position: [9, 1, 2], velocity: .zero)
        let particle = Particle(mass: 1, charge: 1, position: [position, 0, 0], velocity: [velocity, 0, 0])
        let system = try ParticleSystem([rest, particle], forces: forces)
        let integrator = try AdaptiveIntegrator(
            system, stepper: stepper, control: .state(absolute: 1e-9, relative: 1e-9))
        try Simulation(system, integrator: integrator, step: time).run(steps: 1)
        return system.nodeState(at: 1)
    }

    private func force(_ text: String) throws -> FieldFormula {
        try FieldFormula(
            force: [text, "0", "0"].map { try FieldExpression($0, fields: MotionFormula.variables) })
    }

    private static let texts = ["if(x > 0, -1, 1)", "-sign(x)"]

    /// Along parabolas, with a period of 4.
    @Test(arguments: ODEStepper.allCases, texts) func aForceThatTurnsAtOnce(stepper: ODEStepper, text: String) throws {
        let state = try end([try force(text)], stepper, until: 23.7)
        #expect(abs(state.position.x - 0.455) < 2e-5)
        #expect(abs(state.velocity.x - 0.3) < 2e-5)
    }

    /// The same by an energy, whose kink is a jump of the force.
    @Test(arguments: ODEStepper.allCases) func anEnergyWithAKink(stepper: ODEStepper) throws {
        let field = try FieldFormula(energy: try FieldExpression("abs(x)", fields: FieldFormula.variables))
        let state = try end([field], stepper, until: 23.7)
        #expect(abs(state.position.x - 0.455) < 2e-5)
    }

    /// A force in time, on a particle that moves freely before and after.
    @Test(arguments: ODEStepper.allCases) func aForceThatIsSwitched(stepper: ODEStepper) throws {
        let along = try ["if(time > 1 and time < 2, 3, 0) - 0 * vx", "0", "0"].map {
            try FieldExpression($0, fields: MotionFormula.variables)
        }
        let state = try end([try MotionFormula(force: along)], stepper, from: 0, velocity: 1, until: 1.5)
        #expect(abs(state.velocity.x - 2.5) < 1e-6)
        #expect(abs(state.position.x - (1.5 + 3 * 0.125)) < 1e-6)
    }

    /// Two short pulses on a particle at rest, before which nothing tells of them.
    @Test(arguments: ODEStepper.allCases) func pulsesAtRest(stepper: ODEStepper) throws {
        let pulses = try ["if(mod(time, 20) > 10 and mod(time, 20) < 10.01, 100, 0) - 0 * vx", "0", "0"].map {
            try FieldExpression($0, fields: MotionFormula.variables)
        }
        let state = try end([try MotionFormula(force: pulses)], stepper, from: 0, until: 40)
        #expect(abs(state.velocity.x - 2) < 1e-6)
        #expect(abs(state.position.x - (29.995 + 9.995)) < 1e-5)
    }

    /// The same, at another time for each type of particles.
    @Test(arguments: ODEStepper.allCases) func pulsesOfTypes(stepper: ODEStepper) throws {
        let pulses = try ["if(time > onset and time < onset + 0.01, 100, 0)", "0", "0"].map {
            try FieldExpression($0, fields: MotionFormula.variables + ["onset"])
        }
        let particles = (0..<3).map {
            Particle(mass: 1, type: $0, position: [0, Double($0), 0], velocity: .zero)
        }
        let onsets = [7.0, 30, 12.5]
        let system = try ParticleSystem(
            particles, forces: [try MotionFormula(force: pulses, parameters: [.list(onsets)])])
        let integrator = try AdaptiveIntegrator(
            system, stepper: stepper, control: .state(absolute: 1e-9, relative: 1e-9))
        try Simulation(system, integrator: integrator, step: 40).run(steps: 1)
        for (type, onset) in onsets.enumerated() {
            #expect(abs(system.nodeState(at: type).velocity.x - 1) < 1e-6)
            #expect(abs(system.nodeState(at: type).position.x - (39.995 - onset)) < 1e-5)
        }
    }

    /// A spring that is three times as stiff on one side.
    @Test(arguments: ODEStepper.allCases) func aForceWithAKink(stepper: ODEStepper) throws {
        let state = try end([try force("max(-3 * x, 0) - max(x, 0)")], stepper, from: 1, until: 20)
        // A little more than four periods.
        #expect(abs(state.position.x - cos(20 - 4 * (Double.pi + .pi / sqrt(3)))) < 2e-6)
    }
}
