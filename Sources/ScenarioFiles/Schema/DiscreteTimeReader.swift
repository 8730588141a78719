import Networks
import SimulationEngine

/// Reads one of the models that move in discrete time, all of whose nodes change at once:
///
///     elementary: {rule: 90, alive: [35]}                       an elementary cellular automaton, on a ring
///     boolean-network: {tables: [[0, 1], …], active: 0.5}       or {bias: 0.5}: tables of random entries
///     random-walks: {walkers: 100, start: random, laziness: 0}  whose nodes are the walkers
///     page-rank: {damping: 0.85}
///     integrate-and-fire: {input: …, voltage: 0, …}             neurons: see ``neurons(_:)``
struct DiscreteTimeReader: NetworkModelReader {
    static let names = ["elementary", "boolean-network", "random-walks", "page-rank", "integrate-and-fire"]

    static func needsNonNegativeWeights(_ name: String) -> Bool { ["page-rank", "random-walks"].contains(name) }

    /// A gene may regulate itself, a page link to itself, a neuron excite itself, and a walker go round a loop.
    static func allowance(_ name: String) -> Graph.Allowance {
        switch name {
        case "boolean-network": [.loops, .multipleEdges]
        case "page-rank", "random-walks", "integrate-and-fire": .loops
        default: []
        }
    }

    let root: Section
    let data: DataFiles
    let graph: Graph?
    let streams: RandomStreams
    let threads: Int

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        guard let name, let parameters else { return nil }
        return switch name {
        case "elementary": synchronous(parameters.section { elementary($0, parameters) })
        case "boolean-network": synchronous(parameters.section { booleanNetwork($0) })
        case "random-walks": randomWalks(parameters)
        case "page-rank": synchronous(parameters.section { pageRank($0) })
        default: synchronous(parameters.section { neurons($0) })
        }
    }

    /// Makes a model on a graph.
    private typealias Making<Model> = (Graph) throws -> Model

    private func pageRank(_ section: Section) -> Making<PageRank>? {
        section.number("damping", preset: 0.85, .closed(0.0...1.0)).map { damping in
            { try PageRank(graph: $0, damping: damping) }
        }
    }
}

// MARK: - Automata

extension DiscreteTimeReader {
    private func elementary(_ section: Section, _ value: Value) -> Making<ElementaryAutomaton>? {
        let rule = section.required("rule", for: "the number of the rule, from 0 to 255")
            .flatMap { $0.integer(.closed(0...255)) }
        let cells = cells("alive", of: section)
        if let graph, (try? Graph.ring(nodes: graph.vertexCount)) != graph {
            value.report("an elementary automaton lives on a ring", expected: "graph: {ring: {nodes: …}}")
            return nil
        }
        guard let rule, let cells else { return nil }
        return { try ElementaryAutomaton(rule: UInt8(rule), cells: cells($0)) }
    }

    private func booleanNetwork(_ section: Section) -> Making<BooleanNetwork>? {
        let tablesValue = section.optional("tables")
        let biasValue = section.optional("bias")
        let cells = cells("active", of: section, preset: 0.5)
        if tablesValue != nil, let biasValue {
            biasValue.report("'bias' is that of random tables, but there are 'tables'", expected: "one of them")
            return nil
        }
        guard let tablesValue else {
            let bias = section.number("bias", preset: 0.5, .closed(0.0...1.0))
            guard let bias, let cells else { return nil }
            return { graph in
                let tables = try BooleanNetwork.randomTables(of: graph, bias: bias, from: streams)
                return try BooleanNetwork(graph: graph, tables: tables, states: cells(graph))
            }
        }
        guard let tables = tables(tablesValue), let cells else { return nil }
        return { try BooleanNetwork(graph: $0, tables: tables, states: cells($0)) }
    }

    /// A table for each node, of as many entries, 0 or 1, as its inputs have states.
    private func tables(_ value: Value) -> [[Bool]]? {
        guard let graph else { return nil }
        var node = 0
        return value.list(.exactly(graph.vertexCount), of: "tables, one for each node") { item -> [Bool]? in
            let inputs = node < graph.vertexCount ? graph.inDegree(of: node) : 0
            node += 1
            guard inputs <= BooleanNetwork.greatestInputCount else {
                item.report("there are \(inputs) inputs", expected: "at most \(BooleanNetwork.greatestInputCount)")
                return nil
            }
            return item.list(.exactly(1 << inputs), of: "entries, 0 or 1") {
                $0.integer(.closed(0...1)).map { $0 == 1 }
            }
        }
    }
}

