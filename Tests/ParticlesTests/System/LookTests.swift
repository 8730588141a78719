import EngineTestSupport
import GSL
import ObserverCore
import SimulationEngine
import TestSupport
import Testing

@testable import Particles

/// What somebody sees, and where particles go, is the same whoever else looks, whenever.
@Suite("Looks at particles")
struct LookTests {
    private final class Watcher: Observer { let receiver = Receiver() }

    /// How a run is looked at besides what is compared.
    enum Others: CaseIterable {
        case nobody, atOtherMoments, crossings, passages, energies
    }

    struct Seen: Equatable {
        var bits: [UInt64] = []
        var crossings: [Double] = []
    }

    private func run(
        _ system: StoredSystem, until end: Double,
        _ integrator: (ParticleSystem) throws -> any Integrator<ParticleSystem>,
        step: Double, with others: Others
    ) throws -> Seen {
        let model = try system.make()
        let simulation = try Simulation(model, integrator: try integrator(model), step: step)
        let watcher = Watcher()
        var seen = Seen()
        let turns = try simulation.crossing(of: "vx", ofNode: 3, level: 0.25)
        watcher.observe(turns) { seen.crossings.append($0.time) }
        switch others {
        case .nobody, .atOtherMoments: break
        case .crossings:
            for node in 4..<6 {
                let position = try simulation.crossing(of: "y", ofNode: node, level: model.state[1, node])
                watcher.observe(position) { _ in }
                watcher.observe(try simulation.crossing(of: "vz", ofNode: node, level: 0.1)) { _ in }
            }
        case .passages:
            watcher.observe(try simulation.firstPassages(of: "vx", level: 0.5)) { _ in }
            watcher.observe(try simulation.firstPassages(of: "y", level: model.state[1, 5] + 0.05)) { _ in }
        case .energies:
            let energy = simulation.quantities.kineticEnergy.value
            watcher.observe(try simulation.crossing(of: simulation.quantities.kineticEnergy, level: 0.9 * energy)) {
                _ in
            }
            watcher.observe(simulation.quantities.totalEnergy) { _ in }
        }
        try simulation.run(until: end)
        seen.bits = simulation.model.bits
        return seen
    }

    private func expectSame(
        _ system: StoredSystem, until end: Double, step: Double, otherStep: Double,
        _ integrator: (ParticleSystem) throws -> any Integrator<ParticleSystem>
    ) throws {
        let expected = try run(system, until: end, integrator, step: step, with: .nobody)
        for others in Others.allCases.dropFirst() {
            let seen = try run(system, until: end, integrator, step: otherStep, with: others)
            #expect(seen.crossings == expected.crossings, "\(others)")
            // Not in the expectation, which would print them all.
            let areSame = seen.bits == expected.bits
            #expect(areSame, "\(others)")
        }
    }

    /// Until when to go; sums over waves take longer than others.
    private static func end(for system: StoredSystem) -> Double { system == .ewald ? 0x1p-5 : 0x1p-3 }

    @Test("change nothing under a method that chooses its steps", arguments: StoredSystem.allCases)
    func adaptive(system: StoredSystem) throws {
        // It does not know of walls.
        guard system != .walls else { return }
        let end = Self.end(for: system)
        try expectSame(system, until: end, step: end, otherStep: end / 8) {
            try AdaptiveIntegrator(
                $0, stepper: .rk8pd, control: .state(absolute: 1e-6, relative: 1e-6))
        }
    }

    @Test("change nothing under a method of fixed steps that are long", arguments: StoredSystem.allCases)
    func fixed(system: StoredSystem) throws {
        try expectSame(system, until: 2 * Self.end(for: system), step: 0x1p-6, otherStep: 0x1p-6) { _ in Leapfrog() }
    }
}
