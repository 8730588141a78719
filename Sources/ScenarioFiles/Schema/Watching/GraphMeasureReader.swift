import Networks
import Recording
import SimulationEngine

/// A model on a graph, whatever it is.
protocol GraphModel {
    /// The graph as it is.
    var graph: Graph { get }
}

extension CompartmentModel: GraphModel {}
extension CoupledDynamics: GraphModel {}
extension InertialKuramotoModel: GraphModel {}
extension KuramotoModel: GraphModel {}
extension IsingModel: GraphModel {}
extension PottsModel: GraphModel {}
extension VoterModel: GraphModel {}
extension MajorityModel: GraphModel {}
extension SznajdModel: GraphModel {}
extension DeffuantModel: GraphModel {}
extension HegselmannKrauseModel: GraphModel {}
extension ThresholdCascadeModel: GraphModel {}
extension SchellingModel: GraphModel {}
extension ElementaryAutomaton: GraphModel {}
extension LifeLikeAutomaton: GraphModel {}
extension BooleanNetwork: GraphModel {}
extension SpikingNeurons: GraphModel {}
extension PageRank: GraphModel {}
extension RandomWalks: GraphModel {}

/// Reads
///
///     graph: [size, degree-distribution, components, clustering, assortativity, path-lengths, …]
///
/// where a measure is read by ``PlannedMeasureReader``.
/// All but the degree distribution go into one table; that has a table of its own, `degree-distribution`. Measured at the
/// beginning unless `every` or `when` says otherwise, in which case the tables have a column of times.
struct GraphMeasureReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    func read(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let reader = PlannedMeasureReader(context: context)
        let measures = value.distinct(orLone: true, of: "measures") { reader.read($0) }
        let hasTimes = ["every", "when"].contains { section.optional($0) != nil }
        let schedule: SchedulePlan<Model>? =
            hasTimes ? ScheduleReader(context: context).read(section) : .schedule { _ in .start }
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
            if let scalarTable {
                let rows = GraphMeasureRows<MeasureRow>()
                run.at(trigger) { [subject = run.simulation.model] moment in
                    let measured = try MeasuredGraph(model.graph, of: subject.population)
                    for measure in scalars {
                        let values = try measure.values(subject, measured)
                        rows.add(values.map { MeasureRow(name: $0.0, value: $0.1) }, at: moment.time)
                    }
                }
                run.keep(
                    try SummaryRecorder(
                        at: trigger, columns: times + ["measure", "value"], of: rows,
                        to: scalarTable.destination(in: run.directory), sample: {},
                        fill: { (table) throws(RecordingError) in
                            for (time, row) in rows.rows {
                                if hasTimes { table.append(time) }
                                table.append(table.text(row.name))
                                if let number = row.value { table.append(number) } else { table.appendNothing() }
                                try table.endRow()
                            }
                        }))
            }
            if let degreeTable {
                let rows = GraphMeasureRows<DegreeRow>()
                run.at(trigger) { [subject = run.simulation.model] moment in
                    let measured = try MeasuredGraph(model.graph, of: subject.population)
                    rows.add(DegreeRow.rows(of: measured.graph), at: moment.time)
                }
                run.keep(
                    try SummaryRecorder(
                        at: trigger,
                        columns: times + (model.graph.isDirected ? ["degree", "out", "in"] : ["degree", "count"]),
                        of: rows, to: degreeTable.destination(in: run.directory),
                        sample: {},
                        fill: { (table) throws(RecordingError) in
                            for (time, row) in rows.rows {
                                if hasTimes { table.append(time) }
                                for number in [row.degree, row.out] { table.append(integer: number) }
                                if let incoming = row.incoming { table.append(integer: incoming) }
                                try table.endRow()
                            }
                        }))
            }
        }
    }

    private func table(_ section: Section, _ name: String) -> TablePlan? {
        TableReader(context: context).read(section, defaultName: name)
    }

    /// The table of degrees where there is another one, whose format it shares, and whose name unless that is the usual one.
    private func tableOfDegrees(besides table: TablePlan, _ value: Value) -> TablePlan? {
        let measure = GraphMeasure.degreeDistribution.rawValue
        let name = table.name == "graph" ? measure : "\(table.name)-\(measure)".lowercased()
        guard context.tableNames.insert(name).inserted else {
            value.report("there is another table called '\(name)'", expected: "another 'name' for one of them")
            return nil
        }
        return TablePlan(name: name, format: table.format, isOnStandardOutput: false)
    }
}

/// What has been measured, to be written at the end.
private final class GraphMeasureRows<Row: ArchivedRow>: Resumable {
    private(set) var rows: [(time: Double, row: Row)] = []

    func add(_ new: [Row], at time: Double) {
        rows += new.map { (time, $0) }
    }

    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.elements(&rows, makeElement: { (0, Row()) }) { (row) throws(CheckpointError) in
            try archive.value(&row.time)
            try row.row.archive(in: archive)
        }
    }
}

/// A row that can be stored.
private protocol ArchivedRow {
    init()
    mutating func archive(in archive: StateArchive) throws(CheckpointError)
}

/// A measure with its name, without a value where the graph has none.
private struct MeasureRow: ArchivedRow {
    var name = ""
    var value: Double?

    mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        try archive.text(&name)
        try archive.value(&value, orNew: 0)
    }
}

/// How many vertices have a degree.
private struct DegreeRow: ArchivedRow {
    var degree = 0
    var out = 0

    /// The number for the other direction, if edges have one.
    var incoming: Int?

    mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        try archive.value(&degree)
        try archive.value(&out)
        try archive.value(&incoming, orNew: 0)
    }

    /// All degrees that occur.
    static func rows(of graph: Graph) -> [DegreeRow] {
        let out = graph.degreeDistribution.counts
        guard graph.isDirected else {
            return out.indices.filter { out[$0] > 0 }.map { DegreeRow(degree: $0, out: out[$0], incoming: nil) }
        }
        let incoming = graph.inDegreeDistribution.counts
        let number = { (counts: [Int], degree: Int) in counts.indices.contains(degree) ? counts[degree] : 0 }
        return (0..<max(out.count, incoming.count)).compactMap { degree in
            let (out, incoming) = (number(out, degree), number(incoming, degree))
            return out + incoming > 0 ? DegreeRow(degree: degree, out: out, incoming: incoming) : nil
        }
    }
}
