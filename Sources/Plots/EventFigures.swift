/// Pictures of what happened when: a raster of events, each at its time and node.
struct EventFigures {
    let context: PlotContext

    /// The column that tells events of a table apart, which are drawn in different colours.
    private static let kinds = [
        "crossing": "direction", "first-passages": "direction", "changes": "change", "population": "event",
        "interventions": "author", "edges": "new", "causes": "new",
    ]
    private static let greatestNameCount = 40
    private static let greatestKindCount = 8

    /// The picture of a table with a row for each event.
    func figure(of table: ResultTable) -> Figure? {
        guard table.rowCount > 0 else { return nil }
        let subject = ["node", "source", "subject"].first(where: table.has)
        let (places, names) =
            subject.map { rows(of: table.texts(of: $0)) } ?? (table.numbers(of: "time").map { _ in 0 }, [])
        var y = Axis(subject == nil ? "" : "node")
        y.names = subject == nil ? [(0, "")] : names
        y.range = subject == nil ? -1...1 : (places.extent ?? 0...0).widenedByHalf
        var panel = Panel(x: context.axis("time"), y: y)
        panel.series = series(of: table, places)
        return Figure(name: table.name, title: context.title(of: table), panels: [panel])
    }

    /// Where nodes stand: at their numbers, or those with names one after the other.
    private func rows(of labels: [String]) -> (places: [Double], names: [(place: Double, name: String)]) {
        let numbers = labels.map { Double($0) ?? .nan }
        guard numbers.contains(where: \.isNaN) else { return (numbers, []) }
        var known: [String: Double] = [:]
        let places = labels.map { label in
            let place = known[label] ?? Double(known.count)
            known[label] = place
            return place
        }
        let names = known.count <= Self.greatestNameCount ? known.map { ($1, $0) }.sorted { $0.0 < $1.0 } : []
        return (places, names)
    }

    private func series(of table: ResultTable, _ places: [Double]) -> [Series] {
        // Causes are those of changes or of events.
        let column = [Self.kinds[table.contents.observation] ?? "", "event"].first(where: table.has) ?? ""
        let kinds = table.has(column) ? table.texts(of: column) : table.texts(of: "time").map { _ in "" }
        let known = Set(kinds).sorted()
        let shown = known.count <= Self.greatestKindCount ? known : [""]
        let times = table.numbers(of: "time")
        return shown.enumerated().map { place, kind in
            let rows = kinds.indices.filter { shown.count == 1 || kinds[$0] == kind }.map { [times[$0], places[$0]] }
            let label = shown.count == 1 ? nil : kind.isEmpty ? "none" : kind
            return Series(label, .points(size: rows.count > 1000 ? 0.3 : 0.7), colour: place, rows: rows)
        }
    }
}

extension ClosedRange<Double> {
    fileprivate var widenedByHalf: ClosedRange<Double> { (lowerBound - 0.5)...(upperBound + 0.5) }
}
