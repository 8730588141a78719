/// The options that all commands have which measure observation.
public enum BenchmarkOptions {
    /// The help for which workloads are measured.
    public static let workloads = "What is measured. Unless given, everything."

    /// The help for the counts of observers, objects or messages.
    public static let counts = "The counts for all workloads. Unless given, powers of ten."

    /// The help for how often everything is measured.
    public static let runs =
        "How often everything is measured. (default: \(BenchmarkPlan.usualRuns), or \(BenchmarkPlan.quickRuns) if quick)"

    /// The help for the file that is written.
    public static let output = "The CSV file to create, which must not exist."

    /// The help for a rough result.
    public static let quick = "Take some seconds only, for a rough result."

    /// The help for the largest of the usual counts.
    public static func largest(unlessGiven usual: Int = BenchmarkPlan.usualLargest) -> String {
        "The largest of the powers of ten. (default: \(usual), or \(BenchmarkPlan.quickLargest) if quick)"
    }

    /// Tells what is wrong with the numbers that were given; `nil` if nothing is.
    public static func problem(counts: [Int], largest: Int?, others: Int?...) -> String? {
        if largest != nil, !counts.isEmpty { return "Give either '--counts' or '--largest'." }
        let wrong = (counts + ([largest] + others).compactMap { $0 }).first { !(1...100_000_000).contains($0) }
        return wrong.map { "\($0) is not a number to measure with. Give one from 1 to 100000000." }
    }
}
