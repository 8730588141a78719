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

    private let columns: [SummarisedRows.Column]

    init(of table: SweepTable, _ plan: SweepPlan) {
        (self.table, self.plan) = (table, plan)
        columns = table.columns.enumerated().map { index, name in
            if Self.places.contains(name) || index == 0 && table.columns.count > 1 { return .place }
            return Self.words.contains(name) ? .other : .value
        }
    }

    private func names(of kind: SummarisedRows.Column) -> [String] {
        zip(table.columns, columns).filter { $0.1 == kind }.map(\.0)
    }

    private var names: [String] {
        let statistics = plan.specification.statisticNames + (plan.references.isEmpty ? [] : Self.differenceNames)
        return plan.keys + names(of: .place) + ["replicates"]
            + names(of: .value).flatMap { name in statistics.map { "\(name)-\($0)" } }
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
        var summarised = SummarisedRows(columns: columns)
        try table.forEachRun(ofPoint: point) { run, rows in summarised.add(rows, of: run.replicate) }
        return summarised
    }

    private func lines(of rows: SummarisedRows, _ labels: [String], comparedWith other: SummarisedRows?) -> [UInt8] {
        let before = labels.map { $0.asField + "," }.joined()
        var (lines, numbers): ([UInt8], [Double]) = ([], [])
        func put(_ statistics: [Double?]) {
            for statistic in statistics { lines += (statistic.map { ",\($0)" } ?? ",").utf8 }
        }
        for row in rows.places.indices {
            lines += before.utf8
            lines += rows.places[row]
            lines += "\(rows.count(ofRow: row))".utf8
            for column in 0..<rows.width {
                rows.gather(column, ofRow: row, into: &numbers)
                put(plan.specification.statistics(of: numbers))
                guard let other else { continue }
                rows.gatherDifferences(column, ofRow: row, from: other, into: &numbers)
                put(SweepSpecification.meanAndError(of: numbers))
            }
            lines.append(UInt8(ascii: "\n"))
        }
        return lines
    }

    private static func line(_ fields: [String]) -> [UInt8] {
        Array((fields.map(\.asField).joined(separator: ",") + "\n").utf8)
    }
}

extension SweepSpecification {
    /// The names of what is computed of a column.
    fileprivate var statisticNames: [String] {
        statistics.flatMap { $0 == .quantiles ? quantiles.map { "quantile-\($0)" } : [$0.rawValue] }
    }

    /// The statistics of the numbers of the replicates; `nil` where there are too few, or one is no number.
    ///
    /// The error is the standard error of the mean, the deviation divided by the root of their number, since replicates are
    /// independent.
    /// Quantiles are interpolated between the two nearest numbers (definition 7 of R. J. Hyndman and Y. Fan, *Am. Stat.* 50, 1996, 361,
    /// DOI 10.1080/00031305.1996.10473566, as NumPy does).
    fileprivate func statistics(of numbers: [Double]) -> [Double?] {
        let sample = SampleMean(numbers)
        let sorted = statistics.contains(.quantiles) ? numbers.sorted() : []
        let isKnown = !numbers.isEmpty && numbers.allSatisfy(\.isFinite)
        return statistics.flatMap { statistic -> [Double?] in
            guard isKnown else { return statistic == .quantiles ? quantiles.map { _ in nil } : [nil] }
            switch statistic {
            case .mean: return [sample.mean]
            case .deviation: return [sample.deviation]
            case .error: return [sample.error]
            case .minimum: return [numbers.min()]
            case .maximum: return [numbers.max()]
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
