import CMath
import Descriptions
import SimulationEngine

/// The Potts model: spins σ with one of q values on the vertices of a graph, with the energy
///
///     H = −J Σ wᵢⱼ δ(σᵢ, σⱼ)
///
/// where the sum goes over edges, with their weights *w*, 1 unless they have any. Boltzmann's constant is 1.
///
/// It is moved on by ``RuleSweeps``, by the rule of Metropolis or by heat bath, or by ``PottsClusters``.
///
/// F. Y. Wu, *The Potts model*, Reviews of Modern Physics 54 (1982) 235, DOI 10.1103/RevModPhys.54.235.
///
/// Memory: 1 byte a vertex besides the graph.
public final class PottsModel: AsynchronousRule, DescribedModel {
    /// As scenarios name it; the rule follows from the method.
    package static let component = Component<@Sendable (Graph, RandomStreams, Rule) throws -> PottsModel>(
        "potts", "spins that have one of several values, and act on neighbours of the same",
        equation: "H = −J Σ wᵢⱼ δ(σᵢ, σⱼ)",
        references: [
            Reference(
                "F. Y. Wu", "The Potts model", "Reviews of Modern Physics", "54", page: "235", year: 1982,
                doi: "10.1103/RevModPhys.54.235")
        ],
        Parameter("values", "the number q of values", in: 2...256).example(3),
        Parameter("temperature", "the temperature", .nonNegative).example(0.9),
        Parameter("coupling", "the coupling J of neighbours", default: 1)
    ) { valueCount, temperature, coupling in
        { graph, streams, rule in
            var random = streams.words(for: .initialState)
            let spins = (0..<graph.vertexCount).map { _ in UInt8(random.below(valueCount)) }
            return try PottsModel(
                graph: graph, values: valueCount, temperature: temperature, coupling: coupling, rule: rule, spins: spins
            )
        }
    }

    /// The component without what it makes.
    package static var description: ComponentDescription { component.description }

    /// The state of a vertex: the value of its spin.
    public typealias NodeState = UInt8

    /// How a spin is updated. Both rules have the Boltzmann distribution as their equilibrium.
    public enum Rule: String, CaseIterable, Sendable {
        /// Another value is proposed, and accepted with the probability min(1, exp(−ΔE / T)).
        case metropolis

        /// The value is drawn from its distribution given the neighbours.
        case heatBath = "heat-bath"
    }

    /// The graph along whose edges spins are coupled.
    public let graph: Graph

    /// The spins, from 0 to q − 1.
    public let states: VertexStates<UInt8>

    /// The number q of values.
    public let valueCount: Int

    /// How a spin is updated.
    public let rule: Rule

    /// The temperature, 0 or greater.
    public private(set) var temperature: Double

    /// The coupling *J*: spins become alike if it is positive.
    public private(set) var coupling: Double

    /// The contribution of the neighbours of a spin to each value.
    private let support: ScratchMemory<Double>

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - graph: The graph, whose edges have no direction and join no vertex to itself.
    ///   - valueCount: The number q of values, from 2 to 256.
    ///   - temperature: The temperature; it may be 0 or infinite.
    ///   - coupling: The coupling *J*.
    ///   - rule: How a spin is updated.
    ///   - spins: A spin for each vertex, below q.
    /// - Throws: ``MonteCarloError`` if there is no vertex, not one spin for each, if edges have a direction or join a
    ///   vertex to itself, or if a number is out of range.
    public init(
        graph: Graph, values valueCount: Int, temperature: Double, coupling: Double = 1, rule: Rule = .metropolis,
        spins: [UInt8]
    ) throws(MonteCarloError) {
        guard !graph.isDirected else { throw .needsUndirectedGraph(model: "the Potts model") }
        try MonteCarloError.checkNoLoops(in: graph, of: "the Potts model")
        try MonteCarloError.check(Double(valueCount), "the number of values", in: 2...256)
        try Self.check(spins, below: valueCount, for: graph)
        self.graph = graph
        self.valueCount = valueCount
        self.rule = rule
        self.temperature = temperature
        self.coupling = coupling
        states = VertexStates(spins)
        support = ScratchMemory(count: valueCount, repeating: 0)
        try checkParameters()
    }

    /// The temperature of the phase transition on the infinite square lattice for the coupling 1, 1 / ln(1 + √q).
    public static func criticalTemperature(values valueCount: Int) -> Double {
        1 / log(1 + Double(valueCount).squareRoot())
    }

