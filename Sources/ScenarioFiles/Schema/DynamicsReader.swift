import Networks
import SimulationEngine

/// Reads any model of differential equations on a graph, by the names that its ``NetworkDynamics`` give:
///
///     fitzhugh-nagumo:
///       current: …          a parameter, a number for each node; defaults are those of the model
///       v: …                an initial value, a number for each node
///       noise: …            optional: {v: {additive: 0.1}}, or a number for all variables
///
/// and, at the top, `threads: …`.
struct DynamicsReader: NetworkModelReader {
    /// The dynamics that scenarios know.
    private static let dynamics: [any NetworkDynamics.Type] = [
        Consensus.self, Diffusion.self, FitzHughNagumo.self, HodgkinHuxley.self, Lorenz.self, LotkaVolterra.self,
        MeanFieldSIR.self, MeanFieldSIS.self, MimuraMurray.self, Replicator.self, Rossler.self, WilsonCowan.self,
    ]

    static var names: [String] { dynamics.map { $0.name } }

    /// Of each variable its value, and what the methods need.
    static func bytesPerNode(_ name: String) -> Double {
        40 * Double(dynamics.first { $0.name == name }?.variables.count ?? 1)
    }

    let root: Section
    let data: DataFiles
    let graph: Graph?
    let streams: RandomStreams
    let threads: Int

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        Self.dynamics.first { $0.name == name }.flatMap { read($0, parameters) }
    }

    // Once a run: compiled for all models together, since a version for each would be most of the time that a build takes.
    @_semantics("optimize.sil.specialize.generic.never")
    private func read<Dynamics: NetworkDynamics>(
        _ type: Dynamics.Type, _ value: Value?
    ) -> (any RunnableExperiment)? {
        let read = value.flatMap { readParameters($0, of: type) }
        return experiment(
            of: CoupledDynamics<Dynamics>.self,
            methods: .serving(value?.hasKey("noise") == true ? .stochastic : .firstOrder),
            make: read.map { read in
                { graph, integration in
                    let model = try makeModel(read, on: graph)
                    let integrator: any Integrator<CoupledDynamics<Dynamics>> =
                        read.noise.isEmpty
                        ? try integration.integrator(for: model, threads: threads)
                        : try integration.integrator(forNoiseIn: model, streams: streams)
                    return (model, integrator)
                }
            })
    }

    private struct Parameters<Dynamics: NetworkDynamics> {
        /// In the order of the parameters of the model; `nil` where the default holds.
        let parameters: [NodeNumbers?]

        /// In the order of its variables.
        let initial: [NodeNumbers?]

        /// For each variable, or empty.
        let noise: [VertexNoise]
    }

    private func readParameters<Dynamics: NetworkDynamics>(
        _ value: Value, of type: Dynamics.Type
    ) -> Parameters<Dynamics>? {
        value.section { section in
            let defaults = Dynamics()
            let parameters = Dynamics.parameters.map { parameter in
                numbers(
                    section, parameter.name, default: defaults[keyPath: parameter.path], NumberRange(parameter.domain))
            }
            let initial = Dynamics.variables.map {
                numbers(section, $0.name, default: $0.initial, NumberRange($0.range))
            }
            let noise = section.optional("noise").map { readNoise($0, of: type) } ?? []
            guard let noise else { return nil }
            let isGood = (parameters + initial).allSatisfy { $0 != nil }
            return isGood
                ? Parameters(parameters: parameters.map { $0 ?? nil }, initial: initial.map { $0 ?? nil }, noise: noise)
                : nil
        }
    }

    /// The numbers under a key; those of the default where there is no such key, and `nil` if something is wrong.
    private func numbers(
        _ section: Section, _ name: String, default number: Double, _ range: NumberRange
    ) -> NodeNumbers?? {
        section.noteDefault(name, number.plain)
        guard let value = section.optional(name) else { return .some(nil) }
        return NodeNumbersReader(nodeCount: graph?.vertexCount, range: range).read(value).map { .some($0) }
    }

    /// `noise: 0.1` for additive noise on all variables, or a mapping of variables.
    private func readNoise<Dynamics: NetworkDynamics>(_ value: Value, of type: Dynamics.Type) -> [VertexNoise]? {
        guard value.form == .mapping else {
            return value.number(.nonNegative).map { strength in
                Dynamics.variables.map { _ in VertexNoise(additive: strength) }
            }
        }
        return value.section { section in
            let noises = Dynamics.variables.map { variable -> VertexNoise? in
                guard let value = section.optional(variable.name) else { return VertexNoise.none }
                return value.section { section in
                    let additive = section.optional("additive").map { $0.number(.nonNegative) } ?? 0
                    let multiplicative = section.optional("multiplicative").map { $0.number(.nonNegative) } ?? 0
                    guard let additive, let multiplicative else { return nil }
                    return VertexNoise(additive: additive, multiplicative: multiplicative)
                }
            }
            let known = noises.compactMap { $0 }
            return known.count == noises.count ? known : nil
        }
    }

    // MARK: Making

    private func makeModel<Dynamics: NetworkDynamics>(
        _ read: Parameters<Dynamics>, on graph: Graph
    ) throws -> CoupledDynamics<Dynamics> {
        let count = graph.vertexCount
        let isUniform = read.parameters.allSatisfy { $0?.isConstant ?? true }
        var dynamics = [Dynamics](repeating: Dynamics(), count: isUniform ? 1 : count)
        for (index, (parameter, numbers)) in zip(Dynamics.parameters, read.parameters).enumerated() {
            guard let numbers else { continue }
            let values = numbers.numbers(
                from: streams, for: .parameter(index), nodeCount: dynamics.count)
            for vertex in dynamics.indices { dynamics[vertex][keyPath: parameter.path] = values[vertex] }
        }
        var columns = [Double](repeating: 0, count: Dynamics.variables.count * count)
        for (column, (variable, numbers)) in zip(Dynamics.variables, read.initial).enumerated() {
            let values = (numbers ?? .drawn(.constant(variable.initial))).numbers(
                from: streams, for: .initialState(variable: column), nodeCount: count)
            for vertex in 0..<count { columns[column * count + vertex] = values[vertex] }
        }
        let states = columns.withUnsafeBufferPointer { columns in
            columns.baseAddress.map { first in
                (0..<count).map { Dynamics.State(from: first + $0, stride: count) }
            } ?? []
        }
        return try CoupledDynamics(
            graph: graph, dynamics: dynamics, states: states, noise: read.noise, threads: threads)
    }
}

extension NodeNumbers {
    /// Whether all nodes have the same number.
    fileprivate var isConstant: Bool {
        if case .drawn(.constant) = self { return true }
        return false
    }
}

extension NumberRange {
    /// The numbers that a variable may have at the beginning.
    fileprivate init(_ range: ClosedRange<Double>) {
        if range.upperBound < .greatestFiniteMagnitude {
            self = .closed(range)
        } else {
            self = range.lowerBound == 0 ? .nonNegative : .any
        }
    }
}
