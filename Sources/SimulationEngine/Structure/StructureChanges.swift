import ObserverCore

/// Tells of the nodes that have come and gone in a model, and of the edges that have changed.
final class StructureChanges<Model: SimulationModel> {
    let births = NodeEvents()
    let deaths = NodeEvents()
    let edgeChanges = EdgeEvents()
    let edges: EdgeVariables<Model>

    /// Takes note of a change from outside.
    var log: (Intervention.Subject, Intervention.Change, AnyAuthor?) -> Void = { _, _, _ in }

    /// Has everybody make room who keeps something for each node.
    var noteNodes: () -> Void = {}

    private let model: Model
    private let edgeLog: EdgeChangeLog?

    /// Tells if somebody reads what the model changes by itself.
    private let isEdgeLogRead: () -> Bool

    /// For how many nodes sizes were looked at last.
    @exclusivity(unchecked)
    private var checkedNodeCount: Int

    init(of model: Model, interventions: InterventionQueue<Model>) {
        self.model = model
        let network = model as? any ChangingEdges
        edgeLog = network?.edgeChanges
        edges = EdgeVariables(interventions: interventions) { network?.edgeWeight(from: $0, to: $1) }
        isEdgeLogRead = { [edges, edgeChanges] in !edges.isEmpty || edgeChanges.messenger.observationCount > 0 }
        checkedNodeCount = model.nodeCount
        // The nodes and edges that have come and gone before belong to the initial state.
        _ = model.population?.takeChanges()
        _ = edgeLog?.takeAll()
    }

    /// True if there is something to tell.
    var isWaiting: Bool { areNodesWaiting || edgeLog.map { !$0.isEmpty } ?? false }

    /// True if nodes are to be told of, which no checkpoint keeps.
    var areNodesWaiting: Bool { model.population?.hasChanged ?? false }

    /// Has the model change edges by itself in a closure, of which those changes are kept that somebody reads.
    func moving<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let edgeLog else { return try body() }
        edgeLog.isRead = isEdgeLogRead
        defer { edgeLog.isRead = nil }
        return try body()
    }

    /// Archives the changes of edges that are to be told.
    func archiveEdges(in archive: StateArchive) throws(CheckpointError) {
        try edgeLog?.archive(in: archive, nodeCount: model.nodeCount)
    }

    /// Throws an error if nodes have come or gone and the model has not got everything for each that there is now.
    ///
    /// - Complexity: O(1) unless the population has changed.
    func check() throws(SimulationError) {
        let population = model.population
        guard model.nodeCount != checkedNodeCount || population?.hasChanged ?? false else { return }
        guard population != nil else {
            throw .invalidModel(
                "there are \(model.nodeCount) nodes, but there were \(checkedNodeCount) before: a model whose nodes come and go "
                    + "has a population that knows of it")
        }
        try model.checkSizes()
        checkedNodeCount = model.nodeCount
    }
}

extension StructureChanges: StepWatcher {
    var name: String { "nodes and edges that come and go" }
    var rank: StepRank { .structure }
    var view: StepView { .moments }

    func publish(_ publication: Publication) {
        if let population = model.population, population.hasChanged {
            publish(population.takeChanges(), publication)
        }
        guard let edgeLog, !edgeLog.isEmpty else { return }
        for change in edgeLog.takeAll() {
            if publication.isIntervention {
                let weights = Intervention.Change(name: "weight", old: change.old, new: change.new)
                log(.edge(source: change.source, target: change.target), weights, publication.author)
            }
            edges.publish(change, from: publication.author)
            edgeChanges.send(change, from: publication.author)
        }
    }

    private func publish(_ changes: [Population.Change], _ publication: Publication) {
        noteNodes()
        for change in changes {
            let (node, isAdded) = change.nodeAndPresence
            if publication.isIntervention {
                let presence = Intervention.Change(name: "presence", old: isAdded ? 0 : 1, new: isAdded ? 1 : 0)
                log(.presence(ofNode: node), presence, publication.author)
            }
            (isAdded ? births : deaths).send(node, from: publication.author)
        }
    }

    /// All changes are told before a checkpoint is stored.
    func archiveState(in archive: StateArchive) {
        guard archive.isReading else { return }
        checkedNodeCount = model.nodeCount
        edges.notePresent()
    }
}

extension Population.Change {
    fileprivate var nodeAndPresence: (Int, Bool) {
        switch self {
        case .added(let node): (node, true)
        case .removed(let node): (node, false)
        }
    }
}
