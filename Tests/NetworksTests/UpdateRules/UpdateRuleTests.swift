import Networks
import ObserverCore
import SimulationEngine
import TestSupport
import Testing

/// The examples of the article on update rules, and what integrators of rules promise.
@Suite struct UpdateRuleTests {
    final class TwoVoters: AsynchronousRule {
        typealias NodeState = UInt8
        let graph: Graph
        let states: VertexStates<UInt8>

        init(graph: Graph, opinions: [UInt8]) {
            self.graph = graph
            states = VertexStates(opinions)
        }

        func update(_ vertex: Int, _ random: inout RandomWords) {
            let neighbours = graph.neighbours(of: vertex)
            let first = states[Int(neighbours[neighbours.startIndex + random.below(neighbours.count)])]
            let second = states[Int(neighbours[neighbours.startIndex + random.below(neighbours.count)])]
            if first == second { states[vertex] = first }
        }
    }

    final class ForestFire: SynchronousRule {
        typealias NodeState = UInt8
        let graph: Graph
        let states: VertexStates<UInt8>
        let growth: Double

        init(graph: Graph, states: [UInt8], growth: Double) {
            self.graph = graph
            self.states = VertexStates(states)
            self.growth = growth
        }

        func next(_ vertex: Int, in states: Span<UInt8>, _ random: inout RandomWords) -> UInt8 {
            switch states[vertex] {
            case 1: graph.neighbours(of: vertex).contains { states[Int($0)] == 2 } ? 2 : 1
            case 2: 0
            default: random.uniform() < growth ? 1 : 0
            }
        }
    }

    private final class Watcher: Observer {
        let receiver = Receiver()
    }

    @Test("the examples of the article are these")
    func article() throws {
        try expectSwiftExamples(of: "Sources/Networks/Networks.docc/RulesOfVertices.md")
    }

    /// Of 70 against 30, where two thirds of the way to consensus is the drift, the majority wins but with a probability
    /// of some exp(−10).
    @Test("voters in pairs follow the majority", .tracksLifetimes)
    func twoVoters() throws {
        let watcher = Watcher()
        var heard: [UInt8] = []
        let print = { (opinion: UInt8) in heard.append(opinion) }
        let voters = TwoVoters(graph: try .complete(nodes: 100), opinions: (0..<100).map { $0 < 70 ? 1 : 0 })
        let vote = try Simulation(voters, integrator: RuleSweeps(streams: RandomStreams(seed: 1)), step: 1)
        _ = track(vote)
        watcher.observe(vote.nodes[99].state) { update in print(update.new) }
        try vote.run(until: 100)
        #expect((0..<100).allSatisfy { voters.nodeState(at: $0) == 1 })
        #expect(heard.last == 1)
    }

    @Test("formulas are rules and rates")
    func formulas() throws {
        var cells = [UInt8](repeating: 0, count: 900)
        for cell in [1, 32, 60, 61, 62] { cells[cell] = 1 }
        let life = try FormulaRule(
            graph: .mooreLattice(sides: [30, 30], periodic: true), states: cells, named: ["dead", "alive"],
            next: "if(count(neighbours, alive) == 3 or state == alive and count(neighbours, alive) == 2, alive, dead)")
        try Simulation(life, integrator: RuleSteps(streams: RandomStreams(seed: 1)), step: 1).run(until: 4)
        // The glider is one cell further down and to the right.
        #expect((0..<900).filter { life.nodeState(at: $0) == 1 } == [32, 63, 91, 92, 93])

        let walkers = try FormulaRule(
            graph: .lattice(sides: [30, 30], periodic: true), states: cells, named: ["free", "walker"],
            moves: [FormulaMove(if: "state == walker", to: ["free"])])
        try Simulation(walkers, integrator: RuleSweeps(streams: RandomStreams(seed: 1)), step: 1).run(until: 4)
        // They are elsewhere, and as many.
        let places = (0..<900).filter { walkers.nodeState(at: $0) == 1 }
        #expect(places.count == 5 && places != [1, 32, 60, 61, 62])

        let voters = try AdaptiveRule(
            graph: .lattice(sides: [30, 30], periodic: true), states: cells, named: ["blue", "red"], next: "neighbour",
            rewirings: [FormulaRewiring(if: "random < 0.4", to: .alike)])
        try Simulation(voters, integrator: RuleSweeps(streams: RandomStreams(seed: 1)), step: 1).run(until: 4)
        // Of 3600 turns 40 per cent, but for a few vertices that have lost all their neighbours; error probability 0.0001.
        #expect(deviations(voters.rewiringCount, of: 3600, probability: 0.4) < 4)

        let beginning = (0..<100).map { UInt8($0 == 50 ? 1 : 0) }
        let formulas = try TransitionFormulas(
            states: ["S", "I", "R"],
            [
                .init(from: "S", to: "I", .rate("2 * count(neighbours, I) / degree")),
                .init(from: "I", to: "R", .after(.gamma(shape: 3, scale: 0.5))),
            ])
        let illness = try TransitionModel(graph: .ring(nodes: 100), states: beginning, formulas)
        try Simulation(illness, integrator: TransitionEvents(streams: RandomStreams(seed: 1)), step: 1).run(until: 50)
        // It has spread along the ring, without a gap.
        let reached = (0..<100).filter { illness.nodeState(at: $0) == 2 }
        #expect(reached.count == (reached.last ?? 0) - (reached.first ?? 0) + 1 && reached.contains(50))
    }

