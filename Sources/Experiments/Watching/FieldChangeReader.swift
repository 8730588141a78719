import Descriptions
import SimulationEngine

enum FieldChangeKeys {
    static let node = ParameterDescription("node", "which node", .node, .optional)
    static let nodes = ParameterDescription(
        "nodes", "which nodes", .nodeSelection, .alternative(to: "node", .text("all")))

    /// Whatever the model has.
    static let field = ParameterDescription(
        "field", "a number for the field of this name, or, in a list, one for each of a group of fields, or 0 for all",
        .either(.nodeNumber, or: .list(of: .nodeNumber, count: 2...16)), .open(example: "phase"))
    static let all = [node, nodes, field]
}

/// Reads new values of fields, or what is added to them.
struct FieldChangeReader<Model: SimulationModel> {
    private typealias Keys = FieldChangeKeys

    let context: WatchContext<Model>

    /// True if the values are added to those that the fields have.
    let isRelative: Bool

    func read(_ value: Value) -> InterventionReader<Model>.Action? {
        guard Model.self is any SettableFields.Type else {
            value.report("\(value.name) has no meaning for this model, whose fields cannot be set")
            return nil
        }
        return value.section(of: Keys.all) { section in
            let nodes = selection(section)
            guard let given = context.system.givenFields(section) else { return nil }
            let expressions = given.map { expression($0.value, field: $0.key) }
            if given.isEmpty, section.keys.allSatisfy({ [Keys.node.name, Keys.nodes.name].contains($0) }) {
                section.value.report(
                    "\(section.value.name) must say which fields",
                    expected: context.system.names.fields.joined(separator: ", "))
            }
            let read = expressions.compactMap { $0 }
            guard let nodes, !given.isEmpty, read.count == given.count else { return nil }
            let fields = given.compactMap { try? context.system.names.fieldIndex($0.key) }
            let change = FieldChange<Model>(fields: fields, expressions: read)
            var action = PlannedAction<Model>.once(
                rehearsing: { try change.check(in: $0.simulation.model, node: nodes.first, firstAt: $1) }
            ) { run, author in
                let simulation = run.simulation
                try nodes.whenThere(in: simulation) { [unowned simulation] nodes in
                    try change.request(of: nodes, in: simulation, as: author)
                }
            }
            action.isSureToChange = { nodes.first != nil && !$0.holdOrRemoveNodes }
            return action
        }
    }

    /// The new value of a field.
    private func expression(_ value: Value, field: String) -> FieldExpression? {
        guard let expression = context.system.nodeExpression(value, .number) else { return nil }
        guard isRelative else { return expression }
        return try? FieldExpression(
            "\(field.withUnderscores) + (\(expression.text))", fields: context.system.names.fields)
    }

    private func selection(_ section: Section) -> NodeSelection? {
        let node = section.given(Keys.node)
        let nodes = section.given(Keys.nodes)
        guard let node else { return nodes.map { context.nodes.selection($0) } ?? .all }
        if let nodes {
            nodes.report("there can be only one of 'node' and 'nodes'")
            return nil
        }
        return context.nodes.lone(node)
    }
}

/// New values of some fields of nodes.
struct FieldChange<Model: SimulationModel> {
    let fields: [Int]
    let expressions: [FieldExpression]

    /// Asks for the change of all nodes of a selection. The values are those when it takes effect.
    func request(of selection: NodeSelection, in simulation: Simulation<Model>, as author: ScenarioAuthor) throws {
        let model = simulation.model
        let evaluators = expressions.map { ExpressionEvaluator($0, for: model) }
        for node in try SelectedNodes(selection, of: model).nodes(at: simulation.moment.time) {
            try simulation.kick(node: node, as: author) { [unowned simulation] state in
                let values = evaluators.map { $0.value(at: node, time: simulation.moment.time) }
                guard let settable = model as? any SettableFields else { return }
                do throws(SimulationError) {
                    state = try settable.state(at: node, setting: fields, to: values, as: Model.NodeState.self) ?? state
                } catch {
                    simulation.fail(with: error)
                }
            }
        }
    }
}

extension FieldChange {
    /// Checks that the fields of a node, of any one unless given, can have the values that are the same for all nodes, at all
    /// times or at the time of the first change.
    func check(in model: Model, node: Int? = nil, firstAt time: Double?) throws {
        let node = node ?? 0
        guard node < model.nodeCount, let settable = model as? any SettableFields else { return }
        for (field, expression) in zip(fields, expressions) {
            guard let value = expression.valueOfTimeAlone(at: time) else { continue }
            guard value.isFinite else {
                throw SimulationError.impossibleValue(value, field: model.fields[field], node: node)
            }
            _ = try settable.state(at: node, setting: [field], to: [value], as: Model.NodeState.self)
        }
    }
}

extension SettableFields {
    /// The state of a node as it would be with other values in some of its fields, if states are of a type.
    fileprivate func state<State>(
        at node: Int, setting fields: [Int], to values: [Double], as type: State.Type
    ) throws(SimulationError) -> State? {
        try nodeState(at: node, setting: fields, to: values) as? State
    }
}

extension NodeSelection {
    /// The first of the nodes, if that is known before the run.
    fileprivate var first: Int? {
        guard condition == nil else { return nil }
        return switch candidates {
        case .all: 0
        case .given(let nodes): nodes.first
        case .expected: nil
        }
    }
}

extension NodeSelection {
    /// Does something to the nodes: at once, or in its turn if some of them may come by what has been asked for before.
    func whenThere<Model>(
        in simulation: Simulation<Model>, _ act: @escaping (NodeSelection) throws -> Void
    ) throws {
        guard case .expected(let references) = candidates else { return try act(self) }
        try references.whenThere(in: simulation) { try act(self) }
    }
}

extension [NodeReference] {
    /// Does something to nodes, after what has been asked for before if some of them may come thereby.
    func whenThere<Model>(in simulation: Simulation<Model>, _ act: @escaping () throws -> Void) throws {
        guard !allSatisfy({ $0.number(in: simulation.model) != nil }) else { return try act() }
        simulation.onceChanged(act)
    }
}
