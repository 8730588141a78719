import SimulationEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Phase oscillators on the vertices of a graph, coupled along its edges:
///
///     dθᵢ/dt = ωᵢ + K Σⱼ Aᵢⱼ sin(θⱼ − θᵢ)
///
/// with natural frequencies *ω*, coupling strength *K* and adjacency matrix *A*. The coupling is not divided by the
/// number of vertices or by degrees; on a complete graph of n vertices the usual mean-field model has *K*/n here.
///
/// The state is one column, the phase in radians, which is not reduced to one turn.
///
/// F. A. Rodrigues et al., *The Kuramoto model in complex networks*, Physics Reports 610 (2016) 1,
/// DOI 10.1016/j.physrep.2015.10.008.
public final class KuramotoModel: DifferentialEquations {
    /// The phases.
    public let state: StateVector

    /// The graph along whose edges the oscillators are coupled.
    public let graph: Graph

    /// The names of the vertices, where they have names.
    public let nodeNames: [String]?

    /// The coupling strength *K*, a parameter that can be changed during a run.
    public private(set) var coupling: Double

    /// The natural frequencies *ω*, in radians per unit of time.
    public let frequencies: [Double]

    private let sines: UnsafeMutableBufferPointer<Double>
    private let cosines: UnsafeMutableBufferPointer<Double>

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - vertexNames: The names of its vertices, if they have names.
    ///   - coupling: The coupling strength *K*.
    ///   - frequencies: A natural frequency for each vertex.
    ///   - phases: An initial phase for each vertex.
    /// - Throws: ``NetworkModelError`` if there are not as many frequencies, phases or names as vertices, or if numbers
    ///   are not finite.
    public init(
        graph: Graph, vertexNames: [String]? = nil, coupling: Double, frequencies: [Double], phases: [Double]
    ) throws(NetworkModelError) {
        try NetworkModelError.check(frequencies, of: "frequencies", vertexCount: graph.vertexCount)
        try NetworkModelError.check(phases, of: "phases", vertexCount: graph.vertexCount)
        guard coupling.isFinite else { throw .notFinite("coupling", value: coupling) }
        if let vertexNames, vertexNames.count != graph.vertexCount {
            throw .wrongCount(of: "names", count: vertexNames.count, vertexCount: graph.vertexCount)
        }
        self.graph = graph
        self.nodeNames = vertexNames
        self.coupling = coupling
        self.frequencies = frequencies
        state = StateVector(columnCount: 1, rowCount: graph.vertexCount)
        _ = state.elements.update(fromContentsOf: phases)
        sines = .allocate(capacity: graph.vertexCount)
        cosines = .allocate(capacity: graph.vertexCount)
        sines.initialize(repeating: 0)
        cosines.initialize(repeating: 0)
    }

    deinit {
        sines.deallocate()
        cosines.deallocate()
    }

    /// Computes the velocities of the phases.
    ///
    /// Since Σⱼ sin(θⱼ − θᵢ) = cos θᵢ Σⱼ sin θⱼ − sin θᵢ Σⱼ cos θⱼ, sines are taken once a vertex, and an edge costs two
    /// additions in each direction.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges.
    public func derivative(
        at time: Double, of phases: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>
    ) {
        for vertex in 0..<graph.vertexCount {
            sines[vertex] = sin(phases[vertex])
            cosines[vertex] = cos(phases[vertex])
        }
        graph.offsets.withUnsafeBufferPointer { offsets in
            graph.neighbours.withUnsafeBufferPointer { neighbours in
                for vertex in 0..<graph.vertexCount {
                    var sineSum = 0.0
                    var cosineSum = 0.0
                    for index in offsets[vertex]..<offsets[vertex + 1] {
                        let neighbour = Int(neighbours[index])
                        sineSum += sines[neighbour]
                        cosineSum += cosines[neighbour]
                    }
                    derivative[vertex] =
                        frequencies[vertex] + coupling * (cosines[vertex] * sineSum - sines[vertex] * cosineSum)
                }
            }
        }
    }
}

// MARK: - Nodes

extension KuramotoModel {
    /// The number of oscillators.
    public var nodeCount: Int { graph.vertexCount }

    /// The phase of an oscillator.
    public func nodeState(at node: Int) -> Double { state[0, node] }

    /// Copies phases.
    public func copyNodeStates(
        of nodes: UnsafeBufferPointer<Int>, into states: UnsafeMutableBufferPointer<Double>
    ) {
        copyField(0, of: nodes, into: states)
    }

    /// Sets the phase of an oscillator.
    public func setNodeState(_ phase: Double, at node: Int) { state[0, node] = phase }

    /// The coupling strength.
    public static var parameters: [String] { ["coupling"] }

    /// The coupling strength.
    public func parameter(at index: Int) -> Double { coupling }

    /// Sets the coupling strength.
    public func setParameter(_ value: Double, at index: Int) { coupling = value }

    /// The phase is all there is.
    public static var fields: [String] { ["phase"] }
}

// MARK: - Quantities

extension KuramotoModel {
    /// The quantities of coupled oscillators.
    public struct Quantities: QuantitySet {
        /// The phase order parameter *r* = |Σⱼ exp(iθⱼ)| / n: 1 if all phases are equal, near 0 if they are spread
        /// evenly.
        public let orderParameter = QuantityDefinition<KuramotoModel, Double>("order-parameter") { model in
            var sum = SIMD2<Double>.zero
            for phase in model.state.elements { sum += SIMD2(cos(phase), sin(phase)) }
            return (sum * sum).sum().squareRoot() / Double(model.nodeCount)
        }

        /// The order parameter.
        public var all: [any AnyQuantityDefinition<KuramotoModel>] { [orderParameter] }
    }

    /// The order parameter.
    public static var quantities: Quantities { Quantities() }
}
