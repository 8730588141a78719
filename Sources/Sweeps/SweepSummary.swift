import ScenarioFiles

/// A table of all runs of a sweep, summarised over the replicates: statistics of each number at each point.
///
/// Rows of different replicates belong together if they have the same time, step, node, bin or the like: the first column and all that
/// say where a number is and not what it is. Where points share their random numbers each number is also compared with that of the
/// same replicate at another point, since what the same random numbers do to both is not in the difference.
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
        let statistics = plan.specification.statisticNames + (plan.references.isEmpty ? [] : Self.differenceNames)
        return plan.keys + placeColumns.map { table.columns[$0] } + ["replicates"]
            + valueColumns.flatMap { column in statistics.map { "\(table.columns[column])-\($0)" } }
    }

    private static let differenceNames = ["difference", "difference-error"]

    /// Hands over the lines of the table, the first of which has the names of the columns, in pieces.
    ///
    /// - Complexity: O(n log r) for n numbers of r replicates; memory for two points.
    func write(_ put: ([UInt8]) throws -> Void) throws {
        try put(Self.line(names))
        var reference: (point: Int, rows: SummarisedRows)?
        for point in plan.points.indices {
            let rows = try rows(ofPoint: point)
            if !plan.references.isEmpty, reference?.point != plan.references[point] {
                let other = plan.references[point]
                reference = (other, other == point ? rows : try self.rows(ofPoint: other))
            }
            try put(lines(of: rows, plan.labels(of: plan.points[point]), comparedWith: reference?.rows))
        }
    }

    /// The rows of all replicates of a point that are complete.
    private func rows(ofPoint point: Int) throws -> SummarisedRows {
        var summarised = SummarisedRows()
        try table.forEachRun(ofPoint: point) { run, rows in
            for record in CSVRecords.records(of: rows) where record.count == table.columns.count {
                summarised.add(
                    valueColumns.map { Double(record[$0]) ?? .nan }, at: placeColumns.map { record[$0] }, run.replicate)
            }
        }
        return summarised
    }

    private func lines(of rows: SummarisedRows, _ labels: [String], comparedWith other: SummarisedRows?) -> [UInt8] {
        rows.places.indices.flatMap { row in
            let differences = other.map { rows.differences(ofRow: row, from: $0) }
            let statistics = rows.values[row].enumerated().flatMap { column, values in
                plan.specification.statistics(of: values)
                    + (differences.map { SweepSpecification.meanAndError(of: $0[column]) } ?? [])
            }
            return Self.line(
                labels + rows.places[row] + ["\(rows.replicates[row].count)"]
                    + statistics.map { $0.map(\.description) ?? "" })
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

    /// The replicates that have a row, in ascending order.
    private(set) var replicates: [[Int]] = []
    private var indices: [[String]: Int] = [:]

    mutating func add(_ numbers: [Double], at place: [String], _ replicate: Int) {
        let row = indices[place] ?? places.count
        if row == places.count {
            indices[place] = row
            places.append(place)
            replicates.append([])
            values.append(numbers.map { _ in [] })
        }
        replicates[row].append(replicate)
        for (column, number) in numbers.enumerated() { values[row][column].append(number) }
    }

    /// The numbers of a row less those at the same place of another point, of each replicate that both have.
    func differences(ofRow row: Int, from other: SummarisedRows) -> [[Double]] {
        var differences: [[Double]] = values[row].map { _ in [] }
        guard let otherRow = other.indices[places[row]] else { return differences }
        let (mine, others) = (replicates[row], other.replicates[otherRow])
        var (here, there) = (0, 0)
        while here < mine.count, there < others.count {
            if mine[here] == others[there] {
                for column in differences.indices {
                    differences[column].append(values[row][column][here] - other.values[otherRow][column][there])
                }
                (here, there) = (here + 1, there + 1)
            } else if mine[here] < others[there] {
                here += 1
            } else {
                there += 1
            }
        }
        return differences
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
        let sample = SampleMean(numbers)
        let sorted = numbers.sorted()
        let isKnown = !numbers.isEmpty && numbers.allSatisfy(\.isFinite)
        return statistics.flatMap { statistic -> [Double?] in
            guard isKnown else { return statistic == .quantiles ? quantiles.map { _ in nil } : [nil] }
            switch statistic {
            case .mean: return [sample.mean]
            case .deviation: return [sample.deviation]
            case .error: return [sample.error]
            case .minimum: return [sorted.first]
            case .maximum: return [sorted.last]
            case .sum: return [numbers.reduce(0, +)]
            case .quantiles: return quantiles.map { sorted.quantile($0) }
            }
        }
    }

    /// The mean of numbers and its standard error; `nil` as ``statistics(of:)``.
    fileprivate static func meanAndError(of numbers: [Double]) -> [Double?] {
        guard !numbers.isEmpty, numbers.allSatisfy(\.isFinite) else { return [nil, nil] }
        let sample = SampleMean(numbers)
        return [sample.mean, sample.error]
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
