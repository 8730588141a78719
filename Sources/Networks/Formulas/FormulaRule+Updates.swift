import SimulationEngine

extension FormulaRule {
    /// How many vertices are computed side by side.
    static var blockSize: Int { ColumnEvaluation.greatestCount }

    /// The next state of a vertex, computed alone.
    public func next(_ vertex: Int, in states: Span<UInt8>, _ random: inout RandomWords) -> UInt8 {
        states.withUnsafeBufferPointer { states in
            states.baseAddress.map { next(vertex, in: $0, &random) } ?? 0
        }
    }

    private func next(_ vertex: Int, in states: UnsafePointer<UInt8>, _ random: inout RandomWords) -> UInt8 {
        if let table { return UInt8(table.value(at: vertex, of: graph, in: states)) }
        var state = states[vertex]
        var luck = VertexLuck.inTurn(random)
        formula.compute(vertex..<vertex + 1, of: graph, in: states, &luck, loneEvaluation) { value in
            if formula.isState(value[0]) { state = UInt8(value[0]) } else { note(value[0], of: vertex) }
        }
        if case .inTurn(let rest) = luck { random = rest }
        return state
    }

    /// Updates a vertex, and has what stands on it move.
    public func update(_ vertex: Int, _ random: inout RandomWords) {
        guard let present = UnsafePointer(states.elements.baseAddress) else { return }
        let state = next(vertex, in: present, &random)
        if let moves {
            moves.update(vertex, to: state, on: graph, &random)
        } else {
            states.elements[vertex] = state
        }
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
            cells.update(run, in: states, into: target) { UInt8(table.value(at: $0, of: graph, in: states)) }
        } else {
            for vertex in run { target[vertex] = UInt8(table.value(at: vertex, of: graph, in: states)) }
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
            formula.compute(block, of: graph, in: states, &luck, evaluation) { values in
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
}
