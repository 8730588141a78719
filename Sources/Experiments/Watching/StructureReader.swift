import Descriptions
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

/// The keys of interventions in what a simulation is made of, and of observations of it.
enum StructureKeys {
    static let like = ParameterDescription("like", "the node that the new one resembles", .node)
    static let name = ParameterDescription(
        "name", "the name of the new node, where nodes have names", .text, .optional)
    static let newNode = [like, name, FieldChangeKeys.field]
    static let addNode = ComponentDescription(
        key: "add-node", "adds a node like another one but for some fields", .record(newNode),
        beside: InterventionKeys.others)
    static let removeNodes = ComponentDescription(
        key: "remove-nodes", "removes nodes", .nodeSelection, beside: InterventionKeys.others)

    static let source = ParameterDescription("from", "the node from which the edge leads", .node)
    static let target = ParameterDescription("to", "the node to which the edge leads", .node)
        .example(.integer(1))
    static let weight = ParameterDescription("weight", "its weight", .number(.any), .default(.number(1)))
    static let setEdge = ComponentDescription(
        key: "set-edge", "adds an edge, or gives it a weight", .record([source, target, weight]),
        beside: InterventionKeys.others)
    static let removeEdge = ComponentDescription(
        key: "remove-edge", "removes an edge if it is there", .record([source, target]),
        beside: InterventionKeys.others)

    static let population = ComponentDescription(
        key: "population", "the nodes that come and go", .choice(["all"]), beside: TableKeys.all)
    static let edges = ComponentDescription(
        key: "edges", "the edges that come, go or get another weight, all or some of them",
        .word(["all"], or: .items(.list(of: .node, count: 2...2))), beside: TableKeys.all)
}

/// Reads interventions in what a simulation is made of, and observations of it.
struct StructureReader<Model: SimulationModel> {
    private typealias Keys = StructureKeys

    let context: WatchContext<Model>

    // MARK: Nodes

    func addNode(_ value: Value) -> InterventionReader<Model>.Action? {
        guard nodesChange(value) else { return nil }
        return value.section(of: Keys.newNode) { section in
            let parent = section.read(Keys.like) { context.nodes.reference($0) }
            let nameValue = section.given(Keys.name)
            let name = nameValue.map { newName($0) }
            let numbers = context.system.givenFields(section)
            let given = numbers ?? []
            let expressions = given.compactMap { context.system.nodeExpression($0.value, .number) }
            if context.system.nodeNames == nil {
                nameValue?.report("'name' has no meaning here: nodes have numbers, but no names")
            } else if nameValue == nil {
                section.required(Keys.name)
            }
            guard let parent, numbers != nil, expressions.count == given.count,
                (nameValue == nil) == (context.system.nodeNames == nil)
            else { return nil }
            if case .some(.none) = name { return nil }
            let purpose = "a new node is to be like it"
            let change = FieldChange<Model>(
                fields: given.compactMap { try? context.system.names.fieldIndex($0.key) }, expressions: expressions)
            var action = PlannedAction<Model>.once(
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
            // Nothing is added that would be like a node that has gone.
            action.isSureToChange = { !$0.holdOrRemoveNodes }
            return action
        }
    }

    /// The name of a new node, which no other one may have.
    private func newName(_ value: Value) -> String? {
        guard let name = value.string() else { return nil }
        guard context.system.indices?[name] == nil else {
            value.report("there is a node '\(name)' already", expected: "another name")
            return nil
        }
        guard context.nodeChanges.give(name) else {
            value.report("two nodes that are added are called '\(name)'", expected: "another name")
            return nil
        }
        return name
    }

    func removeNodes(_ value: Value) -> InterventionReader<Model>.Action? {
        guard nodesChange(value), let selection = context.nodes.selection(value) else { return nil }
        return .once { run, author in
            let simulation = run.simulation
            try selection.whenThere(in: simulation) { [unowned simulation] selection in
                let changing = simulation as? any NodeChangingSimulation
                for node in try SelectedNodes(selection, of: simulation.model).nodes(at: simulation.moment.time) {
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

    func changeEdge(_ value: Value, isRemoval: Bool) -> InterventionReader<Model>.Action? {
        guard edgesChange(value) else { return nil }
        return value.section(of: [Keys.source, Keys.target] + (isRemoval ? [] : [Keys.weight])) { section in
            let sourceValue = section.given(Keys.source)
            let targetValue = section.given(Keys.target)
            let reader = context.nodes
            let source = sourceValue.flatMap { reader.reference($0) }
            let target = targetValue.flatMap { reader.reference($0) }
            let weight = isRemoval ? nil : section.read(Keys.weight, else: 1) { self.weight($0) }
            guard let source, let target, isRemoval || weight != nil else { return nil }
            guard source != target || isRemoval || context.system.graph?.allowedEdges.contains(.loops) ?? true else {
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
        guard weight == 1 || context.system.graph?.isWeighted ?? true else {
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
        let table = context.tables.read(section, defaultName: "population")
        guard isPossible, all != nil, let table else { return nil }
        return { run in run.keep(try PopulationRecorder(run.simulation, to: table.destination(in: run.directory))) }
    }

    func edges(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let isPossible = edgesChange(value)
        let edges = value.word == "all" ? [] : value.list(.atLeast(1), of: "edges") { ends($0) }
        let table = context.tables.read(section, defaultName: "edges")
        guard isPossible, let edges, let table else { return nil }
        return { run in
            let destination = table.destination(in: run.directory)
            let recorder = try (run.simulation as? any EdgeChangingSimulation)?
                .recorder(ofEdges: edges.isEmpty ? nil : edges, to: destination)
            if let recorder { run.keep(recorder) }
        }
    }

    private func ends(_ value: Value) -> (source: Int, target: Int)? {
        let nodes = value.list(.exactly(2), of: "nodes") { context.nodes.node($0) }
        return nodes.map { ($0[0], $0[1]) }
    }
}
