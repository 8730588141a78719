import Descriptions
import SimulationEngine

/// Phase oscillators as scenarios describe them, with inertia or without.
package struct KuramotoDraft: Sendable {
    private let coupling: Double
    private let reach: KuramotoTopology
    private let phaseLag: Double
    private let frequencies: NodeNumbers
    private let phases: NodeNumbers

    /// The strength of noise; `nil` where there is none.
    package let noise: Double?

    /// The inertia; `nil` where there is none.
    package let inertia: Double?
    private let damping: Double
    private let velocities: NodeNumbers

    /// As scenarios name them.
    package static let component = Component<KuramotoDraft>(
        "kuramoto", "phase oscillators that pull each other along",
        equation: "dθᵢ/dt = ωᵢ + K Σⱼ Aᵢⱼ sin(θⱼ − θᵢ − α)",
        synonyms: ["coupled oscillators", "synchronisation", "Sakaguchi–Kuramoto"],
        references: [
            Reference(
                "F. A. Rodrigues, T. K. DM. Peron, P. Ji and J. Kurths", "The Kuramoto model in complex networks",
                "Physics Reports", "610", page: "1", year: 2016, doi: "10.1016/j.physrep.2015.10.008"),
            Reference(
                "H. Sakaguchi and Y. Kuramoto",
                "A soluble active rotator model showing phase transitions via mutual entrainment",
                "Progress of Theoretical Physics", "76", page: "576", year: 1986, doi: "10.1143/PTP.76.576"),
        ],
        Parameter<Coupling>(
            "coupling", "the coupling strength K of the sum over edges, or that of a mean field",
            kind: .either(.number(.any), or: .keyed("mean-field", .number(.any)))),
        Parameter(nodes: "frequency", "the natural frequencies"),
        Parameter(nodes: "phase", "the phases at the beginning", default: .uniform(lower: 0, upper: 2 * .pi)),
        Parameter("phase-lag", "the phase lag α in radians", default: 0),
        Parameter("noise", "the strength of noise on each phase", .nonNegative).optional,
        Parameter("inertia", "the inertia, with which the equations are of second order", .positive).optional,
        Parameter("damping", "the damping of velocities, with inertia", .nonNegative)
            .companion(of: "inertia", default: 1),
        Parameter(nodes: "velocity", "the velocities at the beginning, with inertia")
            .companion(of: "inertia", default: .drawn(.constant(0)))
    ) { coupling, frequencies, phases, phaseLag, noise, inertia, damping, velocities in
        if inertia == nil {
            for name in [damping.map { _ in "damping" }, velocities.map { _ in "velocity" }].compactMap({ $0 }) {
                throw ParameterError.unfit(name, because: "has no meaning without 'inertia'")
            }
        } else if noise != nil {
            throw ParameterError.unfit("noise", because: "has no meaning with 'inertia'")
        }
        return KuramotoDraft(
            coupling: coupling.strength, reach: coupling.reach, phaseLag: phaseLag, frequencies: frequencies,
            phases: phases, noise: noise, inertia: inertia, damping: damping ?? 1,
            velocities: velocities ?? .drawn(.constant(0)))
    }

    private struct Coupling: ParameterValue {
        let strength: Double
        let reach: KuramotoTopology

        init?(_ content: ParameterContent) {
            switch content {
            case .number(let strength): (self.strength, reach) = (strength, .edges)
            case .keyed(_, let items):
                guard let strength = items.first.flatMap(Double.init) else { return nil }
                (self.strength, reach) = (strength, .meanField)
            default: return nil
            }
        }

        var content: ParameterContent {
            reach == .meanField ? .keyed("mean-field", [strength.content]) : strength.content
        }
    }

    /// The oscillators without inertia.
    ///
    /// - Throws: ``NetworkModelError``.
    package func model(
        on graph: Graph, from streams: RandomStreams, threads: Int
    ) throws(NetworkModelError) -> KuramotoModel {
        try KuramotoModel(
            graph: graph, coupling: coupling, reach: reach, phaseLag: phaseLag,
            frequencies: streams.numbers(from: frequencies, for: .naturalFrequency, nodeCount: graph.vertexCount),
            phases: streams.initialStates(phases, of: graph), noise: noise ?? 0, threads: threads)
    }

    /// The oscillators with inertia.
    ///
    /// - Throws: ``NetworkModelError``.
    package func inertialModel(
        on graph: Graph, from streams: RandomStreams, threads: Int
    ) throws(NetworkModelError) -> InertialKuramotoModel {
        try InertialKuramotoModel(
            graph: graph, coupling: coupling, reach: reach, phaseLag: phaseLag, inertia: inertia ?? 1, damping: damping,
            frequencies: streams.numbers(from: frequencies, for: .naturalFrequency, nodeCount: graph.vertexCount),
            phases: streams.initialStates(phases, of: graph),
            velocities: streams.numbers(
                from: velocities, for: .initialState(variable: 1), nodeCount: graph.vertexCount),
            threads: threads)
    }
}
