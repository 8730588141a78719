import Particles
import SimulationEngine

/// A thermostat as a scenario describes it.
enum Thermostat: Equatable {
    case langevin(temperature: Double, friction: Double)
    case brownian(temperature: Double, friction: Double)
    case noseHoover(temperature: Double, relaxationTime: Double, chainLength: Int)
    case berendsen(temperature: Double, relaxationTime: Double)
}

/// Reads what the methods with a thermostat need, which stands beside `method`:
///
///     method: langevin          or brownian
///     temperature: …
///     friction: …               an inverse time
///
///     method: nose-hoover       or berendsen, without chain-length
///     temperature: …
///     relaxation-time: …
///     chain-length: …           the number of links, 3 unless given
struct ThermostatReader {
    private static let keys = ["temperature", "friction", "relaxation-time", "chain-length"]

    /// The keys of a method.
    private static func keys(of method: IntegrationMethod) -> [String] {
        switch method {
        case .langevin, .brownian: ["temperature", "friction"]
        case .noseHoover: keys.filter { $0 != "friction" }
        case .berendsen: ["temperature", "relaxation-time"]
        default: []
        }
    }

    /// The methods of a scenario.
    let methods: [IntegrationMethod]

    /// The thermostat of a method that has one. What is wrong is reported, also keys of other methods.
    func read(_ section: Section, method: IntegrationMethod?) -> Thermostat? {
        let given = section.given(of: Self.keys)
        guard let method else { return nil }
        let keys = Self.keys(of: method)
        for (key, value) in given where !keys.contains(key) { reportMeaningless(key, value, method) }
        return switch method {
        case .langevin: frictional(section, Thermostat.langevin)
        case .brownian: frictional(section, Thermostat.brownian)
        case .noseHoover: chain(section)
        case .berendsen: coupling(section)
        default: nil
        }
    }

    private func reportMeaningless(_ key: String, _ value: Value, _ method: IntegrationMethod) {
        let others = methods.filter { Self.keys(of: $0).contains(key) }.map(\.rawValue)
        value.report(
            "'\(key)' has no meaning for '\(method.rawValue)'",
            expected: "no '\(key)'"
                + (others.isEmpty ? "" : ", or one of the methods " + others.joined(separator: ", ")))
    }

    private func frictional(_ section: Section, _ make: (Double, Double) -> Thermostat) -> Thermostat? {
        let temperature = temperature(section, .nonNegative)
        let friction = section.required("friction", for: "the friction, an inverse time")
            .flatMap { $0.number(.positive) }
        guard let temperature, let friction else { return nil }
        return make(temperature, friction)
    }

    private func chain(_ section: Section) -> Thermostat? {
        let temperature = temperature(section, .positive)
        let time = relaxationTime(section)
        let length = section.optional("chain-length").map { $0.integer(.closed(1...100)) } ?? 3
        section.noteDefault("chain-length", "3")
        guard let temperature, let time, let length else { return nil }
        return .noseHoover(temperature: temperature, relaxationTime: time, chainLength: length)
    }

    private func coupling(_ section: Section) -> Thermostat? {
        let temperature = temperature(section, .nonNegative)
        guard let time = relaxationTime(section), let temperature else { return nil }
        return .berendsen(temperature: temperature, relaxationTime: time)
    }

    private func temperature(_ section: Section, _ range: NumberRange) -> Double? {
        section.required("temperature", for: "the temperature of the thermostat").flatMap { $0.number(range) }
    }

    private func relaxationTime(_ section: Section) -> Double? {
        section.required("relaxation-time", for: "the time in which the temperature follows the thermostat")
            .flatMap { $0.number(.positive) }
    }
}

extension Integration {
    /// The integrator of particles, with a thermostat or without.
    ///
    /// - Throws: `ThermostatError` for particles that cannot have a temperature; what the method's integrator throws.
    func integrator(
        of system: ParticleSystem, threads: Int, seed: UInt64
    ) throws -> any Integrator<ParticleSystem> {
        switch thermostat {
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
        case nil where method == .wisdomHolman: try WisdomHolman(system)
        case nil: try integrator(ofSecondOrder: system, threads: threads)
        }
    }
}
