import Descriptions

/// Species that grow, hinder themselves, and help or hurt each other:
///
///     dxᵢ/dt = xᵢ (rᵢ − sᵢ xᵢ + c Σⱼ wᵢⱼ xⱼ)
///
/// A positive weight means that *i* gains by *j*, a negative one that it loses; prey and predator have edges of opposite sign in
/// both directions.
///
/// R. M. May, *Stability and complexity in model ecosystems*, Princeton University Press 1973; A. J. Lotka, Proceedings of the
/// National Academy of Sciences 6 (1920) 410, DOI 10.1073/pnas.6.7.410.
public struct LotkaVolterra: NetworkDynamics, DescribedDynamics {
    /// `lotka-volterra`.
    public static let name = "lotka-volterra"

    package static let summary = "species that grow, hinder themselves, and help or hurt each other"

    /// Its equations.
    package static let equation: String? =
        "dxᵢ/dt = xᵢ (rᵢ − sᵢ xᵢ + c Σⱼ wᵢⱼ xⱼ)"

    /// Its equations as they could be given.
    package static let formulas = EquationTexts(
        edges: ["others": .sum("from.population")],
        rates: [
            "population": "population * (growth - self_limitation * population + coupling * others)"
        ])

    package static let synonyms = ["LV", "predator and prey"]

    /// Where it comes from.
    package static let references = [
        Reference(
            "A. J. Lotka", "Analytical note on certain rhythmic relations in organic systems",
            "Proceedings of the National Academy of Sciences", "6", page: "410", year: 1920, doi: "10.1073/pnas.6.7.410"
        )
    ]

    /// The population of a species.
    public static let variables = [
        VertexVariable("population", initial: 1, range: 0...Double.greatestFiniteMagnitude)
    ]

    /// Growth, self-limitation and coupling.
    public static let parameters = [
        VertexParameter("growth", "the growth rate r of a species alone", .any, \LotkaVolterra.growth),
        VertexParameter("self-limitation", "how much a species hinders itself, s", .any, \.selfLimitation),
        VertexParameter("coupling", "the factor c of all weights", .any, \.coupling),
    ]

    /// The growth rate *r* of a species alone.
    public var growth = 1.0

    /// How much a species hinders itself, *s*.
    public var selfLimitation = 1.0

    /// The factor *c* of all weights.
    public var coupling = 0.0

    /// Creates parameters of a species alone, which grows logistically.
    public init() {}

    /// The population of the other species.
    public func influence(of neighbour: Double, on state: Double) -> Double { neighbour }

    /// The rate of change.
    public func rate(of state: Double, input: Double, at time: Double) -> Double {
        state * (growth - selfLimitation * state + coupling * input)
    }
}
