import SimulationEngine

extension NeighbourhoodTable {
    /// The value for a vertex, whose neighbours are counted.
    @inline(__always)
    func value(at vertex: Int, of graph: Graph, in states: UnsafePointer<UInt8>) -> Double {
        var (first, second) = (0, 0)
        let own = Int(states[vertex])
        if let state = counted.first.map({ $0 == Self.alike ? own : $0 }) {
            let other = counted.count == 2 ? counted[1] == Self.alike ? own : counted[1] : -1
            graph.forEachInNeighbour(of: vertex) { neighbour in
                let found = Int(states[neighbour])
                first &+= found == state ? 1 : 0
                second &+= found == other ? 1 : 0
            }
        }
        return lookup.value(state: own, degree: graph.inDegree(of: vertex), first, second)
    }
}

extension RuleFormula {
    /// Calls a closure with the values of the formula for vertices that follow one another, at most a block of them.
    ///
    /// - Parameters:
    ///   - vertices: The vertices.
    ///   - graph: The graph.
    ///   - states: The states of all vertices.
    ///   - luck: The random numbers.
    ///   - evaluation: One of the formula, which belongs to this thread.
    ///   - places: Where each of the vertices may go, −1 for nowhere, if the formula knows that.
    ///   - use: The closure.
    func compute(
        _ vertices: Range<Int>, of graph: Graph, in states: UnsafePointer<UInt8>, _ luck: inout VertexLuck,
        _ evaluation: ColumnEvaluation, places: UnsafePointer<Int32>? = nil,
        _ use: (UnsafeMutablePointer<Double>) -> Void
    ) {
        let used = expression.usedFields
        let capacity = vertices.count + 8
        withUnsafeTemporaryAllocation(of: Double.self, capacity: (used.count + 2) * capacity) { memory in
            guard let start = memory.baseAddress else { return }
            for (index, field) in used.enumerated() where !countFields.contains(field) && field != alikeField {
                fill(field, vertices, of: graph, in: states, &luck, places, start + index * capacity)
            }
            count(used, vertices, of: graph, in: states, start, capacity)
            let results = start + (used.count + 1) * capacity
            evaluation.compute(vertices.count, into: results) { field in
                UnsafePointer(start + (used.firstIndex(of: field) ?? 0) * capacity)
            }
            use(results)
        }
    }

    private func fill(
        _ field: Int, _ vertices: Range<Int>, of graph: Graph, in states: UnsafePointer<UInt8>,
        _ luck: inout VertexLuck, _ places: UnsafePointer<Int32>?, _ target: UnsafeMutablePointer<Double>
    ) {
        let last = graph.vertexCount - 1
        for (index, vertex) in vertices.enumerated() {
            target[index] =
                switch field {
                case Field.state: Double(states[vertex])
                case Field.degree: Double(graph.inDegree(of: vertex))
                case Field.before: Double(states[vertex == 0 ? last : vertex - 1])
                case Field.after: Double(states[vertex == last ? 0 : vertex + 1])
                case Field.neighbour where !isOfPlace:
                    luck.draw(for: vertex, .neighbour) {
                        Double(states[graph.randomInNeighbour(of: vertex, &$0) ?? vertex])
                    }
                case Field.random where !isOfPlace: luck.draw(for: vertex, .random) { $0.uniform() }
                case placeField: Double(states[places.map { $0[index] < 0 ? vertex : Int($0[index]) } ?? vertex])
                default: number(ofField: field, at: vertex)
                }
        }
    }

    /// Counts neighbours by the states that the formula asks for. What it does not ask for is counted in a column of no use.
    private func count(
        _ used: [Int], _ vertices: Range<Int>, of graph: Graph, in states: UnsafePointer<UInt8>,
        _ memory: UnsafeMutablePointer<Double>, _ capacity: Int
    ) {
        if let alike = used.firstIndex(where: { $0 == alikeField }) {
            for (index, vertex) in vertices.enumerated() {
                var count = 0
                graph.forEachInNeighbour(of: vertex) { count &+= states[$0] == states[vertex] ? 1 : 0 }
                memory[alike * capacity + index] = Double(count)
            }
        }
        let counted = countFields
        guard used.contains(where: counted.contains) else { return }
        withUnsafeTemporaryAllocation(of: Int.self, capacity: counted.count) { places in
            places.initialize(repeating: used.count * capacity)
            for (index, field) in used.enumerated() where counted.contains(field) {
                places[field - counted.lowerBound] = index * capacity
                (memory + index * capacity).update(repeating: 0, count: vertices.count)
            }
            for (index, vertex) in vertices.enumerated() {
                graph.forEachInNeighbour(of: vertex) { neighbour in
                    memory[places[Int(states[neighbour])] + index] += 1
                }
            }
        }
    }

    /// The number of a parameter that differs from vertex to vertex.
    private func number(ofField field: Int, at vertex: Int) -> Double {
        for table in tables where table.field == field { return table.numbers[vertex] }
        return .nan
    }
}

/// The random numbers of vertices.
enum VertexLuck {
    /// A draw for a vertex.
    enum Kind: Int {
        /// A neighbour, and the number that formulas call random.
        case neighbour, random

        /// Where it goes, and before or behind whom.
        case place, rank

        /// The edge that goes to another vertex, and all that a move draws.
        case edge, move
    }

    /// Of the vertices of a run, each of which has streams of its own, so that what one draws changes nothing of the others.
    case ofRun(RandomWords, first: Int)

    /// One after the other.
    case inTurn(RandomWords)

    /// Of a vertex in its turn, by the number of this in the sweep: each kind of thing is drawn once, however often it is asked for.
    case ofTurn(RandomWords, Int)

    /// Draws a number for a vertex, for some kind of thing.
    mutating func draw<Number>(
        for vertex: Int, _ kind: Kind, _ body: (inout RandomWords) -> Number
    ) -> Number {
        switch self {
        case .ofRun(let words, let first):
            let column = 2 * (vertex - first + (kind.rawValue >> 1) * ThreadTeam.runLength) + (kind.rawValue & 1)
            var own = words.ofColumn(1 + column)
            return body(&own)
        case .inTurn(var words):
            let number = body(&words)
            self = .inTurn(words)
            return number
        case .ofTurn(let words, let turn):
            var own = words.ofColumn(1 + 8 * turn + kind.rawValue)
            return body(&own)
        }
    }
}
