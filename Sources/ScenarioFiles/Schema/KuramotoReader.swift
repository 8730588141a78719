import Networks
import SimulationEngine

/// Reads the model
///
///     kuramoto:
///       coupling: …         the coupling strength K of the sum over edges, or {mean-field: K}
///       frequency: …        a number for each node
///       phase: …            a number for each node, anywhere on the circle unless given
///       phase-lag: …        0 unless given
///       noise: …            the strength of noise on each phase, none unless given; not with inertia
///       inertia: …          optional: the equations are of second order, with
///       damping: …          1 unless given
///       velocity: …         a number for each node, 0 unless given
///
/// and, at the top, `threads: …`.
struct KuramotoReader: NetworkModelReader {
    static let name = "kuramoto"
    static let names = [name]

    /// A phase, a frequency, and what the methods need.
    static func bytesPerNode(_ name: String) -> Double { 40 }

    let root: Section
    let data: DataFiles
    let graph: Graph?
    let streams: RandomStreams
    let threads: Int

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        let kuramoto = parameters.flatMap(readParameters)
        guard parameters?.hasKey("inertia") != true else { return readWithInertia(kuramoto) }
        return experiment(
            of: KuramotoModel.self,
            methods: .serving(parameters?.hasKey("noise") == true ? .stochastic : .firstOrder),
            make: kuramoto.map { kuramoto in
                { graph, integration in
                    let model = try KuramotoModel(
                        graph: graph, coupling: kuramoto.coupling, reach: kuramoto.reach, phaseLag: kuramoto.phaseLag,
                        frequencies: numbers(kuramoto.frequencies, for: .naturalFrequency),
                        phases: numbers(kuramoto.phases, for: .initialState), noise: kuramoto.noise ?? 0,
                        threads: threads)
                    let integrator: any Integrator<KuramotoModel> =
                        kuramoto.noise == nil
                        ? try integration.integrator(for: model, threads: threads)
                        : try integration.integrator(forNoiseIn: model, streams: streams)
                    return (model, integrator)
                }
            })
    }

    private func readWithInertia(_ kuramoto: Parameters?) -> (any RunnableExperiment)? {
        experiment(
            of: InertialKuramotoModel.self, methods: .serving(.firstOrder),
            make: kuramoto.map { kuramoto in
                { graph, integration in
                    let model = try InertialKuramotoModel(
                        graph: graph, coupling: kuramoto.coupling, reach: kuramoto.reach, phaseLag: kuramoto.phaseLag,
                        inertia: kuramoto.inertia?.inertia ?? 1, damping: kuramoto.inertia?.damping ?? 1,
                        frequencies: numbers(kuramoto.frequencies, for: .naturalFrequency),
                        phases: numbers(kuramoto.phases, for: .initialState),
                        velocities: numbers(
                            kuramoto.inertia?.velocities ?? .drawn(.constant(0)), for: .initialState(variable: 1)),
                        threads: threads)
                    return (model, try integration.integrator(for: model, threads: threads))
                }
            })
    }

    private func numbers(_ numbers: NodeNumbers, for purpose: RandomPurpose) -> [Double] {
        numbers.numbers(from: streams, for: purpose, nodeCount: graph?.vertexCount ?? 0)
    }

    private struct Parameters {
        let coupling: Double
        let reach: KuramotoReach
        let phaseLag: Double
        let frequencies: NodeNumbers
        let phases: NodeNumbers

        /// `nil` where there is none.
        let noise: Double?
        let inertia: Inertia?
    }

    private struct Inertia {
        let inertia: Double
        let damping: Double
        let velocities: NodeNumbers
    }

    private func readParameters(_ value: Value) -> Parameters? {
        let numbers = NodeNumbersReader(nodeCount: graph?.vertexCount)
        return value.section { section in
            let coupling = section.required("coupling", for: "the coupling strength K").flatMap(readCoupling)
            let frequencies = section.required("frequency", for: "the natural frequencies").flatMap { numbers.read($0) }
            section.noteDefault("phase", "{uniform: [0, \(2 * Double.pi)]}")
            let phases =
                section.optional("phase").map { numbers.read($0) } ?? .drawn(.uniform(lower: 0, upper: 2 * .pi))
            section.noteDefault("phase-lag", "0")
            let phaseLag = section.optional("phase-lag").map { $0.number() } ?? 0
            let inertia = readInertia(section)
            let noiseValue = section.optional("noise")
            let noise = noiseValue.map { $0.number(.nonNegative) } ?? 0
            if case .some(.some) = inertia {
                noiseValue?.report("'noise' has no meaning with 'inertia'", expected: "no 'noise', or no 'inertia'")
            }
            guard let coupling, let frequencies, let phases, let phaseLag, let inertia, let noise else {
                return nil
            }
            return Parameters(
                coupling: coupling.strength, reach: coupling.reach, phaseLag: phaseLag, frequencies: frequencies,
                phases: phases, noise: noiseValue == nil ? nil : noise, inertia: inertia)
        }
    }

    private func readCoupling(_ value: Value) -> (strength: Double, reach: KuramotoReach)? {
        guard value.form == .mapping else { return value.number().map { ($0, .edges) } }
        return value.variant(of: ["mean-field"])?.value.number().map { ($0, .meanField) }
    }

    /// What there is only with inertia; `nil` if something is wrong.
    private func readInertia(_ section: Section) -> Inertia?? {
        let damping = section.optional("damping")
        let velocity = section.optional("velocity")
        guard let value = section.optional("inertia") else {
            for (name, value) in [("damping", damping), ("velocity", velocity)] {
                value?.report("'\(name)' has no meaning without 'inertia'", expected: "'inertia', or no '\(name)'")
            }
            return damping == nil && velocity == nil ? .some(nil) : nil
        }
        section.noteDefault("damping", "1")
        section.noteDefault("velocity", "0")
        let inertia = value.number(.positive)
        let friction = damping.map { $0.number(.nonNegative) } ?? 1
        let velocities =
            velocity.map { NodeNumbersReader(nodeCount: graph?.vertexCount).read($0) } ?? .drawn(.constant(0))
        guard let inertia, let friction, let velocities else { return nil }
        return Inertia(inertia: inertia, damping: friction, velocities: velocities)
    }
}
