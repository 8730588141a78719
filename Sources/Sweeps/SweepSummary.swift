import ScenarioFiles

/// A table of all runs of a sweep, summarised over the replicates: statistics of each number at each point.
///
/// Rows of different replicates belong together if they have the same time, step, node, bin or the like: the first column and all that
/// say where a number is and not what it is.
struct SweepSummary {
    private typealias Statistic = SweepKeys.Statistic

    /// The columns that say where a number is, besides the first.
    private static let places: Set<String> = [
        "time", "step", "node", "name", "from", "to", "lower", "upper", "lag", "distance", "wave-number", "frequency",
        "bin", "x", "y",
        "z", "of", "statistic", "method", "degree", "row", "column",
    ]

    /// The columns that have words.
    private static let words: Set<String> = ["note"]

    private let table: SweepTable
    private let plan: SweepPlan

    /// The columns that say where a number is, and the others.
    private let (placeColumns, valueColumns): ([Int], [Int])

    init(of table: SweepTable, _ plan: SweepPlan) {
        (self.table, self.plan) = (table, plan)
        let columns = table.columns
        placeColumns = columns.indices.filter { Self.places.contains(columns[$0]) || $0 == 0 && columns.count > 1 }
        valueColumns = columns.indices.filter { [placeColumns] in
            !placeColumns.contains($0) && !Self.words.contains(columns[$0])
        }
    }

    private var names: [String] {
        plan.keys + placeColumns.map { table.columns[$0] } + ["replicates"]
            + valueColumns.flatMap { column in
                plan.specification.statisticNames.map { "\(table.columns[column])-\($0)" }
            }
    }

    /// Hands over the lines of the table, the first of which has the names of the columns, in pieces.
    ///
    /// - Complexity: O(n log r) for n numbers of r replicates.
    func write(_ put: ([UInt8]) throws -> Void) throws {
        try put(Self.line(names))
        var present: (run: SweepRun, rows: SummarisedRows)?
        try table.forEachRun { run, rows in
            if let last = present, last.run.point != run.point {
                try put(lines(of: last.rows, last.run))
                present = nil
            }
            var summarised = present?.rows ?? SummarisedRows()
            for record in CSVRecords.records(of: rows) where record.count == table.columns.count {
                summarised.add(valueColumns.map { Double(record[$0]) ?? .nan }, at: placeColumns.map { record[$0] })
            }
            present = (present?.run ?? run, summarised)
        }
        if let last = present { try put(lines(of: last.rows, last.run)) }
    }

    private func lines(of rows: SummarisedRows, _ run: SweepRun) -> [UInt8] {
        rows.places.indices.flatMap { row in
            let values = rows.values[row]
            let statistics = values.flatMap {
                plan.specification.statistics(of: $0).map { $0.map(\.description) ?? "" }
            }
            return Self.line(
                plan.labels(of: run) + rows.places[row] + ["\(values.first?.count ?? 0)"] + statistics)
        }
    }

    private static func line(_ fields: [String]) -> [UInt8] {
        Array((fields.map(\.asField).joined(separator: ",") + "\n").utf8)
    }
}

/// The numbers of the replicates of a point, row by row.
private struct SummarisedRows {
    /// Where the numbers of a row are.
    private(set) var places: [[String]] = []

    /// The numbers of each column of a row, one for each replicate that has it.
    private(set) var values: [[[Double]]] = []
    private var indices: [[String]: Int] = [:]

    mutating func add(_ numbers: [Double], at place: [String]) {
        let row = indices[place] ?? places.count
        if row == places.count {
            indices[place] = row
            places.append(place)
            values.append(numbers.map { _ in [] })
        }
        for (column, number) in numbers.enumerated() { values[row][column].append(number) }
    }
}

extension SweepSpecification {
    /// The names of what is computed of a column.
    fileprivate var statisticNames: [String] {
        statistics.flatMap { $0 == .quantiles ? quantiles.map { "quantile-\($0)" } : [$0.rawValue] }
    }

    /// What is computed of the numbers of the replicates; `nil` where there are too few, or one is no number.
    ///
    /// The error is the standard error of the mean, the deviation divided by the root of their number, since replicates are
    /// independent. Quantiles are
    /// interpolated between the two nearest numbers (definition 7 of R. J. Hyndman and Y. Fan, *Am. Stat.* 50, 1996, 361,
    /// DOI 10.1080/00031305.1996.10473566, as NumPy does).
    fileprivate func statistics(of numbers: [Double]) -> [Double?] {
        let count = Double(numbers.count)
        let mean = numbers.reduce(0, +) / count
        let deviation = (numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)).squareRoot()
        let sorted = numbers.sorted()
        let isKnown = numbers.allSatisfy(\.isFinite)
        return statistics.flatMap { statistic -> [Double?] in
            guard isKnown, !numbers.isEmpty else { return statistic == .quantiles ? quantiles.map { _ in nil } : [nil] }
            switch statistic {
            case .mean: return [mean]
            case .deviation: return [count > 1 ? deviation : nil]
            case .error: return [count > 1 ? deviation / count.squareRoot() : nil]
            case .minimum: return [sorted.first]
            case .maximum: return [sorted.last]
            case .quantiles: return quantiles.map { sorted.quantile($0) }
            }
        }
    }
}

extension [Double] {
    /// The quantile of sorted numbers: what lies at the part of the way from the first to the last, interpolated.
    fileprivate func quantile(_ part: Double) -> Double? {
        guard let last else { return nil }
        let place = part * Double(count - 1)
        let lower = Int(place)
        guard lower + 1 < count else { return last }
        return self[lower] + (place - Double(lower)) * (self[lower + 1] - self[lower])
    }
}

extension SweepTable {
    /// Hands over the lines of the table summarised over the replicates, the first of which has the names of the columns, in pieces.
    ///
    /// - Throws: As ``write(_:)``.
    public func writeSummary(_ put: ([UInt8]) throws -> Void) throws {
        try SweepSummary(of: self, sweep.plan).write(put)
    }
}
