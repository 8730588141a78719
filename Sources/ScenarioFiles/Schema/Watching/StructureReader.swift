import ObserverCore
import Recording
import SimulationEngine

/// A simulation whose nodes come and go, whatever its model is.
protocol NodeChangingSimulation {
    func removeNode(_ node: Int, as author: AnyAuthor?) throws(SimulationError)

    func addNode(
        like parent: Int, name: String?, setting fields: [String], to values: @escaping () -> [Double],
        as author: AnyAuthor?
    ) throws(SimulationError)
}

extension Simulation: NodeChangingSimulation where Model: ChangingNodes & SettableFields {}

/// A simulation whose edges change, whatever its model is.
protocol EdgeChangingSimulation {
    func edge(from source: Int, to target: Int) throws(SimulationError) -> Var<Double?>

    func recorder(
        ofEdges edges: [(source: Int, target: Int)]?, to destination: TableDestination
    ) throws(RecordingError) -> any TableRecorder
}

extension Simulation: EdgeChangingSimulation where Model: ChangingEdges {
    func recorder(
        ofEdges edges: [(source: Int, target: Int)]?, to destination: TableDestination
    ) throws(RecordingError) -> any TableRecorder {
        try EdgeChangeRecorder(self, edges: edges, to: destination)
    }
}

