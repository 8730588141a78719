import GSL
import Networks
import SimulationEngine

/// Reads a scenario about a network:
///
///     graph: {edge-list: …}                   a file of edges, or how a graph is generated: see ``GraphReader``
///     model: {kuramoto: …}                    phase oscillators: see ``KuramotoReader``
///     model: {sir: …}                         an epidemic: see ``EpidemicReader``
///     model: {compartments: …}                a table of transitions: see ``CompartmentReader``
///     model: {ising: …}                       spins: see ``IsingReader`` and ``PottsReader``
///     model: {voter: …}                       opinions and other models with update rules: see ``UpdateRuleReader``
///     model: {page-rank: …}                   what moves in discrete time: see ``DiscreteTimeReader``
///     model: {consensus: …}                   other differential equations: see ``DynamicsReader``
struct NetworkReader {
    let data: DataFiles
    let seed: UInt64

    /// The names of all models.
    static var modelNames: [String] { modelReaders.flatMap { $0.names } }

    /// The readers of all models.
    private static var modelReaders: [any NetworkModelReader.Type] {
        [
            KuramotoReader.self,
            EpidemicReader.self,
            CompartmentReader.self,
            IsingReader.self,
            PottsReader.self,
            UpdateRuleReader.self,
            DiscreteTimeReader.self,
            DynamicsReader.self,
        ]
    }

    func read(_ root: Section) -> (any RunnableExperiment)? {
        do {
            let streams = try RandomStreams(seed: seed)
            let graph = root.required("graph", for: "the graph").flatMap {
                GraphReader(data: data, streams: streams).read($0)
            }
            let model = root.required("model", for: "the dynamics on the graph").flatMap {
                $0.variant(of: Self.modelNames)
            }
            // The other problems of a scenario without a model are found as if it were about oscillators.
            let name = model?.name ?? KuramotoReader.name
            let readerType = Self.modelReaders.first { $0.names.contains(name) }
            if let graph, let weight = graph.firstNegativeWeight, readerType?.needsNonNegativeWeights(name) == true {
                let value = root.optional("graph") ?? root.value
                data.reportNegativeWeights(to: value, otherwise: weight)
                return readerType?.init(root: root, graph: nil, streams: streams).read(model?.name, model?.value)
            }
            return readerType?.init(root: root, graph: graph, streams: streams).read(model?.name, model?.value)
        } catch {
            root.value.report("\(error)")
            return nil
        }
    }
}

/// Reads what the scenarios of all models of networks have in common.
protocol NetworkModelReader {
    /// The names of the models that it reads.
    static var names: [String] { get }

    /// Whether the weights of edges must not be negative for a model.
    static func needsNonNegativeWeights(_ name: String) -> Bool

    init(root: Section, graph: Graph?, streams: RandomStreams)

    /// Reads the parameters of a model and makes the experiment; reports what is wrong with the rest of the scenario if
    /// there are none.
    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)?

    /// The top of the scenario.
    var root: Section { get }

    /// The graph, if it could be read.
    var graph: Graph? { get }

    /// The random numbers.
    var streams: RandomStreams { get }
}

extension NetworkModelReader {
    static func needsNonNegativeWeights(_ name: String) -> Bool { false }

    /// Reads `integrate` and how the run is watched, and makes the experiment if they and the parameters are good.
    ///
    /// - Parameters:
    ///   - type: The model.
    ///   - methods: The methods that can move it on.
    ///   - quantities: Quantities besides those of the model's type.
    ///   - stateNames: The names of the states of nodes, in the order of their numbers, where they have names.
    ///   - nodeCount: The number of nodes where these are not the vertices of the graph; they have no names then.
    ///   - make: Makes the model and its integrator; `nil` if something is wrong with its parameters.
    /// - Returns: The experiment, `nil` if something is wrong, which is reported.
    func experiment<Model: SimulationModel>(
        of type: Model.Type, methods: [IntegrationMethod],
        quantities: [any AnyQuantityDefinition<Model>] = [], stateNames: [String] = [], nodeCount: Int? = nil,
        make: ((Graph, Integration) throws -> (Model, any Integrator<Model>))?
    ) -> (any RunnableExperiment)? {
        let integration = root.required("integrate", for: "how the state is moved on, and until when").flatMap {
            IntegrationReader(methods: methods, watchedIn: root).read($0)
        }
        let watching = WatchingReader(
            model: type, nodeNames: nodeCount == nil ? graph?.vertexNames : nil,
            nodeCount: nodeCount ?? graph?.vertexCount, integration: integration, graph: graph, streams: streams,
            stateNames: stateNames, quantities: quantities
        ).read(root)
        guard let graph, let integration, let watching, let make else { return nil }
        do {
            let (model, integrator) = try make(graph, integration)
            return Experiment(
                model: model, integrator: integrator, integration: integration, watching: watching)
        } catch let error as TauLeapingError {
            let leap = root.optional("integrate")?.member("leap", reportingTo: root.value.diagnostics)
            (leap ?? root.value).report("\(error)")
            return nil
        } catch {
            (root.optional("model") ?? root.value).report("\(error)")
            return nil
        }
    }
}
