import Descriptions
import Networks
import Recording
import SimulationEngine

/// The keys of the observation of a graph.
enum GraphMeasureKeys {
    static let description = ComponentDescription(
        key: "graph", "measures of the graph, of which the degree distribution has a table of its own",
        .either(measure, or: .items(measure)), beside: ScheduleKeys.ofLooks + TableKeys.all)
    private static let measure = ParameterKind.component(of: .graphMeasures)
}

/// Reads which measures of the graph are observed. All but the degree distribution go into one table. Measured at the
/// beginning unless `every` or `when` says otherwise, in which case the tables have a column of times.
struct GraphMeasureReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    func read(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let reader = PlannedMeasureReader(context: context)
        let measures = value.distinct(orLone: true, of: "measures") { reader.read($0) }
        let hasTimes = ScheduleKeys.ofLooks.contains { section.given($0) != nil }
        let schedule: SchedulePlan<Model>? =
            hasTimes ? ScheduleReader(context: context).read(section) : .start
        let isAlone = measures?.map(\.measure) == [.degreeDistribution]
        let scalarTable = isAlone ? nil : table(section, "graph")
        let hasDistribution = measures?.contains { $0.measure == .degreeDistribution } ?? false
        let degreeTable =
            isAlone
            ? table(section, GraphMeasure.degreeDistribution.rawValue)
            : hasDistribution ? scalarTable.flatMap { tableOfDegrees(besides: $0, value) } : nil
        guard let measures, let schedule, isAlone || scalarTable != nil, !hasDistribution || degreeTable != nil
        else { return nil }
        let scalars = measures.filter { $0.measure != .degreeDistribution }
        return { run in
            // Only models on graphs offer this observation.
            guard let model = run.simulation.model as? any GraphModel else { return }
            let trigger = try schedule.trigger(in: run.simulation)
            let times: [String] = hasTimes ? ["time"] : []
            let subject = run.simulation.model
            if let scalarTable {
                run.keep(
                    try MeasureRecorder(
                        run.simulation, at: trigger, columns: times + ["measure", "value"],
                        to: scalarTable.destination(in: run.directory),
                        measure: {
                            let measured = try MeasuredGraph(model.graph, of: subject.population)
                            return try scalars.flatMap { try $0.values(subject, measured) }
                        },
                        append: { moment, result, table in
                            if hasTimes { table.append(moment.time) }
                            table.append(table.text(result.0))
                            switch result.1 {
                            case .count(let count): table.append(integer: count)
                            case .number(let number): table.append(number)
                            case nil: table.appendNothing()
                            }
                        }))
            }
            if let degreeTable {
                run.keep(
                    try MeasureRecorder(
                        run.simulation, at: trigger,
                        columns: times + (model.graph.isDirected ? ["degree", "out", "in"] : ["degree", "count"]),
                        to: degreeTable.destination(in: run.directory),
                        measure: { DegreeCount.all(of: try MeasuredGraph(model.graph, of: subject.population).graph) },
                        append: { moment, row, table in
                            if hasTimes { table.append(moment.time) }
                            for number in [row.degree, row.out] { table.append(integer: number) }
                            if let incoming = row.incoming { table.append(integer: incoming) }
                        }))
            }
        }
    }

    private func table(_ section: Section, _ name: String) -> TablePlan? {
        context.tables.read(section, defaultName: name)
    }

    /// The table of degrees where there is another one, whose format it shares, and whose name unless that is the usual one.
    private func tableOfDegrees(besides table: TablePlan, _ value: Value) -> TablePlan? {
        let measure = GraphMeasure.degreeDistribution.rawValue
        let name = table.name == "graph" ? measure : "\(table.name)-\(measure)".lowercased()
        guard context.tables.take(name) else {
            value.report("there is another table called '\(name)'", expected: "another 'name' for one of them")
            return nil
        }
        return table.named(name)
    }
}

/// How many vertices have a degree.
private struct DegreeCount {
    let degree: Int
    let out: Int

    /// The number for the other direction, if edges have one.
    let incoming: Int?

    /// All degrees that occur.
    static func all(of graph: Graph) -> [DegreeCount] {
        let out = graph.degreeDistribution.counts
        guard graph.isDirected else {
            return out.indices.filter { out[$0] > 0 }.map { DegreeCount(degree: $0, out: out[$0], incoming: nil) }
        }
        let incoming = graph.inDegreeDistribution.counts
        let number = { (counts: [Int], degree: Int) in counts.indices.contains(degree) ? counts[degree] : 0 }
        return (0..<max(out.count, incoming.count)).compactMap { degree in
            let (out, incoming) = (number(out, degree), number(incoming, degree))
            return out + incoming > 0 ? DegreeCount(degree: degree, out: out, incoming: incoming) : nil
        }
    }
}
