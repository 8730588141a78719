/// Pictures of curves that are not over time, such as correlations, spectra and distributions.
struct CurveFigures {
    let context: PlotContext

    /// How a table of a kind is drawn.
    private struct Curve {
        let x: String
        let y: String
        var xName: String?
        var yName: String?
        var style = Series.Style.line
        var isLogarithmic = (x: false, y: false)
    }

    /// Tables by the observation that has made them, and what they are of it.
    private static let curves: [String: Curve] = [
        "radial-distribution": Curve(x: "distance", y: "value", yName: "g(r)"),
        "structure-factor": Curve(x: "wave-number", y: "value", yName: "S(k)"),
        "displacement": Curve(
            x: "time", y: "value", xName: "lag", yName: "mean squared displacement", isLogarithmic: (true, true)),
        "correlation": Curve(x: "time", y: "value", xName: "lag", yName: "autocorrelation"),
        "statistics/autocorrelation": Curve(x: "time", y: "correlation", xName: "lag", yName: "autocorrelation"),
        "statistics/spectrum": Curve(
            x: "frequency", y: "density", yName: "power spectrum", isLogarithmic: (false, true)),
    ]

    /// The picture of a table, if it is a curve.
    func figure(of table: ResultTable) -> Figure? {
        let contents = table.contents
        if contents.part == "histogram" { return histogram(of: table) }
        if table.has("degree") { return degrees(of: table) }
        let kind = contents.observation + (contents.part.map { "/\($0)" } ?? "")
        guard let curve = Self.curves[kind] else { return nil }
        let (x, y) = (table.numbers(of: curve.x), table.numbers(of: curve.y))
        // On a logarithmic axis there is no 0.
        func fits(_ number: Double, _ isLogarithmic: Bool) -> Bool { number.isFinite && (!isLogarithmic || number > 0) }
        var rows: [[Double]] = []
        for (x, y) in zip(x, y) where fits(x, curve.isLogarithmic.x) && fits(y, curve.isLogarithmic.y) {
            rows.append([x, y])
        }
        guard !rows.isEmpty else { return nil }
        var panel = Panel(x: context.axis(curve.x, called: curve.xName), y: Axis(curve.yName ?? curve.y))
        (panel.x.isLogarithmic, panel.y.isLogarithmic) = curve.isLogarithmic
        panel.series = [Series(nil, curve.style, rows: rows)]
        return Figure(name: table.name, title: context.title(of: table), panels: [panel])
    }

    private func histogram(of table: ResultTable) -> Figure? {
        let columns = ["from", "to", "density"].map(table.numbers(of:))
        let rows = columns[0].indices.map { row in columns.map { $0[row] } }
        guard !rows.isEmpty else { return nil }
        var panel = Panel(x: Axis("value"), y: Axis("density"))
        panel.series = [Series(nil, .bars, rows: rows)]
        return Figure(name: table.name, title: context.title(of: table), panels: [panel])
    }

    /// How many vertices have which degree, at the last moment if there are several; on logarithmic axes, on which power laws are
    /// lines.
    private func degrees(of table: ResultTable) -> Figure? {
        let times = table.texts(of: "time")
        let kinds = ["count", "out", "in"].filter(table.has)
        let degrees = table.numbers(of: "degree")
        let series = kinds.enumerated().map { place, kind in
            let rows = zip(degrees, table.numbers(of: kind)).enumerated().filter { row, point in
                (times.isEmpty || times[row] == times.last) && point.0 > 0 && point.1 > 0
            }
            return Series(
                kinds.count == 1 ? nil : kind, .points(size: 0.8), colour: place, rows: rows.map { [$1.0, $1.1] })
        }
        guard series.contains(where: { !$0.rows.isEmpty }) else { return nil }
        var panel = Panel(x: Axis("degree"), y: Axis("number of nodes"))
        let points = series.flatMap(\.rows)
        panel.y.isLogarithmic = points.map { $0[1] }.spanMagnitudes
        panel.x.isLogarithmic = panel.y.isLogarithmic
        panel.series = series
        return Figure(name: table.name, title: context.title(of: table), panels: [panel])
    }
}
