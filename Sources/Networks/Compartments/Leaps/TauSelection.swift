import CMath

/// How long the leaps of a ``TauLeapingIntegrator`` are.
public enum TauSelection: Equatable, Sendable {
    /// All are equally long.
    ///
    /// Not longer than the reciprocal of any rate at which vertices leave a compartment, all of their neighbours, as many as
    /// vertices have in the mean, acting on them: a vertex would have left what a leap takes it to.
    case fixed(Double)

    /// As long as rates are expected to change by no more than this part of themselves, greater than 0 and less than 1;
    /// 0.03 is usual. See ``TauLeapingIntegrator`` for how it is chosen.
    case accuracy(Double)
}

extension TauSelection {
    /// Looks whether leaps can be of this length where these are the transitions.
    ///
    /// - Throws: ``TauLeapingError`` if they cannot.
    /// - Complexity: O(1) for a given table, O(m) for m edges with weights.
    public func check<State: CompartmentName>(
        for table: TransitionTable<State>, on graph: Graph
    ) throws(TauLeapingError) {
        switch self {
        case .accuracy(let accuracy):
            guard accuracy > 0, accuracy < 1 else { throw .invalidAccuracy(accuracy) }
        case .fixed(let length):
            guard length > 0, length.isFinite else { throw .invalidLength(length) }
            let strength = graph.meanStrength
            for compartment in table.compartments {
                let rate = table.greatestRate(outOf: compartment, strength: strength)
                guard rate * length <= 1 else {
                    throw .leapTooLong(length, compartment: compartment.rawValue, rate: rate)
                }
            }
        }
    }
}

extension TauSelection {
    /// True if the length of leaps does not follow from the state.
    var isFixed: Bool { if case .fixed = self { true } else { false } }

    /// The length of a leap in which something can happen.
    ///
    /// - Parameters:
    ///   - orders: For each compartment its order in the rates; 0 if none follows from it.
    ///   - counts: For each the number of its vertices.
    ///   - flow: The flow into and out of one together; asked for only if the length follows from it.
    /// - Returns: The length.
    func tau(orders: [Int], counts: UnsafePointer<Int>, flow: (_ compartment: Int) -> Double) -> Double {
        switch self {
        case .fixed(let length): length
        case .accuracy(let accuracy):
            orders.indices.reduce(.infinity) { shortest, state in
                let flow = flow(state)
                guard flow > 0, orders[state] > 0 else { return shortest }
                return min(shortest, max(accuracy * Double(counts[state]) / Double(orders[state]), 1) / flow)
            }
        }
    }

    /// More leaps than a process makes that begins fast and comes to rest: a leap of an accuracy changes that part of a
    /// compartment, and at least one vertex of it, so that there are a few for each vertex, or for each part of each factor of e.
    func leastLeapCount(ofVertexCount count: Int) -> Int {
        let few = 64.0
        let leaps =
            switch self {
            case .accuracy(let accuracy): min(few * Double(count), few * log(Double(count + 1)) / accuracy)
            case .fixed: few * Double(count)
            }
        return max(1 << 14, Int(leaps))
    }
}

extension TransitionTable {
    /// The rate at which a vertex leaves a compartment if all of its neighbours act on it, and are where they act most.
    fileprivate func greatestRate(outOf compartment: State, strength: Double) -> Double {
        let ways = transitions.filter { $0.source == compartment }
        let contacts = compartments.map { inducer in ways.filter { $0.inducer == inducer }.reduce(0) { $0 + $1.rate } }
        return ways.filter { $0.inducer == nil }.reduce(0) { $0 + $1.rate } + strength * (contacts.max() ?? 0)
    }
}

extension Graph {
    /// The mean, over all vertices, of the sum of the weights of edges that lead to one.
    fileprivate var meanStrength: Double {
        guard vertexCount > 0 else { return 0 }
        guard isWeighted else { return Double(isDirected ? edgeCount : 2 * edgeCount) / Double(vertexCount) }
        let sum = (0..<vertexCount).reduce(0) { $0 + (weights(of: $1)?.reduce(0, +) ?? 0) }
        return sum / Double(vertexCount)
    }
}
