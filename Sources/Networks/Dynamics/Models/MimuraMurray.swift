import Descriptions

/// An activator *u* and an inhibitor *v*, prey and predator, that diffuse along edges and form Turing patterns:
///
///     duᵢ/dt = uᵢ [(a + b uᵢ − uᵢ²) / c − vᵢ] + ε Σⱼ wᵢⱼ (uⱼ − uᵢ)
///     dvᵢ/dt = vᵢ [uᵢ − 1 − d vᵢ] + σ ε Σⱼ wᵢⱼ (vⱼ − vᵢ)
///
/// With the default parameters the uniform state *u* = 5, *v* = 10 is stable without diffusion, and unstable for σ > 15.5: a mode
/// with the eigenvalue Λ of the Laplacian grows with the greater eigenvalue of the Jacobian less ε Λ diag(1, σ).
///
/// H. Nakao and A. S. Mikhailov, *Turing patterns in network-organized activator-inhibitor systems*, Nature Physics 6 (2010) 544,
/// DOI 10.1038/nphys1651; M. Mimura and J. D. Murray, Journal of Theoretical Biology 75 (1978) 249,
/// DOI 10.1016/0022-5193(78)90332-6.
public struct MimuraMurray: NetworkDynamics, DescribedDynamics {
    /// `mimura-murray`.
    public static let name = "mimura-murray"

    package static let summary = "prey and predator that diffuse along edges and form Turing patterns"

    /// Its equations.
    package static let equation: String? =
        "duᵢ/dt = uᵢ [(a + b uᵢ − uᵢ²) / c − vᵢ] + ε Σⱼ wᵢⱼ (uⱼ − uᵢ), dvᵢ/dt = vᵢ [uᵢ − 1 − d vᵢ] + σ ε Σⱼ wᵢⱼ (vⱼ − vᵢ)"

    /// Its equations as they could be given.
    package static let formulas = EquationTexts(
        edges: ["inflow": .sum("from.u - u"), "outflow": .sum("from.v - v")],
        rates: [
            "u": "u * ((a + b * u - u^2) / c - v) + diffusion * inflow",
            "v": "v * (u - 1 - d * v) + ratio * diffusion * outflow",
        ])

    /// Where it comes from.
    package static let references = [
        Reference(
            "H. Nakao and A. S. Mikhailov", "Turing patterns in network-organized activator-inhibitor systems",
            "Nature Physics", "6", page: "544", year: 2010, doi: "10.1038/nphys1651")
    ]

    /// Activator and inhibitor, in the uniform state.
    public static let variables = [
        VertexVariable("u", initial: 5, range: 0...Double.greatestFiniteMagnitude),
        VertexVariable("v", initial: 10, range: 0...Double.greatestFiniteMagnitude),
    ]

    /// Diffusion, and the coefficients of the reaction.
    public static let parameters = [
        VertexParameter("diffusion", "the diffusivity ε of the activator", .nonNegative, \MimuraMurray.diffusion),
        VertexParameter("ratio", "the ratio σ of the diffusivities", .nonNegative, \.ratio),
        VertexParameter("a", "the parameter a", .any, \.a),
        VertexParameter("b", "the parameter b", .any, \.b),
        VertexParameter("c", "the parameter c", .positive, \.c),
        VertexParameter("d", "the parameter d", .any, \.d),
    ]

    /// The diffusivity *ε* of the activator.
    public var diffusion = 0.12

    /// The ratio *σ* of the diffusivities.
    public var ratio = 20.0

    /// The parameter *a*.
    public var a = 35.0

    /// The parameter *b*.
    public var b = 16.0

    /// The parameter *c*.
    public var c = 9.0

    /// The parameter *d*.
    public var d = 0.4

    /// Creates Nakao and Mikhailov's parameters.
    public init() {}

    /// The differences.
    public func influence(of neighbour: SIMD2<Double>, on state: SIMD2<Double>) -> SIMD2<Double> { neighbour - state }

    /// The rate of change.
    public func rate(of state: SIMD2<Double>, input: SIMD2<Double>, at time: Double) -> SIMD2<Double> {
        let (u, v) = (state.x, state.y)
        return SIMD2(
            u * ((a + b * u - u * u) / c - v) + diffusion * input.x,
            v * (u - 1 - d * v) + ratio * diffusion * input.y)
    }
}
