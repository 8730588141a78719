import Descriptions

/// The keys of a sweep.
package enum SweepKeys {
    package enum Design: String, CaseIterable, ParameterValue, Sendable {
        case grid
        case zip
        case random
        case latinHypercube = "latin-hypercube"
        case sobol
        case halton

        /// True if it samples a number of points that is said, instead of taking all values.
        package var isSampling: Bool { self != .grid && self != .zip }
    }

    package enum Scale: String, CaseIterable, ParameterValue, Sendable {
        case linear
        case logarithmic
    }

    package enum Seeds: String, CaseIterable, ParameterValue, Sendable {
        case independent
        case common
    }

    package enum Store: String, CaseIterable, ParameterValue, Sendable {
        case directories
        case packed
    }

    package enum Statistic: String, CaseIterable, ParameterValue, Sendable {
        case mean
        case deviation
        case error
        case minimum
        case maximum
        case sum
        case quantiles
    }

    // MARK: Values

    static let from = Parameter("from", "the first number")
    static let to = Parameter("to", "the last number")
    static let count = Parameter("count", "how many numbers there are, with both ends", in: 2...1_000_000).optional
    static let scale = Parameter<Scale>(
        "scale", "whether numbers follow each other by the same difference or by the same factor", default: .linear)
    static let integers = Parameter("integers", "whether they are rounded to whole numbers", default: false)
    static let range = [ParameterDescription](from, to, count, scale, integers)
    static let column = ParameterDescription("column", "the column of the table whose values are taken", .text)
    static let columnFile = ParameterDescription("file", "the table (CSV)", .file)
    static let ofColumn = [ParameterDescription](column, columnFile)

    /// Any value of a key: scalars, lists and mappings, so many deep.
    private static func anything(_ depth: Int) -> ParameterKind {
        guard depth > 0 else { return .node }
        let inner = anything(depth - 1)
        let entry = ParameterDescription("key", "a value of a key", inner, .open(example: "key"))
        return .either(.node, or: .either(.list(of: inner, count: 0...1_000_000), or: .record([entry])))
    }

    private static let values = ParameterKind.either(
        .list(of: anything(3), count: 1...1_000_000),
        or: .either(.record(range), or: .either(.record(ofColumn), or: .nodeNumbers(.any))))
    static let varied = ParameterDescription(
        "key.path", "the values that the key takes", values, .open(example: "integrate.step"))

    // MARK: The sweep

    static let vary = ParameterDescription(
        "vary", "the keys that are varied, by their paths, with their values", .record([varied]), .optional)
    static let file = ParameterDescription(
        "file", "a table (CSV) with a column for each key, named by its path, and a row for each point", .file)
    static let design = ParameterDescription(
        "design", "which values of different keys belong together",
        .either(.choice(Design.allCases.map(\.rawValue)), or: .record([file])),
        .default(.text(Design.grid.rawValue)))
    static let points = Parameter("points", "how many points a design has that samples", in: 1...10_000_000).optional
    static let replicates = Parameter(
        "replicates", "how many runs there are at each point, with random numbers of their own", in: 1...10_000_000,
        default: 1)
    static let seeds = Parameter<Seeds>(
        "seeds",
        "whether the runs of a replicate have the same seed at all points, by which differences between points are sharper",
        default: .independent)
    static let store = Parameter<Store>(
        "store", "whether each run has a directory of its own, or many share an archive (tar)", default: .directories)
    static let statistics = ParameterDescription(
        "statistics", "what is computed over the replicates",
        .list(of: .choice(Statistic.allCases.map(\.rawValue)), count: 1...Statistic.allCases.count),
        .default(.list([.text(Statistic.mean.rawValue), .text(Statistic.error.rawValue)])))
    static let quantiles = ParameterDescription(
        "quantiles", "which quantiles are among the statistics",
        .list(of: .number(.fraction), count: 1...100),
        .default(.list([.number(0.05), .number(0.5), .number(0.95)])))
    static let referenceValue = ParameterDescription(
        "key.path", "the value that the key has there", anything(3), .open(example: "integrate.step"))
    static let reference = ParameterDescription(
        "reference", "what each point is compared with: the point that has these values and else its own",
        .record([referenceValue]), .optional)
    static let ofSummary = [ParameterDescription](statistics, quantiles, reference)
    static let summarise = ParameterDescription(
        "summarise", "what 'observatory collect --summary' computes", .record(ofSummary), .optional)
    static let description = ComponentDescription(
        name: "sweep", summary: "many runs of the scenario, over values of its keys",
        synonyms: ["parameter sweep", "ensemble", "design of experiments", "replicates"],
        parameters: [ParameterDescription](vary, design, points, replicates, seeds, store, summarise) + ofSearch)
}
