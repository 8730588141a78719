/// A picture: what is drawn, whatever draws it.
package struct Figure {
    /// The name of its file without an ending.
    package let name: String

    /// The title above it.
    package let title: String

    /// Its panels, row by row.
    package let panels: [Panel]

    /// How many panels stand beside each other.
    package var columnCount: Int

    /// The size of a panel in pixels.
    package var panelSize: (width: Int, height: Int)

    /// Creates a picture of panels.
    package init(
        name: String, title: String, panels: [Panel], columnCount: Int = 1,
        panelSize: (width: Int, height: Int) = (760, 460)
    ) {
        (self.name, self.title, self.panels) = (name, title, panels)
        (self.columnCount, self.panelSize) = (columnCount, panelSize)
    }

    /// The size in pixels.
    package var size: (width: Int, height: Int) {
        let rowCount = (panels.count + columnCount - 1) / columnCount
        return (panelSize.width * columnCount, panelSize.height * rowCount)
    }
}

/// A system of axes with what is drawn in it.
package struct Panel {
    /// The title above it, if it is one of several.
    package var title: String?
    package var x: Axis
    package var y: Axis

    /// The third axis of a panel in space.
    package var z: Axis?

    /// The meaning of colours, if they stand for numbers.
    package var colour: ColourScale?
    package var series: [Series] = []

    /// True if lengths are the same on both axes.
    package var isIsometric = false

    /// True if there are axes; a graph has none.
    package var hasAxes = true

    /// Texts beside points.
    package var marks: [(x: Double, y: Double, text: String)] = []

    /// Creates a panel in which nothing is drawn yet.
    package init(title: String? = nil, x: Axis, y: Axis, z: Axis? = nil, colour: ColourScale? = nil) {
        (self.title, self.x, self.y, self.z, self.colour) = (title, x, y, z, colour)
    }

    /// True if there is nothing to be seen in it.
    package var isEmpty: Bool { series.allSatisfy { $0.rows.isEmpty } }
}

/// An axis of a panel.
package struct Axis {
    /// The label, with the unit.
    package let label: String
    package var isLogarithmic = false
    package var range: ClosedRange<Double>?

    /// Names of places, where these are no numbers.
    package var names: [(place: Double, name: String)] = []

    package init(_ name: String, unit: String? = nil) {
        label = unit.map { "\(name) in \($0)" } ?? name
    }
}

/// The meaning of colours.
package struct ColourScale {
    package let label: String
    package var range: ClosedRange<Double>?

    /// The values if there are only a few whole numbers.
    package var values: [Int]

    /// True if the greatest number means the same as the least, as with angles.
    package var isCyclic: Bool

    /// Creates a scale.
    package init(label: String, range: ClosedRange<Double>? = nil, values: [Int] = [], isCyclic: Bool = false) {
        (self.label, self.range, self.values, self.isCyclic) = (label, range, values, isCyclic)
    }
}

/// Some numbers that are drawn in one way.
package struct Series {
    /// How the numbers of a row are drawn.
    package enum Style: Equatable {
        /// A line through x, y. A row of numbers that are none interrupts it.
        case line

        /// A thin, translucent line, one of many.
        case faintLine

        /// Points at x, y of a size.
        case points(size: Double)

        /// Points at x, y, in space z, whose colour is the last number.
        case colouredPoints(size: Double)

        /// Points at x, y, in space z, and lines from one to the next.
        case segments

        /// Arrows from x, y by dx, dy.
        case arrows

        /// Points at x, y with the error of y, joined by a line.
        case errors

        /// The area between the second and the third number above the first.
        case band

        /// Bars from the first number to the second, as high as the third.
        case bars

        /// The number y as text above x, y.
        case numbers

        /// Cells at x, y whose colour is the third number.
        case cells
    }

    /// The name in the key, if it stands there.
    package var label: String?
    package let style: Style
    package let rows: [[Double]]

    /// Its place in the palette.
    package var colour = 0

    package init(_ label: String? = nil, _ style: Style, colour: Int = 0, rows: [[Double]]) {
        (self.label, self.style, self.colour, self.rows) = (label, style, colour, rows)
    }
}
