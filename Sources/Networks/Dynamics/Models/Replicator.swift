import Descriptions

/// The replicator equation of games of two strategies between neighbours. With the part *x* of a vertex that plays the first
/// strategy, and payoffs *a* and *b* of the first strategy against the first and the second, *c* and *d* of the second:
///
///     dxᵢ/dt = xᵢ (1 − xᵢ) Σⱼ wᵢⱼ [(a − c) xⱼ + (b − d) (1 − xⱼ)]
///
/// D. Madeo and C. Mocenni, *Game interactions and dynamics on networked populations*, IEEE Transactions on Automatic Control 60
/// (2015) 1801, DOI 10.1109/TAC.2014.2384755.
public struct Replicator: NetworkDynamics, DescribedDynamics {
    /// `replicator`.
    public static let name = "replicator"

    package static let summary = "games of two strategies between neighbours"

    /// Its equations.
    package static let equation: String? =
        "dxᵢ/dt = xᵢ (1 − xᵢ) Σⱼ wᵢⱼ [(a − c) xⱼ + (b − d) (1 − xⱼ)]"

    /// Its equations as they could be given.
    package static let formulas = EquationTexts(
        edges: ["advantage": .sum("(a - c) * from.first + (b - d) * (1 - from.first)")],
        rates: [
            "first": "first * (1 - first) * advantage"
        ])

    /// Where it comes from.
    package static let references = [
        Reference(
            "D. Madeo and C. Mocenni", "Game interactions and dynamics on networked populations",
            "IEEE Transactions on Automatic Control", "60", page: "1801", year: 2015, doi: "10.1109/TAC.2014.2384755")
    ]

    /// The part that plays the first strategy.
    public static let variables = [VertexVariable("first", initial: 0.5, range: 0...1)]

    /// The four payoffs.
    public static let parameters = [
        VertexParameter("a", "the payoff of the first strategy against the first", .any, \Replicator.a),
        VertexParameter("b", "the payoff of the first strategy against the second", .any, \.b),
        VertexParameter("c", "the payoff of the second strategy against the first", .any, \.c),
        VertexParameter("d", "the payoff of the second strategy against the second", .any, \.d),
    ]

    /// The payoff of the first strategy against the first.
    public var a = 0.0

    /// The payoff of the first strategy against the second.
    public var b = 1.0

    /// The payoff of the second strategy against the first.
    public var c = 1.0

    /// The payoff of the second strategy against the second.
    public var d = 0.0

    /// Creates the payoffs of a game of coexistence, in which the rarer strategy gains.
    public init() {}

    /// The payoff of the first strategy against the neighbour, less that of the second.
    public func influence(of neighbour: Double, on state: Double) -> Double {
        (a - c) * neighbour + (b - d) * (1 - neighbour)
    }

    /// The rate of change.
    public func rate(of state: Double, input: Double, at time: Double) -> Double { state * (1 - state) * input }
}
