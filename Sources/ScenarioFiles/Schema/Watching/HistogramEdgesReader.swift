/// Reads `edges: […]`, or `range: [first, last]` and `bins: …`.
struct HistogramEdgesReader {
    func read(_ section: Section) -> [Double]? {
        let edges = section.optional("edges")
        let range = section.optional("range")
        let bins = section.optional("bins")
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
            _ = section.required("range", for: "the first and the last edge, or 'edges'")
            _ = section.required("bins", for: "the number of bins, or 'edges'")
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
