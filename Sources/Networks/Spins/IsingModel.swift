import Descriptions
import SimulationEngine

/// The Ising model: spins s = ±1 on the vertices of a graph, with the energy
///
///     H = −J Σ wᵢⱼ sᵢ sⱼ − Σ (h + hᵢ) sᵢ
///
/// where the first sum goes over edges, with the weights *w* of the edges (1 unless they have any), a field *h*, and a
/// field *hᵢ* of each vertex (0 unless given). Boltzmann's constant is 1.
///
/// It is moved on by ``SpinSweeps`` or ``WolffClusters``; time counts sweeps. Temperature, coupling and field can be changed
/// during a run. On a square torus of even sides, ``SpinSweeps`` in the order of a checkerboard works on 64 spins at a time;
/// only time tells the difference.
///
/// E. Ising, Zeitschrift für Physik 31 (1925) 253, DOI 10.1007/BF02980577.
///
/// Memory: 1 byte a vertex besides the graph, 1 bit more on a square torus, and 8 bytes where vertices have fields.
public final class IsingModel: SimulationModel, GraphModel, DescribedModel {
    /// As scenarios name it.
    package static let component = Component<@Sendable (Graph, RandomStreams) throws -> IsingModel>(
        "ising", "spins that point up or down, each of which acts on its neighbours",
        equation: "H = −J Σ wᵢⱼ sᵢ sⱼ − Σ (h + hᵢ) sᵢ",
        references: [
            Reference(
                "E. Ising", "Beitrag zur Theorie des Ferromagnetismus", "Zeitschrift für Physik", "31", page: "253",
                year: 1925, doi: "10.1007/BF02980577")
        ],
        Parameter("temperature", "the temperature", .nonNegative).example(2.2),
        Parameter("coupling", "the coupling J of neighbours", default: 1),
        Parameter("field", "the field h", default: 0),
        Parameter(nodes: "local-field", "a field hᵢ of each node in addition").optional,
        Parameter<WordOr<Double>>(
            "spins", "how spins point at the beginning, or the part that points up",
            kind: .word(["random", "up", "down"], or: .number(.fraction)), default: .word("random"))
    ) { temperature, coupling, field, localField, spins in
        let partUp =
            switch spins {
            case .value(let part): part
            case .word("up"): 1.0
            case .word("down"): 0.0
            case .word: 0.5
            }
        return { graph, streams in
            try IsingModel(
                graph: graph, temperature: temperature, coupling: coupling, field: field,
                localFields: localField.map {
                    streams.numbers(from: $0, for: .localFields, nodeCount: graph.vertexCount)
                },
                spins: Spin.random(count: graph.vertexCount, partUp: partUp, from: streams))
        }
    }

    /// The component without what it makes.
    package static var description: ComponentDescription { component.description }

    /// The graph along whose edges spins are coupled.
    public let graph: Graph

    /// The temperature, 0 or greater.
    public private(set) var temperature: Double

    /// The coupling *J*: spins align if it is positive.
    public private(set) var coupling: Double

    /// The field *h*.
    public private(set) var field: Double

    /// The fields *hᵢ* of the vertices, if they have any.
    public let localFields: [Double]?

