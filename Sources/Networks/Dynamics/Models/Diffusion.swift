import Descriptions

/// Diffusion along edges:
///
///     dxᵢ/dt = D Σⱼ wᵢⱼ (xⱼ − xᵢ)
///
/// which is d*x*/d*t* = −*D L x* with the Laplacian *L* of the graph. Where weights are symmetric the sum of all *x* is conserved.
public struct Diffusion: NetworkDynamics, DescribedDynamics {
    /// `diffusion`.
    public static let name = "diffusion"

    package static let summary = "diffusion along edges"

    /// Its equations.
    package static let equation: String? =
        "dxᵢ/dt = D Σⱼ wᵢⱼ (xⱼ − xᵢ)"

    /// Its equations as they could be given.
    package static let formulas = EquationTexts(
        edges: ["flow": .sum("from.concentration - concentration")],
        rates: [
            "concentration": "diffusivity * flow"
        ])

    /// One concentration.
    public static let variables = [VertexVariable("concentration", initial: 0)]

    /// The diffusivity.
    public static let parameters = [
        VertexParameter("diffusivity", "the diffusivity D", .nonNegative, \Diffusion.diffusivity)
    ]

    /// The diffusivity *D*, per unit of time.
    public var diffusivity = 1.0

    /// Creates parameters, *D* = 1.
    public init() {}

    /// The difference.
    public func influence(of neighbour: Double, on state: Double) -> Double { neighbour - state }

    /// The rate of change.
    public func rate(of state: Double, input: Double, at time: Double) -> Double { diffusivity * input }
}
