import Descriptions

/// Opinions that approach those of neighbours, and are held back by one's own prejudice:
///
///     dxᵢ/dt = a Σⱼ wᵢⱼ (xⱼ − xᵢ) + sᵢ (uᵢ − xᵢ)
///
/// with the rate *a*, the stubbornness *s*, which is 0 unless given, and the prejudice *u*. Without stubbornness all opinions of a
/// connected undirected graph approach the mean of the first ones, the slowest difference with the rate *a λ₂*, where *λ₂* is the
/// least eigenvalue above 0 of the Laplacian. Where some are stubborn with different prejudices, opinions remain divided.
///
/// R. Olfati-Saber, J. A. Fax and R. M. Murray, *Consensus and cooperation in networked multi-agent systems*, Proceedings of the
/// IEEE 95 (2007) 215, DOI 10.1109/JPROC.2006.887293; with stubbornness: M. Taylor, *Towards a mathematical theory of influence
/// and attitude change*, Human Relations 21 (1968) 121, DOI 10.1177/001872676802100202.
public struct Consensus: NetworkDynamics, DescribedDynamics {
    /// `consensus`.
    public static let name = "consensus"

    package static let summary = "opinions that approach those of neighbours"

    /// Its equations.
    package static let equation: String? =
        "dxᵢ/dt = a Σⱼ wᵢⱼ (xⱼ − xᵢ) + sᵢ (uᵢ − xᵢ)"

    /// Its equations as they could be given.
    package static let formulas = EquationTexts(
        edges: ["approach": .sum("from.opinion - opinion")],
        rates: [
            "opinion": "rate * approach + stubbornness * (prejudice - opinion)"
        ])

    /// Where it comes from.
    package static let references = [
        Reference(
            "R. Olfati-Saber, J. A. Fax and R. M. Murray",
            "Consensus and cooperation in networked multi-agent systems", "Proceedings of the IEEE", "95", page: "215",
            year: 2007, doi: "10.1109/JPROC.2006.887293")
    ]

    /// One opinion.
    public static let variables = [VertexVariable("opinion", initial: 0)]

    /// The rate, the stubbornness and the prejudice.
    public static let parameters = [
        VertexParameter("rate", "the rate a of approach along an edge", .nonNegative, \Consensus.rate),
        VertexParameter("stubbornness", "the rate s of return to the prejudice", .nonNegative, \.stubbornness),
        VertexParameter("prejudice", "the opinion u to which a vertex returns", .any, \.prejudice),
    ]

    /// The rate *a* of approach along an edge.
    public var rate = 1.0

    /// The rate *s* of return to the prejudice.
    public var stubbornness = 0.0

    /// The opinion *u* to which a vertex returns.
    public var prejudice = 0.0

    /// Creates parameters: *a* = 1, and no stubbornness.
    public init() {}

    /// The difference.
    public func influence(of neighbour: Double, on state: Double) -> Double { neighbour - state }

    /// The rate of change.
    public func rate(of state: Double, input: Double, at time: Double) -> Double {
        rate * input + stubbornness * (prejudice - state)
    }
}
