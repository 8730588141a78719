/// The nodes of a lattice in two dimensions, each a cell.
struct GridSnapshot: Snapshot {
    let moments: NodeMoments
    let colours: FieldColours
    let width: Int
    let height: Int

    /// - Returns: `nil` if not all nodes of such a lattice are known at each moment.
    init?(_ moments: NodeMoments, _ colours: FieldColours, sides: [Int]?) {
        guard let sides, sides.count == 2, sides[0] > 1, sides[1] > 1,
            moments.nodes.count == sides[0] * sides[1],
            moments.moments.allSatisfy({ $0.rows.count == moments.nodes.count })
        else { return nil }
        (self.moments, self.colours, width, height) = (moments, colours, sides[0], sides[1])
    }

    var name: String { "map" }
    var panelCount: Int { 3 }
    var panelSize: (width: Int, height: Int) { (430, 400) }

    func panel(at moment: NodeMoments.Moment) -> Panel {
        var panel = Panel(x: Axis("column"), y: Axis("row"))
        panel.x.range = -0.5...(Double(width) - 0.5)
        panel.y.range = -0.5...(Double(height) - 0.5)
        panel.isIsometric = true
        panel.colour = colours.scale
        let rows = moment.rows.map { row in
            let node = moments.node(ofRow: row)
            return [Double(node % width), Double(node / width), colours.numbers[row]]
        }
        panel.series = [Series(nil, .cells, rows: rows)]
        return panel
    }
}
