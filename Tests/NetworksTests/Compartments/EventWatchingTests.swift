import Networks
import ObserverCore
import SimulationEngine
import Testing

/// What is told of an epidemic follows from its events, whenever somebody looks at it.
@Suite struct EventWatchingTests {
    final class Listener: Observer { let receiver = Receiver() }
    typealias SIR = JumpTests.SIR

    private func count(_ model: SIR) -> Double {
        Double((0..<model.nodeCount).count { model.nodeState(at: $0) == .infected })
    }

    private func told(_ method: JumpTests.Method, step: Double, extra: Bool) throws -> [String] {
        let listener = Listener()
        let simulation = try Simulation(
            JumpTests.model(method, seed: 5), integrator: JumpTests.integrator(method, seed: 5), step: step)
        var told: [String] = []
        if extra { listener.observe(simulation.nodes[3].state) { _ in } }
        // A field is the number of a compartment: susceptible ones are below 0.5.
        let passages = try simulation.firstPassages(of: "compartment", level: 0.5)
        listener.observe(passages) { told.append("passage \($0)") }
        listener.observe(try simulation.crossings(of: "compartment", ofNodes: [7, 2, 30], level: 0.5)) {
            told.append("crossing \($0)")
        }
        if extra {
            let number = try simulation.crossing(of: "infected", level: 8.5) { [self] in count($0.model) }
            listener.observe(number) { _ in }
        }
        listener.observe(simulation.group { $0 == .infected }) { [unowned simulation] change in
            told.append("change \(change.node) \(change.membership) \(simulation.moment.time)")
        }
        try simulation.run(until: 6)
        return told
    }

    @Test("Passages, crossings and changes are those of events, at any step", arguments: JumpTests.Method.allCases)
    func anyStep(method: JumpTests.Method) throws {
        let reference = try told(method, step: 6, extra: false)
        #expect(reference.contains { $0.hasPrefix("passage") } && reference.contains { $0.hasPrefix("crossing") })
        for (step, extra) in [(0.05, false), (1, true), (3, true)] {
            #expect(try told(method, step: step, extra: extra) == reference)
        }
    }

    /// The crossings of some levels by the number of the infected, as a quantity or as a number that is asked for at each event.
    private func crossings(
        _ method: JumpTests.Method, asQuantity: Bool, hysteresis: Double, step: Double
    ) throws -> [String] {
        let listener = Listener()
        let simulation = try Simulation(
            JumpTests.model(method, seed: 8), integrator: JumpTests.integrator(method, seed: 8), step: step)
        let infected = try simulation.quantity(SIR.quantities.count(of: .infected))
        var told: [String] = []
        for level in [2.5, 3.5, 4.5, 6, 7.5, 9, 12] {
            let crossing =
                try asQuantity
                ? simulation.crossing(of: infected, level: level, hysteresis: hysteresis)
                : simulation.crossing(of: "infected", level: level, hysteresis: hysteresis) { _ in infected.value }
            listener.observe(crossing) { [unowned simulation] in
                told.append("\(level): \($0) \(infected.value) \(simulation.moment.time)")
            }
        }
        try simulation.run(until: 12)
        return told
    }

    @Test(
        "A count that follows from the states alone crosses levels at the events at which one does that is always asked for",
        arguments: JumpTests.Method.allCases, [0, 1.5])
    func countOfStates(method: JumpTests.Method, hysteresis: Double) throws {
        let reference = try crossings(method, asQuantity: false, hysteresis: hysteresis, step: 0.5)
        #expect(reference.count > 2)
        for step in [0.5, 12] {
            #expect(try crossings(method, asQuantity: true, hysteresis: hysteresis, step: step) == reference)
        }
    }

    @Test("A count crosses a level at the time of an event, and a run stops there", arguments: [0.05, 6])
    func counts(step: Double) throws {
        let listener = Listener()
        let simulation = try Simulation(
            JumpTests.model(.outbreak, seed: 5), integrator: JumpTests.integrator(.outbreak, seed: 5), step: step)
        var events: [(time: Double, count: Double)] = []
        listener.observe(simulation.group { $0 == .infected }) { [unowned simulation] _ in
            events.append((simulation.moment.time, count(simulation.model)))
        }
        var crossings: [Double] = []
        let number = try simulation.crossing(of: "infected", level: 3, .downwards) { [self] in count($0.model) }
        listener.observe(number) { [unowned simulation] in
            crossings.append($0.time)
            simulation.stop()
        }
        try simulation.run(until: 6)
        #expect(crossings == [simulation.moment.time])
        #expect(events.last?.count == 2 && events.dropLast().allSatisfy { $0.count > 2 })
        #expect(events.last?.time == crossings.first)
        #expect(count(simulation.model) == 2)
    }
}
