import CMath
import Descriptions

/// Populations of excitatory and inhibitory neurons, whose excitatory parts act on each other:
///
///     τ_E dEᵢ/dt = −Eᵢ + (k_E − Eᵢ) S(c₁ Eᵢ − c₂ Iᵢ + P + D Σⱼ wᵢⱼ Eⱼ; a_E, θ_E)
///     τ_I dIᵢ/dt = −Iᵢ + (k_I − Iᵢ) S(c₃ Eᵢ − c₄ Iᵢ + Q; a_I, θ_I)
///
/// with S(x; a, θ) = 1 / (1 + exp(−a (x − θ))) − 1 / (1 + exp(a θ)), which is 0 at 0, and its greatest value
/// k = 1 − 1 / (1 + exp(a θ)).
///
/// H. R. Wilson and J. D. Cowan, *Excitatory and inhibitory interactions in localized populations of model neurons*, Biophysical
/// Journal 12 (1972) 1, DOI 10.1016/S0006-3495(72)86068-5; the default parameters are those of its limit cycle, figure 11.
public struct WilsonCowan: NetworkDynamics, DescribedDynamics {
    /// `wilson-cowan`.
    public static let name = "wilson-cowan"

    package static let summary = "populations of excitatory and inhibitory neurons"

    /// Its equations.
    package static let equation: String? =
        "τ_E dEᵢ/dt = −Eᵢ + (k_E − Eᵢ) S(c₁ Eᵢ − c₂ Iᵢ + P + D Σⱼ wᵢⱼ Eⱼ; a_E, θ_E), "
        + "τ_I dIᵢ/dt = −Iᵢ + (k_I − Iᵢ) S(c₃ Eᵢ − c₄ Iᵢ + Q; a_I, θ_I), "
        + "S(x; a, θ) = 1 / (1 + exp(−a (x − θ))) − 1 / (1 + exp(a θ)), k = 1 − 1 / (1 + exp(a θ))"

    /// Its equations as they could be given.
    package static let formulas = EquationTexts(
        definitions: [
            "drive_e": "c1 * excitatory - c2 * inhibitory + excitatory_input + coupling * others",
            "drive_i": "c3 * excitatory - c4 * inhibitory + inhibitory_input",
            "offset_e": "1 / (1 + exp(excitatory_slope * excitatory_threshold))",
            "offset_i": "1 / (1 + exp(inhibitory_slope * inhibitory_threshold))",
            "answer_e": "1 / (1 + exp(-excitatory_slope * (drive_e - excitatory_threshold))) - offset_e",
            "answer_i": "1 / (1 + exp(-inhibitory_slope * (drive_i - inhibitory_threshold))) - offset_i",
        ],
        edges: ["others": .sum("from.excitatory")],
        rates: [
            "excitatory": "(-excitatory + (1 - offset_e - excitatory) * answer_e) / excitatory_time",
            "inhibitory": "(-inhibitory + (1 - offset_i - inhibitory) * answer_i) / inhibitory_time",
        ])

    /// Where it comes from.
    package static let references = [
        Reference(
            "H. R. Wilson and J. D. Cowan",
            "Excitatory and inhibitory interactions in localized populations of model neurons", "Biophysical Journal",
            "12",
            page: "1", year: 1972, doi: "10.1016/S0006-3495(72)86068-5")
    ]

    /// The active parts of both populations.
    public static let variables = [
        VertexVariable("excitatory", initial: 0.1), VertexVariable("inhibitory", initial: 0.05),
    ]

    /// All coefficients.
    public static let parameters = [
        VertexParameter("coupling", "the coupling D along an edge", .any, \WilsonCowan.coupling),
        VertexParameter("excitatory-input", "the external input P", .any, \.excitatoryInput),
        VertexParameter("inhibitory-input", "the external input Q", .any, \.inhibitoryInput),
        VertexParameter("c1", "the coupling c1 of E to itself", .any, \.c1),
        VertexParameter("c2", "the coupling c2 of I to E", .any, \.c2),
        VertexParameter("c3", "the coupling c3 of E to I", .any, \.c3),
        VertexParameter("c4", "the coupling c4 of I to itself", .any, \.c4),
        VertexParameter("excitatory-slope", "the slope a_E", .any, \.excitatorySlope),
        VertexParameter("inhibitory-slope", "the slope a_I", .any, \.inhibitorySlope),
        VertexParameter("excitatory-threshold", "the threshold θ_E", .any, \.excitatoryThreshold),
        VertexParameter("inhibitory-threshold", "the threshold θ_I", .any, \.inhibitoryThreshold),
        VertexParameter("excitatory-time", "the time constant τ_E", .positive, \.excitatoryTime),
        VertexParameter("inhibitory-time", "the time constant τ_I", .positive, \.inhibitoryTime),
    ]

    /// The coupling *D* along an edge.
    public var coupling = 0.0

    /// The external input *P*.
    public var excitatoryInput = 1.25

    /// The external input *Q*.
    public var inhibitoryInput = 0.0

    /// The coupling of *E* to itself.
    public var c1 = 16.0

    /// The coupling of *I* to *E*.
    public var c2 = 12.0

    /// The coupling of *E* to *I*.
    public var c3 = 15.0

    /// The coupling of *I* to itself.
    public var c4 = 3.0

    /// The slope of the response of *E*.
    public var excitatorySlope = 1.3

    /// The slope of the response of *I*.
    public var inhibitorySlope = 2.0

    /// The threshold of *E*.
    public var excitatoryThreshold = 4.0

    /// The threshold of *I*.
    public var inhibitoryThreshold = 3.7

    /// The time constant of *E*.
    public var excitatoryTime = 1.0

    /// The time constant of *I*.
    public var inhibitoryTime = 1.0

    /// Creates the parameters of the limit cycle, without coupling.
    public init() {}

    /// The excitatory activity.
    public func influence(of neighbour: SIMD2<Double>, on state: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(neighbour.x, 0)
    }

    /// The rate of change.
    public func rate(of state: SIMD2<Double>, input: SIMD2<Double>, at time: Double) -> SIMD2<Double> {
        let (e, i) = (state.x, state.y)
        let excitation = c1 * e - c2 * i + excitatoryInput + coupling * input.x
        let inhibition = c3 * e - c4 * i + inhibitoryInput
        return SIMD2(
            (-e + Self.activation(e, excitation, excitatorySlope, excitatoryThreshold)) / excitatoryTime,
            (-i + Self.activation(i, inhibition, inhibitorySlope, inhibitoryThreshold)) / inhibitoryTime)
    }

    /// (k − y) S(x).
    private static func activation(_ y: Double, _ x: Double, _ slope: Double, _ threshold: Double) -> Double {
        let offset = 1 / (1 + exp(slope * threshold))
        return (1 - offset - y) * (1 / (1 + exp(-slope * (x - threshold))) - offset)
    }
}
