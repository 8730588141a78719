import EngineTestSupport
import Foundation
import ObserverCore
import SimulationEngine
import TestSupport
import Testing

/// Crossings of levels by fields that noise moves. Each statistical expectation fails by chance with a probability of 0.1 %.
@Suite struct NoisyCrossingTests {
    let watcher = Watcher()

    @Test("The first crossing of a node is its first passage, whoever looks for it")
    func firstCrossings() throws {
        let model = Diffusion(count: 200, drift: 1, strength: 1)
        let simulation = try Simulation(
            model, integrator: EulerMaruyama(streams: RandomStreams(seed: 21)), step: 0.5)
        let passages = try simulation.firstPassages(of: "x", level: 2)
        var times = [[Double]](repeating: [], count: 200)
        var timesOfOne: [Double] = []
        watcher.observe(try simulation.crossings(of: "x", ofNodes: Array(0..<200), level: 2, .upwards)) {
            (crossing: Crossing) in
            if let node = crossing.node { times[node].append(crossing.time) }
        }
        watcher.observe(try simulation.crossing(of: "x", ofNode: 5, level: 2, .upwards)) { (crossing: Crossing) in
            timesOfOne.append(crossing.time)
        }
        try simulation.run(until: 10)
        #expect(passages.count > 190)
        for (found, expected) in zip(times, passages.times) {
            #expect(expected.isNaN ? found.isEmpty : found.first == expected)
        }
        #expect(timesOfOne == times[5])
    }

    /// The way up and the way down of a free velocity between 0 and −1 take their mean times, one after the other.
    @Test("With hysteresis, there is a crossing for each way there and back")
    func hysteresis() throws {
        let count = 60
        let model = ThermalNodes(count: count) { _ in 0 }
        let integrator = try LangevinIntegrator(
            model, temperature: 1, friction: 2, streams: try RandomStreams(seed: 22))
        let simulation = try Simulation(model, integrator: integrator, step: 0.1)
        var counts = [Double](repeating: 0, count: count)
        for node in 0..<count {
            let crossing = try simulation.crossing(of: "z", ofNode: node, level: 0, .upwards, hysteresis: 1)
            watcher.observe(crossing) { (_: Crossing) in counts[node] += 1 }
        }
        // Six relaxation times.
        try simulation.run(until: 3)
        counts = [Double](repeating: 0, count: count)
        try simulation.run(until: 21)
        let way = NoisyPassageTests.relaxingPassage(from: -1, to: 0) + NoisyPassageTests.relaxingPassage(from: 0, to: 1)
        expect(mean: 2 * 18 / way, of: counts)
    }

