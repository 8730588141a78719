import Networks
import ObserverCore
import SimulationEngine
import TestSupport
import Testing

/// What the page of the module shows is what is compiled and run here.
@Suite struct ArticleTests {
    private final class Watcher: Observer { let receiver = Receiver() }

    struct Rumours: NetworkDynamics {
        static let name = "rumours"
        static let variables = [VertexVariable("belief", initial: 0.01, range: 0...1)]
        static let parameters = [VertexParameter("doubt", "the rate of forgetting", .nonNegative, \Rumours.doubt)]

        var doubt = 1.0

        func influence(of neighbour: Double, on state: Double) -> Double { neighbour }

        func rate(of state: Double, input: Double, at time: Double) -> Double { (1 - state) * input - doubt * state }
    }

    // swift-format-ignore
    private
    enum Rumour: String, Compartment { case ignorant, spreader, stifler }

    @Test("the examples of the page are these")
    func page() throws {
        try expectSwiftExamples(of: "Sources/Networks/Networks.docc/Networks.md")
    }

    @Test("all public types are listed")
    func topics() throws {
        try expectTopics(coverTypesOf: "Networks")
    }

    // swift-format-ignore
    @Test("an outbreak is heard of by those who watch the infected", .tracksLifetimes)
    func outbreak() throws {
        let watcher = Watcher()
        var joined = 0
        var left = 0
        var path: [SIRCompartment] = []
        func print(_ word: String, _ node: Int, _ membership: NodeChange<SIRCompartment>.Membership) {
            if membership == .joined { joined += 1 } else { left += 1 }
        }
        func print(_ word: String, _ old: SIRCompartment, _ new: SIRCompartment) { path += [new] }

        let network = try Graph.barabasiAlbert(nodes: 1000, edgesPerNode: 5, from: RandomStreams(seed: 1))
        let states = (0..<1000).map { $0 < 10 ? SIRCompartment.infected : .susceptible }
        let rates = try TransitionTable.sir(infection: 0.3, recovery: 1)
        let epidemic = try CompartmentModel(graph: network, transitions: rates, states: states)
        let events = try EventDrivenIntegrator<SIRCompartment>(streams: RandomStreams(seed: 2))
        let outbreak = try Simulation(epidemic, integrator: events, step: 0.1)
        _ = track(outbreak)
        watcher.observe(outbreak.group { $0.isInfected }) { change in print("infected", change.node, change.membership) }
        watcher.observe(outbreak.nodes[17].state) { update in print("17", update.old, update.new) }
        try outbreak.run(until: 10)
        #expect(10 + joined - left == epidemic.count(of: .infected))
        #expect(left > 100 && path.count <= 2)
        #expect(!SEIRCompartment.exposed.isInfected && SICompartment.infected.isInfected)
    }

    /// On a ring, where each has two neighbours, 0 = (1 − x) 2 x − d x has the stable solution x = 1 − d / 2.
    @Test("equations of one's own come to rest where they should", .tracksLifetimes)
    func equations() throws {
        let beliefs = [1] + Array(repeating: 0.0, count: 9)
        let village = try CoupledDynamics(graph: .ring(nodes: 10), Rumours(doubt: 0.5), states: beliefs)
        let talk = try Simulation(village, integrator: RungeKutta4(), step: 0.1)
        _ = track(talk)
        try talk.run(until: 5)
        try talk.run(until: 60)
        for node in talk.nodes { #expect(abs(node.state.value - 0.75) < 1e-9) }

        let doubts = try Equations(
            variables: [VertexVariable("belief", range: 0...1)],
            parameters: [EquationParameter("doubt", 0.5, .nonNegative)],
            edges: ["heard": .sum("from.belief")], rates: ["belief": "(1 - belief) * heard - doubt * belief"])
        let hamlet = try EquationModel<SIMD2<Double>>(doubts, on: .ring(nodes: 10), initial: ["belief": beliefs])
        let tattle = try Simulation(hamlet, integrator: RungeKutta4(), step: 0.1)
        try tattle.run(until: 5)
        try tattle.run(until: 60)
        for node in tattle.nodes { #expect(abs(node.state.value.x - 0.75) < 1e-9) }
    }

    @Test("compartments of one's own go where the table leads", .tracksLifetimes)
    func compartments() throws {
        let hearsay = try TransitionTable<Rumour>([
            .contact(from: .ignorant, to: .spreader, with: .spreader, rate: 1),
            .contact(from: .spreader, to: .stifler, with: .spreader, rate: 0.5),
            .spontaneous(from: .spreader, to: .stifler, rate: 0.1),
        ])
        let people = [Rumour.spreader] + Array(repeating: .ignorant, count: 9)
        let town = try CompartmentModel(graph: .complete(nodes: 10), transitions: hearsay, states: people)
        let gossip = try Simulation(town, integrator: EventDrivenIntegrator(streams: RandomStreams(seed: 3)), step: 1)
        _ = track(gossip)
        try gossip.run(until: 5)
        try gossip.run(until: 1000)
        #expect(town.count(of: .spreader) == 0)
        #expect(town.count(of: .stifler) + town.count(of: .ignorant) == 10)
    }
}
