import GSL
import Networks
import SimulationEngine

/// Reads a scenario about a network:
///
///     graph: {edge-list: …}                   a CSV file with the columns source and target
///     model: {kuramoto: {coupling: …, frequency: …, phase: …}}
struct NetworkReader {
    let data: DataFiles
    let seed: UInt64

    func read(_ root: Section) -> (any RunnableExperiment)? {
        let edges = root.required("graph", for: "the graph").flatMap { readEdgeList($0) }
        let kuramoto = root.required("model", for: "the dynamics on the graph").flatMap {
            readKuramoto($0, vertexCount: edges?.graph.vertexCount)
        }
        let methods = IntegrationMethod.allCases.filter { $0 != .leapfrog }
        let integration = root.required("integrate", for: "how the state is moved on, and until when").flatMap {
            IntegrationReader(methods: methods, observe: root.optional("observe")).read($0)
        }
        let observe = ObservationReader(
            model: KuramotoModel.self, nodeNames: edges?.graph.vertexNames, nodeCount: edges?.graph.vertexCount,
            integration: integration)
        root.noteDefault("observe", "[]")
        let observations = observe.read(root.optional("observe"))
        guard let edges, let kuramoto, let integration, let observations else { return nil }
        do {
            let model = try makeModel(kuramoto, on: edges)
            return Experiment(
                model: model, integrator: try integration.integrator(for: model), integration: integration,
                observations: observations)
        } catch {
            root.value.report("\(error)")
            return nil
        }
    }

    // MARK: Graph

    /// `edge-list: {file: …}`, with `vertices: …` and `numbered-from: …` where there are vertices without edges.
    private func readEdgeList(_ value: Value) -> EdgeList? {
        guard let (_, list) = value.variant(of: ["edge-list"]) else { return nil }
        return list.section { section in
            let file = section.required("file", for: "the CSV file of the edges")
            let count = section.optional("vertices").map { $0.integer(.closed(1...Int(Int32.max))) }
            let firstValue = section.optional("numbered-from")
            let first = firstValue.map { $0.integer(.closed(0...Int(Int32.max))) } ?? 0
            if count != nil { section.noteDefault("numbered-from", "0") }
            if count == nil { firstValue?.report("'numbered-from' needs 'vertices', the number of vertices") }
            guard let file, let first else { return nil }
            let vertices: EdgeList.Vertices
            switch count {
            case .none: vertices = .appearing
            case .some(.none): return nil
            case .some(.some(let count)): vertices = .numbered(count: count, from: first)
            }
            return data.read(file, at: "graph.edge-list.file") { table throws(DataFileError) in
                try EdgeList(table, vertices: vertices)
            }
        }
    }

    // MARK: Kuramoto

    private struct Kuramoto {
        let coupling: Double
        let frequencies: NodeNumbers
        let phases: NodeNumbers
    }

    private func readKuramoto(_ value: Value, vertexCount: Int?) -> Kuramoto? {
        guard let (_, parameters) = value.variant(of: ["kuramoto"]) else { return nil }
        let numbers = NodeNumbersReader(nodeCount: vertexCount)
        return parameters.section { section in
            let coupling = section.required("coupling", for: "the coupling strength K").flatMap { $0.number() }
            let frequencies = section.required("frequency", for: "the natural frequencies").flatMap { numbers.read($0) }
            section.noteDefault("phase", "{uniform: [0, \(2 * Double.pi)]}")
            let phases =
                section.optional("phase").map { numbers.read($0) } ?? .drawn(.uniform(lower: 0, upper: 2 * .pi))
            guard let coupling, let frequencies, let phases else { return nil }
            return Kuramoto(coupling: coupling, frequencies: frequencies, phases: phases)
        }
    }

    private func makeModel(_ parameters: Kuramoto, on edges: EdgeList) throws -> KuramotoModel {
        let streams = try RandomStreams(seed: seed)
        let count = edges.graph.vertexCount
        return try KuramotoModel(
            graph: edges.graph, coupling: parameters.coupling,
            frequencies: parameters.frequencies.numbers(from: streams, for: .naturalFrequency, nodeCount: count),
            phases: parameters.phases.numbers(from: streams, for: .initialState, nodeCount: count))
    }
}
