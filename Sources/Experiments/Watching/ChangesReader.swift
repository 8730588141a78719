import Descriptions
import Recording
import SimulationEngine

/// The keys of changes in a group of nodes.
enum ChangesKeys {
    static let nodes = ParameterDescription("nodes", "the group", .nodeSelection, .default(.text("all")))
    static let fields = ParameterDescription.fields("which fields are told")
    static let areOldTold = Parameter("old", "whether fields are also told as they were before", default: false)
    static let areMembershipsOnly = Parameter(
        "memberships-only", "whether only those who join and leave are told", default: false)
    static let all = [ParameterDescription](nodes, fields, areOldTold, areMembershipsOnly)
    static let description = ComponentDescription(
        key: "changes", "who joins and leaves a group of nodes, and how its members change", .record(all),
        beside: TableKeys.all)
}

/// Reads in which group changes are observed.
struct ChangesReader<Model: SimulationModel> {
    private typealias Keys = ChangesKeys

    let context: WatchContext<Model>

    private struct Changes {
        let nodes: NodeSelection
        let fields: [String]
        let areOldTold: Bool
        let areMembershipsOnly: Bool
    }

    func read(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let changes = changes(value)
        let table = context.tables.read(section, defaultName: "changes")
        guard let changes, let table else { return nil }
        if changes.nodes.condition != nil { context.system.warnOfRareLooks(at: value) }
        return { run in
            let simulation = run.simulation
            run.atEnd { [unowned simulation] _ in simulation.publishGroups() }
            run.keep(
                try GroupChangeRecorder(
                    simulation, changesOf: simulation.group(changes.nodes), fields: changes.fields,
                    old: changes.areOldTold, membershipsOnly: changes.areMembershipsOnly,
                    to: table.destination(in: run.directory)))
        }
    }

    private func changes(_ value: Value) -> Changes? {
        value.section(of: Keys.all) { section in
            let reader = context.nodes
            let nodes = section.read(Keys.nodes, else: .all) { reader.selection($0, includingExpected: false) }
            let fields = reader.fields(section, Keys.fields)
            let old = section.value(of: Keys.areOldTold)
            let only = section.value(of: Keys.areMembershipsOnly)
            guard let nodes, let fields, let old, let only else { return nil }
            return Changes(nodes: nodes, fields: fields, areOldTold: old, areMembershipsOnly: only)
        }
    }
}
