import Foundation
import Networks
import ObserverCore
import SimulationEngine
import Testing

/// What changes by time alone, while no node does, is told at its time, whatever the step.
@Suite struct TimeAloneTests {
    private final class Watcher: Observer {
        let receiver = Receiver()
    }

    /// Nothing ever happens to its vertices.
    private func idle(step: Double) throws -> Simulation<CompartmentModel<SICompartment>> {
        let model = try CompartmentModel(
            graph: try Graph(vertexCount: 3, edges: [(0, 1)]), transitions: .si(infection: 0),
            states: [SICompartment.infected, .susceptible, .susceptible])
        let integrator = EventDrivenIntegrator<SICompartment>(streams: try RandomStreams(seed: 1))
        return try Simulation(model, integrator: integrator, step: step)
    }

    @Test("a level is crossed and a window begins between events, to the last bit", arguments: [4, 2, 0.5, 0.01])
    func idleProcess(step: Double) throws {
        let simulation = try idle(step: step)
        let watcher = Watcher()
        var told: [String] = []
        watcher.observe(
            try simulation.crossing(of: "3 t", level: 1, .upwards) { 3 * $0.moment.time }
        ) { told.append("crossing \($0.time)") }
        let window =
            Schedule.from(time: 2.25) && .when { [unowned simulation] in simulation.model.count(of: .infected) == 1 }
        watcher.observe(try simulation.trigger(window, asked: .methodSteps)) { [unowned simulation] moment in
            told.append("window \(moment.time)")
            simulation.stop()
        }
        try simulation.run(until: 4)
        // 1/3 is the least double whose triple rounds to 1.
        let third = (1.0 / 3).nextDown * 3 >= 1 ? (1.0 / 3).nextDown : 1.0 / 3
        #expect(told == ["crossing \(third)", "window 2.25"])
        #expect(simulation.moment.time == 2.25)
    }

    @Test(
        "what comes and goes between events is told at its times, whatever the step", arguments: [40, 10, 2.5, 0.1])
    func comingAndGoing(step: Double) throws {
        let simulation = try idle(step: step)
        let watcher = Watcher()
        var (crossings, onsets): ([Double], [Double]) = ([], [])
        watcher.observe(try simulation.crossing(of: "sin t", level: 0.5) { sin($0.moment.time) }) {
            crossings.append($0.time)
        }
        let isHigh = Schedule.when(margin: { [unowned simulation] in sin(simulation.moment.time) - 0.5 }) {
            [unowned simulation] in sin(simulation.moment.time) > 0.5
        }
        watcher.observe(try simulation.trigger(isHigh, asked: .methodSteps)) { [unowned simulation] moment in
            if cos(simulation.moment.time) > 0 { onsets.append(moment.time) }
        }
        var (shortly, afar): ([Double], [Double]) = ([], [])
        let sine = try simulation.crossing(of: "sin t", level: 0.5, .upwards, hysteresis: 1.499) { sin($0.moment.time) }
        watcher.observe(sine) { afar.append($0.time) }
        let window = try simulation.trigger(.during(20.2...20.2001), asked: .methodSteps)
        watcher.observe(window) { shortly.append($0.time) }
        try simulation.run(until: 40)
        #expect(shortly == [20.2])
        #expect(afar == stride(from: 0, to: 13, by: 2).map { crossings[$0] })
        let first = [Double.pi / 6, 5 * Double.pi / 6]
        let exact: [Double] = (0..<13).map { first[$0 % 2] + 2 * Double.pi * Double($0 / 2) }
        #expect(crossings.count == 13)
        for (found, exact) in zip(crossings, exact) { #expect(abs(found - exact) < 1e-12) }
        #expect(onsets.count == 7)
        for (index, found) in onsets.enumerated() {
            #expect(found == crossings[2 * index] || found == crossings[2 * index].nextUp)
        }
    }

    /// Everybody is infected one after the other. When there are four, somebody infects another two.
    @Test("what an answer to an event changes is told at once of a number, whatever the step", arguments: [40, 0.5])
    func changedNumber(step: Double) throws {
        let model = try CompartmentModel(
            graph: try Graph.complete(nodes: 20), transitions: .si(infection: 0.1),
            states: (0..<20).map { $0 < 1 ? .infected : SICompartment.susceptible })
        let integrator = EventDrivenIntegrator<SICompartment>(streams: try RandomStreams(seed: 1))
        let simulation = try Simulation(model, integrator: integrator, step: step)
        let watcher = Watcher()
        var answerTime = Double.nan
        let infected = { [unowned simulation] in Double(simulation.model.count(of: .infected)) }
        // In the order of the file, and of what is known of a number: who asks first must not matter.
        var told: [(time: Double, count: Double)] = []
        let change = Schedule.whenChanged(by: 4.5, infected)
        watcher.observe(try simulation.trigger(change, asked: .methodSteps)) { told.append(($0.time, infected())) }
        watcher.observe(
            try simulation.crossing(of: "infected", level: 4, .upwards) { _ in infected() }
        ) { [unowned simulation] crossing in
            answerTime = crossing.time
            for node in (0..<20).filter({ simulation.model.nodeState(at: $0) == .susceptible }).prefix(2) {
                simulation.nodes[node].state.set(.infected, as: watcher)
            }
        }
        try simulation.run(until: 40)
        // 1 + 4.5 is exceeded by the answer, at the time of the event, and then by five more, and five more.
        #expect(told.map(\.count) == [1, 6, 11, 16])
        #expect(told.dropFirst().first?.time == answerTime)
    }

    @Test("between events one looks as far as the next ones, not to the end of the step")
    func farAhead() throws {
        let graph = try Graph.complete(nodes: 60)
        let model = try CompartmentModel(
            graph: graph, transitions: .sis(infection: 0.5, recovery: 1),
            states: (0..<60).map { $0 < 20 ? .infected : SICompartment.susceptible })
        let integrator = EventDrivenIntegrator<SICompartment>(streams: try RandomStreams(seed: 1))
        let simulation = try Simulation(model, integrator: integrator, step: 20)
        let watcher = Watcher()
        var evaluations = 0
        let wave = try simulation.crossing(of: "sin 40 t", level: 0.9) {
            evaluations += 1
            return sin(40 * $0.moment.time)
        }
        var crossings = 0
        watcher.observe(wave) { _ in crossings += 1 }
        try simulation.run(until: 20)
        #expect(crossings == 2 * 128)
        #expect(integrator.eventCount > 1000)
        // Nine for each piece of a step, and some ten or, by bisection, fifty for a crossing.
        #expect(evaluations < 40 * integrator.eventCount + 100 * crossings)
    }
}
