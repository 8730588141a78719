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
/// with natural frequencies *ω*, coupling strength *K* and adjacency matrix *A*: *Aᵢⱼ* is the weight of the edge from *j*
/// to *i*, 1 where edges have no weights. The coupling is not divided by the
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
    public var nodeNames: [String]? { graph.vertexNames }

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
    ///   - coupling: The coupling strength *K*.
    ///   - frequencies: A natural frequency for each vertex.
    ///   - phases: An initial phase for each vertex.
    /// - Throws: ``NetworkModelError`` if there are not as many frequencies or phases as vertices, or if numbers are not
    ///   finite.
    public init(
        graph: Graph, coupling: Double, frequencies: [Double], phases: [Double]
    ) throws(NetworkModelError) {
        try NetworkModelError.check(frequencies, of: "frequencies", vertexCount: graph.vertexCount)
        try NetworkModelError.check(phases, of: "phases", vertexCount: graph.vertexCount)
        guard coupling.isFinite else { throw .notFinite("coupling", value: coupling) }
        self.graph = graph
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
        if let weights = graph.incoming.weights {
            weights.withUnsafeBufferPointer { weights in setDerivative(derivative) { weights[$0] } }
        } else {
            setDerivative(derivative) { _ in 1 }
        }
    }

    @inline(__always)
    private func setDerivative(_ derivative: UnsafeMutablePointer<Double>, weight: (Int) -> Double) {
        let rows = graph.incoming
        rows.vertices.withUnsafeBufferPointer { neighbours in
            for vertex in 0..<rows.offsets.count - 1 {
                var sineSum = 0.0
                var cosineSum = 0.0
                for index in rows.range(of: vertex) {
                    let neighbour = Int(neighbours[index])
                    sineSum += weight(index) * sines[neighbour]
                    cosineSum += weight(index) * cosines[neighbour]
                }
                derivative[vertex] =
                    frequencies[vertex] + coupling * (cosines[vertex] * sineSum - sines[vertex] * cosineSum)
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
