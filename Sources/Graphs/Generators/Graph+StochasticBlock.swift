import Descriptions
import Essentials

extension Graph {
    /// The stochastic block model: vertices in blocks, each pair joined with a probability that depends on its blocks.
    /// Simple. The vertices of the first block have the first numbers, and so on.
    ///
    /// P. W. Holland, K. B. Laskey and S. Leinhardt, *Stochastic blockmodels: first steps*, Social Networks 5 (1983) 109,
    /// DOI 10.1016/0378-8733(83)90021-7.
    ///
    /// - Parameters:
    ///   - sizes: The number of vertices of each block.
    ///   - probabilities: A symmetric matrix of the probabilities of an edge, for each block a row.
    ///   - streams: The random numbers.
    /// - Returns: The graph.
    /// - Throws: ``GraphGeneratorError`` if numbers are out of range or the matrix does not fit.
    /// - Complexity: O(n + m + b²) for n vertices, m edges and b blocks.
    public static func stochasticBlock(
        sizes: [Int], probabilities: [[Double]], from streams: RandomStreams
    ) throws(GraphGeneratorError) -> Graph {
        for size in sizes {
            try GraphGeneratorError.check(size, "the size of a block", in: GraphGeneratorError.vertexCounts)
        }
        let vertexCount = sizes.reduce(0, +)
        try GraphGeneratorError.check(vertexCount: vertexCount)
        try check(probabilities, blockSizes: sizes)
        var random = streams.words(for: .graph)
        var edges = EdgeColumns()
        var first = 0
        for (block, size) in sizes.enumerated() {
            var otherFirst = 0
            for (other, otherSize) in sizes[..<block].enumerated() {
                random.forEachSuccess(inTrials: size * otherSize, probability: probabilities[block][other]) { pair, _ in
                    edges.append(first + pair / otherSize, otherFirst + pair % otherSize)
                }
                otherFirst += otherSize
            }
            var pairs = PairsInOrder()
            random.forEachSuccess(inTrials: pairCount(size), probability: probabilities[block][block]) { pair, _ in
                let (vertex, other) = pairs.pair(pair)
                edges.append(first + Int(vertex), first + Int(other))
            }
            first += size
        }
        return Graph(vertexCount: vertexCount, generated: edges)
    }

    private static func check(_ probabilities: [[Double]], blockSizes: [Int]) throws(GraphGeneratorError) {
        let count = blockSizes.count
        guard probabilities.count == count, probabilities.allSatisfy({ $0.count == count }) else {
            throw .notASymmetricMatrix(blockCount: count)
        }
        var expected = 0.0
        for block in 0..<count {
            for other in 0...block {
                let probability = probabilities[block][other]
                try GraphGeneratorError.check(probability: probability, "the probability of an edge")
                guard probability == probabilities[other][block] else { throw .notASymmetricMatrix(blockCount: count) }
                let pairs = Double(blockSizes[block]) * Double(blockSizes[other])
                expected += probability * (block == other ? pairs / 2 : pairs)
            }
        }
        try GraphGeneratorError.check(expectedEdges: expected, vertexCount: blockSizes.reduce(0, +))
    }
}

extension GraphGenerators {
    static let stochasticBlock = GraphGenerator(
        "stochastic-block", "nodes in blocks, joined with probabilities that depend on these",
        synonyms: ["planted partition", "SBM"],
        references: [
            Reference(
                "P. W. Holland, K. B. Laskey and S. Leinhardt", "Stochastic blockmodels: first steps",
                "Social Networks",
                "5", page: "109", year: 1983, doi: "10.1016/0378-8733(83)90021-7")
        ],
        Parameter<[Int]>(
            "sizes", "the number of nodes of each block",
            kind: .list(of: .integer(1...Int.max), count: 1...ParameterKind.greatestCount)
        ).example([30, 30]),
        Parameter<[[Double]]>(
            "probabilities", "the probabilities of edges, for each block a row",
            kind: .list(
                of: .list(of: .number(.fraction), count: 0...ParameterKind.greatestCount),
                count: 0...ParameterKind.greatestCount)
        ).example([[0.3, 0.05], [0.05, 0.3]])
    ) { sizes, probabilities in
        { try .stochasticBlock(sizes: sizes, probabilities: probabilities, from: $0) }
    }
}
