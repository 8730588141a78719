/// Pictures of tables with a row for each measure, statistic or method: a point with its error, or a line over time.
struct MeasureFigures {
    let context: PlotContext

    /// The picture of a table `time,measure,value`.
    func figure(ofMeasures table: ResultTable) -> Figure? {
        let measures = table.texts(of: "measure")
        let times = table.has("time") ? table.numbers(of: "time") : measures.map { _ in 0 }
        let values = table.numbers(of: "value")
        let names = measures.uniqued
        guard Set(times).count > 1 else {
            let points = zip(measures, values).filter { $1.isFinite }.map { ($0, $1, Double.nan) }
            return figure(of: points, named: table.name, title: context.title(of: table), axis: "value")
        }
        let panels = names.map { name in
            var panel = Panel(x: context.axis("time"), y: Axis(name))
            let rows = measures.indices.filter { measures[$0] == name }.map { [times[$0], values[$0]] }
            panel.series = [Series(nil, .line, rows: rows)]
            return panel
        }
        var figure = Figure(name: table.name, title: context.title(of: table), panels: panels)
        if panels.count > 1 { figure.panelSize.height = 260 }
        return figure
    }

    /// The picture of a table `method,value,error,note`.
    func figure(ofMethods table: ResultTable) -> Figure? {
        let (values, errors) = (table.numbers(of: "value"), table.numbers(of: "error"))
        let points = zip(table.texts(of: "method"), zip(values, errors)).filter { $1.0.isFinite }.map {
            ($0, $1.0, $1.1)
        }
        return figure(of: points, named: table.name, title: context.title(of: table), axis: table.contents.observation)
    }

    /// The picture of the means of all tables of statistics of one number: one picture for each such number.
    func figures(ofStatistics tables: [ResultTable]) -> [Figure] {
        var means: [String: [(String, Double, Double)]] = [:]
        for table in tables {
            let (subjects, statistics) = (table.texts(of: "of"), table.texts(of: "statistic"))
            let (values, errors) = (table.numbers(of: "value"), table.numbers(of: "error"))
            for row in statistics.indices where statistics[row] == "mean" {
                means[subjects[row], default: []].append((table.name, values[row], errors[row]))
            }
        }
        return means.sorted { $0.key < $1.key }.enumerated().compactMap { place, entry in
            let name = means.count == 1 ? "statistics" : "statistics-\(place + 1)"
            let title = "\(context.scenario.name): mean of \(entry.key)"
            return figure(of: entry.value, named: name, title: title, axis: entry.key)
        }
    }

    /// Points with errors side by side.
    private func figure(of points: [(String, Double, Double)], named name: String, title: String, axis: String)
        -> Figure?
    {
        guard !points.isEmpty else { return nil }
        var panel = Panel(x: Axis(""), y: context.axis(axis))
        panel.x.names = points.enumerated().map { (Double($0), $1.0) }
        panel.x.range = -0.5...(Double(points.count) - 0.5)
        let rows = points.enumerated().map { [Double($0), $1.1, $1.2.isFinite ? $1.2 : 0] }
        panel.series = [Series(nil, .errors, rows: rows)]
        return Figure(name: name, title: title, panels: [panel])
    }
}

extension [String] {
    /// The texts, each once, in the order in which they come.
    fileprivate var uniqued: [String] {
        var known: Set<String> = []
        return filter { known.insert($0).inserted }
    }
}
