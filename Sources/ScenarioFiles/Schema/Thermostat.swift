import Particles
import SimulationEngine

/// A thermostat as a scenario describes it.
enum Thermostat: Equatable {
    case langevin(temperature: Double, friction: Double)
    case brownian(temperature: Double, friction: Double)
    case noseHoover(temperature: Double, relaxationTime: Double, chainLength: Int)
    case berendsen(temperature: Double, relaxationTime: Double)
}

extension Integration {
    /// The integrator of particles, with a thermostat or without.
    ///
    /// - Throws: `ThermostatError` for particles that cannot have a temperature; what the method's integrator throws.
    func integrator(
        of system: ParticleSystem, threads: Int, seed: UInt64
    ) throws -> any Integrator<ParticleSystem> {
        guard case .thermostat(let thermostat) = parameters else {
            return method == .wisdomHolman
                ? try WisdomHolman(system) : try integrator(ofSecondOrder: system, threads: threads)
        }
        return switch thermostat {
        case .langevin(let temperature, let friction):
            try LangevinIntegrator(
                system, temperature: temperature, friction: friction, streams: try RandomStreams(seed: seed),
                threads: threads)
        case .brownian(let temperature, let friction):
            try BrownianIntegrator(
                system, temperature: temperature, friction: friction, streams: try RandomStreams(seed: seed),
                threads: threads)
        case .noseHoover(let temperature, let time, let length):
            try NoseHooverChain(
                system, temperature: temperature, relaxationTime: time, chainLength: length, threads: threads)
        case .berendsen(let temperature, let time):
            try BerendsenThermostat(system, temperature: temperature, relaxationTime: time, threads: threads)
        }
    }
}
