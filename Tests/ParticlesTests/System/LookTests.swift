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
        case nobody, crossings, passages, energies
    }

    private typealias Making = (ParticleSystem) throws -> any Integrator<ParticleSystem>

    /// What is looked at of one particle: fields and their columns.
    private static let watched = [("x", 0), ("vx", 3)]

    /// A run at which nobody looks, and for each field a level that is reached on the way, if it changes.
    private func runAlone(
        _ system: StoredSystem, until end: Double, step: Double, _ integrator: Making
    ) throws -> (bits: [UInt64], levels: [Double]) {
        let model = try system.make()
        let simulation = try Simulation(model, integrator: try integrator(model), step: step)
        let first = Self.watched.map { model.state[$1, 3] }
        try simulation.run(until: end)
        return (model.bits, zip(first, Self.watched).map { ($0 + model.state[$1.1, 3]) / 2 })
    }

    /// A run in which it is seen when the fields of a particle reach their levels.
    private func run(
        _ system: StoredSystem, until end: Double, step: Double, levels: [Double], with others: Others,
        _ integrator: Making
    ) throws -> (bits: [UInt64], crossings: [Double]) {
        let model = try system.make()
        let simulation = try Simulation(model, integrator: try integrator(model), step: step)
        let watcher = Watcher()
        var crossings: [Double] = []
        for ((field, _), level) in zip(Self.watched, levels) {
            watcher.observe(try simulation.crossing(of: field, ofNode: 3, level: level)) { crossings.append($0.time) }
        }
        switch others {
        case .nobody: break
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
        return (model.bits, crossings)
    }

    private func expectSame(
        _ system: StoredSystem, until end: Double, step: Double, otherStep: Double, _ integrator: Making
    ) throws {
        let alone = try runAlone(system, until: end, step: step, integrator)
        var expected: [Double]?
        for others in Others.allCases {
            let seen = try run(
                system, until: end, step: others == .nobody ? step : otherStep, levels: alone.levels, with: others,
                integrator)
            #expect(!seen.crossings.isEmpty && seen.crossings == expected ?? seen.crossings, "\(others)")
            expected = seen.crossings
            // Not in the expectation, which would print them all.
            let areSame = seen.bits == alone.bits
            #expect(areSame, "\(others)")
        }
    }

    /// Until when to go; sums over waves take longer than others.
    private static func end(for system: StoredSystem) -> Double { system == .ewald ? 0x1p-7 : 0x1p-4 }

    @Test("change nothing under a method that chooses its steps", arguments: StoredSystem.allCases)
    func adaptive(system: StoredSystem) throws {
        // It does not know of walls.
        guard system != .walls else { return }
        let end = Self.end(for: system)
        // With six evaluations in a step, not thirteen, where these take longest.
        let isSlow = [.softSpheres, .dampedCharges, .ewald, .treeGravity].contains(system)
        let stepper: ODEStepper = isSlow ? .rkf45 : .rk8pd
        try expectSame(system, until: end, step: end, otherStep: end / 8) {
            try AdaptiveIntegrator(
                $0, stepper: stepper, control: .state(absolute: 1e-6, relative: 1e-6), initialStep: end / 8)
        }
    }

    @Test("change nothing under a method of fixed steps that are long", arguments: StoredSystem.allCases)
    func fixed(system: StoredSystem) throws {
        let end = Self.end(for: system)
        try expectSame(system, until: end, step: end / 2, otherStep: end / 2) { _ in Leapfrog() }
    }
}
