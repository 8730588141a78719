import GSL
import Networks
import SimulationEngine

/// Reads a scenario about a network: a graph, a model on it, and what moves it.
struct NetworkReader {
    let data: DataFiles
    let seed: UInt64
    let luck: UInt32?

    static let modelNames = modelReaders.flatMap { $0.names }

    static func reader(of model: String) -> (any NetworkModelReader.Type)? {
        modelReaders.first { $0.names.contains(model) }
    }

    private static var modelReaders: [any NetworkModelReader.Type] {
        [
            KuramotoReader.self,
            EpidemicReader.self,
            CompartmentReader.self,
            TransitionReader.self,
            IsingReader.self,
            PottsReader.self,
            UpdateRuleReader.self,
            FormulaRuleReader.self,
            DynamicsReader.self,
            EquationReader.self,
            MapReader.self,
        ]
    }

    func read(_ root: Section) -> (any RunnableExperiment)? {
        do {
            root.describe(by: ScenarioKeys.ofGraphs)
            let streams = try RandomStreams(seed: seed, luck: luck)
            let graphStreams = try RandomStreams(seed: graphSeed(root))
            let model = root.required("model", for: "the dynamics on the graph").flatMap {
                $0.variant(of: Self.modelNames)
            }
            guard let model else {
                readRest(root, graphStreams)
                return nil
            }
            let name = model.name
            let readerType = Self.reader(of: name)
            let allowedEdges = readerType?.allowedEdges(name) ?? []
            var graph = root.read(ScenarioKeys.graph) {
                GraphReader(
                    data: data, streams: graphStreams, allowedEdges: allowedEdges,
                    takesEdgeNumbers: readerType?.takesEdgeNumbers ?? false
                ).read($0)
            }
            if let weight = graph?.firstNegativeWeight, readerType?.needsNonNegativeWeights(name) == true {
                let value = root.optional("graph") ?? root.value
                data.reportNegativeWeights(to: value, otherwise: weight)
                graph = nil
            }
            if let graph, readerType?.leavesOutWeights(name) == true {
                graph.warn(ofWeightsLeftOutBy: name, at: root.optional("graph") ?? root.value)
            }
            if let shortage = graph.flatMap({
                readerType?.shortage(of: name, nodes: $0.vertexCount, edges: $0.edgeCount)
            }) {
                root.optional("graph")?.report("\(shortage)")
                graph = nil
            }
            let source = NetworkModelSource(
                root: root, data: data, graph: graph, streams: streams,
                threads: root.value(of: ScenarioKeys.threads) ?? 1)
            return readerType?.init(source: source).read(name, model.value)
        } catch {
            root.value.report("\(error)")
            return nil
        }
    }
}

extension NetworkReader {
    private func graphSeed(_ root: Section) -> UInt64 {
        (root.readIfGiven(ScenarioKeys.graphSeed) { $0.unsignedInteger() } ?? seed) ?? seed
    }

    /// Finds the problems of a scenario that do not depend on its model, which is not known.
    private func readRest(_ root: Section, _ streams: RandomStreams) {
        _ = root.read(ScenarioKeys.graph) {
            GraphReader(
                data: data, streams: streams, allowedEdges: [.loops, .multipleEdges], takesEdgeNumbers: true
            ).read($0)
        }
        _ = root.read(ScenarioKeys.integrate) {
            IntegrationReader(methods: IntegrationMethod.all, watchedIn: root).read($0)
        }
    }
}

/// The parts that the scenarios of all models of networks have in common.
struct NetworkModelSource {
    /// The top of the scenario.
    let root: Section

    let data: DataFiles

    /// The graph, if it could be read.
    let graph: Graph?

    /// The random numbers.
    let streams: RandomStreams

    /// How many threads share the work, where it can be shared.
    let threads: Int
}

/// Reads models of networks.
protocol NetworkModelReader {
    /// The names of the models that it reads.
    static var names: [String] { get }

    /// The equations of a model, with noise where it can have such.
    static func equations(of name: String, withNoise: Bool) -> IntegrationMethod.Equations

