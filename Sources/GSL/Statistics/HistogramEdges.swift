/// The conditions on the edges of a histogram.
enum HistogramEdges {
    static func check(_ range: Range<Double>) throws(StatisticsError) {
        guard range.lowerBound < range.upperBound, (range.upperBound - range.lowerBound).isFinite else {
            throw .range(lower: range.lowerBound, upper: range.upperBound)
        }
    }

    static func check(_ edges: [Double]) throws(StatisticsError) {
        try StatisticsError.check("number of edges", edges.count, in: 2...Histogram.maximumBinCount + 1)
        for (index, edge) in edges.enumerated() {
            guard edge.isFinite, index == 0 || edges[index - 1] < edge else { throw .edge(edge, index: index) }
        }
    }
}
