import SimulationEngine

// What brings moves about. The rate of a move is a sum, by itself and over the neighbours at the beginning of the leap; given that the
// vertex moves, each part of it is the cause with a probability in proportion to it.

extension LeapProcess {
    /// Draws what brings about the moves of a leap that has just been drawn, by the states in which it begins.
    ///
    /// - Complexity: O(n), and O(d) for each move of a vertex of degree d.
    mutating func drawSources() {
        var drawn = sources ?? []
        if drawn.count != vertexCount { drawn = [Int32](repeating: -1, count: vertexCount) }
        for run in 0..<ThreadTeam.runCount(of: vertexCount) {
            let first = moves.pointer + run * ThreadTeam.runLength
            for index in 0..<Int(moveCounts.pointer[run]) {
                drawn[Int(first[index].vertex)] = drawSource(of: first[index])
            }
        }
        sources = drawn
    }

    /// Draws the neighbour that brings a move about; −1 if none does.
    private func drawSource(of move: Move) -> Int32 {
        let sums = UnsafePointer(pressures.sums.pointer) + Int(move.vertex)
        let ways = table.waysOut(of: move.source).filter { $0.target == move.target }
        let strengths = ways.map { table.strength(of: $0, under: sums, stride: vertexCount) }
        let luck = sourceWords.words(of: move.vertex, UInt64(leapCount))
        var level = RandomWords.uniform(of: luck.0) * strengths.reduce(0, +)
        var chosen: LeapTable.Way?
        for (way, strength) in zip(ways, strengths) where strength > 0 {
            chosen = way
            level -= strength
            if level < 0 { break }
        }
        guard let chosen, chosen.pressure >= 0 else { return -1 }
        return drawNeighbour(of: Int(move.vertex), exerting: chosen.pressure, RandomWords.uniform(of: luck.1))
    }

    /// A neighbour that exerts a pressure on a vertex, drawn in proportion to the weights of edges.
    private func drawNeighbour(of vertex: Int, exerting pressure: Int, _ luck: Double) -> Int32 {
        let rows = network.graph.incoming
        let neighbours = rows.range(of: vertex).filter {
            table.pressures[Int(states.numbers[Int(rows.vertices[$0])])] == pressure
        }
        func weight(_ index: Int) -> Double { rows.weights?[index] ?? 1 }
        var level = luck * neighbours.reduce(0) { $0 + weight($1) }
        var chosen = Int32(-1)
        for index in neighbours where weight(index) > 0 {
            chosen = rows.vertices[index]
            level -= weight(index)
            if level < 0 { break }
        }
        return chosen
    }

    /// Tells what brings about a move that is about to be made. Of a leap that was drawn before anybody wanted to know, it is said of all
    /// moves that neighbours may have brought about that they have together.
    func noteCause(of move: Move) {
        let source = sources?[Int(move.vertex)] ?? -1
        let isUnknown =
            sources == nil
            && table.waysOut(of: move.source).contains { $0.target == move.target && $0.pressure >= 0 }
        states.traces.note(
            TracedJump(
                time: move.time, node: move.vertex, source: source, old: move.source, new: move.target,
                cause: isUnknown ? .neighbours : nil))
    }

    /// Archives what brings about the moves of the present leap, if it is known.
    mutating func archiveSources(in archive: StateArchive) throws(CheckpointError) {
        var isKnown = sources != nil
        try archive.flag(&isKnown)
        guard isKnown else { return sources = nil }
        var known = sources ?? []
        try archive.values(&known)
        guard known.count == vertexCount, known.allSatisfy({ (-1..<vertexCount).contains(Int($0)) }) else {
            throw .damaged(reason: "a neighbour brings a move about that there is not")
        }
        sources = known
    }
}