    /// The rate of S. O. Rice, Bell System Technical Journal 23 (1944) 282, DOI 10.1002/j.1538-7305.1944.tb00874.x: in thermal
    /// equilibrium a coordinate crosses a level upwards √(T/2πm) p(x) times in a unit of time.
    /// Down at once, up at once, or from rest.
    @Test("A way that begins on the level goes on", arguments: [-1.0, 1, 0], [0.01, 1.0])
    func beginningOnTheLevel(velocity: Double, step: Double) throws {
        let model = ThermalNodes(count: 1) { -$0 }
        model.state[1, 0] = velocity
        let integrator = try LangevinIntegrator(
            model, temperature: 1, friction: 1, streams: try RandomStreams(seed: 28))
        let simulation = try Simulation(model, integrator: integrator, step: step)
        var found: [Crossing] = []
        watcher.observe(try simulation.crossing(of: "y", ofNode: 0, level: 0)) { (crossing: Crossing) in
            found.append(crossing)
        }
        try simulation.run(until: 20)
        #expect(found.count > 2)
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.direction != $1.direction && $0.time < $1.time })
        if velocity < 0 { #expect(found.first?.time == 0 && found.first?.direction == .downwards) }
    }

    /// Which crossings count follows from those of the level and of both bounds of the hysteresis, each of which is told by itself.
    @Test("What the discarded rest of a step would have armed or told does not count", arguments: [false, true])
    func discardedHysteresis(isAnswered: Bool) throws {
        enum Event { case told(Crossing.Direction), level(Crossing.Direction), low, high }
        let model = ThermalNodes(count: 2) { -$0 }
        try model.draw(positionDeviation: 1, velocityDeviation: 1, seed: 29)
        let integrator = try LangevinIntegrator(
            model, temperature: 1, friction: 1, streams: try RandomStreams(seed: 29))
        let simulation = try Simulation(model, integrator: integrator, step: 1)
        var events: [(time: Double, event: Event)] = []
        func observe(
            _ level: Double, _ directions: CrossingDirections, hysteresis: Double = 0,
            _ event: @escaping (Crossing) -> Event
        ) throws {
            let crossing = try simulation.crossing(
                of: "y", ofNode: 0, level: level, directions, hysteresis: hysteresis)
            watcher.observe(crossing) { (crossing: Crossing) in events.append((crossing.time, event(crossing))) }
        }
        try observe(-0.2, .downwards) { _ in .low }
        try observe(0.2, .upwards) { _ in .high }
        try observe(0, .either) { .level($0.direction) }
        try observe(0, .either, hysteresis: 0.2) { .told($0.direction) }
        if isAnswered {
            watcher.observe(try simulation.crossing(of: "y", ofNode: 1, level: 0)) {
                [unowned simulation] (_: Crossing) in
                simulation.intervene("push") { $0.state[1, 1] += 1e-9 }
            }
        }
        try simulation.run(until: 400)
        var (isUpArmed, isDownArmed) = (true, true)
        var expected: [Double] = []
        var told: [Double] = []
        for (time, event) in events {
            switch event {
            case .told: told.append(time)
            case .low: isUpArmed = true
            case .high: isDownArmed = true
            case .level(let direction):
                guard direction == .upwards ? isUpArmed : isDownArmed else { continue }
                expected.append(time)
                (isUpArmed, isDownArmed) = (false, false)
            }
        }
        #expect(told.count > 50)
        #expect(told == expected)
    }

    @Test("Positions of Langevin dynamics cross a level as often as Rice found")
    func rice() throws {
        let count = 700
        let model = ThermalNodes(count: count) { -$0 }
        try model.draw(positionDeviation: 1, velocityDeviation: 1, seed: 23)
        let integrator = try LangevinIntegrator(
            model, temperature: 1, friction: 1, streams: try RandomStreams(seed: 23))
        let simulation = try Simulation(model, integrator: integrator, step: 0.4)
        var counts = [Double](repeating: 0, count: count)
        watcher.observe(try simulation.crossings(of: "y", ofNodes: Array(0..<count), level: 1, .upwards)) {
            (crossing: Crossing) in
            if let node = crossing.node { counts[node] += 1 }
        }
        try simulation.run(until: 40)
        // Crossings that are seen at the ends of steps only are 8 % less.
        expect(mean: 40 * exp(-0.5) / (2 * .pi), of: counts)
    }

    private func expect(mean: Double, of numbers: [Double], sourceLocation: SourceLocation = #_sourceLocation) {
        let count = Double(numbers.count)
        let found = numbers.reduce(0, +) / count
        let variance = numbers.reduce(0) { $0 + ($1 - found) * ($1 - found) } / count
        #expect(
            abs(found - mean) < 3.3 * (variance / count).squareRoot(), "\(found) instead of \(mean)",
            sourceLocation: sourceLocation)
    }

    /// The rest of the step begins with the level, so that nothing crosses it a second time. Those that would cross it later in a step,
    /// but lie beyond it in the state from which an answer to another goes on, are told then, where they are.
    @Test("An answer to a crossing takes effect at its time, where the node is at the level")
    func answers() throws {
        let model = ThermalNodes(count: 50) { _ in 0 }
        try model.draw(positionDeviation: 0, velocityDeviation: 1, seed: 24)
        let integrator = try LangevinIntegrator(
            model, temperature: 1, friction: 0.5, streams: try RandomStreams(seed: 24))
        let simulation = try Simulation(model, integrator: integrator, step: 0.25)
        let crossings = try simulation.crossings(of: "y", ofNodes: Array(0..<50), level: 1, .upwards)
        var hasCrossed = [Bool](repeating: false, count: 50)
        var pinned = [Double](repeating: .nan, count: 50)
        var exactCount = 0
        watcher.observe(crossings) { [unowned simulation] (crossing: Crossing) in
            guard let node = crossing.node else { return }
            #expect(!hasCrossed[node] && simulation.moment.time == crossing.time)
            let position = simulation.model.state[0, node]
            #expect(position >= 1 && position < 1.01)
            if position == 1 { exactCount += 1 }
            pinned[node] = position
            hasCrossed[node] = true
            do { try simulation.pin(nodes: [node]) } catch { simulation.fail(with: error) }
        }
        try simulation.run(until: 20)
        #expect(hasCrossed.count { $0 } > 25 && exactCount > 25)
        for node in 0..<50 where hasCrossed[node] {
            #expect(abs(simulation.model.state[0, node] - pinned[node]) < 1e-12)
        }
    }

    @Test("Who looks does not change the trajectory")
    func trajectory() throws {
        func bits(isWatched: Bool) throws -> [UInt64] {
            let model = ThermalNodes(count: 20) { -$0 }
            try model.draw(positionDeviation: 1, velocityDeviation: 1, seed: 25)
            let integrator = try LangevinIntegrator(
                model, temperature: 1, friction: 1, streams: try RandomStreams(seed: 25))
            let simulation = try Simulation(model, integrator: integrator, step: 0.2)
            if isWatched {
                watcher.observe(try simulation.crossings(of: "y", ofNodes: Array(0..<20), level: 0)) { (_: Crossing) in
                }
                watcher.observe(try simulation.firstPassages(of: "z", level: 1)) { (_: Crossing) in }
            }
            try simulation.run(until: 20)
            return model.state.elements.map(\.bitPattern)
        }
        #expect(try bits(isWatched: true) == bits(isWatched: false))
    }

    /// Answers to a number, after each of which the rest of the step is taken anew, while nodes are about to cross levels in it.
    @Test("Who looks does not change what is answered to others")
    func trajectoryWithAnswers() throws {
        func run(isWatched: Bool) throws -> (bits: [UInt64], answers: [Double], told: Int) {
            let model = ThermalNodes(count: 20) { -$0 }
            try model.draw(positionDeviation: 1, velocityDeviation: 1, seed: 27)
            let integrator = try LangevinIntegrator(
                model, temperature: 1, friction: 1, streams: try RandomStreams(seed: 27))
            let simulation = try Simulation(model, integrator: integrator, step: 0.2)
            var answers: [Double] = []
            var told = 0
            let energy = try simulation.crossing(of: "kinetic energy", level: 10) { simulation in
                (0..<20).reduce(0) { $0 + 0.5 * simulation.model.state[1, $1] * simulation.model.state[1, $1] }
            }
            watcher.observe(energy) { [unowned simulation] (crossing: Crossing) in
                answers.append(crossing.time)
                simulation.intervene("kick") { $0.state[1, 3] += 0.1 }
            }
            if isWatched {
                for field in ["y", "z"] {
                    watcher.observe(try simulation.crossings(of: field, ofNodes: Array(0..<20), level: 0)) {
                        (_: Crossing) in told += 1
                    }
                }
            }
            try simulation.run(until: 20)
            return (model.state.elements.map(\.bitPattern), answers, told)
        }
        let (plain, watched) = (try run(isWatched: false), try run(isWatched: true))
        #expect(plain.answers.count > 20 && watched.told > 100)
        #expect(watched.answers == plain.answers)
        #expect(watched.bits == plain.bits)
    }

    @Test("A run that is resumed in the middle tells the same", arguments: [false, true])
    func resuming(isLangevin: Bool) throws {
        func simulation() throws -> (Simulation<ThermalNodes>, FirstPassages) {
            let model = ThermalNodes(count: 30) { -$0 }
            try model.draw(positionDeviation: 1, velocityDeviation: 1, seed: 26)
            let streams = try RandomStreams(seed: 26)
            let integrator: any Integrator<ThermalNodes> =
                isLangevin
                ? try LangevinIntegrator(model, temperature: 1, friction: 1, streams: streams)
                : try BrownianIntegrator(model, temperature: 1, friction: 1, streams: streams)
            let simulation = try Simulation(model, integrator: integrator, step: 0.2)
            watcher.observe(try simulation.crossings(of: "y", ofNodes: [4, 2, 9], level: 0.5)) { [watcher] in
                watcher.note("\($0)")
            }
            watcher.observe(try simulation.crossing(of: "y", ofNode: 3, level: 0, hysteresis: 0.3)) { [watcher] in
                watcher.note("\($0)")
            }
            return (simulation, try simulation.firstPassages(of: "y", level: 2))
        }
        let (whole, passages) = try simulation()
        try whole.run(until: 6)
        let checkpoint = try whole.checkpoint()
        _ = watcher.takeLog()
        try whole.run(until: 20)
        let log = watcher.takeLog()
        let (resumed, resumedPassages) = try simulation()
        try resumed.resume(from: checkpoint)
        try resumed.run(until: 20)
        #expect(!log.isEmpty && watcher.takeLog() == log)
        #expect(passages.times.map(\.bitPattern) == resumedPassages.times.map(\.bitPattern))
    }

    @Test("Crossings that nobody observes any more are let go of")
    func lifetime() throws {
        let model = Diffusion(count: 3, drift: 1, strength: 1)
        let simulation = try Simulation(
            model, integrator: EulerMaruyama(streams: RandomStreams(seed: 27)), step: 0.5)
        weak var crossing: LevelCrossing?
        try {
            let observed = try simulation.crossing(of: "x", ofNode: 0, level: 1)
            crossing = observed
            watcher.observe(observed) { (_: Crossing) in }
        }()
        #expect(crossing != nil)
        try simulation.run(until: 1)
        if let crossing { watcher.stopObserving(crossing) }
        try simulation.run(until: 2)
        #expect(crossing == nil)
    }
}