/// Reads interventions in what a simulation is made of:
///
///     add-node: {like: 3, phase: 0.5, name: …}    a node like another one but for some fields: numbers, or expressions
///                                                 over the fields of the other one; with a name where nodes have names
///     remove-nodes: …                             nodes; see NodeReader
///     set-edge: {from: 3, to: 7, weight: 2}       adds an edge or gives it a weight, 1 unless given
///     remove-edge: {from: 3, to: 7}               removes an edge if it is there
///
/// and observations of it:
///
///     population: all             the nodes that come and go
///     edges: all                  the edges that come, go or get another weight
///     edges: [[3, 7], [1, 2]]     the same of some edges
struct StructureReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    static var actions: [String] { ["add-node", "remove-nodes", "set-edge", "remove-edge"] }

    func action(_ key: String, _ value: Value) -> InterventionReader<Model>.Action? {
        switch key {
        case "add-node": addNode(value)
        case "remove-nodes": removeNodes(value)
        default: changeEdge(value, isRemoval: key == "remove-edge")
        }
    }

    // MARK: Nodes

    private func addNode(_ value: Value) -> InterventionReader<Model>.Action? {
        guard nodesChange(value) else { return nil }
        return value.section { section in
            let parent = section.required("like", for: "the node that the new one resembles").flatMap {
                NodeReader(context: context).reference($0)
            }
            let nameValue = section.optional("name")
            let name = nameValue.map { newName($0) }
            let given = section.given(of: Model.fields)
            let expressions = given.compactMap { context.nodeExpression($0.value, .number) }
            if context.nodeNames == nil {
                nameValue?.report("'name' has no meaning here: nodes have numbers, but no names")
            } else if nameValue == nil {
                _ = section.required("name", for: "the name of the new node, where nodes have names")
            }
            guard let parent, expressions.count == given.count, (nameValue == nil) == (context.nodeNames == nil)
            else { return nil }
            if case .some(.none) = name { return nil }
            let purpose = "a new node is to be like it"
            let change = FieldChange<Model>(
                fields: given.compactMap { Model.fields.firstIndex(of: $0.key) }, expressions: expressions)
            return .once(
                needing: NeededNodes(nodes: [parent], purpose: purpose),
                rehearsing: { try change.check(in: $0.simulation.model, firstAt: $1) }
            ) { run, author in
                let simulation = run.simulation
                let evaluators = expressions.map { ExpressionEvaluator($0, for: simulation.model) }
                try [parent].whenThere(in: simulation) { [unowned simulation] in
                    let parent = try parent.requiredNumber(in: simulation.model, for: purpose)
                    try (simulation as? any NodeChangingSimulation)?.addNode(
                        like: parent, name: name ?? nil, setting: given.map(\.key),
                        to: { [unowned simulation] in
                            evaluators.map { $0.value(at: parent, time: simulation.moment.time) }
                        }, as: author)
                }
            }
        }
    }

    /// The name of a new node, which no other one may have.
    private func newName(_ value: Value) -> String? {
        guard let name = value.string() else { return nil }
        guard context.indices?[name] == nil else {
            value.report("there is a node '\(name)' already", expected: "another name")
            return nil
        }
        guard context.givenNames.insert(name).inserted else {
            value.report("two nodes that are added are called '\(name)'", expected: "another name")
            return nil
        }
        return name
    }

    private func removeNodes(_ value: Value) -> InterventionReader<Model>.Action? {
        guard nodesChange(value), let selection = NodeReader(context: context).selection(value) else { return nil }
        return .once { run, author in
            let simulation = run.simulation
            try selection.whenThere(in: simulation) { [unowned simulation] selection in
                let changing = simulation as? any NodeChangingSimulation
                for node in selection.nodes(of: simulation.model, at: simulation.moment.time) {
                    try changing?.removeNode(node, as: author)
                }
            }
        }
    }

    private func nodesChange(_ value: Value) -> Bool {
        guard Model.self is any (ChangingNodes & SettableFields).Type else {
            value.report("\(value.name) has no meaning for this model, whose nodes cannot come or go")
            return false
        }
        return true
    }

    // MARK: Edges

    private func changeEdge(_ value: Value, isRemoval: Bool) -> InterventionReader<Model>.Action? {
        guard edgesChange(value) else { return nil }
        return value.section { section in
            let sourceValue = section.required("from", for: "the node from which the edge leads")
            let targetValue = section.required("to", for: "the node to which the edge leads")
            let reader = NodeReader(context: context)
            let source = sourceValue.flatMap { reader.reference($0) }
            let target = targetValue.flatMap { reader.reference($0) }
            let weight = isRemoval ? nil : section.optional("weight").map { self.weight($0) } ?? 1
            if !isRemoval { section.noteDefault("weight", "1") }
            guard let source, let target, isRemoval || weight != nil else { return nil }
            guard source != target || isRemoval || context.graph?.allowedEdges.contains(.loops) ?? true else {
                targetValue?.report("an edge of this graph cannot lead from a node to itself", expected: "another node")
                return nil
            }
            let purpose = "an edge to it is to change"
            return .once(needing: NeededNodes(nodes: [source, target], purpose: purpose)) { run, author in
                let simulation = run.simulation
                try [source, target].whenThere(in: simulation) { [unowned simulation] in
                    let source = try source.requiredNumber(in: simulation.model, for: purpose)
                    let target = try target.requiredNumber(in: simulation.model, for: purpose)
                    let edge = try (simulation as? any EdgeChangingSimulation)?.edge(from: source, to: target)
                    edge?.set(weight, as: author)
                }
            }
        }
    }

    private func weight(_ value: Value) -> Double? {
        guard let weight = value.number() else { return nil }
        guard weight == 1 || context.graph?.isWeighted ?? true else {
            value.report(
                "the edges of this graph have no weights: an edge is there or not", expected: "1, or no 'weight'")
            return nil
        }
        return weight
    }

    private func edgesChange(_ value: Value) -> Bool {
        guard Model.self is any ChangingEdges.Type else {
            value.report("\(value.name) has no meaning for this model, whose edges cannot change")
            return false
        }
        return true
    }

    // MARK: Observations

    func population(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let isPossible = nodesChange(value)
        let all = value.choice(of: ["all"])
        let table = TableReader(context: context).read(section, defaultName: "population")
        guard isPossible, all != nil, let table else { return nil }
        return { run in run.keep(try PopulationRecorder(run.simulation, to: table.destination(in: run.directory))) }
    }

    func edges(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let isPossible = edgesChange(value)
        let edges = value.word == "all" ? [] : value.list(.atLeast(1), of: "edges") { ends($0) }
        let table = TableReader(context: context).read(section, defaultName: "edges")
        guard isPossible, let edges, let table else { return nil }
        return { run in
            let destination = table.destination(in: run.directory)
            let recorder = try (run.simulation as? any EdgeChangingSimulation)?
                .recorder(ofEdges: edges.isEmpty ? nil : edges, to: destination)
            if let recorder { run.keep(recorder) }
        }
    }

    private func ends(_ value: Value) -> (source: Int, target: Int)? {
        let nodes = value.list(.exactly(2), of: "nodes") { NodeReader(context: context).node($0) }
        return nodes.map { ($0[0], $0[1]) }
    }
}
