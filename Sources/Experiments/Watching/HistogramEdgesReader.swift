import Descriptions

/// The keys of the bins of a histogram.
enum HistogramKeys {
    static let edges = ParameterDescription(
        "edges", "the edges of the bins in ascending order", .list(of: .number(.any), count: 2...Int.max),
        .oneOf(["range", "edges"]))
    static let range = ParameterDescription(
        "range", "the first and the last edge, or 'edges'", .range, .oneOf(["range", "edges"])
    ).example([0.0, 1].content)
    static let bins = ParameterDescription(
        "bins", "the number of bins, or 'edges'", .integer(1...1_000_000), .derived("as many as 'edges' say")
    ).example(.integer(10))
    static let all = [edges, range, bins]
}

/// Reads the edges of the bins of a histogram.
struct HistogramEdgesReader {
    func read(_ section: Section) -> [Double]? {
        let edges = section.given(HistogramKeys.edges)
        let range = section.given(HistogramKeys.range)
        let bins = section.given(HistogramKeys.bins)
        guard let edges else { return evenEdges(section, range, bins) }
        (range ?? bins)?.report("a histogram has either 'edges' or a 'range' and 'bins'")
        guard let numbers = edges.list(.atLeast(2), of: "numbers", { $0.number() }) else { return nil }
        guard zip(numbers, numbers.dropFirst()).allSatisfy(<) else {
            edges.report("'edges' must ascend")
            return nil
        }
        return range == nil && bins == nil ? numbers : nil
    }

    private func evenEdges(_ section: Section, _ range: Value?, _ bins: Value?) -> [Double]? {
        guard let range, let bins else {
            section.required(HistogramKeys.range)
            section.required(HistogramKeys.bins)
            return nil
        }
        let bounds = range.list(.exactly(2), of: "two numbers") { $0.number() }
        let count = bins.integer(.closed(1...1_000_000))
        guard let bounds, let count else { return nil }
        guard bounds[0] < bounds[1] else {
            range.report("the first number of 'range' must be less than the second")
            return nil
        }
        return (0...count).map {
            $0 == count ? bounds[1] : bounds[0] + (bounds[1] - bounds[0]) * Double($0) / Double(count)
        }
    }
}
