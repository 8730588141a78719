import Networks
import SimulationEngine

extension NetworkModelReader {
    /// The experiment with a model whose vertices change at once.
    ///
    /// - Parameters:
    ///   - nodeCount: The number of nodes where these are not the vertices of the graph.
    ///   - make: Makes the model on the graph; `nil` if something is wrong with its parameters.
    /// - Returns: The experiment, `nil` if something is wrong, which is reported.
    func synchronous<Model: SynchronousRule>(
        nodeCount: Int? = nil, _ make: ((Graph) throws -> Model)?
    ) -> (any RunnableExperiment)? {
        experiment(
            of: Model.self, methods: .serving(.atOnce), nodeCount: nodeCount,
            make: make.map { make in
                { graph, _ in (try make(graph), RuleSteps<Model>(streams: streams, threads: threads)) }
            })
    }

    /// A state for each vertex, each with the probability that is its share.
    func drawn(_ shares: [Double], _ graph: Graph) -> [UInt8] {
        var random = streams.words(for: .initialState)
        return (0..<graph.vertexCount).map { _ in
            var level = random.uniform()
            let state = shares.firstIndex { share in
                level -= share
                return level < 0
            }
            return UInt8(state ?? shares.lastIndex { $0 > 0 } ?? 0)
        }
    }

    /// A node of the graph, by its name, or by its number where nodes have no names.
    func vertex(_ value: Value) -> Int? {
        guard let names = graph?.vertexNames else {
            return value.integer(.closed(0...max(0, (graph?.vertexCount ?? Int(Int32.max)) - 1)))
        }
        guard let name = value.word, let index = names.firstIndex(of: name) else {
            value.report("there is no node '\(value.word ?? "")' in the graph")
            return nil
        }
        return index
    }

    /// Which cells are true at the beginning: the part of them, each with this probability, or a list of nodes.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - section: The mapping.
    ///   - preset: The part unless given; `nil` if it must be given.
    /// - Returns: What says so for a graph; `nil` if something is wrong, which is reported.
    func cells(_ key: String, of section: Section, preset: Double? = nil) -> ((Graph) -> [Bool])? {
        if let preset { section.noteDefault(key, preset.plain) }
        let value =
            preset == nil
            ? section.required(key, for: "the part of cells that live, or a list of these cells")
            : section.optional(key)
        guard value?.form == .list else {
            guard let part = value.map({ $0.number(.closed(0.0...1.0)) }) ?? preset else { return nil }
            return { graph in drawn([1 - part, part], graph).map { $0 == 1 } }
        }
        return value?.list(of: "nodes") { vertex($0) }.map { listed in
            { graph in
                var cells = [Bool](repeating: false, count: graph.vertexCount)
                for cell in listed { cells[cell] = true }
                return cells
            }
        }
    }
}
