import Descriptions
import SimulationEngine

/// A Boolean network: each vertex becomes what its table says of the states of its inputs, all at once.
///
/// The inputs of a vertex are the vertices from which edges lead to it, in ascending order; the first is the lowest bit of the
/// number of an entry of the table. Weights of edges do not matter.
///
/// S. A. Kauffman, *Metabolic stability and epigenesis in randomly constructed genetic nets*, Journal of Theoretical Biology 22
/// (1969) 437, DOI 10.1016/0022-5193(69)90015-0.
///
/// Memory: 2 bytes a vertex and 1 byte an entry of a table besides the graph.
public final class BooleanNetwork: SynchronousRule, NamedRule {
    /// As scenarios name it.
    package static let component = Component<RuleMaking<BooleanNetwork>>(
        "boolean-network", "nodes that become what their tables say of their inputs",
        references: [
            Reference(
                "S. A. Kauffman", "Metabolic stability and epigenesis in randomly constructed genetic nets",
                "Journal of Theoretical Biology", "22", page: "437", year: 1969, doi: "10.1016/0022-5193(69)90015-0")
        ],
        tables.optional,
        Parameter("bias", "the probability of 1 in random tables", .fraction).alternative(to: "tables", default: 0.5),
        UpdateRules.cells("active", default: .part(0.5))
    ) { tables, bias, cells in
        guard tables == nil || bias == nil else {
            throw ParameterError.unfit("bias", because: "is that of random tables, but there are 'tables'")
        }
        return RuleMaking { graph, streams in
            let tables =
                try tables?.map { $0.map { $0 == 1 } } ?? randomTables(of: graph, bias: bias ?? 0.5, from: streams)
            return try BooleanNetwork(graph: graph, tables: tables, states: streams.cells(cells, of: graph))
        }
    }

    private static let tables = Parameter<[[Int]]>(
        "tables", "for each node the entries, 0 or 1, for all states of its inputs",
        kind: .list(
            of: .list(of: .integer(0...1), count: 1...1 << greatestInputCount), count: 0...ParameterKind.greatestCount))

    /// A gene may regulate itself.
    package static var allowedEdges: Graph.AllowedEdges { [.loops, .multipleEdges] }

    /// The state of a vertex.
    public typealias NodeState = Bool

    /// The graph, whose edges lead from inputs.
    public let graph: Graph

    /// The states.
    public let states: VertexStates<Bool>

    private let entries: [Bool]

    /// Where the table of each vertex begins.
    private let starts: [Int]

    /// The greatest number of inputs, which makes tables of 2²⁰ entries.
    public static let greatestInputCount = 20

    /// Creates a network.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - tables: For each vertex a table of 2ᵏ entries for its k inputs.
    ///   - states: A state for each vertex.
    /// - Throws: ``MonteCarloError`` if there is no vertex, not one state or table for each, or if a table has a wrong length.
    public init(graph: Graph, tables: [[Bool]], states: [Bool]) throws(MonteCarloError) {
        try Self.check(states, for: graph)
        try MonteCarloError.check(count: tables.count, of: "tables", vertexCount: graph.vertexCount)
        var starts = [0]
        for (vertex, table) in tables.enumerated() {
            try Self.check(inputCount: graph.inDegree(of: vertex))
            let count = 1 << graph.inDegree(of: vertex)
            guard table.count == count else {
                throw .wrongTableLength(table.count, vertex: vertex, inputCount: graph.inDegree(of: vertex))
            }
            starts.append(starts[vertex] + count)
        }
        self.graph = graph
        self.starts = starts
        self.states = VertexStates(states)
        entries = tables.flatMap { $0 }
    }

    /// A random network in which each vertex has the same number of different inputs, and tables of independent entries.
    ///
    /// - Parameters:
    ///   - nodes: The number of vertices.
    ///   - inputs: The number of inputs of each, which may be the vertex itself.
    ///   - bias: The probability of an entry of a table to be true.
    ///   - streams: The random numbers.
    /// - Returns: The network, with states that are true or false with the same probability.
    /// - Throws: ``MonteCarloError`` if a number is out of range, `GraphError` if there are too many edges.
    /// - Complexity: O(n (k + 2ᵏ)) for n vertices and k inputs.
    public static func random(
        nodes: Int, inputs: Int, bias: Double = 0.5, from streams: RandomStreams
    ) throws -> BooleanNetwork {
        guard nodes > 0 else { throw MonteCarloError.noVertices }
        try check(inputCount: inputs)
        try MonteCarloError.check(Double(inputs), "the number of inputs", in: 0...Double(nodes))
        let graph = try Graph.randomInputs(nodes: nodes, inputs: inputs, from: streams)
        var random = streams.words(for: .initialState)
        let states = (0..<nodes).map { _ in random.next() & 1 == 1 }
        let tables = try randomTables(of: graph, bias: bias, from: streams)
        return try BooleanNetwork(graph: graph, tables: tables, states: states)
    }

    /// For each vertex of a graph a table of independent entries.
    ///
    /// - Parameters:
    ///   - graph: The graph, whose edges lead from inputs.
    ///   - bias: The probability of an entry to be true.
    ///   - streams: The random numbers.
    /// - Returns: The tables.
    /// - Throws: ``MonteCarloError`` if the bias is out of range, if a vertex has more than ``greatestInputCount`` inputs, or if
    ///   the machine has no memory for so many entries.
    /// - Complexity: O(Σ 2ᵏ) for k inputs of each vertex.
    public static func randomTables(
        of graph: Graph, bias: Double = 0.5, from streams: RandomStreams
    ) throws(MonteCarloError) -> [[Bool]] {
        try MonteCarloError.check(bias, "the bias", in: 0...1)
        var entryCount = 0.0
        for vertex in 0..<graph.vertexCount {
            try check(inputCount: graph.inDegree(of: vertex))
            entryCount += Double(1 << graph.inDegree(of: vertex))
        }
        // They are put together into one array.
        try MonteCarloError.check(memory: 2 * entryCount, of: "a Boolean network with tables for so many inputs")
        var random = streams.words(for: .parameter(0))
        var tables: [[Bool]] = []
        for vertex in 0..<graph.vertexCount {
            tables.append((0..<1 << graph.inDegree(of: vertex)).map { _ in random.uniform() < bias })
        }
        return tables
    }

    private static func check(inputCount: Int) throws(MonteCarloError) {
        try MonteCarloError.check(Double(inputCount), "the number of inputs", in: 0...Double(greatestInputCount))
    }

    /// The next state of a vertex.
    public func next(_ vertex: Int, in states: Span<Bool>, _ random: inout RandomWords) -> Bool {
        var (entry, bit) = (0, 1)
        graph.forEachInNeighbour(of: vertex) { input in
            if states[unchecked: input] { entry |= bit }
            bit <<= 1
        }
        return entries[starts[vertex] + entry]
    }

    /// The part of vertices that are true.
    public static var quantities: CellQuantities<BooleanNetwork> { CellQuantities() }
}
