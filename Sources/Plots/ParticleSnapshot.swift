import Particles

/// Particles at an instant: in space where they fill it, else on the plane in which they are.
struct ParticleSnapshot: Snapshot {
    private let moments: NodeMoments
    private let context: PlotContext
    private let box: Box
    private let bonds: [Bond]

    /// The columns of the two or three axes.
    private let axes: [String]
    private let coordinates: [[Double]]
    private let ranges: [ClosedRange<Double>]

    /// The meaning of colours, if they stand for anything.
    private let colours: (scale: ColourScale, ofRow: (Int) -> Double)?

    /// More particles in space hide each other.
    private static let greatestCountInSpace = 3000

    /// - Returns: `nil` if positions are not known.
    init?(_ moments: NodeMoments, _ context: PlotContext) {
        guard let model = context.scenario.model as? any ParticleModel, moments.fields.contains("x"),
            moments.fields.contains("y")
        else { return nil }
        (self.moments, self.context, box) = (moments, context, model.box)
        bonds = (model as? ParticleSystem)?.bonds ?? []
        let all = ["x", "y", "z"].filter(moments.fields.contains)
        let wrapped = all.enumerated().map { Self.wrapped(moments.numbers(of: $1), by: model.box.axes[$0]) }
        let extents = wrapped.enumerated().map { axis, numbers in
            model.box.axes[axis].bounds.map { $0.lower...$0.upper } ?? (numbers.extent ?? 0...1)
        }
        let greatest = extents.map(\.length).max() ?? 0
        var shown = Array(all.indices)
        if all.count == 3 {
            let least = extents.indices.min { extents[$0].length < extents[$1].length } ?? 2
            let isFlat = extents[least].length < 0.1 * greatest
            if isFlat || moments.nodes.count > Self.greatestCountInSpace {
                shown.removeAll { $0 == (isFlat ? least : 2) }
            }
        }
        axes = shown.map { all[$0] }
        coordinates = shown.map { wrapped[$0] }
        ranges = shown.map { extents[$0].widened }
        colours = Self.colours(moments, context, types: model.types)
    }

    private static func wrapped(_ numbers: [Double], by axis: Box.Axis) -> [Double] {
        guard axis.isPeriodic, let bounds = axis.bounds else { return numbers }
        let length = bounds.upper - bounds.lower
        return numbers.map { $0 - length * (($0 - bounds.lower) / length).rounded(.down) }
    }

    /// By type if there are several, else by a field that is none of the positions and velocities, else by speed.
    private static func colours(
        _ moments: NodeMoments, _ context: PlotContext, types: [Int]
    ) -> (scale: ColourScale, ofRow: (Int) -> Double)? {
        let kinds = Set(types)
        if kinds.count > 1, moments.numbers.allSatisfy(types.indices.contains) {
            return (ColourScale(label: "type", values: kinds.sorted()), { Double(types[moments.node(ofRow: $0)]) })
        }
        let velocities = ["vx", "vy", "vz"].filter(moments.fields.contains)
        if let field = moments.fields.first(where: { !(["x", "y", "z"] + velocities).contains($0) }) {
            let colours = FieldColours(field, of: moments, context)
            return (colours.scale, { colours.numbers[$0] })
        }
        guard velocities.count > 1 else { return nil }
        let components = velocities.map(moments.numbers(of:))
        let speeds = moments.labels.indices.map { row in
            components.reduce(0) { $0 + $1[row] * $1[row] }.squareRoot()
        }
        let label = context.axis("vx", called: "speed").label
        return (ColourScale(label: label, range: speeds.extent?.widened), { speeds[$0] })
    }

    var name: String { "particles" }
    var panelCount: Int { 3 }
    var panelSize: (width: Int, height: Int) { (470, 430) }

    func panel(at moment: NodeMoments.Moment) -> Panel {
        var panel = Panel(x: axis(0), y: axis(1), z: axes.count > 2 ? axis(2) : nil)
        panel.isIsometric = true
        panel.colour = colours?.scale
        let size =
            moment.rows.count > 20_000 ? 0.1 : moment.rows.count > 2000 ? 0.25 : moment.rows.count > 300 ? 0.5 : 0.9
        let rows = moment.rows.map { row in coordinates.map { $0[row] } + (colours.map { [$0.ofRow(row)] } ?? []) }
        let style = colours == nil ? Series.Style.points(size: size) : .colouredPoints(size: size)
        panel.series = [Series(nil, .segments, rows: segments(at: moment)), Series(nil, style, rows: rows)]
        return panel
    }

    private func axis(_ place: Int) -> Axis {
        var axis = context.axis(axes[place])
        axis.range = ranges[place]
        return axis
    }

    /// The bonds, but for those that leave a periodic box on one side and come back on the other.
    private func segments(at moment: NodeMoments.Moment) -> [[Double]] {
        guard !bonds.isEmpty else { return [] }
        let rows = Dictionary(
            moment.rows.map { (moments.node(ofRow: $0), $0) }, uniquingKeysWith: { first, _ in first })
        let gap = [Double](repeating: .nan, count: axes.count)
        return bonds.flatMap { bond -> [[Double]] in
            guard let first = rows[bond.first], let second = rows[bond.second] else { return [] }
            let (from, to) = (coordinates.map { $0[first] }, coordinates.map { $0[second] })
            let isWhole = zip(zip(from, to), ranges).allSatisfy { abs($0.0 - $0.1) < $1.length / 2 }
            return isWhole ? [from, to, gap] : []
        }
    }
}