    /// Tests if the weights of edges must not be negative for a model.
    static func needsNonNegativeWeights(_ name: String) -> Bool

    /// Tests if results of a model do not depend on the weights of edges.
    static func leavesOutWeights(_ name: String) -> Bool

    /// The edges that the graph of a file may have, for a model, besides single ones between different vertices.
    static func allowedEdges(_ name: String) -> Graph.AllowedEdges

    /// True if models take numbers of edges besides weights.
    static var takesEdgeNumbers: Bool { get }

    /// The least number of bytes of a node of a model, with what moves it on, besides the graph.
    static func bytesPerNode(_ name: String) -> Double

    init(source: NetworkModelSource)

    /// Reads the parameters of a model and makes the experiment; reports what is wrong with the rest of the scenario if
    /// there are none.
    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)?

    /// The parts of the scenario with which it is made besides the parameters.
    var source: NetworkModelSource { get }
}

extension NetworkModelReader {
    static func needsNonNegativeWeights(_ name: String) -> Bool { false }

    static func leavesOutWeights(_ name: String) -> Bool { false }

    static func allowedEdges(_ name: String) -> Graph.AllowedEdges { [] }

    static var takesEdgeNumbers: Bool { false }

    static func bytesPerNode(_ name: String) -> Double { 1 }

    var root: Section { source.root }
    var graph: Graph? { source.graph }
    var streams: RandomStreams { source.streams }
    var threads: Int { source.threads }

    /// The shortage of memory for a model, if the machine does not have as much.
    /// Besides, a node may need more bytes, for what not all models of the name have.
    static func shortage(of name: String, nodes: Int, edges: Int, bytesOfMore: Double = 0) -> MemoryShortage? {
        MemoryShortage(
            of: "'\(name)' on a graph of \(nodes) nodes",
            bytes: Double(nodes) * (4 + bytesPerNode(name) + bytesOfMore) + Double(edges) * 8)
    }

    /// Reads `integrate` and how the run is watched, and makes the experiment if they and the parameters are good.
    ///
    /// - Parameters:
    ///   - names: The names of the model's fields, and of the parameters that interventions can set.
    ///   - methods: The methods that can move it on.
    ///   - quantities: Quantities besides those of the model's type.
    ///   - stateNames: The names of the states of nodes, in the order of their numbers, where they have names.
    ///   - timeUnit: The unit of time of a model whose numbers have units of their own.
    ///   - nodeCount: The number of nodes where these are not the vertices of the graph; they have no names then.
    ///   - make: Makes the model and its integrator; `nil` if something is wrong with its parameters.
    /// - Returns: The experiment, `nil` if something is wrong, which is reported.
    // Once a run: compiled for all models together, since a version for each would be most of the time that a build takes.
    @_semantics("optimize.sil.specialize.generic.never")
    func experiment<Model: SimulationModel>(
        of names: ModelNames, methods: [IntegrationMethod],
        quantities: [any AnyQuantityDefinition<Model>] = [], stateNames: [String] = [],
        timeUnit: String? = nil, nodeCount: Int? = nil,
        make: ((Graph, Integration) throws -> (Model, any Integrator<Model>))?
    ) -> (any RunnableExperiment)? {
        let integration = root.read(ScenarioKeys.integrate) {
            IntegrationReader(methods: methods, timeUnit: timeUnit, watchedIn: root).read($0)
        }
        let system = WatchedSystem(
            names: names, nodeNames: nodeCount == nil ? graph?.vertexNames : nil,
            nodeCount: nodeCount ?? graph?.vertexCount, integration: integration, timeUnit: timeUnit, graph: graph,
            streams: streams, data: source.data, stateNames: stateNames)
        let watching = WatchingReader<Model>(
            of: system, quantities: quantities, kinds: Observations.possible
        ).read(root)
        guard let graph, let integration, let watching, let make else { return nil }
        do {
            let (model, integrator) = try make(graph, integration)
            return Experiment(
                model: model, integrator: integrator, integration: integration, watching: watching)
        } catch {
            ModelProblem(error).report(in: root)
            return nil
        }
    }
}
