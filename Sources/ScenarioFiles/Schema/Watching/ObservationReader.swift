import Networks
import Particles
import Recording
import SimulationEngine

/// Reads the block
///
///     observe:
///       - nodes: …              which nodes; see NodeReader
///         fields: […]           optional: which fields, all unless given
///       - quantity: …           a quantity by name, an expression over quantities, or one that is defined here; see
///                               QuantityReader and QuantityDefinitionReader
///       - quantities: […]       several quantities in one table
///       - statistics: …         statistics of a number; see StatisticsReader
///       - displacement: …       the mean squared displacement of nodes; see NodeCorrelationReader
///       - correlation: …        the autocorrelation of a vector of nodes; see NodeCorrelationReader
///       - radial-distribution: … how far particles are from each other; see RadialDistributionReader
///       - structure-factor: …   the waves in the density of particles; see StructureFactorReader
///       - diffusion: …          the diffusion coefficient of particles; see DiffusionReader
///       - changes: …            changes in a group of nodes; see ChangesReader
///       - crossing: …           crossings of a level; see CrossingReader
///         then: stop            optional: ends the run
///       - first-passages: …     the first passages of nodes; see FirstPassagesReader
///         then: stop            optional: ends the run when all have passed
///       - interventions: all    who changed what
///       - population: all       nodes that come and go; see StructureReader
///       - edges: …              edges that change; see StructureReader
///       - graph: […]            measures of the graph; see GraphMeasureReader
///       - graph-file: …         the graph itself; see GraphFileObservationReader
///
/// All but the last have besides what TableReader reads; nodes, quantities and statistics what ScheduleReader reads; nodes and
/// quantities what RingReader reads.
struct ObservationReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    /// The quantities that observations define, by the number of the observation.
    let definitions: [Int: (any AnyQuantityDefinition<Model>)?]

    private typealias Part = Watching<Model>.Part

    static var kinds: [String] {
        [
            "nodes", "quantity", "quantities", "statistics", "displacement", "correlation", "changes", "crossing",
            "first-passages", "interventions", "population", "edges",
        ] + (Model.self is any ParticleModel.Type ? ["radial-distribution", "structure-factor", "diffusion"] : [])
            + (Model.self is any GraphModel.Type ? ["graph", "graph-file"] : [])
    }

    func read(_ value: Value) -> [Watching<Model>.PlacedPart]? {
        var index = -1
        return value.list(of: "observations") { item in
            index += 1
            return item.placing(item.section { observation($0, index: index) })
        }
    }

    private func observation(_ section: Section, index: Int) -> Part? {
        guard let (kind, value) = section.exactlyOne(of: Self.kinds, in: "an observation", to: "what to observe") else {
            for key in ["fields", "every", "when", "ring", "then", "name", "format", "to", "gzip"] {
                _ = section.optional(key)
            }
            return nil
        }
        if kind != "nodes", kind != "graph-file" {
            section.optional("fields")?.report(
                kind.hasPrefix("quantit")
                    ? "'fields' has no meaning for a quantity, only for 'nodes'"
                    : "'fields' has no meaning here, only for 'nodes' and in 'changes'")
        }
        switch kind {
        case "nodes": return nodes(value, section)
        case "quantity": return quantities(quantity(value, index: index).map { [$0] }, section)
        case "quantities":
            let reader = QuantityReader(context: context)
            var read: [PlannedQuantity<Model>] = []
            let names = value.distinct(of: "quantities") { item in
                reader.read(item).map { read.append($0) }.flatMap { item.word }
            }
            return quantities(names.map { _ in read }, section)
        case "statistics": return StatisticsReader(context: context).read(value, section)
        case "displacement", "correlation":
            return NodeCorrelationReader(
                context: context, function: kind == "correlation" ? .autocorrelation : .meanSquaredDisplacement
            ).read(value, section)
        case "radial-distribution": return RadialDistributionReader(context: context).read(value, section)
        case "structure-factor": return StructureFactorReader(context: context).read(value, section)
        case "diffusion": return DiffusionReader(context: context).read(value, section)
        case "changes": return ChangesReader(context: context).read(value, section)
        case "crossing": return CrossingReader(context: context).observation(value, section)
        case "first-passages": return FirstPassagesReader(context: context).read(value, section)
        case "graph": return GraphMeasureReader(context: context).read(value, section)
        case "graph-file": return GraphFileObservationReader(context: context).read(value, section)
        case "population": return StructureReader(context: context).population(value, section)
        case "edges": return StructureReader(context: context).edges(value, section)
        default: return interventions(value, section)
        }
    }

    // MARK: Nodes

    private func nodes(_ value: Value, _ section: Section) -> Part? {
        let reader = NodeReader(context: context)
        let selection = reader.selection(value)
        let fields = reader.fields(section.optional("fields"))
        section.noteDefault("fields", NodeReader<Model>.allFields)
        let schedule = ScheduleReader(context: context).read(section)
        let ring = RingReader(context: context).read(section)
        let table = TableReader(context: context).read(
            section, defaultName: selection.map { _ in "nodes" }, formats: TablePlan.Format.allCases)
        guard let selection, let fields, let schedule, let ring, let table else { return nil }
        if table.format == .xyz {
            return trajectory(selection, fields, schedule, table, ring, section)
        }
        return { run in
            let trigger = try schedule.trigger(in: run.simulation)
            run.keep(
                try NodeRecorder(
                    run.simulation, nodes: selection, fields: fields, at: trigger,
                    to: try ring.destination(table, in: run)))
        }
    }

    private func trajectory(
        _ selection: NodeSelection, _ fields: [String], _ schedule: SchedulePlan<Model>, _ table: TablePlan,
        _ ring: RingPlan<Model>, _ section: Section
    ) -> Part? {
        guard !ring.isRing else {
            section.optional("ring")?.report("'ring' has no meaning for a trajectory in xyz")
            return nil
        }
        let names = fields.isEmpty ? Model.fields : fields.flatMap(Model.fields(of:))
        let positions = Model.fields(of: "position")
        guard positions.allSatisfy(names.contains) else {
            section.optional("format")?.report(
                "a trajectory in xyz needs the positions of nodes", expected: "'position' among the fields")
            return nil
        }
        return { run in
            run.keep(
                try XYZRecorder(
                    run.simulation, nodes: selection, fields: fields, at: schedule.trigger(in: run.simulation),
                    to: table.notedPath(in: run.directory), opening: run.directory.opening,
                    properties: (run.simulation.model as? any CellModel)?.xyzProperties ?? XYZProperties()
                ) { [model = run.simulation.model] in (model as? any CellModel)?.cell })
        }
    }

    // MARK: Quantities

    private func quantity(_ value: Value, index: Int) -> PlannedQuantity<Model>? {
        if let definition = definitions[index] { return definition.map { PlannedQuantity($0) } }
        return QuantityReader(context: context).read(value)
    }

    private func quantities(_ planned: [PlannedQuantity<Model>]?, _ section: Section) -> Part? {
        let schedule = ScheduleReader(context: context).read(section)
        let ring = RingReader(context: context).read(section)
        let name = planned.map { $0.count == 1 ? $0[0].tableName : "quantities" }
        let table = TableReader(context: context).read(section, defaultName: name)
        guard let planned, let schedule, let ring, let table else { return nil }
        return { run in
            let simulation = run.simulation
            run.keep(
                try QuantityRecorder(
                    simulation, quantities: planned.map { $0.quantity(simulation) },
                    at: schedule.trigger(in: simulation), to: try ring.destination(table, in: run)))
        }
    }

    // MARK: Interventions

    private func interventions(_ value: Value, _ section: Section) -> Part? {
        let all = value.choice(of: ["all"])
        let table = TableReader(context: context).read(section, defaultName: "interventions")
        guard all != nil, let table else { return nil }
        return { run in
            run.keep(try InterventionRecorder(run.simulation, to: table.destination(in: run.directory)))
        }
    }
}
