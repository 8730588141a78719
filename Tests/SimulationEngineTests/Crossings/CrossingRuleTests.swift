import Foundation
import GSL
import ObserverCore
import SimulationEngine
import Testing

/// Which crossings count, and what they leave untouched.
@Suite struct CrossingRuleTests {
    let watcher = Watcher()

    private func directions(
        _ directions: CrossingDirections, hysteresis: Double = 0, level: Double = 0, until end: Double = 20
    ) throws -> [Crossing] {
        let simulation = try Simulation(Motion.oscillating([1]), integrator: RungeKutta4(), step: 0.1)
        var crossings: [Crossing] = []
        let crossing = try simulation.crossing(
            of: "x", ofNode: 0, level: level, directions, hysteresis: hysteresis)
        watcher.observe(crossing) { crossings.append($0) }
        try simulation.run(until: end)
        return crossings
    }

    @Test func directionsAreKeptApart() throws {
        // From 0 upwards: at the level or above from the beginning.
        #expect(try directions(.downwards).map { ($0.time / .pi).rounded() } == [1, 3, 5])
        #expect(try directions(.upwards).map { ($0.time / .pi).rounded() } == [2, 4, 6])
        #expect(try directions(.either).map { ($0.time / .pi).rounded() } == [1, 2, 3, 4, 5, 6])
    }

    @Test func aHysteresisThatIsNotReachedLeavesOneCrossing() throws {
        #expect(try directions(.upwards, hysteresis: 0.9).count == 3)
        #expect(try directions(.upwards, hysteresis: 1.1).count == 1)
        // Back beyond 0.5 − 1.4 it does go.
        #expect(try directions(.upwards, hysteresis: 1.4, level: 0.5).count == 4)
        #expect(try directions(.upwards, hysteresis: 1.6, level: 0.5).count == 1)
    }

    @Test func impossibleCrossingsAreRefused() throws {
        let simulation = try Simulation(Motion.oscillating([1]), integrator: RungeKutta4(), step: 0.1)
        #expect(throws: SimulationError.self) { try simulation.crossing(of: "x", ofNode: 0, level: .nan) }
        #expect(throws: SimulationError.self) { try simulation.crossing(of: "x", ofNode: 1, level: 0) }
        #expect(throws: SimulationError.self) { try simulation.crossing(of: "y", ofNode: 0, level: 0) }
        #expect(throws: SimulationError.self) {
            try simulation.crossing(of: "x", ofNode: 0, level: 0, hysteresis: -1)
        }
        #expect(throws: SimulationError.self) { try simulation.crossing(of: "x", ofNode: 0, level: 0, tolerance: 0) }
        #expect(throws: SimulationError.self) { try simulation.firstPassages(of: "x", level: .infinity) }
        #expect(throws: SimulationError.self) { try simulation.crossings(of: "x", ofNodes: [0, 7], level: 0) }
    }

    private static var integrators: [(Pendulums) throws -> any Integrator<Pendulums>] {
        let adaptive = ODEStepper.allCases.map { stepper in
            { (model: Pendulums) throws -> any Integrator<Pendulums> in
                try AdaptiveIntegrator(
                    model, stepper: stepper, control: .state(absolute: 1e-6, relative: 0), initialStep: 0.01)
            }
        }
        return [{ _ in RungeKutta4() }, { _ in Leapfrog() }] + adaptive
    }

    /// Watching changes nothing, to the last bit.
    @Test(arguments: 0..<11) func theTrajectoryIsTheSame(integrator: Int) throws {
        let bits = { (isWatched: Bool) in
            let model = Pendulums(angles: [1, 2, 0.1], velocities: [0, 0.5, 0.7])
            let simulation = try Simulation(model, integrator: Self.integrators[integrator](model), step: 0.25)
            let watcher = Watcher()
            if isWatched {
                for node in 0..<3 {
                    watcher.observe(try simulation.crossing(of: "y", ofNode: node, level: 0.05)) { _ in
                        watcher.note("crossing")
                    }
                }
                watcher.observe(try simulation.crossings(of: "y", ofNodes: [0, 2], level: 0.3)) { _ in
                    watcher.note("crossing")
                }
                watcher.observe(try simulation.firstPassages(of: "y", level: 0.2)) { _ in watcher.note("passage") }
                watcher.observe(simulation.allNodes) { _ in }
                watcher.observe(simulation.group { $0[0] > 0 }) { _ in }
            }
            try simulation.run(steps: 100)
            #expect(!isWatched || watcher.log.count > 20)
            return model.bits
        }
        #expect(try bits(true) == bits(false))
    }

    /// What is changed at a crossing takes effect there: a kick as the pendulum passes its lowest point, in two pieces.
    @Test func aChangeAtACrossingIsThatOfTwoPieces() throws {
        let precise = { (model: Pendulums) in
            try AdaptiveIntegrator(model, stepper: .rk8pd, control: .state(absolute: 1e-13, relative: 1e-13))
        }
        let model = Pendulums(angles: [1], velocities: [0])
        let simulation = try Simulation(model, integrator: precise(model), step: 0.5)
        var kickTime = 0.0
        watcher.observe(try simulation.crossing(of: "y", ofNode: 0, level: 0, .downwards)) {
            [unowned simulation] crossing in
            guard kickTime == 0 else { return }
            kickTime = crossing.time
            simulation.nodes[0].state.value[1] += 0.5
        }
        try simulation.run(until: 5)

        let velocity = -(2 * (1 - cos(1.0))).squareRoot()
        let rest = Pendulums(angles: [0], velocities: [velocity + 0.5])
        let second = try Simulation(rest, integrator: precise(rest), step: (5 - kickTime) / 8)
        try second.run(steps: 8)
        #expect(kickTime > 1.6 && kickTime < 1.7)
        for column in 0..<2 { #expect(abs(model.state[column, 0] - rest.state[column, 0]) < 1e-10) }
    }

    @Test func aCrossingIsKeptWhileItIsObservedOnly() throws {
        let simulation = try Simulation(Motion.oscillating([1]), integrator: RungeKutta4(), step: 0.1)
        weak var weakCrossing: LevelCrossing?
        do {
            let crossing = try simulation.crossing(of: "x", ofNode: 0, level: 0.5)
            weakCrossing = crossing
            watcher.observe(crossing) { [watcher] _ in watcher.note("crossed") }
        }
        try simulation.run(until: 1)
        #expect(watcher.log.count == 1)
        #expect(weakCrossing != nil)
        watcher.stopObserving()
        #expect(weakCrossing == nil)
    }
}
