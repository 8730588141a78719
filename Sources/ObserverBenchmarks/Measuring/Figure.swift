/// A row of the table: what one library needed for one thing at one count.
public struct Figure: Sendable {
    /// The name of the library.
    public let library: String

    /// The row of the table that was measured.
    public let row: Phase.Row

    /// How many observers, objects or messages there were.
    public let count: Int

    /// The time of one operation: the median of the runs.
    public let nanoseconds: Double

    /// The memory of one observation or object, where it was measured: the median of the runs.
    public let bytes: Double?

    /// The distance between the fastest and the slowest run as a part of the median.
    public let spread: Double

    /// Takes the medians of the same phase of each run.
    init(library: String, count: Int, row: Phase.Row, runs: [Phase]) {
        let times = runs.map(\.nanosecondsPerOperation)
        self.library = library
        self.row = row
        self.count = count
        nanoseconds = median(of: times)
        let sizes = runs.compactMap(\.bytes)
        bytes = sizes.isEmpty ? nil : median(of: sizes)
        let range = (times.max() ?? 0) - (times.min() ?? 0)
        spread = nanoseconds > 0 ? range / nanoseconds : 0
    }
}

extension Figure {
    /// The first line of the table.
    public static let csvHeader = "library,workload,count,nanoseconds,bytes,spread"

    /// The line of the table.
    public var csvRow: String {
        let weight = bytes.map { rounded($0, to: 10) } ?? ""
        let fields = [
            library, row.rawValue, String(count), rounded(nanoseconds, to: 100), weight, rounded(spread, to: 1000),
        ]
        return fields.joined(separator: ",")
    }

    private func rounded(_ number: Double, to parts: Double) -> String {
        String((number * parts).rounded() / parts)
    }
}

/// The middle one of numbers, or the mean of the two in the middle; zero if there are none.
func median(of numbers: [Double]) -> Double {
    guard !numbers.isEmpty else { return 0 }
    let sorted = numbers.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
