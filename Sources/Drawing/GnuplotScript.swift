/// A script by which gnuplot draws a figure, with all numbers in it, so that whoever wants a picture to look otherwise changes the
/// script.
package struct GnuplotScript {
    /// The script.
    package private(set) var text = ""

    /// Writes the script.
    ///
    /// - Parameters:
    ///   - figure: The figure.
    ///   - files: The pictures, from where the script is run.
    package init(_ figure: Figure, to files: [(format: PictureFormat, path: String)]) {
        add("# Draws '\(figure.name)'. Run it in its folder: gnuplot \(figure.name).gp")
        add(data: figure, "data")
        for file in files {
            begin(file.format, file.path, figure.size)
            draw(figure, "data")
        }
    }

    /// Writes the script of a film, a picture for each figure.
    ///
    /// - Parameters:
    ///   - frames: The figures, all of the same size.
    ///   - path: The path of a picture.
    package init(film frames: [Figure], path: (Int) -> String) {
        for (number, frame) in frames.enumerated() {
            add(data: frame, "data")
            begin(.png, path(number), frame.size)
            draw(frame, "data")
        }
    }

    /// How many letters there is room for below a panel.
    private static let mostLetters = 100

    private mutating func add(_ line: String) { text += line + "\n" }

    // MARK: Numbers

    private mutating func add(data figure: Figure, _ name: String) {
        for (number, panel) in figure.panels.enumerated() {
            for (place, series) in panel.series.enumerated() where !series.rows.isEmpty {
                add("$\(name)_\(number)_\(place) << END")
                for row in series.rows {
                    // An empty line interrupts a line.
                    let isGap = row.allSatisfy(\.isNaN)
                    add(isGap ? "" : row.map(Self.number).joined(separator: " "))
                }
                add("END")
            }
        }
    }

    private static func number(_ number: Double) -> String {
        guard number.isFinite else { return "NaN" }
        // More than eight digits cannot be seen.
        let scale = 1e8
        let short = (number * scale).rounded() / scale
        return abs(number) >= 1e-3 && abs(number) < 1e6 ? short.description : number.description
    }

    // MARK: What there is around the numbers

    private mutating func begin(_ format: PictureFormat, _ path: String, _ size: (width: Int, height: Int)) {
        let terminal =
            switch format {
            case .png: "pngcairo size \(size.width),\(size.height) font 'sans,11' background rgb 'white'"
            case .svg: "svg size \(size.width),\(size.height) font 'sans,13' background rgb 'white'"
            }
        add("reset")
        add("set terminal \(terminal) noenhanced")
        add("set output \(quoted(path))")
        add("set datafile missing 'NaN'")
    }

    private mutating func draw(_ figure: Figure, _ name: String) {
        let isSingle = figure.panels.count == 1
        if !isSingle {
            let rowCount = (figure.panels.count + figure.columnCount - 1) / figure.columnCount
            add("set multiplot layout \(rowCount),\(figure.columnCount) title \(quoted(figure.title)) font ',13'")
        }
        for (number, panel) in figure.panels.enumerated() {
            draw(panel, title: isSingle ? figure.title : panel.title, "\(name)_\(number)")
        }
        if !isSingle { add("unset multiplot") }
        add("unset output")
    }

    private mutating func draw(_ panel: Panel, title: String?, _ name: String) {
        add("reset")
        add("set title \(quoted(title ?? "")) font ',12'")
        add("set border \(panel.z == nil ? "3" : "31") linecolor rgb '#666666'")
        add("set tics nomirror")
        add("set grid linecolor rgb '#dddddd' linetype 1 linewidth 0.5")
        add(axis: panel.x, "x", panel.extent(ofColumn: 0))
        add(axis: panel.y, "y", panel.extent(ofColumn: 1))
        if let z = panel.z { add(axis: z, "z", nil) }
        if !panel.hasAxes {
            for line in ["unset border", "unset tics", "unset grid"] { add(line) }
        }
        add(panel.series.contains { $0.label != nil } ? "set key outside right top" : "unset key")
        if panel.isIsometric { add(panel.z == nil ? "set size ratio -1" : "set view equal xyz\nset view 66,32") }
        if panel.z != nil { add("set xyplane 0") }
        if let colour = panel.colour { add(colour: colour) }
        for mark in panel.marks {
            add("set label \(quoted(mark.text)) at \(mark.x),\(mark.y) center font ',8' front")
        }
        let drawn = panel.series.enumerated().filter { !$1.rows.isEmpty }
        let parts = drawn.map { place, series in
            "$\(name)_\(place) \(Self.style(series, isInSpace: panel.z != nil)) "
                + (series.label.map { "title \(quoted($0))" } ?? "notitle")
        }
        add("\(panel.z == nil ? "plot" : "splot") " + parts.joined(separator: ", \\\n     "))
    }

    private mutating func add(axis: Axis, _ letter: String, _ extent: ClosedRange<Double>?) {
        add("set \(letter)label \(quoted(axis.label))")
        if axis.range == nil, let extent, extent.length == 0 {
            let margin = max(1, abs(extent.lowerBound) / 10)
            add("set \(letter)range [\(extent.lowerBound - margin):\(extent.upperBound + margin)]")
        }
        // Long numbers would run into each other.
        if letter == "x", !axis.isLogarithmic, let extent, extent.upperBound >= 1e5 {
            add("set xtics \(extent.length.tickStep)")
        }
        if axis.isLogarithmic { add("set logscale \(letter)\nset format \(letter) '%.0e'") }
        if let range = axis.range { add("set \(letter)range [\(range.lowerBound):\(range.upperBound)]") }
        if !axis.names.isEmpty {
            let names = axis.names.map { "\(quoted($0.name)) \($0.place)" }
            // Long names would run into each other, too.
            let isLong = letter == "x" && axis.names.reduce(0) { $0 + $1.name.count + 2 } > Self.mostLetters
            add("set \(letter)tics \(isLong ? "rotate by -40 " : "")(\(names.joined(separator: ", ")))")
        }
    }

    private mutating func add(colour: ColourScale) {
        add("set rmargin 14")
        add("set cblabel \(quoted(colour.label))")
        let colours = colour.isCyclic ? Palette.angles : Palette.numbers
        guard let first = colour.values.first, let last = colour.values.last else {
            let stops = colours.enumerated().map { "\($0) '\($1)'" }.joined(separator: ", ")
            add("set palette defined (\(stops))")
            if let range = colour.range { add("set cbrange [\(range.lowerBound):\(range.upperBound)]") }
            return
        }
        // A field of its own colour for each state.
        let count = last - first + 1
        let fields = (0..<count).map { state in
            let shade = colours[count > 1 ? state * (colours.count - 1) / (count - 1) : 0]
            return "\(state) '\(shade)', \(state + 1) '\(shade)'"
        }
        add("set palette maxcolors 0\nset palette defined (\(fields.joined(separator: ", ")))")
        add("set cbrange [\(Double(first) - 0.5):\(Double(last) + 0.5)]")
        add("set cbtics (\(colour.values.map { "'\($0)' \($0)" }.joined(separator: ", ")))")
    }

    private static func style(_ series: Series, isInSpace: Bool) -> String {
        let colour = Palette.thing(series.colour)
        let place = isInSpace ? "1:2:3" : "1:2"
        return switch series.style {
        case .line: "using \(place) with lines linewidth 1.6 linecolor rgb '\(colour)'"
        case .faintLine: "using \(place) with lines linewidth 0.6 linecolor rgb '#70\(colour.dropFirst())'"
        case .points(let size): "using \(place) with points pointtype 7 pointsize \(size) linecolor rgb '\(colour)'"
        case .colouredPoints(let size):
            "using \(place):\(isInSpace ? 4 : 3) with points pointtype 7 pointsize \(size) linecolor palette"
        case .segments: "using \(place) with lines linewidth 0.7 linecolor rgb '#999999'"
        case .arrows:
            "using 1:2:3:4 with vectors head filled size screen 0.008,20 linewidth 0.7 linecolor rgb '#999999'"
        case .errors: "using 1:2:3 with yerrorlines pointtype 7 pointsize 0.7 linewidth 1.2 linecolor rgb '\(colour)'"
        case .band: "using 1:2:3 with filledcurves fillstyle transparent solid 0.2 noborder linecolor rgb '\(colour)'"
        case .bars:
            "using (($1+$2)/2):3:1:2:(0):3 with boxxyerror fillstyle solid 0.6 noborder linecolor rgb '\(colour)'"
        case .numbers: "using 1:2:(sprintf('%.6g', $2)) with labels offset 0,0.6"
        case .cells: "using 1:2:3 with image"
        }
    }
}

