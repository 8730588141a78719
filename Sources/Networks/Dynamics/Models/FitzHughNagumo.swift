import Descriptions

/// Excitable cells with electrical coupling:
///
///     dvᵢ/dt = vᵢ − vᵢ³/3 − wᵢ + I + D Σⱼ wᵢⱼ (vⱼ − vᵢ)
///     dwᵢ/dt = ε (vᵢ + a − b wᵢ)
///
/// R. FitzHugh, *Impulses and physiological states in theoretical models of nerve membrane*, Biophysical Journal 1 (1961) 445,
/// DOI 10.1016/S0006-3495(61)86902-6; J. Nagumo, S. Arimoto and S. Yoshizawa, Proceedings of the IRE 50 (1962) 2061,
/// DOI 10.1109/JRPROC.1962.288235.
public struct FitzHughNagumo: NetworkDynamics, DescribedDynamics {
    /// `fitzhugh-nagumo`.
    public static let name = "fitzhugh-nagumo"

    package static let summary = "excitable cells with electrical coupling"

    /// Its equations.
    package static let equation: String? =
        "dvᵢ/dt = vᵢ − vᵢ³/3 − wᵢ + I + D Σⱼ wᵢⱼ (vⱼ − vᵢ), dwᵢ/dt = ε (vᵢ + a − b wᵢ)"

    /// Its equations as they could be given.
    package static let formulas = EquationTexts(
        edges: ["pull": .sum("from.v - v")],
        rates: [
            "v": "v - v^3 / 3 - w + current + coupling * pull",
            "w": "epsilon * (v + a - b * w)",
        ])

    package static let synonyms = ["FHN"]

    /// Where it comes from.
    package static let references = [
        Reference(
            "R. FitzHugh", "Impulses and physiological states in theoretical models of nerve membrane",
            "Biophysical Journal", "1", page: "445", year: 1961, doi: "10.1016/S0006-3495(61)86902-6")
    ]

    /// The voltage and the recovery variable, near the state of rest of the default parameters.
    public static let variables = [
        VertexVariable("v", initial: -1.1994080352440348), VertexVariable("w", initial: -0.6242600440550436),
    ]

    /// Current, coupling, *ε*, *a* and *b*.
    public static let parameters = [
        VertexParameter("current", "the external current I", .any, \FitzHughNagumo.current),
        VertexParameter("coupling", "the coupling D along an edge", .any, \.coupling),
        VertexParameter("epsilon", "the rate ε of recovery", .nonNegative, \.epsilon),
        VertexParameter("a", "the parameter a", .any, \.a),
        VertexParameter("b", "the parameter b", .any, \.b),
    ]

    /// The external current *I*.
    public var current = 0.0

    /// The coupling *D* along an edge.
    public var coupling = 0.0

    /// The rate *ε* of recovery.
    public var epsilon = 0.08

    /// The parameter *a*.
    public var a = 0.7

    /// The parameter *b*.
    public var b = 0.8

    /// Creates FitzHugh's parameters, without current or coupling.
    public init() {}

    /// The difference of the voltages.
    public func influence(of neighbour: SIMD2<Double>, on state: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(neighbour.x - state.x, 0)
    }

    /// The rate of change.
    public func rate(of state: SIMD2<Double>, input: SIMD2<Double>, at time: Double) -> SIMD2<Double> {
        let (v, w) = (state.x, state.y)
        return SIMD2(v - v * v * v / 3 - w + current + coupling * input.x, epsilon * (v + a - b * w))
    }

    /// The derivatives of the rate.
    public func rateDerivatives(
        of state: SIMD2<Double>, input: SIMD2<Double>, at time: Double
    ) -> RateDerivatives<SIMD2<Double>>? {
        RateDerivatives(
            byState: [SIMD2(1 - state.x * state.x, epsilon), SIMD2(-1, -epsilon * b)],
            byInput: [SIMD2(coupling, 0), .zero])
    }

    /// The derivatives of the difference of the voltages.
    public func influenceDerivatives(
        of neighbour: SIMD2<Double>, on state: SIMD2<Double>
    ) -> InfluenceDerivatives<SIMD2<Double>>? {
        InfluenceDerivatives(byNeighbour: [SIMD2(1, 0), .zero], byState: [SIMD2(-1, 0), .zero])
    }
}
