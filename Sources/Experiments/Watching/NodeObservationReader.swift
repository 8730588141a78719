import Descriptions
import Recording
import SimulationEngine

/// The keys of an observation of nodes.
package enum NodeObservation {
    static let fields = ParameterDescription.fields("which fields")

    /// A trajectory, which is no table.
    package static let xyz = "xyz"
    static let format = TableKeys.format(of: TableFormat.all.map(\.name) + [xyz])
    static let description = ComponentDescription(
        key: "nodes", "the fields of nodes, a row for each node", .nodeSelection,
        beside: [fields] + ScheduleKeys.ofSamples + [RingKeys.ring, TableKeys.name, format, TableKeys.target])
}

struct NodeObservationReader<Model: SimulationModel> {
    private typealias Keys = NodeObservation

    let context: WatchContext<Model>

    func read(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let reader = context.nodes
        let selection = reader.selection(value)
        let fields = reader.fields(section, Keys.fields)
        let schedule = ScheduleReader(context: context).read(section)
        let ring = RingReader(context: context).read(section)
        let defaultName = selection.map { _ in "nodes" }
        if section.given(Keys.format)?.word == Keys.xyz {
            let name = trajectoryName(section, default: defaultName)
            guard let selection, let fields, let schedule, let ring, let name else { return nil }
            return trajectory(selection, fields, schedule, name, ring, section)
        }
        let table = context.tables.read(section, defaultName: defaultName, format: Keys.format)
        guard let selection, let fields, let schedule, let ring, let table else { return nil }
        return { run in
            let trigger = try schedule.trigger(in: run.simulation)
            run.keep(
                try NodeRecorder(
                    run.simulation, nodes: selection, fields: fields, at: trigger,
                    to: try ring.destination(table, in: run)))
        }
    }

    // MARK: Trajectories

    private func trajectoryName(_ section: Section, default defaultName: String?) -> String? {
        let target = section.given(TableKeys.target)
        let word = target.map { $0.choice(of: ["file", "standard-output"]) } ?? "file"
        if word == "standard-output" {
            target?.report("a trajectory in xyz cannot be written to the standard output")
        }
        let name = context.tables.name(section, default: defaultName)
        return word == "file" ? name : nil
    }

    private func trajectory(
        _ selection: NodeSelection, _ fields: [String], _ schedule: SchedulePlan<Model>, _ name: String,
        _ ring: RingPlan<Model>, _ section: Section
    ) -> Watching<Model>.Part? {
        guard !ring.isRing else {
            section.given(RingKeys.ring)?.report("'ring' has no meaning for a trajectory in xyz")
            return nil
        }
        let names = fields.isEmpty ? context.system.names.fields : fields.flatMap(context.system.names.fields(of:))
        let positions = context.system.names.fields(of: "position")
        guard positions.allSatisfy(names.contains) else {
            section.given(Keys.format)?.report(
                "a trajectory in xyz needs the positions of nodes", expected: "'position' among the fields")
            return nil
        }
        let fileName = "\(name).\(Keys.xyz)"
        return { run in
            let recorder = try XYZRecorder(
                run.simulation, nodes: selection, fields: fields, at: schedule.trigger(in: run.simulation),
                to: run.directory.path(of: fileName), opening: run.directory.opening,
                properties: (run.simulation.model as? any SpatialModel)?.xyzProperties ?? XYZProperties()
            ) { [model = run.simulation.model] in (model as? any SpatialModel)?.cell }
            try run.directory.tables.note(fileName, recordedBy: recorder)
            run.keep(recorder)
        }
    }
}
