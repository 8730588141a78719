/// Pictures of the quantities of a sweep over time: means over replicates in bands of their errors, a line for each point.
struct SweepCourses {
    /// Of more points some at equal distances are shown, since more bands could not be told apart.
    static let mostLines = 6

    let table: ResultTable
    let keys: [String]
    let context: PlotContext

    /// The rows of the points that are shown.
    private let points: [Range<Int>]

    /// - Parameters:
    ///   - table: The summary of a table, point by point.
    ///   - keys: The keys that are varied.
    ///   - context: The context.
    init(of table: ResultTable, keys: [String], context: PlotContext) {
        (self.table, self.keys, self.context) = (table, keys, context)
        points = table.rows(ofEqual: keys).spread(Self.mostLines)
    }

    /// The pictures; none of histograms, or if there are no more than two moments.
    var figures: [Figure] {
        guard table.has("time"), !QuantityFigures.isHistogram(table.contents),
            points.contains(where: { $0.count > 2 })
        else { return [] }
        let columns = table.contents.columns.filter { $0 != "time" }
        return columns.compactMap { column in
            guard let panel = panel(of: column) else { return nil }
            return Figure(
                name: columns.count == 1 ? "\(table.name)-course" : "\(table.name)-\(column)-course",
                title: "\(context.scenario.name): \(column)", panels: [panel], panelSize: (860, 520))
        }
    }

    private func panel(of column: String) -> Panel? {
        let (times, means) = (table.numbers(of: "time"), table.numbers(of: "\(column)-mean"))
        guard !means.isEmpty else { return nil }
        let errors = table.numbers(of: "\(column)-error")
        var panel = Panel(x: context.axis("time"), y: context.axis(column))
        let values = keys.map(table.texts(of:))
        for (place, rows) in points.enumerated() {
            let known = errors.isEmpty ? [] : rows.filter { errors[$0].isFinite }
            let band = known.map { [times[$0], means[$0] - errors[$0], means[$0] + errors[$0]] }
            let label = SweepFigures.label(keys, values.map { $0[rows.lowerBound] })
            panel.series.append(Series(nil, .band, colour: place, rows: band))
            panel.series.append(
                Series(
                    points.count == 1 ? nil : label, .line, colour: place, rows: rows.map { [times[$0], means[$0]] }))
        }
        return panel
    }
}
