import Descriptions
import SimulationEngine

/// The bounded-confidence model of Hegselmann and Krause: all vertices at once take the mean of their own opinion and those of
/// their neighbours that differ from it by no more than the tolerance.
///
/// An edge acts on the vertex to which it leads; its weight does not matter.
///
/// R. Hegselmann and U. Krause, *Opinion dynamics and bounded confidence: models, analysis and simulation*, Journal of
/// Artificial Societies and Social Simulation 5 (2002) 3, https://www.jasss.org/5/3/2.html.
///
/// Memory: 16 bytes a vertex besides the graph.
public final class HegselmannKrauseModel: SynchronousRule, NamedRule {
    /// As scenarios name it.
    package static let component = Component<RuleMaking<HegselmannKrauseModel>>(
        "hegselmann-krause",
        "opinions that become the mean of those around them that differ by no more than a tolerance",
        synonyms: ["bounded confidence"],
        references: [
            Reference(
                "R. Hegselmann and U. Krause",
                "Opinion dynamics and bounded confidence: models, analysis and simulation",
                "Journal of Artificial Societies and Social Simulation", "5", page: "3", year: 2002)
        ],
        UpdateRules.tolerance.example(0.15), UpdateRules.opinion
    ) { tolerance, opinion in
        RuleMaking { graph, streams in
            try HegselmannKrauseModel(
                graph: graph, opinions: streams.initialStates(opinion, of: graph), tolerance: tolerance)
        }
    }

    /// The state of a vertex: its opinion.
    public typealias NodeState = Double

    /// The graph along whose edges vertices act.
    public let graph: Graph

    /// The opinions.
    public let states: VertexStates<Double>

    /// The difference up to which opinions count, a parameter that can be changed during a run.
    public private(set) var tolerance: Double

    /// Creates a model.
    ///
    /// - Throws: ``MonteCarloError`` if there is no vertex, not one opinion for each, or if a number is out of range.
    public init(graph: Graph, opinions: [Double], tolerance: Double) throws(MonteCarloError) {
        try Self.check(opinions, tolerance: tolerance, for: graph)
        self.graph = graph
        self.tolerance = tolerance
        states = VertexStates(opinions)
    }

    /// Looks whether the tolerance can be.
    public func prepareStep() throws { try Self.check(tolerance: tolerance) }

    /// The mean of what a vertex listens to.
    public func next(
        _ vertex: Int, in states: Span<Double>, _ random: inout RandomWords
    ) -> Double {
        let own = states[unchecked: vertex]
        var (sum, count) = (own, 1.0)
        graph.forEachInNeighbour(of: vertex) { neighbour in
            guard abs(states[unchecked: neighbour] - own) <= tolerance else { return }
            sum += states[unchecked: neighbour]
            count += 1
        }
        return sum / count
    }

    package static let names = ModelNames(fields: ["state"], parameters: ["tolerance"])

    /// The tolerance.
    public func parameter(at index: Int) -> Double { tolerance }

    /// Sets the tolerance. A value that cannot be is reported by the next step.
    public func setParameter(_ value: Double, at index: Int) { tolerance = value }

    /// Mean, variance and clusters of opinions.
    public static var quantities: ContinuousOpinionQuantities<HegselmannKrauseModel> { ContinuousOpinionQuantities() }
}
