import Descriptions

/// Lorenz's chaotic oscillators with diffusive coupling in *x*:
///
///     dxᵢ/dt = σ (yᵢ − xᵢ) + D Σⱼ wᵢⱼ (xⱼ − xᵢ)
///     dyᵢ/dt = xᵢ (ρ − zᵢ) − yᵢ
///     dzᵢ/dt = xᵢ yᵢ − β zᵢ
///
/// E. N. Lorenz, *Deterministic nonperiodic flow*, Journal of the Atmospheric Sciences 20 (1963) 130,
/// DOI 10.1175/1520-0469(1963)020<0130:DNF>2.0.CO;2.
public struct Lorenz: NetworkDynamics, DescribedDynamics {
    /// `lorenz`.
    public static let name = "lorenz"

    package static let summary = "Lorenz's chaotic oscillators"

    /// Its equations.
    package static let equation: String? =
        "dxᵢ/dt = σ (yᵢ − xᵢ) + D Σⱼ wᵢⱼ (xⱼ − xᵢ), dyᵢ/dt = xᵢ (ρ − zᵢ) − yᵢ, dzᵢ/dt = xᵢ yᵢ − β zᵢ"

    /// Its equations as they could be given.
    package static let formulas = EquationTexts(
        edges: ["pull": .sum("from.x - x")],
        rates: [
            "x": "sigma * (y - x) + coupling * pull",
            "y": "x * (rho - z) - y",
            "z": "x * y - beta * z",
        ])

    /// Where it comes from.
    package static let references = [
        Reference(
            "E. N. Lorenz", "Deterministic nonperiodic flow", "Journal of the Atmospheric Sciences", "20", page: "130",
            year: 1963, doi: "10.1175/1520-0469(1963)020<0130:DNF>2.0.CO;2")
    ]

    /// Three coordinates.
    public static let variables = [
        VertexVariable("x", initial: 1), VertexVariable("y", initial: 1), VertexVariable("z", initial: 1),
    ]

    /// Coupling, *σ*, *ρ* and *β*.
    public static let parameters = [
        VertexParameter("coupling", "the coupling D along an edge", .any, \Lorenz.coupling),
        VertexParameter("sigma", "the Prandtl number σ", .any, \.sigma),
        VertexParameter("rho", "the relative Rayleigh number ρ", .any, \.rho),
        VertexParameter("beta", "the geometry β", .any, \.beta),
    ]

    /// The coupling *D* along an edge.
    public var coupling = 0.0

    /// The Prandtl number *σ*.
    public var sigma = 10.0

    /// The relative Rayleigh number *ρ*.
    public var rho = 28.0

    /// The geometry *β*.
    public var beta = 8.0 / 3

    /// Creates Lorenz's parameters, without coupling.
    public init() {}

    /// The difference in *x*.
    public func influence(of neighbour: SIMD3<Double>, on state: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(neighbour.x - state.x, 0, 0)
    }

    /// The rate of change.
    public func rate(of state: SIMD3<Double>, input: SIMD3<Double>, at time: Double) -> SIMD3<Double> {
        let (x, y, z) = (state.x, state.y, state.z)
        return SIMD3(sigma * (y - x) + coupling * input.x, x * (rho - z) - y, x * y - beta * z)
    }
}
