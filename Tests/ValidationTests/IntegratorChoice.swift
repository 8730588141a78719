import GSL
import Particles
import SimulationEngine

/// The integrators with which particles are validated.
enum IntegratorChoice: Sendable {
    case leapfrog
    case rk8pd

    func simulation(of system: ParticleSystem, step: Double) throws -> Simulation<ParticleSystem> {
        switch self {
        case .leapfrog:
            return try Simulation(system, integrator: Leapfrog(), step: step)
        case .rk8pd:
            let control = StepSizeControl.state(absolute: 1e-13, relative: 1e-13)
            let integrator = try AdaptiveIntegrator(
                system, stepper: .rk8pd, control: control, initialStep: step / 100)
            return try Simulation(system, integrator: integrator, step: step)
        }
    }
}