    let spins: SpinStore

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - graph: The graph, whose edges have no direction and join no vertex to itself.
    ///   - temperature: The temperature; it may be 0 or infinite.
    ///   - coupling: The coupling *J*.
    ///   - field: The field *h*.
    ///   - localFields: A field *hᵢ* for each vertex.
    ///   - spins: A spin for each vertex.
    /// - Throws: ``MonteCarloError`` if there is no vertex, not one spin or field for each, if edges have a direction or join
    ///   a vertex to itself, or if a number is out of range.
    /// - Complexity: O(n) for n vertices.
    public init(
        graph: Graph, temperature: Double, coupling: Double = 1, field: Double = 0, localFields: [Double]? = nil,
        spins: [Spin]
    ) throws(MonteCarloError) {
        guard graph.vertexCount > 0 else { throw .noVertices }
        guard !graph.isDirected else { throw .needsUndirectedGraph(model: "the Ising model") }
        try MonteCarloError.checkNoLoops(in: graph, of: "the Ising model")
        try MonteCarloError.check(count: spins.count, of: "spins", vertexCount: graph.vertexCount)
        try MonteCarloError.check(temperature: temperature)
        try MonteCarloError.check(finite: coupling, "the coupling")
        try MonteCarloError.check(finite: field, "the field")
        if let localFields {
            try MonteCarloError.check(count: localFields.count, of: "fields", vertexCount: graph.vertexCount)
            for value in localFields { try MonteCarloError.check(finite: value, "the field of a vertex") }
        }
        self.graph = graph
        self.temperature = temperature
        self.coupling = coupling
        self.field = field
        self.localFields = localFields
        self.spins = SpinStore(spins, torus: localFields == nil ? SquareTorus(graph) : nil)
    }

    /// The temperature of the phase transition on the infinite square lattice for the coupling 1, 2 / ln(1 + √2).
    ///
    /// L. Onsager, Physical Review 65 (1944) 117, DOI 10.1103/PhysRev.65.117.
    public static let criticalTemperature = 2.269185314213022

    /// Checks what may have been set during a run.
    func checkParameters() throws(MonteCarloError) {
        try MonteCarloError.check(temperature: temperature)
        try MonteCarloError.check(finite: coupling, "the coupling")
        try MonteCarloError.check(finite: field, "the field")
    }
}

// MARK: - Nodes

extension IsingModel {
    /// The number of spins.
    public var nodeCount: Int { graph.vertexCount }

    /// The names of the vertices, where they have names.
    public var nodeNames: [String]? { graph.vertexNames }

    /// A spin.
    public func nodeState(at node: Int) -> Spin { spins[node] > 0 ? .up : .down }

    /// Copies spins.
    public func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<Spin>) {
        forEachSpin(of: nodes) { states[$0] = $1 > 0 ? .up : .down }
    }

    /// Sets a spin.
    public func setNodeState(_ state: Spin, at node: Int) { spins[node] = state.rawValue }

    package static let names = ModelNames(fields: ["spin"], parameters: ["temperature", "field", "coupling"])

    /// Copies spins as the numbers −1 and 1.
    public func copyField(_ field: Int, of nodes: Span<Int>, into values: inout MutableSpan<Double>) {
        forEachSpin(of: nodes) { values[$0] = Double($1) }
    }

    /// Copies spins as the numbers −1 and 1.
    public func copyField(_ field: Int, in states: Span<Spin>, into values: inout MutableSpan<Double>) {
        for position in states.indices { values[position] = Double(states[position].rawValue) }
    }

    /// Calls a closure with the position of each node and its spin.
    @inline(__always)
    private func forEachSpin(of nodes: Span<Int>, _ body: (Int, Int8) -> Void) {
        // Few are looked up where they are, for many all are unpacked.
        if nodes.count < spins.count / 64 {
            for position in nodes.indices { body(position, spins[nodes[position]]) }
        } else {
            let bytes = spins.readBytes()
            for position in nodes.indices { body(position, bytes[nodes[position]]) }
        }
    }
}

extension IsingModel: SettableFields {
    /// Sets a spin to −1 or 1. It stays as it is for any other number.
    public func setField(_ field: Int, at node: Int, to value: Double) {
        guard let number = Int8(exactly: value), let spin = Spin(rawValue: number) else { return }
        setNodeState(spin, at: node)
    }
}

// MARK: - Parameters

extension IsingModel {
    /// Temperature, field or coupling.
    public func parameter(at index: Int) -> Double { [temperature, field, coupling][index] }

    /// Sets temperature, field or coupling. A value that cannot be is reported by the next step.
    public func setParameter(_ value: Double, at index: Int) {
        switch index {
        case 0: temperature = value
        case 1: field = value
        default: coupling = value
        }
    }
}
