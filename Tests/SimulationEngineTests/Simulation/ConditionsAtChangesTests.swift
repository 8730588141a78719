import GSL
import ObserverCore
import SimulationEngine
import Testing

/// Whatever comes to hold at a moment is told at that moment, and what a change makes hold is told at the change, of any method.
@Suite struct ConditionsAtChangesTests {
    let watcher = Watcher()

    enum Method: CaseIterable {
        case rkf45, rk8pd, msadams, bsimp, fixed

        static let own = allCases.filter { $0 != .fixed }
        static let resumable: [Method] = [.rkf45, .rk8pd, .bsimp, .fixed]

        /// a = t and b = 5 + t, straight lines, along which steps become ever longer.
        func lines(step: Double) throws -> Simulation<Equation> {
            let model = Equation([0, 5]) { _, _ in 1 }
            let stepper: ODEStepper? =
                switch self {
                case .rkf45: .rkf45
                case .rk8pd: .rk8pd
                case .msadams: .msadams
                case .bsimp: .bsimp
                case .fixed: nil
                }
            let adaptive = try stepper.map {
                try AdaptiveIntegrator(model, stepper: $0, control: .state(absolute: 1e-9, relative: 1e-9))
            }
            return try Simulation(model, integrator: adaptive ?? RungeKutta4() as any Integrator<Equation>, step: step)
        }
    }

    /// When something is changed for the first time.
    enum Occasion: CaseIterable {
        case start, crossing, moment, end
    }

    private static let end = 24.0

    /// Calls a closure at a time that is a moment of the grid unless it is that of a crossing.
    private func observe(
        _ occasion: Occasion, _ simulation: Simulation<Equation>, _ generator: RandomGenerator,
        _ act: @escaping () -> Void
    ) throws -> Double {
        switch occasion {
        case .start:
            watcher.observe(try simulation.trigger(.start)) { _ in act() }
            return 0
        case .crossing:
            let time = generator.uniform(in: 1..<20)
            watcher.observe(try simulation.crossing(of: "y", ofNode: 1, level: 5 + time)) { _ in act() }
            return time
        case .moment, .end:
            let time = occasion == .end ? Self.end : 4 * Double(1 + Int(generator.uniform(in: 0..<5)))
            watcher.observe(try simulation.trigger(.at(times: [time]))) { _ in act() }
            return time
        }
    }

    /// One of several ways to say that a lies in a range.
    private func range(_ low: Double, _ high: Double, way: Int, of simulation: Simulation<Equation>) -> Schedule {
        let a = { [unowned simulation] in simulation.model.state[0, 0] }
        return switch way {
        case 0:
            .when(comparing: [{ a() - low }, { a() - high }], dependsOnTime: false) { a() >= low && a() < high }
        case 1: .when(margin: { a() - low }) { a() >= low } && !.when(margin: { a() - high }) { a() >= high }
        case 2: !(!.when(margin: { a() - low }) { a() >= low } || .when(margin: { a() - high }) { a() >= high })
        default: .when { a() >= low && a() < high }
        }
    }

    private func put(_ place: Double, in simulation: Simulation<Equation>) {
        simulation.nodes[0].state.set([place], as: watcher)
    }

    @Test(
        "What a change makes hold for a moment is told at the change, and what the answer makes hold",
        arguments: Method.allCases, Occasion.allCases)
    func chains(method: Method, occasion: Occasion) throws {
        let generator = try RandomGenerator(key: (15, 3))
        for _ in 0..<4 {
            let simulation = try method.lines(step: [0.125, 0.5, 4][Int(generator.uniform(in: 0..<3))])
            // Far from where the lines lead by themselves.
            let places = (1...1 + Int(generator.uniform(in: 0..<4))).map {
                100 * Double($0) + generator.uniform(in: 0..<50)
            }
            let width = 1e-6 * generator.uniform(in: 0.01..<1)
            var told: [(link: Int, time: Double)] = []
            let time = try observe(occasion, simulation, generator) { put(places[0], in: simulation) }
            let isReversed = generator.uniform(in: 0..<1) < 0.5
            for link in isReversed ? places.indices.reversed() : Array(places.indices) {
                let way = Int(generator.uniform(in: 0..<4))
                let isThere = range(places[link], places[link] + width, way: way, of: simulation)
                watcher.observe(try simulation.trigger(isThere, asked: .methodSteps)) { [unowned simulation] moment in
                    told.append((link, moment.time))
                    if link + 1 < places.count { put(places[link + 1], in: simulation) }
                }
            }
            try simulation.run(until: Self.end)
            watcher.stopObserving()
            #expect(told.map(\.link) == Array(places.indices))
            #expect(told.allSatisfy { abs($0.time - time) < 1e-9 })
            let last = try #require(places.last)
            #expect(abs(simulation.model.state[0, 0] - (last + Self.end - time)) < 1e-6)
        }
    }