    func checkParameters() throws(MonteCarloError) {
        try MonteCarloError.check(temperature: temperature)
        try MonteCarloError.check(finite: coupling, "the coupling")
    }

    /// Looks whether the parameters can be.
    public func prepareStep() throws { try checkParameters() }

    /// The energy *H*.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges.
    public var totalEnergy: Double {
        let elements = states.elements
        return graph.withAdjacency { adjacency in
            var sum = 0.0
            for vertex in 0..<states.count {
                for index in adjacency.range(of: vertex)
                where elements[Int(adjacency.neighbours[index])] == elements[vertex] {
                    sum += adjacency.weights?[index] ?? 1
                }
            }
            return -coupling * sum / 2
        }
    }
}

// MARK: - Updates

extension PottsModel {
    /// Updates a spin.
    ///
    /// - Complexity: O(d + q) for d neighbours.
    public func update(_ vertex: Int, _ random: inout RandomWords) {
        sumUp(around: vertex)
        switch rule {
        case .metropolis: propose(vertex, &random)
        case .heatBath: draw(vertex, &random)
        }
    }

    /// Sets `support` to the sums of couplings to the neighbours of each value.
    private func sumUp(around vertex: Int) {
        let support = support.pointer
        for value in 0..<valueCount { support[value] = 0 }
        let rows = graph.outgoing
        for index in rows.range(of: vertex) {
            support[Int(states.elements[Int(rows.vertices[index])])] += coupling * (rows.weights?[index] ?? 1)
        }
    }

    private func propose(_ vertex: Int, _ random: inout RandomWords) {
        let old = Int(states.elements[vertex])
        let new = (old + 1 + random.below(valueCount - 1)) % valueCount
        let gain = support.pointer[new] - support.pointer[old]
        // Drawn even where the value is certain to be taken, so that a change leaves the luck of later updates as it is.
        let level = random.uniform()
        guard gain >= 0 || level < exp(gain / temperature) else { return }
        states.elements[vertex] = UInt8(new)
    }

    private func draw(_ vertex: Int, _ random: inout RandomWords) {
        let support = support.pointer
        var greatest = support[0]
        for value in 1..<valueCount { greatest = max(greatest, support[value]) }
        var sum = 0.0
        for value in 0..<valueCount {
            support[value] = support[value] == greatest ? 1 : exp((support[value] - greatest) / temperature)
            sum += support[value]
        }
        var level = random.uniform() * sum
        var value = 0
        // The last value that can be drawn, should rounding lead beyond it.
        var last = 0
        while value < valueCount {
            if support[value] > 0 { last = value }
            level -= support[value]
            if level < 0 { break }
            value += 1
        }
        states.elements[vertex] = UInt8(last)
    }

    /// Sets a spin, if it can have the value.
    public func setNodeState(_ state: UInt8, at node: Int) {
        if Int(state) < valueCount { states[node] = state }
    }
}

// MARK: - Parameters and quantities

extension PottsModel {
    package static let names = ModelNames(fields: ["state"], parameters: ["temperature", "coupling"])

    /// The value is all there is.
    public var fields: [String] { Self.names.fields }

    /// Temperature or coupling.
    public func parameter(at index: Int) -> Double { index == 0 ? temperature : coupling }

    /// Sets temperature or coupling. A value that cannot be is reported by the next step.
    public func setParameter(_ value: Double, at index: Int) {
        if index == 0 { temperature = value } else { coupling = value }
    }

    /// The quantities of Potts spins, each divided by their number.
    public struct Quantities: QuantitySet {
        /// The energy per spin.
        public let energy = QuantityDefinition<PottsModel, Double>("energy") { model in
            model.totalEnergy / Double(model.nodeCount)
        }

        /// The order parameter (q ρ − 1) / (q − 1) with the part ρ of spins that have the most frequent value.
        public let magnetisation = QuantityDefinition<PottsModel, Double>("magnetisation") { model in
            let count = Double(model.valueCount)
            return (count * model.greatestShare - 1) / (count - 1)
        }

        /// Both.
        public var all: [any AnyQuantityDefinition<PottsModel>] { [energy, magnetisation] }
    }

    /// The quantities of Potts spins, each divided by their number.
    public static var quantities: Quantities { Quantities() }
}
