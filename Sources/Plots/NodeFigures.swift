import Networks
import ScenarioFiles
import SimulationEngine

/// Pictures of what was recorded of nodes.
struct NodeFigures {
    let context: PlotContext

    /// Places the vertices of the graph, once for all tables.
    let layout: () throws(PlotError) -> GraphLayout?

    /// Up to so many nodes have lines of their own colour and a place in the key.
    private static let namedCount = 8
    private static let orbitCount = 12
    private static let faintCount = 250

    /// The pictures of a table `time,node,<field>,…`.
    func figures(of table: ResultTable) throws(PlotError) -> [Figure] {
        guard table.rowCount > 0 else { return [] }
        let moments = moments(of: table)
        let snapshots = try snapshots(of: moments)
        var figures = snapshots.map { figure(of: $0, moments, table, isAlone: snapshots.count == 1) }
        if let orbits = orbits(moments, table) { figures = [orbits] }
        if let portrait = portrait(moments, table) { figures.append(portrait) }
        let isOfParticles = snapshots.first is ParticleSnapshot
        if moments.moments.count > 1, !(snapshots.first is GridSnapshot), !isOfParticles {
            figures += moments.fields.prefix(4).map { courses(of: $0, moments, table) }
        } else if snapshots.isEmpty {
            figures += moments.fields.prefix(4).map { distribution(of: $0, moments, table) }
        }
        return figures
    }

    /// The moments that were recorded.
    func moments(of table: ResultTable) -> NodeMoments {
        NodeMoments(table, names: context.scenario.model.nodeNames)
    }

    /// How the nodes of a table can be shown at an instant.
    func snapshots(of moments: NodeMoments) throws(PlotError) -> [any Snapshot] {
        if let particles = ParticleSnapshot(moments, context) { return [particles] }
        let isOfVertices = (context.scenario.model as? any GraphModel).map { type(of: $0).isOnVertices } ?? false
        guard isOfVertices else { return [] }
        var snapshots: [any Snapshot] = []
        for field in moments.fields.prefix(2) {
            let colours = FieldColours(field, of: moments, context)
            if let grid = GridSnapshot(moments, colours, sides: context.scenario.gridSides) {
                snapshots.append(grid)
            } else if context.scenario.gridSides == nil, let layout = try layout(),
                let graph = GraphSnapshot(moments, colours, on: layout)
            {
                snapshots.append(graph)
            }
        }
        return snapshots
    }

    private func figure(
        of snapshot: some Snapshot, _ moments: NodeMoments, _ table: ResultTable, isAlone: Bool
    ) -> Figure {
        let shown = moments.moments.spread(snapshot.panelCount)
        let panels = shown.map { moment in
            var panel = snapshot.panel(at: moment)
            panel.title = timeTitle(moment)
            return panel
        }
        let title = panels.count == 1 ? ", \(timeTitle(shown[0]))" : ""
        let field = isAlone ? "" : "-\(panels[0].colour?.label ?? "")"
        var figure = Figure(
            name: "\(table.name)-\(snapshot.name)\(field)", title: context.title(of: table) + title, panels: panels)
        (figure.columnCount, figure.panelSize) = (panels.count, snapshot.panelSize)
        return figure
    }

    /// The title that says which moment is seen.
    func timeTitle(_ moment: NodeMoments.Moment) -> String {
        "time \(moment.time.formatted)\(context.unit(of: "time").map { " \($0)" } ?? "")"
    }

    // MARK: Over time

    /// The ways of a few bodies.
    private func orbits(_ moments: NodeMoments, _ table: ResultTable) -> Figure? {
        guard moments.fields.contains("x"), moments.fields.contains("y"), moments.nodes.count <= Self.orbitCount,
            moments.moments.count > 7
        else { return nil }
        var panel = Panel(x: context.axis("x"), y: context.axis("y"))
        panel.isIsometric = true
        panel.series = lines(of: "x", "y", moments) + [ends(of: "x", "y", moments)]
        return Figure(
            name: "\(table.name)-orbits", title: context.title(of: table), panels: [panel], panelSize: (860, 620))
    }

    /// One field of a few nodes against another.
    private func portrait(_ moments: NodeMoments, _ table: ResultTable) -> Figure? {
        let fields = moments.fields.filter { !["x", "y", "z", "vx", "vy", "vz"].contains($0) }
        guard fields.count == 2, moments.nodes.count <= Self.orbitCount, moments.moments.count > 7 else { return nil }
        var panel = Panel(x: context.axis(fields[0]), y: context.axis(fields[1]))
        panel.series = lines(of: fields[0], fields[1], moments)
        return Figure(
            name: "\(table.name)-phase-portrait", title: context.title(of: table) + ", phase portrait", panels: [panel])
    }

