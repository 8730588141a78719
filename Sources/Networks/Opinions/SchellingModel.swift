import Descriptions
import SimulationEngine

/// Schelling's model of segregation: an agent of whose neighbours fewer than a wanted part are of its own group moves to a
/// random vacant vertex.
///
/// A state is 0 for a vacant vertex, else the number of the group. Vacant neighbours do not count, and an agent without
/// neighbours stays. An update concerns one random vertex. Weights of edges do not matter.
///
/// T. C. Schelling, *Dynamic models of segregation*, Journal of Mathematical Sociology 1 (1971) 143,
/// DOI 10.1080/0022250X.1971.9989794.
///
/// Memory: 1 byte a vertex and 4 bytes a vacant one besides the graph.
public final class SchellingModel: AsynchronousRule, NamedRule {
    /// As scenarios name it.
    package static let component = Component<RuleMaking<SchellingModel>>(
        "schelling", "agents who move where too few of their neighbours are of their own group",
        references: [
            Reference(
                "T. C. Schelling", "Dynamic models of segregation", "Journal of Mathematical Sociology", "1",
                page: "143",
                year: 1971, doi: "10.1080/0022250X.1971.9989794")
        ],
        Parameter("wanted", "the part of neighbours of its own group that an agent wants", .fraction).example(0.4),
        Parameter("groups", "the number of groups", in: 1...255, default: 2),
        Parameter("vacant", "the part of vertices that are vacant", .fraction, default: 0.1)
    ) { wanted, groups, vacant in
        let shares = [vacant] + [Double](repeating: (1 - vacant) / Double(groups), count: groups)
        return RuleMaking { graph, streams in
            try SchellingModel(graph: graph, states: streams.states(shares, of: graph), groups: groups, wanted: wanted)
        }
    }

    /// The state of a vertex: its group, or 0 if it is vacant.
    public typealias NodeState = UInt8

    /// The graph whose edges say which vertices are neighbours.
    public let graph: Graph

    /// The groups, from 1, or 0 where a vertex is vacant.
    public let states: VertexStates<UInt8>

    /// How many groups there are.
    public let groupCount: Int

    /// The part of neighbours of its own group that an agent wants, a parameter that can be changed during a run.
    public private(set) var wanted: Double

    var vacant: [Int32] = []

    /// True while `vacant` is up to date.
    var isVacantKnown = false

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - states: The group of each vertex, 0 where it is vacant.
    ///   - groupCount: How many groups there are, from 1 to 255.
    ///   - wanted: The part of neighbours of its own group that an agent wants.
    /// - Throws: ``MonteCarloError`` if there is no vertex, not one group for each, or if a number is out of range.
    public init(
        graph: Graph, states: [UInt8], groups groupCount: Int = 2, wanted: Double
    ) throws(MonteCarloError) {
        try MonteCarloError.check(Double(groupCount), "the number of groups", in: 1...255)
        try Self.check(states, below: groupCount + 1, for: graph)
        try MonteCarloError.check(wanted, "the wanted part", in: 0...1)
        self.graph = graph
        self.groupCount = groupCount
        self.wanted = wanted
        self.states = VertexStates(states)
    }

    /// Looks whether the wanted part can be, and where vertices are vacant.
    public func prepareStep() throws {
        try MonteCarloError.check(wanted, "the wanted part", in: 0...1)
        guard !isVacantKnown else { return }
        vacant = (0..<Int32(states.count)).filter { states.elements[Int($0)] == 0 }
        isVacantKnown = true
    }

    /// Has the agent at a vertex move if it wants to.
    public func update(_ vertex: Int, _ random: inout RandomWords) {
        guard !vacant.isEmpty, wantsToMove(vertex) else { return }
        let index = random.below(vacant.count)
        states.elements[Int(vacant[index])] = states.elements[vertex]
        states.elements[vertex] = 0
        vacant[index] = Int32(vertex)
    }

    private func wantsToMove(_ vertex: Int) -> Bool {
        guard let part = partOfOwnGroup(around: vertex) else { return false }
        return part < wanted
    }

    /// The part of the neighbours of an agent that are of its own group; `nil` if there is none or no agent.
    private func partOfOwnGroup(around vertex: Int) -> Double? {
        let elements = states.elements
        let own = elements[vertex]
        guard own != 0 else { return nil }
        var (alike, count) = (0, 0)
        graph.forEachInNeighbour(of: vertex) { neighbour in
            if elements[neighbour] != 0 { count += 1 }
            if elements[neighbour] == own { alike += 1 }
        }
        return count == 0 ? nil : Double(alike) / Double(count)
    }

    /// Sets a group, if there is one of that number, or makes a vertex vacant.
    public func setNodeState(_ state: UInt8, at node: Int) {
        guard Int(state) <= groupCount else { return }
        states[node] = state
        isVacantKnown = false
    }

    package static let names = ModelNames(fields: ["state"], parameters: ["wanted"])

    /// The wanted part of neighbours of the own group.
    public func parameter(at index: Int) -> Double { wanted }

    /// Sets the wanted part. A value that cannot be is reported by the next step.
    public func setParameter(_ value: Double, at index: Int) { wanted = value }

    /// The quantities of segregation.
    public struct Quantities: QuantitySet {
        /// The mean over agents with neighbours of the part of these that are of the same group.
        public let similarity = QuantityDefinition<SchellingModel, Double>("similarity") { model in
            let parts = (0..<model.states.count).compactMap { model.partOfOwnGroup(around: $0) }
            return parts.isEmpty ? 1 : parts.reduce(0, +) / Double(parts.count)
        }

        /// The part of agents that want to move.
        public let unhappy = QuantityDefinition<SchellingModel, Double>("unhappy") { model in
            let agents = model.states.elements.count { $0 != 0 }
            let unhappy = (0..<model.states.count).count { model.wantsToMove($0) }
            return agents == 0 ? 0 : Double(unhappy) / Double(agents)
        }

        /// Both.
        public var all: [any AnyQuantityDefinition<SchellingModel>] { [similarity, unhappy] }
    }

    /// The quantities of segregation.
    public static var quantities: Quantities { Quantities() }
}
