import ScenarioFiles
import SimulationEngine
import Sweeps

/// Pictures of a sweep: numbers of its runs against the keys that it varies, means over replicates with their errors.
struct SweepFigures {
    let sweep: Sweep
    let context: PlotContext
    private let contents: [String: TableContents]

    /// Reads a sweep.
    ///
    /// - Throws: `SweepError`, `ScenarioError`.
    init(of directory: String) throws {
        sweep = try Sweep(reading: directory)
        context = PlotContext(scenario: try sweep.plan.scenario(ofRun: 0))
        contents = try context.scenario.tableContents()
    }

    /// The pictures, and what was recorded and is not drawn.
    ///
    /// - Throws: `SweepError`, `DataFileError`.
    func figures() throws -> (figures: [Figure], omissions: [String]) {
        var (figures, omissions): ([Figure], [String]) = ([], [])
        for (file, contents) in contents.sorted(by: { $0.key < $1.key }) {
            let isDrawn =
                ["quantity", "quantities", "statistics"].contains(contents.observation) && contents.part == nil
            guard isDrawn, file.hasSuffix(".csv") else {
                omissions.append("'\(file)' is not drawn: of a sweep only quantities and statistics in CSV are")
                continue
            }
            let table = try summary(ofTable: FileSystem.stem(of: file), contents)
            for value in values(of: table) {
                figure(of: value, table).map { figures.append($0) }
            }
            figures += SweepCourses(of: table, keys: sweep.plan.keys, context: context).figures
        }
        return (figures, omissions)
    }

    private func summary(ofTable name: String, _ contents: TableContents) throws -> ResultTable {
        var text: [UInt8] = []
        try SweepTable(of: sweep, named: name).writeSummary { text += $0 }
        let table = try DelimitedTable(text: String(decoding: text, as: UTF8.self), named: name)
        return ResultTable(name, contents, table)
    }

    // MARK: Numbers

    /// A number of each point, with its error.
    private struct Value {
        let name: String
        let points: [(keys: [String], mean: Double, error: Double)]
    }

    private func values(of table: ResultTable) -> [Value] {
        let keys = sweep.plan.keys.map(table.texts(of:))
        let isOfStatistics = table.contents.observation == "statistics"
        let columns = isOfStatistics ? ["value"] : table.contents.columns.filter { $0 != "time" }
        let rows =
            isOfStatistics
            ? table.texts(of: "statistic").indices(of: "mean")
            : table.rows(ofEqual: sweep.plan.keys).map { $0.upperBound - 1 }
        return columns.compactMap { column in
            let (means, errors) = (table.numbers(of: "\(column)-mean"), table.numbers(of: "\(column)-error"))
            guard !means.isEmpty else { return nil }
            let points = rows.map { row in
                (keys.map { $0[row] }, means[row], errors.isEmpty ? .nan : errors[row])
            }
            let subject = isOfStatistics ? rows.first.map { table.texts(of: "of")[$0] } : nil
            return Value(name: subject ?? column, points: points)
        }
    }

    // MARK: Pictures

    private func figure(of value: Value, _ table: ResultTable) -> Figure? {
        let keys = sweep.plan.keys
        guard !value.points.isEmpty, !keys.isEmpty else { return nil }
        let numeric = keys.indices.filter { key in value.points.allSatisfy { Double($0.keys[key]) != nil } }
        let counts = keys.indices.map { key in Set(value.points.map { $0.keys[key] }).count }
        let x = numeric.max { counts[$0] < counts[$1] } ?? 0
        let isMap = keys.count == 2 && numeric.count == 2 && counts.allSatisfy { $0 >= 5 }
        let panel = isMap ? map(of: value) : lines(of: value, against: x, isNumeric: numeric.contains(x))
        let isOnly = table.contents.observation == "statistics" || table.contents.columns.count == 2
        return Figure(
            name: isOnly ? table.name : "\(table.name)-\(value.name)",
            title: "\(context.scenario.name): \(value.name)", panels: [panel], panelSize: (860, 520))
    }

    /// Two keys that are varied, and the number as colour.
    private func map(of value: Value) -> Panel {
        let keys = sweep.plan.keys
        var panel = Panel(x: Axis(keys[0]), y: Axis(keys[1]), colour: ColourScale(label: value.name))
        let rows = value.points.map { [Double($0.keys[0]) ?? .nan, Double($0.keys[1]) ?? .nan, $0.mean] }
        panel.series = [Series(nil, .cells, rows: rows)]
        return panel
    }

    /// The number against a key, a line for each combination of the others.
    private func lines(of value: Value, against x: Int, isNumeric: Bool) -> Panel {
        let keys = sweep.plan.keys
        var panel = Panel(x: Axis(keys[x]), y: context.axis(value.name))
        var groups: [(label: String, rows: [[Double]])] = []
        for (number, point) in value.points.enumerated() {
            let label = Self.label(keys, point.keys, without: x)
            let place = isNumeric ? Double(point.keys[x]) ?? .nan : Double(number)
            if !isNumeric { panel.x.names.append((place, point.keys[x])) }
            let row = [place, point.mean, point.error.isFinite ? point.error : 0]
            if let known = groups.firstIndex(where: { $0.label == label }) {
                groups[known].rows.append(row)
            } else {
                groups.append((label, [row]))
            }
        }
        panel.series = groups.enumerated().map { place, group in
            let rows = group.rows.sorted { $0[0] < $1[0] }
            return Series(groups.count == 1 ? nil : group.label, .errors, colour: place, rows: rows)
        }
        return panel
    }

    /// The values of keys in words.
    static func label(_ keys: [String], _ values: [String], without left: Int? = nil) -> String {
        keys.indices.filter { $0 != left }
            .map { "\(keys[$0].split(separator: ".").last ?? "") = \(values[$0])" }
            .joined(separator: ", ")
    }
}

extension [String] {
    fileprivate func indices(of text: String) -> [Int] { indices.filter { self[$0] == text } }
}