    private func lines(of first: String, _ second: String, _ moments: NodeMoments) -> [Series] {
        zip(moments.courses(of: first), moments.courses(of: second)).enumerated().map { place, courses in
            Series(moments.nodes[place], .line, colour: place, rows: zip(courses.0, courses.1).map { [$0[1], $1[1]] })
        }
    }

    /// Where nodes are at the end.
    private func ends(of first: String, _ second: String, _ moments: NodeMoments) -> Series {
        let (x, y) = (moments.numbers(of: first), moments.numbers(of: second))
        return Series(
            nil, .points(size: 1), colour: 6, rows: (moments.moments.last?.rows ?? 0..<0).map { [x[$0], y[$0]] })
    }

    private func courses(of field: String, _ moments: NodeMoments, _ table: ResultTable) -> Figure {
        let isAutomaton = context.scenario.gridSides?.count == 1 && moments.nodes.count > Self.orbitCount
        let isOfStates = moments.nodes.count > 1 && !moments.numbers(of: field).fewWholeNumbers.isEmpty
        let panel =
            isAutomaton || isOfStates && moments.nodes.count <= 1000
            ? spaceTime(of: field, moments) : lines(of: field, moments)
        var figure = Figure(
            name: "\(table.name)-\(moments.fields.count == 1 ? "course" : field)", title: context.title(of: table),
            panels: [panel])
        if isAutomaton { figure.panelSize.height = 560 }
        return figure
    }

    /// Time against nodes, with states as colours.
    private func spaceTime(of field: String, _ moments: NodeMoments) -> Panel {
        let colours = FieldColours(field, of: moments, context)
        var panel = Panel(x: context.axis("time"), y: Axis("node"), colour: colours.scale)
        panel.x.range = moments.moments.map(\.time).extent?.widened
        panel.y.range = -0.5...(Double(moments.nodes.count) - 0.5)
        if moments.nodes.count <= 40 { panel.y.names = moments.nodes.enumerated().map { (Double($0), $1) } }
        let rows = moments.moments.flatMap { moment in
            moment.rows.map { [moment.time, Double(moments.nodeOfRow[$0]), colours.numbers[$0]] }
        }
        panel.series = [Series(nil, .cells, rows: rows)]
        return panel
    }

    private func lines(of field: String, _ moments: NodeMoments) -> Panel {
        var panel = Panel(x: context.axis("time"), y: context.axis(field))
        panel.y.isLogarithmic = moments.numbers(of: field).spanMagnitudes
        let courses = moments.courses(of: field)
        guard courses.count > Self.namedCount else {
            panel.series = courses.enumerated().map { place, rows in
                Series(courses.count == 1 ? nil : moments.nodes[place], .line, colour: place, rows: rows)
            }
            return panel
        }
        // Of many, some at equal distances.
        let stride = max(1, courses.count / Self.faintCount)
        let shown = courses.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
        if stride > 1 { panel.y = Axis("\(field) of one node in \(stride)", unit: context.unit(of: field)) }
        panel.series = [Series(nil, .faintLine, rows: shown.flatMap { $0 + [[.nan, .nan]] })]
        return panel
    }

    /// How often a field has which values at the end.
    private func distribution(of field: String, _ moments: NodeMoments, _ table: ResultTable) -> Figure {
        let numbers = moments.moments.last.map { moments.numbers(of: field)[$0.rows].filter(\.isFinite) } ?? []
        var panel = Panel(x: context.axis(field), y: Axis("number of nodes"))
        let range = numbers.extent?.widened ?? 0...1
        let count = max(1, min(60, Int(Double(numbers.count).squareRoot())))
        var bins = [Double](repeating: 0, count: count)
        for number in numbers {
            let bin = Int((number - range.lowerBound) / range.length * Double(count))
            bins[min(count - 1, bin)] += 1
        }
        let width = range.length / Double(count)
        let rows = bins.enumerated().map { bin, number in
            [range.lowerBound + Double(bin) * width, range.lowerBound + Double(bin + 1) * width, number]
        }
        panel.series = [Series(nil, .bars, rows: rows)]
        return Figure(name: "\(table.name)-\(field)-distribution", title: context.title(of: table), panels: [panel])
    }
}

extension Double {
    /// The number without a fraction where it has none.
    var formatted: String { Int(exactly: self)?.description ?? description }
}
