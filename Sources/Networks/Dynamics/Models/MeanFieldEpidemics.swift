import Descriptions

/// The probability of each vertex to be infected, in the individual-based mean field of SIS, the N-intertwined model:
///
///     dpᵢ/dt = τ (1 − pᵢ) Σⱼ wᵢⱼ pⱼ − γ pᵢ
///
/// An infection dies out if τ/γ is less than 1/λ₁, the inverse of the greatest eigenvalue of the adjacency matrix.
///
/// P. Van Mieghem, J. Omic and R. Kooij, *Virus spread in networks*, IEEE/ACM Transactions on Networking 17 (2009) 1,
/// DOI 10.1109/TNET.2008.925623.
public struct MeanFieldSIS: NetworkDynamics, DescribedDynamics {
    /// `mean-field-sis`.
    public static let name = "mean-field-sis"

    package static let summary = "the probability of each node to be infected, who can be so again and again"

    /// Its equations.
    package static let equation: String? =
        "dpᵢ/dt = τ (1 − pᵢ) Σⱼ wᵢⱼ pⱼ − γ pᵢ"

    /// Its equations as they could be given.
    package static let formulas = EquationTexts(
        edges: ["contacts": .sum("from.infected")],
        rates: [
            "infected": "infection * (1 - infected) * contacts - recovery * infected"
        ])

    /// Where it comes from.
    package static let references = [
        Reference(
            "P. Van Mieghem, J. Omic and R. Kooij", "Virus spread in networks", "IEEE/ACM Transactions on Networking",
            "17", page: "1", year: 2009, doi: "10.1109/TNET.2008.925623")
    ]

    /// The probability of being infected.
    public static let variables = [VertexVariable("infected", initial: 0.01, range: 0...1)]

    /// The rates.
    public static let parameters = [
        VertexParameter("infection", "the rate τ of infection along an edge", .nonNegative, \MeanFieldSIS.infection),
        VertexParameter("recovery", "the rate γ of recovery", .nonNegative, \.recovery),
    ]

    /// The rate *τ* of infection along an edge.
    public var infection = 1.0

    /// The rate *γ* of recovery.
    public var recovery = 1.0

    /// Creates rates of 1.
    public init() {}

    /// The probability that the neighbour is infected.
    public func influence(of neighbour: Double, on state: Double) -> Double { neighbour }

    /// The rate of change.
    public func rate(of state: Double, input: Double, at time: Double) -> Double {
        infection * (1 - state) * input - recovery * state
    }
}

/// The probabilities of each vertex to be susceptible and infected, in the individual-based mean field of SIR:
///
///     dsᵢ/dt = −τ sᵢ Σⱼ wᵢⱼ pⱼ
///     dpᵢ/dt = τ sᵢ Σⱼ wᵢⱼ pⱼ − γ pᵢ
///
/// The rest, 1 − sᵢ − pᵢ, is the probability of having recovered.
///
/// M. Youssef and C. Scoglio, *An individual-based approach to SIR epidemics in contact networks*, Journal of Theoretical Biology
/// 283 (2011) 136, DOI 10.1016/j.jtbi.2011.05.029.
public struct MeanFieldSIR: NetworkDynamics, DescribedDynamics {
    /// `mean-field-sir`.
    public static let name = "mean-field-sir"

    package static let summary =
        "the probabilities of each node to be susceptible and infected, who is immune afterwards"

    /// Its equations.
    package static let equation: String? =
        "dsᵢ/dt = −τ sᵢ Σⱼ wᵢⱼ pⱼ, dpᵢ/dt = τ sᵢ Σⱼ wᵢⱼ pⱼ − γ pᵢ"

    /// Its equations as they could be given.
    package static let formulas = EquationTexts(
        edges: ["contacts": .sum("from.infected")],
        rates: [
            "susceptible": "-infection * susceptible * contacts",
            "infected": "infection * susceptible * contacts - recovery * infected",
        ])

    /// Where it comes from.
    package static let references = [
        Reference(
            "M. Youssef and C. Scoglio", "An individual-based approach to SIR epidemics in contact networks",
            "Journal of Theoretical Biology", "283", page: "136", year: 2011, doi: "10.1016/j.jtbi.2011.05.029")
    ]

    /// The probabilities of being susceptible and infected.
    public static let variables = [
        VertexVariable("susceptible", initial: 0.99, range: 0...1),
        VertexVariable("infected", initial: 0.01, range: 0...1),
    ]

    /// The rates.
    public static let parameters = [
        VertexParameter("infection", "the rate τ of infection along an edge", .nonNegative, \MeanFieldSIR.infection),
        VertexParameter("recovery", "the rate γ of recovery", .nonNegative, \.recovery),
    ]

    /// The rate *τ* of infection along an edge.
    public var infection = 1.0

    /// The rate *γ* of recovery.
    public var recovery = 1.0

    /// Creates rates of 1.
    public init() {}

    /// The probability that the neighbour is infected.
    public func influence(of neighbour: SIMD2<Double>, on state: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(0, neighbour.y)
    }

    /// The rate of change.
    public func rate(of state: SIMD2<Double>, input: SIMD2<Double>, at time: Double) -> SIMD2<Double> {
        let infections = infection * state.x * input.y
        return SIMD2(-infections, infections - recovery * state.y)
    }
}
