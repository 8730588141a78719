import CMath
import Descriptions

/// Nerve cells with sodium and potassium channels, and gap junctions between them:
///
///     C dvᵢ/dt = I − g_Na m³h (v − E_Na) − g_K n⁴ (v − E_K) − g_L (v − E_L) + D Σⱼ wᵢⱼ (vⱼ − vᵢ)
///     dm/dt = α_m(v) (1 − m) − β_m(v) m,  and the same for h and n
///
/// Milliseconds, mV, µA/cm², mS/cm² and µF/cm²; voltages as they are measured today, with the state of rest near −65 mV and
/// depolarisation upwards, at 6.3 °C.
///
/// A. L. Hodgkin and A. F. Huxley, *A quantitative description of membrane current and its application to conduction and excitation
/// in nerve*, Journal of Physiology 117 (1952) 500, DOI 10.1113/jphysiol.1952.sp004764.
public struct HodgkinHuxley: NetworkDynamics, DescribedDynamics {
    /// `hodgkin-huxley`.
    public static let name = "hodgkin-huxley"

    package static let summary = "nerve cells with sodium and potassium channels, and gap junctions between them"

    /// Its equations.
    package static let equation: String? =
        "C dvᵢ/dt = I − g_Na m³h (v − E_Na) − g_K n⁴ (v − E_K) − g_L (v − E_L) + D Σⱼ wᵢⱼ (vⱼ − vᵢ)"

    /// Milliseconds.
    package static let timeUnit: String? = "ms"

    /// Its equations as they could be given.
    package static let formulas = EquationTexts(
        definitions: [
            "sodium": "sodium_conductance * m^3 * h * (v - sodium_potential)",
            "potassium": "potassium_conductance * n^4 * (v - potassium_potential)",
            "opening_m": "if(v == -40, 1, -(v + 40) / 10 / expm1(-(v + 40) / 10))",
            "opening_n": "if(v == -55, 0.1, -(v + 55) / 100 / expm1(-(v + 55) / 10))",
        ],
        edges: ["pull": .sum("from.v - v")],
        rates: [
            "v":
                "(current - sodium - potassium - leak_conductance * (v - leak_potential) + coupling * pull) / capacitance",
            "m": "opening_m * (1 - m) - 4 * exp(-(v + 65) / 18) * m",
            "h": "0.07 * exp(-(v + 65) / 20) * (1 - h) - h / (1 + exp(-(v + 35) / 10))",
            "n": "opening_n * (1 - n) - 0.125 * exp(-(v + 65) / 80) * n",
        ])

    package static let synonyms = ["HH"]

    /// Where it comes from.
    package static let references = [
        Reference(
            "A. L. Hodgkin and A. F. Huxley",
            "A quantitative description of membrane current and its application to conduction and excitation in nerve",
            "Journal of Physiology", "117", page: "500", year: 1952, doi: "10.1113/jphysiol.1952.sp004764")
    ]

    /// The voltage and the gates, at rest unless given.
    public static let variables = [
        VertexVariable("v", initial: -65, unit: "mV"), VertexVariable("m", initial: 0.0529, range: 0...1),
        VertexVariable("h", initial: 0.5961, range: 0...1), VertexVariable("n", initial: 0.3177, range: 0...1),
    ]

    /// Current, coupling, capacitance, conductances and reversal potentials.
    public static let parameters = [
        VertexParameter("current", "the external current I", .any, \HodgkinHuxley.current, unit: "µA/cm^2"),
        VertexParameter("coupling", "the conductance D of a gap junction", .any, \.coupling, unit: "mS/cm^2"),
        VertexParameter("capacitance", "the capacitance C", .positive, \.capacitance, unit: "µF/cm^2"),
        VertexParameter(
            "sodium-conductance", "the greatest conductance g_Na of the sodium channels", .nonNegative,
            \.sodiumConductance, unit: "mS/cm^2"),
        VertexParameter(
            "potassium-conductance", "the greatest conductance g_K of the potassium channels", .nonNegative,
            \.potassiumConductance, unit: "mS/cm^2"),
        VertexParameter(
            "leak-conductance", "the conductance g_L of the leak", .nonNegative, \.leakConductance, unit: "mS/cm^2"),
        VertexParameter(
            "sodium-potential", "the reversal potential E_Na of sodium", .any, \.sodiumPotential, unit: "mV"),
        VertexParameter(
            "potassium-potential", "the reversal potential E_K of potassium", .any, \.potassiumPotential, unit: "mV"),
        VertexParameter("leak-potential", "the reversal potential E_L of the leak", .any, \.leakPotential, unit: "mV"),
    ]

    /// The external current *I*.
    public var current = 0.0

    /// The conductance *D* of a gap junction.
    public var coupling = 0.0

    /// The capacitance *C*.
    public var capacitance = 1.0

    /// The greatest conductance of the sodium channels.
    public var sodiumConductance = 120.0

    /// The greatest conductance of the potassium channels.
    public var potassiumConductance = 36.0

    /// The conductance of the leak.
    public var leakConductance = 0.3

    /// The reversal potential of sodium.
    public var sodiumPotential = 50.0

    /// The reversal potential of potassium.
    public var potassiumPotential = -77.0

    /// The reversal potential of the leak.
    public var leakPotential = -54.4

    /// Creates the parameters of the squid's giant axon, without current or coupling.
    public init() {}

    /// The difference of the voltages.
    public func influence(of neighbour: SIMD4<Double>, on state: SIMD4<Double>) -> SIMD4<Double> {
        SIMD4(neighbour.x - state.x, 0, 0, 0)
    }

    /// The rate of change.
    public func rate(of state: SIMD4<Double>, input: SIMD4<Double>, at time: Double) -> SIMD4<Double> {
        let (v, m, h, n) = (state.x, state.y, state.z, state.w)
        let sodium = sodiumConductance * m * m * m * h * (v - sodiumPotential)
        let potassium = potassiumConductance * n * n * n * n * (v - potassiumPotential)
        let leak = leakConductance * (v - leakPotential)
        let charge = current - sodium - potassium - leak + coupling * input.x
        let opening = SIMD3(Self.ramp((v + 40) / 10), 0.07 * exp(-(v + 65) / 20), 0.1 * Self.ramp((v + 55) / 10))
        let closing = SIMD3(4 * exp(-(v + 65) / 18), 1 / (1 + exp(-(v + 35) / 10)), 0.125 * exp(-(v + 65) / 80))
        let gates = SIMD3(m, h, n)
        let rates = opening * (1 - gates) - closing * gates
        return SIMD4(charge / capacitance, rates.x, rates.y, rates.z)
    }

    /// x / (1 − exp(−x)), which is 1 at 0.
    private static func ramp(_ x: Double) -> Double {
        x == 0 ? 1 : -x / expm1(-x)
    }
}
