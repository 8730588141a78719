import SimulationEngine

/// Has what stands on vertices move, by one of some moves: the first whose condition holds and that has a place.
///
/// Where all move at once, each draws where it wants to go, and a number. Two that want to go to the same vertex, or of which one wants
/// to go where the other stands, are in each other's way. Who has a lower number than all that are in its way moves, the others stay.
///
/// Memory: 20 bytes a vertex from the first step at once on, and those of a ``PlaceList`` for each move among all vertices.
final class RuleMoves {
    private let states: VertexStates<UInt8>
    private let moves: [PlannedMove]
    private let tables: [NeighbourhoodTable?]

    /// Computes formulas for one vertex alone, on one thread.
    private let loneEvaluations: MoveEvaluations

    /// How many moves have been made.
    @exclusivity(unchecked)
    private(set) var moveCount = 0

    /// For each move the vertices to which it may lead, if these may be anywhere.
    @exclusivity(unchecked)
    private var lists: [PlaceList?]

    /// True while the lists are up to date.
    @exclusivity(unchecked)
    private var areListsKnown = false

    /// The wishes of vertices when all move at once.
    private var wishes: MoveWishes?

    /// - Parameters:
    ///   - moves: The moves.
    ///   - states: The states of the vertices.
    ///   - graph: The graph, if it stays what it is.
    init(_ moves: [PlannedMove], of states: VertexStates<UInt8>, onFixed graph: Graph?) {
        (self.states, self.moves) = (states, moves)
        tables = moves.map { move in graph.flatMap { move.condition?.table(for: $0) } }
        lists = moves.map { $0.reach == .all ? PlaceList(of: $0.targets, vertexCount: states.count) : nil }
        loneEvaluations = MoveEvaluations(moves)
    }

    /// Forgets what follows from states, which have been changed by somebody else.
    func statesWereChanged() { areListsKnown = false }

    // MARK: - One after the other

    /// Gives a vertex a state, and has what stands there move.
    ///
    /// - Returns: The place to which it has gone, −1 if it stays.
    @discardableResult
    func update(_ vertex: Int, to state: UInt8, on graph: Graph, _ random: inout RandomWords) -> Int {
        findPlaces()
        if states.elements[vertex] != state { set(vertex, to: state) }
        var (place, luck) = (Int32(-1), VertexLuck.inTurn(random))
        for index in moves.indices where place < 0 {
            choose(index, vertex..<vertex + 1, on: graph, &luck, loneEvaluations) { place = $1 }
            if place >= 0 { carryOut(index, from: vertex, to: Int(place)) }
        }
        if case .inTurn(let rest) = luck { random = rest }
        return Int(place)
    }

    private func carryOut(_ index: Int, from vertex: Int, to place: Int) {
        moveCount += 1
        let state = states.elements[vertex]
        guard let left = moves[index].left else {
            (states.elements[vertex], states.elements[place]) = (states.elements[place], state)
            for list in lists.indices where areListsKnown { lists[list]?.exchange(vertex, place) }
            return
        }
        set(place, to: state)
        set(vertex, to: left)
    }

    private func set(_ vertex: Int, to state: UInt8) {
        states.elements[vertex] = state
        for index in lists.indices where areListsKnown { lists[index]?.note(vertex, is: state) }
    }

    private func findPlaces() {
        guard !areListsKnown else { return }
        for index in lists.indices { lists[index]?.find(in: states.elements) }
        areListsKnown = true
    }

    // MARK: - At once

    /// Has what stands on all vertices move.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - forEachRun: Calls a closure with runs of vertices and their random numbers, on all threads.
    func moveAll(on graph: Graph, _ forEachRun: ((Range<Int>, RandomWords) -> Void) -> Void) {
        let wishes = wishes ?? MoveWishes(vertexCount: states.count)
        self.wishes = wishes
        // Between steps others change states, without these.
        areListsKnown = false
        findPlaces()
        forEachRun { run, words in wish(run, on: graph, words, wishes) }
        areListsKnown = false
        wishes.forEachGranted { vertex, place, index in carryOut(index, from: vertex, to: place) }
    }

    private func wish(_ run: Range<Int>, on graph: Graph, _ words: RandomWords, _ wishes: MoveWishes) {
        for vertex in run { wishes.places.pointer[vertex] = -1 }
        let evaluations = MoveEvaluations(moves)
        for index in moves.indices {
            var luck = VertexLuck.ofRun(words, first: run.lowerBound - 2 * index * ThreadTeam.runLength)
            for start in stride(from: run.lowerBound, to: run.upperBound, by: FormulaRule.blockSize) {
                let block = start..<min(start + FormulaRule.blockSize, run.upperBound)
                choose(index, block, on: graph, &luck, evaluations) { vertex, place in
                    guard wishes.places.pointer[vertex] < 0 else { return }
                    wishes.places.pointer[vertex] = place
                    wishes.moves.pointer[vertex] = Int32(index)
                }
            }
        }
        var luck = VertexLuck.ofRun(words, first: run.lowerBound)
        for vertex in run where wishes.places.pointer[vertex] >= 0 {
            wishes.ranks.pointer[vertex] = luck.draw(for: vertex, .rank) { $0.next() }
        }
    }

    // MARK: - Choosing

