/// A graph with its nodes coloured by a field.
struct GraphSnapshot: Snapshot {
    let moments: NodeMoments
    let colours: FieldColours
    let layout: GraphLayout

    /// - Returns: `nil` if nodes are not all of the graph that has been laid out.
    init?(_ moments: NodeMoments, _ colours: FieldColours, on layout: GraphLayout) {
        guard moments.numbers.allSatisfy(layout.places.indices.contains) else { return nil }
        (self.moments, self.colours, self.layout) = (moments, colours, layout)
    }

    var name: String { "graph" }

    /// Up to so many nodes have their names beside them.
    private static let namedCount = 60

    func panel(at moment: NodeMoments.Moment) -> Panel {
        var panel = Panel(x: Axis(""), y: Axis(""))
        (panel.hasAxes, panel.isIsometric, panel.colour) = (false, true, colours.scale)
        (panel.x.range, panel.y.range) = layout.ranges
        let points = moment.rows.map { row in
            let place = layout.places[moments.node(ofRow: row)]
            return [place.x, place.y, colours.numbers[row]]
        }
        let edges =
            layout.isDirected ? Series(nil, .arrows, rows: layout.arrows) : Series(nil, .segments, rows: layout.lines)
        panel.series = [edges, Series(nil, .colouredPoints(size: layout.pointSize), rows: points)]
        if layout.places.count <= Self.namedCount {
            panel.marks = moment.rows.map { row in
                let place = layout.places[moments.node(ofRow: row)]
                return (place.x, place.y + layout.nameDistance, moments.labels[row])
            }
        }
        return panel
    }
}