/// A text as gnuplot reads it: between single quotes nothing has a meaning, neither commands nor macros.
private func quoted(_ text: String) -> String {
    let line = text.map { $0.isNewline || $0.asciiValue.map { $0 < 32 } == true ? " " : $0 }
    return "'" + String(line).split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
}

extension Panel {
    /// Between which numbers a column lies.
    fileprivate func extent(ofColumn column: Int) -> ClosedRange<Double>? {
        series.flatMap { $0.rows.compactMap { $0.count > column ? $0[column] : nil } }.extent
    }
}

extension Double {
    /// A distance of marks of which some four lie on a length: 1, 2 or 5 times a power of ten.
    fileprivate var tickStep: Double {
        guard self > 0, isFinite else { return 1 }
        var power = 1.0
        while power * 10 <= self / 4 { power *= 10 }
        return [5, 2, 1].map { $0 * power }.first { $0 <= self / 4 } ?? power
    }
}

extension GnuplotScript {
    /// Writes the script into a folder, and has gnuplot run it there.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - name: The name of the script without an ending.
    /// - Throws: ``PlotError``.
    package func run(in folder: String, named name: String) throws(PlotError) {
        guard ExternalProgram.gnuplot.isInstalled else {
            throw .noProgram(ExternalProgram.gnuplot.name, package: ExternalProgram.gnuplot.package)
        }
        try write(text, to: "\(folder)/\(name).gp")
        let log = "\(folder)/.gnuplot.log"
        defer { remove(log) }
        // The script is looked for from the folder, whose path may be relative.
        try ExternalProgram.gnuplot.run(
            ["-e", "cd '\(folder.replacing("'", with: "''"))'", "./\(name).gp"], writingTo: log)
    }
}
