import Descriptions
import SimulationEngine

/// The bounded-confidence model of Deffuant and others: a vertex meets a random neighbour, and if their opinions *x* differ
/// by less than the tolerance *ε*, they come nearer to each other,
///
///     xᵢ ← xᵢ + μ (xⱼ − xᵢ)    xⱼ ← xⱼ + μ (xᵢ − xⱼ)
///
/// so that the mean is conserved. Opinions that are drawn evenly from [0, 1] end in some 1/(2ε) large clusters.
/// Weights of edges do not matter.
///
/// G. Deffuant, D. Neau, F. Amblard and G. Weisbuch, *Mixing beliefs among interacting agents*, Advances in Complex Systems 3
/// (2000) 87, DOI 10.1142/S0219525900000078.
///
/// Memory: 8 bytes a vertex besides the graph.
public final class DeffuantModel: AsynchronousRule, NamedRule {
    /// As scenarios name it.
    package static let component = Component<RuleMaking<DeffuantModel>>(
        "deffuant", "opinions that come nearer to each other where they differ by less than a tolerance",
        equation: "xᵢ ← xᵢ + μ (xⱼ − xᵢ), xⱼ ← xⱼ + μ (xᵢ − xⱼ)",
        synonyms: ["bounded confidence"],
        references: [
            Reference(
                "G. Deffuant, D. Neau, F. Amblard and G. Weisbuch", "Mixing beliefs among interacting agents",
                "Advances in Complex Systems", "3", page: "87", year: 2000, doi: "10.1142/S0219525900000078")
        ],
        UpdateRules.tolerance.example(0.2),
        Parameter(
            "convergence", "the part of the difference by which each comes nearer", .between(0, 0.5), default: 0.5),
        UpdateRules.opinion
    ) { tolerance, convergence, opinion in
        RuleMaking { graph, streams in
            try DeffuantModel(
                graph: graph, opinions: streams.initialStates(opinion, of: graph), tolerance: tolerance,
                convergence: convergence)
        }
    }

    /// The state of a vertex: its opinion.
    public typealias NodeState = Double

    /// The graph along whose edges vertices meet.
    public let graph: Graph

    /// The opinions.
    public let states: VertexStates<Double>

    /// The difference *ε* below which opinions attract each other, a parameter that can be changed during a run.
    public private(set) var tolerance: Double

    /// The part *μ* of the difference by which each comes nearer.
    public private(set) var convergence: Double

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - graph: The graph, whose edges have no direction.
    ///   - opinions: An opinion for each vertex.
    ///   - tolerance: The tolerance *ε*, 0 or greater.
    ///   - convergence: The part *μ*, from 0 to 0.5.
    /// - Throws: ``MonteCarloError`` if there is no vertex, not one opinion for each, if edges have a direction, or if a
    ///   number is out of range.
    public init(
        graph: Graph, opinions: [Double], tolerance: Double, convergence: Double = 0.5
    ) throws(MonteCarloError) {
        guard !graph.isDirected else { throw .needsUndirectedGraph(model: "the Deffuant model") }
        try Self.check(opinions, tolerance: tolerance, for: graph)
        self.graph = graph
        self.tolerance = tolerance
        self.convergence = convergence
        states = VertexStates(opinions)
        try checkParameters()
    }

    private func checkParameters() throws(MonteCarloError) {
        try Self.check(tolerance: tolerance)
        try MonteCarloError.check(convergence, "the convergence", in: 0...0.5)
    }

    /// Looks whether the parameters can be.
    public func prepareStep() throws { try checkParameters() }

    /// Has a vertex meet a neighbour.
    public func update(_ vertex: Int, _ random: inout RandomWords) {
        guard let neighbour = graph.randomInNeighbour(of: vertex, &random) else { return }
        let elements = states.elements
        let difference = elements[neighbour] - elements[vertex]
        guard abs(difference) < tolerance else { return }
        elements[vertex] += convergence * difference
        elements[neighbour] -= convergence * difference
    }

    package static let names = ModelNames(fields: ["state"], parameters: ["tolerance", "convergence"])

    /// Tolerance or convergence.
    public func parameter(at index: Int) -> Double { index == 0 ? tolerance : convergence }

    /// Sets tolerance or convergence. A value that cannot be is reported by the next step.
    public func setParameter(_ value: Double, at index: Int) {
        if index == 0 { tolerance = value } else { convergence = value }
    }

    /// Mean, variance and clusters of opinions.
    public static var quantities: ContinuousOpinionQuantities<DeffuantModel> { ContinuousOpinionQuantities() }
}