    /// The fire is a diamond: at time t all trees burn whose distance from the middle is t.
    @Test("a fire spreads by one edge in each step", .tracksLifetimes)
    func forestFire() throws {
        var trees = [UInt8](repeating: 1, count: 81)
        trees[40] = 2
        let forest = ForestFire(graph: try .lattice(sides: [9, 9], periodic: false), states: trees, growth: 0)
        let fire = try Simulation(forest, integrator: RuleSteps(streams: RandomStreams(seed: 1), threads: 2), step: 1)
        _ = track(fire)
        try fire.run(until: 3)
        for vertex in 0..<81 {
            let distance = abs(vertex % 9 - 4) + abs(vertex / 9 - 4)
            #expect(forest.nodeState(at: vertex) == (distance < 3 ? 0 : distance == 3 ? 2 : 1))
        }
        try fire.run(until: 8)
        #expect((0..<81).filter { forest.nodeState(at: $0) == 2 } == [0, 8, 72, 80])
    }

    @Test("the number of threads does not matter to synchronous steps, nor does it how they are grouped")
    func threads() throws {
        let graph = try Graph.lattice(sides: [60, 50], periodic: true)
        let results = try [(1, 1), (2, 1), (3, 4)].map { threads, stride in
            let forest = ForestFire(graph: graph, states: [UInt8](repeating: 0, count: 3000), growth: 0.3)
            let integrator = RuleSteps<ForestFire>(streams: try RandomStreams(seed: 2), threads: threads)
            for time in Swift.stride(from: 0, to: 4, by: stride) {
                try integrator.advance(forest, from: Double(time), to: Double(time + stride))
            }
            #expect(integrator.stepCount == 4)
            return Array(forest.states.elements)
        }
        #expect(results[0] == results[1])
        #expect(results[0] == results[2])
        #expect(results[0].count { $0 == 1 } > 2000)
    }

    @Test("fields are set to what states can be, and steps are whole")
    func fieldsAndErrors() throws {
        let voters = TwoVoters(graph: try .ring(nodes: 3), opinions: [0, 1, 2])
        voters.setField(0, at: 1, to: 7)
        voters.setField(0, at: 2, to: 0.5)
        voters.setField(0, at: 0, to: 300)
        #expect(Array(voters.states.elements) == [0, 7, 2])
        #expect(Bool(number: 2) == nil && Bool(number: 1) == true && Double(number: .nan) == nil)
        let streams = try RandomStreams(seed: 1)
        #expect(throws: MonteCarloError.notWholeSweeps(step: 0.25)) {
            try RuleSweeps<TwoVoters>(streams: streams).advance(voters, from: 1, to: 1.25)
        }
        let forest = ForestFire(graph: try .ring(nodes: 3), states: [0, 0, 0], growth: 1)
        #expect(throws: MonteCarloError.notWholeSweeps(step: 0.25)) {
            try RuleSteps<ForestFire>(streams: streams).advance(forest, from: 1, to: 1.25)
        }
        #expect(Array(forest.states.elements) == [0, 0, 0])
    }
}