    @Test("All that comes to hold at a time is told, though the answer to the first ends it", arguments: Method.own)
    func together(method: Method) throws {
        let generator = try RandomGenerator(key: (15, 4))
        for _ in 0..<6 {
            let simulation = try method.lines(step: [0.5, 4, 24][Int(generator.uniform(in: 0..<3))])
            let low = generator.uniform(in: 1..<20)
            var told: [String: [Double]] = [:]
            let answer = { [unowned simulation] (name: String) in
                told[name, default: []].append(simulation.moment.time)
                put(-50, in: simulation)
            }
            let passages = try simulation.firstPassages(of: "y", ofNodes: [0], level: low)
            var names = ["0", "1", "2", "crossing", "passage", "some"]
            while !names.isEmpty {
                let name = names.remove(at: Int(generator.uniform(in: 0..<Double(names.count))))
                switch name {
                case "crossing":
                    let level = try simulation.crossing(of: "y", ofNode: 0, level: low, .upwards)
                    watcher.observe(level) { _ in answer(name) }
                case "some":
                    let level = try simulation.crossings(of: "y", ofNodes: [0], level: low, .upwards)
                    watcher.observe(level) { _ in answer(name) }
                // They are interpolated, and may come a little before the state of which they are.
                case "passage": watcher.observe(passages) { told[name, default: []].append($0.time) }
                default:
                    let high = low + 0.1 * generator.uniform(in: 0.001..<1)
                    let isThere = range(low, high, way: Int(name) ?? 0, of: simulation)
                    watcher.observe(try simulation.trigger(isThere, asked: .methodSteps)) { _ in answer(name) }
                }
            }
            try simulation.run(until: Self.end)
            watcher.stopObserving()
            #expect(told.keys.sorted() == ["0", "1", "2", "crossing", "passage", "some"])
            #expect(told.values.allSatisfy { $0.count == 1 && abs($0[0] - low) < 1e-9 })
            #expect(abs(simulation.model.state[0, 0] - (-50 + Self.end - low)) < 1e-6)
        }
    }

    @Test("A run is stopped at the change that makes its condition hold", arguments: Method.allCases)
    func stops(method: Method) throws {
        let simulation = try method.lines(step: 2)
        watcher.observe(try simulation.trigger(.at(times: [8]))) { _ in put(100, in: simulation) }
        let isThere = range(100, 100.0001, way: 0, of: simulation)
        watcher.observe(try simulation.trigger(isThere, asked: .methodSteps)) { _ in simulation.stop() }
        try simulation.run(until: Self.end)
        watcher.stopObserving()
        #expect(simulation.moment == Moment(step: 4, time: 8))
        try simulation.run(until: Self.end)
        #expect(abs(simulation.model.state[0, 0] - 116) < 1e-9)
    }

    @Test(
        "A run that is resumed where something has been changed tells what that makes hold",
        arguments: Method.resumable, [0.0, 8])
    func resuming(method: Method, time: Double) throws {
        var bytes: [UInt8] = []
        func make() throws -> (Simulation<Equation>, () -> [Double]) {
            let simulation = try method.lines(step: 0.5)
            var told: [Double] = []
            watcher.observe(try simulation.trigger(.at(times: [time]))) { [unowned simulation] _ in
                put(100, in: simulation)
                simulation.onceAtRest { bytes = try simulation.checkpoint() }
            }
            for way in 0..<4 {
                let isThere = range(100, 100.01, way: way, of: simulation)
                watcher.observe(try simulation.trigger(isThere, asked: .methodSteps)) { told.append($0.time) }
            }
            return (simulation, { told })
        }
        let (first, toldFirst) = try make()
        try first.run(until: Self.end)
        #expect(toldFirst().filter { $0 == time }.count == 4)
        let (second, toldSecond) = try make()
        try second.resume(from: bytes)
        try second.run(until: Self.end)
        #expect(toldSecond() == toldFirst())
        #expect(second.model.bits == first.model.bits)
        watcher.stopObserving()
    }

    @Test("A group hears of who is a member from one change to the next", arguments: Method.allCases)
    func groups(method: Method) throws {
        let simulation = try method.lines(step: 4)
        var told: [(membership: String, time: Double)] = []
        watcher.observe(simulation.group { $0[0] >= 3 && $0[0] < 4 || $0[0] >= 100 && $0[0] < 100.01 }) { change in
            told.append(("\(change.membership)", simulation.moment.time))
        }
        for (time, place) in [(3.3, 50.0), (9.1, 100), (10.2, 0)] {
            watcher.observe(try simulation.crossing(of: "y", ofNode: 1, level: 5 + time)) { _ in
                put(place, in: simulation)
            }
        }
        try simulation.run(until: 12)
        watcher.stopObserving()
        let changes = told.filter { $0.membership != "lasting" }
        #expect(changes.map(\.membership) == ["joined", "left", "joined", "left"])
        let times = changes.map(\.time)
        #expect(abs(times[1] - 3.3) < 1e-9)
        #expect(abs(times[2] - 9.1) < 1e-9)
        #expect(times[3] > 9.1 && times[3] <= 10.2 + 1e-9)
    }

    @Test("Conditions that make each other hold without end fail the run", arguments: Method.allCases)
    func cycles(method: Method) throws {
        let simulation = try method.lines(step: 2)
        for (place, other) in [(3.0, 100.0), (100, 3)] {
            let isThere = range(place, place + 0.5, way: 0, of: simulation)
            watcher.observe(try simulation.trigger(isThere, asked: .methodSteps)) { _ in
                put(other, in: simulation)
            }
        }
        watcher.observe(try simulation.trigger(.at(times: [2]))) { _ in put(3, in: simulation) }
        let error = #expect(throws: SimulationError.self) { try simulation.run(until: Self.end) }
        watcher.stopObserving()
        guard case .tooManyCrossings(_, let time, _) = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(time == 2)
        #expect(error?.description.contains("what is told of a condition was answered by a change") == true)
    }
}
