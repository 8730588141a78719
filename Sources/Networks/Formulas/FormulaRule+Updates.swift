import SimulationEngine

extension FormulaRule {
    /// How many vertices are computed side by side.
    private static var blockSize: Int { ColumnEvaluation.greatestCount }

    /// The next state of a vertex, computed alone.
    public func next(_ vertex: Int, in states: Span<UInt8>, _ random: inout RandomWords) -> UInt8 {
        states.withUnsafeBufferPointer { states in
            states.baseAddress.map { next(vertex, in: $0, &random) } ?? 0
        }
    }

    private func next(_ vertex: Int, in states: UnsafePointer<UInt8>, _ random: inout RandomWords) -> UInt8 {
        if let table { return next(vertex, in: states, table) }
        var state = states[vertex]
        var luck = VertexLuck.inTurn(random)
        compute(vertex..<vertex + 1, in: states, &luck, loneEvaluation) { value in
            if formula.isState(value[0]) { state = UInt8(value[0]) } else { note(value[0], of: vertex) }
        }
        if case .inTurn(let rest) = luck { random = rest }
        return state
    }

    /// Updates a vertex.
    public func update(_ vertex: Int, _ random: inout RandomWords) {
        guard let present = UnsafePointer(states.elements.baseAddress) else { return }
        states.elements[vertex] = next(vertex, in: present, &random)
    }

    /// Computes the next states of the vertices of a run.
    public func next(
        ofAll run: Range<Int>, in states: Span<UInt8>, into target: inout MutableSpan<UInt8>, _ random: RandomWords
    ) -> Bool {
        withPointers(states, &target) { states, part in
            let target = part - run.lowerBound
            if let table {
                look(up: run, in: states, into: target, table)
            } else {
                compute(run, in: states, into: target, random)
            }
        }
        return true
    }

    private func look(
        up run: Range<Int>, in states: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>,
        _ table: NeighbourhoodTable
    ) {
        if let cells {
            cells.update(run, in: states, into: target) { next($0, in: states, table) }
        } else {
            for vertex in run { target[vertex] = next(vertex, in: states, table) }
        }
    }

    private func compute(
        _ run: Range<Int>, in states: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>,
        _ random: RandomWords
    ) {
        var luck = VertexLuck.ofRun(random, first: run.lowerBound)
        let evaluation = formula.program.makeEvaluation()
        for start in stride(from: run.lowerBound, to: run.upperBound, by: Self.blockSize) {
            let block = start..<min(start + Self.blockSize, run.upperBound)
            compute(block, in: states, &luck, evaluation) { values in
                for (index, vertex) in block.enumerated() {
                    let isState = formula.isState(values[index])
                    target[vertex] = isState ? UInt8(values[index]) : states[vertex]
                    if !isState { note(values[index], of: vertex) }
                }
            }
        }
    }

    /// Takes note of a vertex whose formula gave no state.
    private func note(_ value: Double, of vertex: Int) {
        failures.pointer[vertex / ThreadTeam.runLength] = RuleFailure(vertex: vertex, value: value)
    }

    @inline(__always)
    private func next(_ vertex: Int, in states: UnsafePointer<UInt8>, _ table: NeighbourhoodTable) -> UInt8 {
        var (first, second) = (0, 0)
        if let state = table.counted.first {
            let other = table.counted.count == 2 ? table.counted[1] : -1
            graph.forEachInNeighbour(of: vertex) { neighbour in
                let found = Int(states[neighbour])
                first &+= found == state ? 1 : 0
                second &+= found == other ? 1 : 0
            }
        }
        return UInt8(
            table.value(state: Int(states[vertex]), degree: graph.inDegree(of: vertex), first, second))
    }

    /// Calls a closure with the values of the formula for vertices that follow one another, at most a block of them.
    private func compute(
        _ vertices: Range<Int>, in states: UnsafePointer<UInt8>, _ luck: inout VertexLuck,
        _ evaluation: ColumnEvaluation, _ use: (UnsafeMutablePointer<Double>) -> Void
    ) {
        let used = formula.expression.usedFields
        let capacity = vertices.count + 8
        withUnsafeTemporaryAllocation(of: Double.self, capacity: (used.count + 2) * capacity) { memory in
            guard let start = memory.baseAddress else { return }
            for (index, field) in used.enumerated() where !formula.countFields.contains(field) {
                fill(field, vertices, in: states, &luck, start + index * capacity)
            }
            count(used, vertices, in: states, start, capacity)
            let results = start + (used.count + 1) * capacity
            evaluation.compute(vertices.count, into: results) { field in
                UnsafePointer(start + (used.firstIndex(of: field) ?? 0) * capacity)
            }
            use(results)
        }
    }

    private func fill(
        _ field: Int, _ vertices: Range<Int>, in states: UnsafePointer<UInt8>, _ luck: inout VertexLuck,
        _ target: UnsafeMutablePointer<Double>
    ) {
        let last = graph.vertexCount - 1
        for (index, vertex) in vertices.enumerated() {
            target[index] =
                switch field {
                case RuleFormula.Field.state: Double(states[vertex])
                case RuleFormula.Field.degree: Double(graph.inDegree(of: vertex))
                case RuleFormula.Field.before: Double(states[vertex == 0 ? last : vertex - 1])
                case RuleFormula.Field.after: Double(states[vertex == last ? 0 : vertex + 1])
                case RuleFormula.Field.neighbour:
                    luck.draw(for: vertex, 0) { Double(states[graph.randomInNeighbour(of: vertex, &$0) ?? vertex]) }
                case RuleFormula.Field.random: luck.draw(for: vertex, 1) { $0.uniform() }
                default: formula.number(ofField: field, at: vertex)
                }
        }
    }

    /// Counts neighbours by the states that the formula asks for. What it does not ask for is counted in a column of no use.
    private func count(
        _ used: [Int], _ vertices: Range<Int>, in states: UnsafePointer<UInt8>,
        _ memory: UnsafeMutablePointer<Double>, _ capacity: Int
    ) {
        let counted = formula.countFields
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
}

/// The random numbers that formulas draw.
private enum VertexLuck {
    /// Of the vertices of a run, each of which has streams of its own, so that what one draws changes nothing of the others.
    case ofRun(RandomWords, first: Int)

    /// One after the other.
    case inTurn(RandomWords)

    /// Draws a number for a vertex, for one of two kinds of things.
    mutating func draw(for vertex: Int, _ kind: Int, _ body: (inout RandomWords) -> Double) -> Double {
        switch self {
        case .ofRun(let words, let first):
            var own = words.ofColumn(1 + 2 * (vertex - first) + kind)
            return body(&own)
        case .inTurn(var words):
            let number = body(&words)
            self = .inTurn(words)
            return number
        }
    }
}

extension RuleFormula {
    /// The number of a parameter that differs from vertex to vertex.
    fileprivate func number(ofField field: Int, at vertex: Int) -> Double {
        for table in tables where table.field == field { return table.numbers[vertex] }
        return .nan
    }
}
