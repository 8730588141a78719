import SimulationEngine

extension SimulationModel {
    /// Whether the states of nodes that follow each other are copied as they are, whatever the first and the last one.
    public func copiesConsecutiveStates() -> Bool {
        let count = nodeCount
        let runs = [0..<count, 0..<0, 0..<1, count / 3..<count, 1..<count / 2, count..<count]
        return runs.allSatisfy { run in
            var states = (0..<run.count).map { nodeState(at: ($0 + run.lowerBound + 1) % count) }
            var target = states.mutableSpan
            copyNodeStates(from: run.lowerBound, into: &target)
            return states == run.map { nodeState(at: $0) }
        }
    }
}