// MARK: - Walkers

extension DiscreteTimeReader {
    private func randomWalks(_ parameters: Value) -> (any RunnableExperiment)? {
        let read: (starts: [Int], laziness: Double)? = parameters.section { section in
            let count = section.required("walkers", for: "the number of walkers").flatMap(walkerCount)
            let laziness = section.number("laziness", preset: 0, .closed(0.0...1.0))
            section.noteDefault("start", "random")
            let startsValue = section.optional("start")
            let starts = startsValue.flatMap { $0.word == "random" ? nil : $0 }.map(startVertices)
            guard let count, let laziness, let graph, starts != .some(.none) else { return nil }
            var random = streams.words(for: .initialState)
            let vertices = starts ?? nil
            let positions = (0..<count).map { walker in
                vertices.map { $0[walker % $0.count] } ?? random.below(graph.vertexCount)
            }
            return (positions, laziness)
        }
        return synchronous(
            nodeCount: read?.starts.count ?? Int(Int32.max),
            read.map { read in { try RandomWalks(graph: $0, starts: read.starts, laziness: read.laziness) } })
    }

    private func walkerCount(_ value: Value) -> Int? {
        guard let count = value.integer(.closed(1...Int(Int32.max))) else { return nil }
        do {
            try RandomWalks.check(walkers: count)
            return count
        } catch {
            value.report("\(error)")
            return nil
        }
    }

    /// The vertices on which walkers begin in turns.
    private func startVertices(_ value: Value) -> [Int]? {
        value.list(.atLeast(1), orLone: true, of: "nodes of the graph") { vertex($0) }
    }
}

// MARK: - Neurons

extension DiscreteTimeReader {
    /// Leaky integrate-and-fire neurons:
    ///
    ///     integrate-and-fire:
    ///       input: …                  a number for each node
    ///       voltage: …                a number for each node, at the beginning; 0 unless given
    ///       time-step: 0.1            the time that a step stands for
    ///       time-constant: 10
    ///       threshold: 1
    ///       refractory-steps: 0       for how many steps a neuron rests after it has fired
    ///       delay-steps: 1            after how many steps others feel that a neuron has fired
    ///       synapse: 0                by how much a spike changes the voltage of others, times the weight of the edge
    private func neurons(_ section: Section) -> Making<SpikingNeurons>? {
        let numbers = NodeNumbersReader(nodeCount: graph?.vertexCount)
        let inputs = section.required("input", for: "the input of each neuron, in units of voltage")
            .flatMap { numbers.read($0) }
        section.noteDefault("voltage", "0")
        let voltages = section.optional("voltage").map { numbers.read($0) } ?? .drawn(.constant(0))
        guard let parameters = neuronParameters(section), let inputs, let voltages else { return nil }
        return { graph in
            try SpikingNeurons(
                graph: graph, parameters: parameters,
                inputs: inputs.numbers(from: streams, for: .parameter(0), nodeCount: graph.vertexCount),
                voltages: voltages.numbers(from: streams, for: .initialState, nodeCount: graph.vertexCount))
        }
    }

    private func neuronParameters(_ section: Section) -> SpikingNeurons.Parameters? {
        var parameters = SpikingNeurons.Parameters()
        let step = section.number("time-step", preset: parameters.timeStep, .positive)
        let timeConstant = section.number("time-constant", preset: parameters.timeConstant, .positive)
        let threshold = section.number("threshold", preset: parameters.threshold, .positive)
        let synapse = section.number("synapse", preset: parameters.synapse, .any)
        let rest = section.integer("refractory-steps", preset: parameters.refractorySteps, 0...1_000_000_000)
        let delay = section.integer("delay-steps", preset: parameters.delaySteps, 1...1_000_000)
        guard let step, let timeConstant, let threshold, let synapse, let rest, let delay else { return nil }
        parameters.timeStep = step
        parameters.timeConstant = timeConstant
        parameters.threshold = threshold
        parameters.synapse = synapse
        parameters.refractorySteps = rest
        parameters.delaySteps = delay
        return parameters
    }
}
