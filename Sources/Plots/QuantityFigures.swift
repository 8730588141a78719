import ScenarioFiles

/// Pictures of quantities of the whole over time.
struct QuantityFigures {
    let context: PlotContext

    /// Beyond so many numbers a quantity is a histogram, and not a vector.
    private static let longestVector = 6

    /// Tests if a table is that of a histogram.
    static func isHistogram(_ contents: TableContents) -> Bool {
        contents.observation == "quantity" && contents.columns.count - 1 > longestVector
    }

    /// The picture of a table `time,<quantity>,…`.
    func figure(of table: ResultTable) -> Figure? {
        let columns = table.contents.columns.filter { $0 != "time" }
        let times = table.numbers(of: "time")
        guard !times.isEmpty, !columns.isEmpty else { return nil }
        let panels =
            if times.count <= 2 {
                [bars(of: table, columns)]
            } else if Self.isHistogram(table.contents) {
                [histograms(of: table, columns, times)]
            } else {
                groups(of: columns, in: table).map { panel(of: $0, in: table, times) }
            }
        var figure = Figure(name: table.name, title: context.title(of: table), panels: panels)
        if panels.count > 1 { figure.panelSize.height = 260 }
        return figure
    }

    // MARK: Lines

    /// Numbers that are shown together: of the same dimension, or such that each is seen beside the others.
    private func groups(of columns: [String], in table: ResultTable) -> [[String]] {
        var groups: [(columns: [String], dimension: String?, range: ClosedRange<Double>, shortest: Double)] = []
        for column in columns {
            let dimension = context.scenario.dimension(ofColumn: column)
            guard let range = table.numbers(of: column).extent else { continue }
            let place = groups.firstIndex { group in
                if let dimension, let other = group.dimension { return dimension == other }
                let whole = group.range.union(range)
                return min(group.shortest, range.length) > 0.08 * whole.length
            }
            guard let place else {
                groups.append(([column], dimension, range, range.length))
                continue
            }
            groups[place].columns.append(column)
            groups[place].range = groups[place].range.union(range)
            groups[place].shortest = min(groups[place].shortest, range.length)
        }
        return groups.map(\.columns)
    }

    private func panel(of columns: [String], in table: ResultTable, _ times: [Double]) -> Panel {
        let only = columns.count == 1 ? columns[0] : nil
        if let only, let panel = relativeChange(of: only, in: table, times) { return panel }
        let unit = context.unit(of: columns[0])
        var y =
            only.map { context.axis($0) } ?? Axis(context.scenario.dimension(ofColumn: columns[0]) ?? "", unit: unit)
        y.isLogarithmic = columns.flatMap { table.numbers(of: $0) }.spanMagnitudes
        var panel = Panel(x: context.axis("time"), y: y)
        panel.series = columns.enumerated().map { place, column in
            let rows = zip(times, table.numbers(of: column)).map { [$0, $1] }
            return Series(only == nil ? column : nil, .line, colour: place, rows: rows)
        }
        return panel
    }

    /// The panel of the relative change of a quantity that is all but conserved, whose digits would fill the axis.
    private func relativeChange(of column: String, in table: ResultTable, _ times: [Double]) -> Panel? {
        let numbers = table.numbers(of: column)
        guard let first = numbers.first, first != 0, let range = numbers.extent, range.length > 0,
            range.length < 1e-3 * abs(first)
        else { return nil }
        var panel = Panel(x: context.axis("time"), y: Axis("\(column): relative change"))
        panel.series = [Series(nil, .line, rows: zip(times, numbers).map { [$0, $1 / first - 1] })]
        return panel
    }

    // MARK: Others

    /// The numbers at the last moment, where there are no more than two.
    private func bars(of table: ResultTable, _ columns: [String]) -> Panel {
        let numbers = columns.map { table.numbers(of: $0).last ?? .nan }
        var panel = Panel(x: Axis(""), y: Axis("value at the time \(table.texts(of: "time").last ?? "")"))
        panel.x.names = columns.enumerated().map { (Double($0), $1) }
        panel.x.range = -0.6...(Double(columns.count) - 0.4)
        let rows = numbers.enumerated().map { [Double($0) - 0.3, Double($0) + 0.3, $1] }
        let ends = numbers.enumerated().map { [Double($0), $1] }
        panel.series = [Series(nil, .bars, rows: rows), Series(nil, .numbers, rows: ends)]
        return panel
    }

    private func histograms(of table: ResultTable, _ columns: [String], _ times: [Double]) -> Panel {
        var x = context.axis("time")
        x.range = times.extent
        var panel = Panel(x: x, y: Axis("bin"))
        panel.y.range = -0.5...(Double(columns.count) - 0.5)
        panel.colour = ColourScale(label: "number of nodes")
        let rows = columns.enumerated().flatMap { bin, column in
            zip(times, table.numbers(of: column)).map { [$0, Double(bin), $1] }
        }
        panel.series = [Series(nil, .cells, rows: rows)]
        return panel
    }
}
