import Descriptions

/// Rössler's chaotic oscillators with diffusive coupling in *x*:
///
///     dxᵢ/dt = −yᵢ − zᵢ + D Σⱼ wᵢⱼ (xⱼ − xᵢ)
///     dyᵢ/dt = xᵢ + a yᵢ
///     dzᵢ/dt = b + zᵢ (xᵢ − c)
///
/// O. E. Rössler, *An equation for continuous chaos*, Physics Letters A 57 (1976) 397, DOI 10.1016/0375-9601(76)90101-8.
public struct Rossler: NetworkDynamics, DescribedDynamics {
    /// `rossler`.
    public static let name = "rossler"

    package static let summary = "Rössler's chaotic oscillators"

    /// Its equations.
    package static let equation: String? =
        "dxᵢ/dt = −yᵢ − zᵢ + D Σⱼ wᵢⱼ (xⱼ − xᵢ), dyᵢ/dt = xᵢ + a yᵢ, dzᵢ/dt = b + zᵢ (xᵢ − c)"

    /// Its equations as they could be given.
    package static let formulas = EquationTexts(
        edges: ["pull": .sum("from.x - x")],
        rates: [
            "x": "-y - z + coupling * pull",
            "y": "x + a * y",
            "z": "b + z * (x - c)",
        ])

    /// Where it comes from.
    package static let references = [
        Reference(
            "O. E. Rössler", "An equation for continuous chaos", "Physics Letters A", "57", page: "397", year: 1976,
            doi: "10.1016/0375-9601(76)90101-8")
    ]

    /// Three coordinates.
    public static let variables = [
        VertexVariable("x", initial: 1), VertexVariable("y", initial: 1), VertexVariable("z", initial: 1),
    ]

    /// Coupling, *a*, *b* and *c*.
    public static let parameters = [
        VertexParameter("coupling", "the coupling D along an edge", .any, \Rossler.coupling),
        VertexParameter("a", "the parameter a", .any, \.a),
        VertexParameter("b", "the parameter b", .any, \.b),
        VertexParameter("c", "the parameter c", .any, \.c),
    ]

    /// The coupling *D* along an edge.
    public var coupling = 0.0

    /// The parameter *a*.
    public var a = 0.2

    /// The parameter *b*.
    public var b = 0.2

    /// The parameter *c*.
    public var c = 5.7

    /// Creates Rössler's parameters, without coupling.
    public init() {}

    /// The difference in *x*.
    public func influence(of neighbour: SIMD3<Double>, on state: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(neighbour.x - state.x, 0, 0)
    }

    /// The rate of change.
    public func rate(of state: SIMD3<Double>, input: SIMD3<Double>, at time: Double) -> SIMD3<Double> {
        SIMD3(
            -state.y - state.z + coupling * input.x, state.x + a * state.y, b + state.z * (state.x - c))
    }
}
