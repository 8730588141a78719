import SimulationEngine

/// The quantities of models whose opinions are numbers.
public struct ContinuousOpinionQuantities<Model: UpdateRuleModel & SendableMetatype>: QuantitySet
where Model.NodeState == Double {
    /// The mean opinion.
    public let mean = QuantityDefinition<Model, Double>("mean") { model in
        model.states.elements.reduce(0, +) / Double(model.states.count)
    }

    /// The variance of the opinions.
    public let variance = QuantityDefinition<Model, Double>("variance") { model in
        let count = Double(model.states.count)
        let mean = model.states.elements.reduce(0, +) / count
        return model.states.elements.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    }

    /// The number of clusters of opinions that are more than 0.01 away from each other.
    public let clusters = QuantityDefinition<Model, Double>("clusters", isCount: true) { model in
        Double(opinionClusters(of: model.states.elements).count)
    }

    /// The number of such clusters that hold more than one vertex of a hundred.
    public let majorClusters = QuantityDefinition<Model, Double>("major-clusters", isCount: true) { model in
        let count = model.states.count
        return Double(opinionClusters(of: model.states.elements).count { $0 * 100 > count })
    }

    /// All of them.
    public var all: [any AnyQuantityDefinition<Model>] { [mean, variance, clusters, majorClusters] }
}

/// The sizes of groups of numbers that are no more than 0.01 apart from the next.
private func opinionClusters(of opinions: UnsafeMutableBufferPointer<Double>) -> [Int] {
    var sizes: [Int] = []
    var last = -Double.infinity
    for opinion in opinions.sorted() {
        if opinion - last > 0.01 { sizes.append(0) }
        sizes[sizes.count - 1] += 1
        last = opinion
    }
    return sizes
}

extension UpdateRuleModel where NodeState == Double {
    static func check(_ opinions: [Double], tolerance: Double, for graph: Graph) throws(MonteCarloError) {
        try check(opinions, for: graph)
        for opinion in opinions { try MonteCarloError.check(finite: opinion, "an opinion") }
        try check(tolerance: tolerance)
    }

    static func check(tolerance: Double) throws(MonteCarloError) {
        try MonteCarloError.check(tolerance, "the tolerance", in: 0...Double.greatestFiniteMagnitude)
    }
}
