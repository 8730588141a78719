import SimulationEngine

/// An error in a Monte Carlo or discrete-time model of a network, or in how it is moved on.
public enum MonteCarloError: Error, Equatable, Sendable {
    /// There must be one for each vertex.
    case wrongCount(of: String, count: Int, vertexCount: Int)

    /// A temperature must be 0 or greater; it may be infinite.
    case invalidTemperature(Double)

    /// A number must be finite.
    case notFinite(String, value: Double)

    /// A number of things is negative, or greater than that of all vertices of a graph can be.
    case invalidCount(String, Int)

    /// A number must be within bounds.
    case outOfRange(String, value: Double, lowest: Double, greatest: Double)

    /// An edge of the model acts in both directions with the same strength.
    case needsUndirectedGraph(model: String)

    /// No edge may join a vertex to itself.
    case loop(vertex: Int, model: String)

    /// The vertices cannot be coloured with two colours so that no edge joins two of the same: an odd cycle leads through
    /// this one.
    case notBipartite(vertex: Int)

    /// There must be at least one vertex.
    case noVertices

    /// A rule of an automaton is written as `B3/S23`.
    case invalidRule(String)

    /// An elementary automaton lives on a ring.
    case noRing

    /// No cell has as many neighbours as a rule says.
    case unreachableRule(neighbours: Int, greatest: Int)

    /// A table must have an entry for each pattern of inputs.
    case wrongTableLength(Int, vertex: Int, inputCount: Int)

    /// Couplings must attract where clusters of equal spins are changed.
    case repulsion(Double)

    /// There must be at least one cluster in a unit of time.
    case invalidClusterCount(Int)

    /// A step of the simulation must be a whole number of sweeps.
    case notWholeSweeps(step: Double)

    /// The model needs more memory than there can be: see `MemoryLimit`.
    case notEnoughMemory(MemoryShortage)
}

extension MonteCarloError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .wrongCount(let what, let count, let vertexCount):
            "there are \(count) \(what), but \(vertexCount) vertices: there must be one for each vertex"
        case .invalidTemperature(let value):
            "the temperature is \(value), but must be 0 or greater"
        case .notFinite(let what, let value):
            "\(what) is \(value), but must be a finite number"
        case .invalidCount(let what, let count):
            "the number of \(what) is \(count), but must be from 0 to \(Int32.max)"
        case .outOfRange(let what, let value, let lowest, let greatest):
            "\(what) is \(value.plain), but must be between \(lowest.plain) and \(greatest.plain)"
        case .needsUndirectedGraph(let model):
            "the edges of the graph have directions, but those of \(model) act both ways: the graph must be undirected"
        case .loop(let vertex, let model):
            "an edge joins vertex \(vertex) to itself, which means nothing for \(model): the graph must have no loops"
        case .notBipartite(let vertex):
            "a cycle of odd length leads through vertex \(vertex), so that the vertices have no checkerboard order: "
                + "update them in random or sequential order"
        case .repulsion(let strength):
            "a coupling is \(strength), but clusters need couplings that attract: update single spins"
        case .invalidRule(let text):
            "'\(text)' is not a rule: write the numbers of living neighbours with which a cell is born and survives as in "
                + "B3/S23"
        case .noRing: "an elementary automaton lives on a ring: the graph must be one, such as 'ring' makes"
        case .unreachableRule(let count, let greatest):
            "the rule says what \(count) neighbours do, but no cell has more than \(greatest)"
        case .wrongTableLength(let count, let vertex, let inputCount):
            "the table of vertex \(vertex) has \(count) entries, but must have \(1 << inputCount) for \(inputCount) inputs"
        case .noVertices:
            "the graph has no vertices, but there must be at least one"
        case .invalidClusterCount(let count):
            "there are \(count) clusters in a unit of time, but must be at least 1"
        case .notWholeSweeps(let step):
            "a step is \(step.plain) long, but time counts sweeps: it must be a whole number"
        case .notEnoughMemory(let shortage):
            shortage.description
        }
    }
}

extension MonteCarloError {
    static func check(
        _ value: Double, _ what: String, in range: ClosedRange<Double>
    ) throws(MonteCarloError) {
        guard range.contains(value) else {
            throw .outOfRange(what, value: value, lowest: range.lowerBound, greatest: range.upperBound)
        }
    }

    static func checkNoLoops(in graph: Graph, of model: String) throws(MonteCarloError) {
        if let vertex = (0..<graph.vertexCount).first(where: { graph.hasEdge(from: $0, to: $0) }) {
            throw .loop(vertex: vertex, model: model)
        }
    }

    static func check(finite value: Double, _ what: String) throws(MonteCarloError) {
        guard value.isFinite else { throw .notFinite(what, value: value) }
    }

    static func check(temperature: Double) throws(MonteCarloError) {
        guard temperature >= 0 else { throw .invalidTemperature(temperature) }
    }

    static func check(count: Int, of what: String, vertexCount: Int) throws(MonteCarloError) {
        guard count == vertexCount else { throw .wrongCount(of: what, count: count, vertexCount: vertexCount) }
    }

    /// Looks whether the machine has as much memory as a model needs, whether it is free or not.
    package static func check(memory bytes: Double, of subject: String) throws(MonteCarloError) {
        if let shortage = MemoryShortage(of: subject, bytes: bytes) { throw .notEnoughMemory(shortage) }
    }

    /// Checks the number of things of a kind.
    static func check(count: Int, of things: String) throws(MonteCarloError) {
        guard (0...Int(Int32.max)).contains(count) else { throw .invalidCount(things, count) }
    }

    /// The number of sweeps from one time to another.
    @usableFromInline
    static func sweeps(from start: Double, to end: Double) throws(MonteCarloError) -> Int {
        let count = (end - start).rounded()
        // Times are the nearest doubles to multiples of the step.
        guard count >= 1, abs(end - start - count) < 1e-6, count < 0x1p53 else {
            throw .notWholeSweeps(step: end - start)
        }
        return Int(count)
    }
}
