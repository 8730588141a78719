import GSL

/// How many nodes and components samples may have.
enum NodeVectors {
    static func check(nodeCount: Int, dimension: Int) throws(StatisticsError) {
        try StatisticsError.check("number of nodes", nodeCount, in: 1...1 << 32)
        try StatisticsError.check("dimension", dimension, in: 1...65_536)
    }
}