    /// Calls a closure with those of some vertices, at most a block of them, that a move concerns, and with where it leads each.
    private func choose(
        _ index: Int, _ vertices: Range<Int>, on graph: Graph, _ luck: inout VertexLuck,
        _ evaluations: MoveEvaluations, _ use: (Int, Int32) -> Void
    ) {
        guard let states = UnsafePointer(states.elements.baseAddress) else { return }
        let move = moves[index]
        guard let condition = move.condition else {
            for vertex in vertices { tell(place(of: vertex, index, on: graph, &luck, evaluations), of: vertex, use) }
            return
        }
        if let table = tables[index] {
            for vertex in vertices where table.value(at: vertex, of: graph, in: states) == 1 {
                tell(place(of: vertex, index, on: graph, &luck, evaluations), of: vertex, use)
            }
            return
        }
        guard let evaluation = evaluations.conditions[index] else { return }
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: vertices.count) { places in
            let first = vertices.lowerBound
            for vertex in vertices where move.drawsFirst {
                places[vertex - first] = place(of: vertex, index, on: graph, &luck, evaluations)
            }
            let known = move.drawsFirst ? UnsafePointer(places.baseAddress) : nil
            condition.compute(vertices, of: graph, in: states, &luck, evaluation, places: known) { values in
                for position in 0..<vertices.count {
                    if values[position] != 1 { places[position] = -1 } else if !move.drawsFirst { places[position] = 0 }
                }
            }
            for vertex in vertices where places[vertex - first] >= 0 {
                let drawn = places[vertex - first]
                tell(move.drawsFirst ? drawn : place(of: vertex, index, on: graph, &luck, evaluations), of: vertex, use)
            }
        }
    }

    @inline(__always)
    private func tell(_ place: Int32, of vertex: Int, _ use: (Int, Int32) -> Void) {
        if place >= 0, Int(place) != vertex { use(vertex, place) }
    }

    /// Where a move leads a vertex, −1 if there is no place.
    private func place(
        of vertex: Int, _ index: Int, on graph: Graph, _ luck: inout VertexLuck, _ evaluations: MoveEvaluations
    ) -> Int32 {
        luck.draw(for: vertex, .place) { random in
            if let evaluation = evaluations.preferences[index], let preference = moves[index].preference {
                return bestPlace(of: vertex, index, on: graph, preference, evaluation, &random)
            }
            let count = placeCount(of: vertex, index, on: graph)
            return count == 0 ? -1 : place(random.below(count), of: vertex, index, on: graph)
        }
    }

    /// How many places there are for a vertex.
    private func placeCount(of vertex: Int, _ index: Int, on graph: Graph) -> Int {
        if let list = lists[index] { return list.vertices.count }
        var count = 0
        forEachPlace(of: vertex, index, on: graph) { _ in
            count += 1
            return true
        }
        return count
    }

    /// One of the places for a vertex, by its number.
    private func place(_ number: Int, of vertex: Int, _ index: Int, on graph: Graph) -> Int32 {
        if let list = lists[index] { return list.vertices[number] }
        var (rest, found) = (number, Int32(-1))
        forEachPlace(of: vertex, index, on: graph) { place in
            rest -= 1
            if rest < 0 { found = place }
            return rest >= 0
        }
        return found
    }

    /// One of the best places for a vertex.
    private func bestPlace(
        of vertex: Int, _ index: Int, on graph: Graph, _ preference: RuleFormula, _ evaluation: ColumnEvaluation,
        _ random: inout RandomWords
    ) -> Int32 {
        guard let states = UnsafePointer(states.elements.baseAddress) else { return -1 }
        var (best, greatest, equals, luck) = (Int32(-1), -Double.infinity, 0, VertexLuck.inTurn(random))
        forEachPlace(of: vertex, index, on: graph) { place in
            var value = 0.0
            preference.compute(Int(place)..<Int(place) + 1, of: graph, in: states, &luck, evaluation) { value = $0[0] }
            guard value >= greatest else { return true }
            equals = value > greatest ? 1 : equals + 1
            greatest = value
            // Each of several that are equal is taken with the same probability.
            if equals == 1 || random.below(equals) == 0 { best = place }
            return true
        }
        return best
    }

    /// Calls a closure with the places for a vertex until it returns `false`.
    @inline(__always)
    private func forEachPlace(of vertex: Int, _ index: Int, on graph: Graph, _ body: (Int32) -> Bool) {
        if let list = lists[index] {
            for place in list.vertices where !body(place) { return }
            return
        }
        let (rows, targets) = (graph.outgoing, moves[index].targets)
        for position in rows.range(of: vertex) {
            let place = rows.vertices[position]
            if targets.contains(states.elements[Int(place)]), !body(place) { return }
        }
    }
}

/// Computes the formulas of moves in memory of its own. It belongs to one thread.
private struct MoveEvaluations {
    let conditions: [ColumnEvaluation?]
    let preferences: [ColumnEvaluation?]

    init(_ moves: [PlannedMove]) {
        conditions = moves.map { $0.condition?.program.makeEvaluation() }
        preferences = moves.map { $0.preference?.program.makeEvaluation() }
    }
}

// MARK: - Checkpoints

extension RuleMoves: Resumable {
    /// Archives how many moves have been made, and the places in the order in which they are drawn from.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&moveCount)
        try archive.flag(&areListsKnown)
        guard areListsKnown else { return }
        for index in lists.indices where lists[index] != nil {
            var vertices = lists[index]?.vertices ?? []
            try archive.values(&vertices)
            guard archive.isReading else { continue }
            guard lists[index]?.replace(by: vertices, in: states.elements) == true else {
                throw .damaged(reason: "other places are known than there are")
            }
        }
    }
}
