import Recording
import SimulationEngine

/// Reads
///
///     changes:
///       nodes: {where: state == 1}    optional: the group, all nodes unless given
///       fields: [state]               optional: which fields are told, all unless given
///       memberships-only: true        optional: only who joins and leaves, false unless given
struct ChangesReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    private struct Changes {
        let nodes: NodeSelection
        let fields: [String]
        let areMembershipsOnly: Bool
    }

    func read(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let changes = changes(value)
        let table = TableReader(context: context).read(section, defaultName: "changes")
        guard let changes, let table else { return nil }
        if case .matching = changes.nodes { context.warnOfRareLooks(at: value) }
        return { run in
            let simulation = run.simulation
            run.keep(
                try GroupChangeRecorder(
                    simulation, changesOf: changes.nodes.group(in: simulation), fields: changes.fields,
                    membershipsOnly: changes.areMembershipsOnly, to: table.destination(in: run.directory)))
        }
    }

    private func changes(_ value: Value) -> Changes? {
        value.section { section in
            let reader = NodeReader(context: context)
            let nodes = section.optional("nodes").map { reader.selection($0, includingExpected: false) } ?? .all
            let fields = reader.fields(section.optional("fields"))
            let only = section.optional("memberships-only").map { $0.boolean() } ?? false
            section.noteDefault("nodes", "all")
            section.noteDefault("fields", NodeReader<Model>.allFields)
            section.noteDefault("memberships-only", "false")
            guard let nodes, let fields, let only else { return nil }
            return Changes(nodes: nodes, fields: fields, areMembershipsOnly: only)
        }
    }
}

extension NodeSelection {
    /// The nodes as a group of a simulation.
    func group<Model>(in simulation: Simulation<Model>) throws -> NodeGroup<Model> {
        switch self {
        case .all: simulation.allNodes
        case .nodes(let nodes): try simulation.group(of: nodes)
        case .expected(let references):
            try simulation.group(of: references.compactMap { $0.number(in: simulation.model) })
        case .matching(let condition): try simulation.group(where: condition)
        }
    }
}
