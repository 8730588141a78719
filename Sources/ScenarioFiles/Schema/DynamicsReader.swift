import Descriptions
import Networks
import SimulationEngine

/// The keys of the noise of differential equations on a graph.
enum NoiseKeys {
    static let additive = Parameter("additive", "the strength whatever the state", .nonNegative, default: 0)
    static let multiplicative = Parameter(
        "multiplicative", "the strength as a part of the value", .nonNegative, default: 0)
    static let ofVariable = [ParameterDescription](additive, multiplicative)

    /// The noise of a model with some variables.
    static func noise(of variables: [String]) -> ParameterDescription {
        let own = variables.map { ParameterDescription($0, "the noise of '\($0)'", .record(ofVariable), .optional) }
        return ParameterDescription(
            "noise", "the strength of noise on all variables, or that on each",
            .either(.number(.nonNegative), or: .record(own)), .optional)
    }
}

/// Reads any model of differential equations on a graph, by the names that its `DescribedDynamics` give, and noise.
struct DynamicsReader: NetworkModelReader {
    static var names: [String] { NamedDynamics.all.map { $0.name } }

    /// Of each variable its value, and what the methods need.
    static func bytesPerNode(_ name: String) -> Double {
        40 * Double(NamedDynamics.all.first { $0.name == name }?.variables.count ?? 1)
    }

    static func equations(of name: String, withNoise: Bool) -> IntegrationMethod.Equations {
        withNoise ? .stochastic : .firstOrder
    }

    let source: NetworkModelSource

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        NamedDynamics.all.first { $0.name == name }.flatMap { read($0, parameters) }
    }

    // Once a run: compiled for all models together, since a version for each would be most of the time that a build takes.
    @_semantics("optimize.sil.specialize.generic.never")
    private func read<Dynamics: DescribedDynamics>(
        _ type: Dynamics.Type, _ value: Value?
    ) -> (any RunnableExperiment)? {
        let read = value.flatMap { readParameters($0, of: type) }
        return experiment(
            of: CoupledDynamics<Dynamics>.names,
            methods: .serving(Self.equations(of: Dynamics.name, withNoise: value?.hasKey("noise") == true)),
            timeUnit: Dynamics.timeUnit,
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

    private func readParameters<Dynamics: DescribedDynamics>(
        _ value: Value, of type: Dynamics.Type
    ) -> Parameters<Dynamics>? {
        let noiseKey = NoiseKeys.noise(of: Dynamics.variables.map(\.name))
        return value.section(of: [noiseKey]) { section in
            let component = Component(Dynamics.description) { contents in
                contents.map { $0.flatMap(NodeNumbers.init) }
            }
            let numbers = section.make(component, on: graph)
            let noise = section.read(noiseKey, else: []) { readNoise($0, of: type) }
            guard let numbers, let noise else { return nil }
            let count = Dynamics.parameters.count
            return Parameters(
                parameters: Array(numbers.prefix(count)), initial: Array(numbers.dropFirst(count)), noise: noise)
        }
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
                return value.section(of: NoiseKeys.ofVariable) { section in
                    let additive = section.value(of: NoiseKeys.additive)
                    let multiplicative = section.value(of: NoiseKeys.multiplicative)
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
            let values = streams.numbers(from: numbers, for: .parameter(index), nodeCount: dynamics.count)
            for vertex in dynamics.indices { dynamics[vertex][keyPath: parameter.path] = values[vertex] }
        }
        var columns = [Double](repeating: 0, count: Dynamics.variables.count * count)
        for (column, (variable, numbers)) in zip(Dynamics.variables, read.initial).enumerated() {
            let values = streams.numbers(
                from: numbers ?? .drawn(.constant(variable.initial)), for: .initialState(variable: column),
                nodeCount: count)
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
    /// True if all nodes have the same number.
    var isConstant: Bool {
        if case .drawn(.constant) = self { return true }
        return false
    }
}
