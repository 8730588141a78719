import CMath
import GSL
import SimulationEngine

/// The leaps of a compartment model, one after the other: see ``TauLeapingIntegrator``.
///
/// A leap is drawn when it begins: who moves, where to, and when. The moves are made when their time has come, so that the
/// states inside of a leap can be seen too, and what is seen does not change the leap.
///
/// Memory: 24 bytes a vertex besides ``NeighbourWeightSums``.
struct LeapProcess {
    /// When the present leap has begun, and when it ends.
    var start = 0.0
    var end = 0.0

    /// When somebody has intervened last: what is drawn from then on happens later.
    var intervention = 0.0

    /// How many leaps have begun, and how many moves have been made.
    var leapCount: Int
    var moveCount: Int

    /// How many leaps have been drawn of a stretch.
    private var leapsInStretch = 0

    /// Of which graph this is the process.
    let revision: Int

    /// The moves of the present leap: those of the vertices of a run stand together, from where the run begins.
    let moves: ScratchMemory<Move>
    let moveCounts: ScratchMemory<Int32>
    private let rates: ScratchMemory<Double>

    /// For each run whether a vertex of it can move, and what flows out of each compartment and into it, which is needed
    /// only if the length of leaps follows from it.
    private let canMove: ScratchMemory<Bool>
    private let flows: ScratchMemory<Double>

    /// The neighbours that bring about the moves of the present leap, or −1, by the vertices that move; `nil` if nobody wants to know.
    var sources: [Int32]?
    let sourceWords: KeyedWords

    /// The moves of the present leap that have not been made, the latest first; `nil` as long as nobody asks for them in their
    /// order.
    var sequence: [Int]?

    let pressures: NeighbourWeightSums
    let table: LeapTable
    let states: CompartmentStates
    let network: ChangingGraph
    private let population: Population
    private let length: TauSelection
    let team: ThreadTeam
    private let key: Philox4x64.Key
    let vertexCount: Int

    struct Move {
        var time: Double
        var vertex: Int32

        /// The compartments that it leaves and enters.
        var source: UInt8
        var target: UInt8

        /// True until it has been made.
        var isDue: Bool
    }

    init<State: CompartmentName>(
        _ model: CompartmentModel<State>, length: TauSelection, key: Philox4x64.Key, sourceWords: KeyedWords,
        team: ThreadTeam, leapCount: Int = 0, moveCount: Int = 0
    ) {
        self.sourceWords = sourceWords
        network = model.network
        self.length = length
        self.key = key
        self.team = team
        self.leapCount = leapCount
        self.moveCount = moveCount
        revision = model.network.revision
        vertexCount = model.network.graph.vertexCount
        states = model.compartments
        population = model.network.population
        table = LeapTable(model.transitions)
        pressures = NeighbourWeightSums(model.network.graph, table, states)
        let runCount = ThreadTeam.runCount(of: vertexCount)
        moves = ScratchMemory(
            count: vertexCount, repeating: Move(time: 0, vertex: 0, source: 0, target: 0, isDue: false))
        moveCounts = ScratchMemory(count: runCount, repeating: 0)
        rates = ScratchMemory(count: vertexCount, repeating: 0)
        canMove = ScratchMemory(count: runCount, repeating: false)
        flows = ScratchMemory(count: runCount * table.compartmentCount, repeating: 0)
    }

    /// Looks at all compartments anew, after somebody has intervened.
    ///
    /// A leap of fixed length goes on, with the moves of vertices that are where they were, so that they and the leaps to come
    /// have the luck that they would have had; one that has just begun is drawn anew from the same numbers. A leap whose length
    /// follows from the state ends.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges.
    mutating func begin(at time: Double) {
        if !pressures.mustBeSummedUp { pressures.sumUp(team) }
        sequence = nil
        intervention = time
        if case .fixed(let length) = length, end > time, end < .infinity {
            // Leaps end at sums of lengths, which are not quite the multiples at which others look.
            guard time - start < 1e-9 * length else { return dropMovesOfChangedVertices() }
            leapCount -= 1
        } else {
            start = time
        }
        end = start
        moveCounts.pointer.update(repeating: 0, count: ThreadTeam.runCount(of: vertexCount))
    }

    private func dropMovesOfChangedVertices() {
        for run in 0..<ThreadTeam.runCount(of: vertexCount) {
            let first = moves.pointer + run * ThreadTeam.runLength
            for index in 0..<Int(moveCounts.pointer[run]) where first[index].isDue {
                let vertex = Int(first[index].vertex)
                first[index].isDue = states.numbers[vertex] == first[index].source && population.contains(vertex)
            }
        }
    }

    /// Goes on with the present leap of a process of the same model before its graph or its rates were changed.
    mutating func take(leapOf other: LeapProcess) {
        (start, end) = (other.start, other.end)
        let count = ThreadTeam.runCount(of: other.vertexCount)
        moves.pointer.update(from: other.moves.pointer, count: other.vertexCount)
        moveCounts.pointer.update(from: other.moveCounts.pointer, count: count)
        sources = other.sources.map { $0 + repeatElement(-1, count: vertexCount - $0.count) }
    }

    /// How many leaps about as many vertices have as events that are made at once.
    private var stretch: Int { max(1, JumpPace.stretch / max(1, vertexCount)) }

    /// Makes all moves up to and including a time, or those of some leaps.
    ///
    /// - Complexity: O(n) for each leap, O(n + m) with weights, and O(d) for each move of a vertex of degree d.
    mutating func advance(to time: Double) -> EventStretch {
        while end <= time {
            makeMoves(until: end)
            guard drawNextLeap() else { return .underWay(at: end, triedUntil: end, jumps: stretch) }
        }
        makeMoves(until: time)
        return .complete(at: time)
    }

    /// Makes moves up to and including a time, or all of the time at which a vertex moves that is watched, or those of some
    /// leaps.
    mutating func advance(to time: Double, until watch: JumpWatch) -> EventStretch {
        var lastTime: Double?
        while true {
            var reached = time
            while let move = nextMove(until: min(end, time)), !watch.hasNoted || move.pointee.time == reached {
                sequence?.removeLast()
                make(move)
                watch.note(Int(move.pointee.vertex), at: move.pointee.time)
                reached = move.pointee.time
                lastTime = reached
            }
            if watch.hasNoted { return .complete(at: reached) }
            guard end <= time else { return .complete(at: time) }
            guard drawNextLeap() else { return .underWay(at: lastTime, triedUntil: end, jumps: stretch) }
        }
    }

    /// The first move of the present leap that has not been made, if it comes up to a time.
    private mutating func nextMove(until time: Double) -> UnsafeMutablePointer<Move>? {
        let sequence = self.sequence ?? sortedMoves()
        self.sequence = sequence
        guard let index = sequence.last, moves.pointer[index].time <= time else { return nil }
        return moves.pointer + index
    }

    /// Takes that move.
    private mutating func takeMove(until time: Double) -> UnsafeMutablePointer<Move>? {
        let move = nextMove(until: time)
        if move != nil { sequence?.removeLast() }
        return move
    }

    private func sortedMoves() -> [Int] {
        let moves = moves.pointer
        var due: [Int] = []
        for run in 0..<ThreadTeam.runCount(of: vertexCount) {
            let first = run * ThreadTeam.runLength
            due += (first..<first + Int(moveCounts.pointer[run])).filter { moves[$0].isDue }
        }
        return due.sorted { (moves[$0].time, moves[$0].vertex) > (moves[$1].time, moves[$1].vertex) }
    }

    /// Draws the next leap, if it is one of the stretch.
    private mutating func drawNextLeap() -> Bool {
        guard leapsInStretch < stretch else {
            leapsInStretch = 0
            return false
        }
        leapsInStretch += 1
        drawLeap()
        return true
    }

    /// Begins a leap where the last one ends. One in which nothing can happen has no end.
    private mutating func drawLeap() {
        if pressures.mustBeSummedUp { pressures.sumUp(team) }
        findRates()
        start = end
        // A leap must end later than it begins, however short.
        end = max(start + selectedTau(), start.nextUp)
        sequence = nil
        drawMoves(from: start, length: end - start)
        if states.traces.areThere { drawSources() }
        leapCount += 1
    }
}

// MARK: - Rates, and how long a leap may be

extension LeapProcess {
    private func findRates() {
        let (count, width) = (vertexCount, table.compartmentCount)
        let (sums, rates, flows) = (UnsafePointer(pressures.sums.pointer), rates.pointer, flows.pointer)
        let (states, table, canMove) = (states.numbers, table, canMove.pointer)
        let leavers = population.isComplete ? nil : population
        let needsFlows = !length.isFixed
        team.forEachRun(of: count) { run in
            let number = run.lowerBound / ThreadTeam.runLength
            let flow = flows + number * width
            flow.update(repeating: 0, count: width)
            var greatest = 0.0
            for vertex in run {
                rates[vertex] = 0
                if let leavers, !leavers.contains(vertex) { continue }
                let rate = table.rate(outOf: states[vertex], under: sums + vertex, stride: count)
                rates[vertex] = rate
                greatest = max(greatest, rate)
                if needsFlows {
                    table.addFlows(outOf: states[vertex], under: sums + vertex, stride: count, to: flow)
                }
            }
            canMove[number] = greatest > 0
        }
    }

    /// The length of the leap that begins: infinite if nothing can happen.
    private func selectedTau() -> Double {
        let runs = 0..<ThreadTeam.runCount(of: vertexCount)
        guard runs.contains(where: { canMove.pointer[$0] }) else { return .infinity }
        return length.tau(orders: table.orders, counts: states.counts) { state in
            runs.reduce(0) { $0 + flows.pointer[$1 * table.compartmentCount + state] }
        }
    }
}

// MARK: - Moves

extension LeapProcess {
    /// Draws what all vertices do in a leap.
    private func drawMoves(from start: Double, length: Double) {
        let (rates, counts, canMove) = (rates.pointer, moveCounts.pointer, canMove.pointer)
        team.forEachRun(of: vertexCount) { run in
            var next = moves.pointer + run.lowerBound
            for first in stride(from: run.lowerBound, to: run.upperBound, by: 4)
            where canMove[run.lowerBound / ThreadTeam.runLength] {
                let group = first..<min(first + 4, run.upperBound)
                if group.contains(where: { rates[$0] > 0 }) {
                    drawMoves(of: group, from: start, length: length, into: &next)
                }
            }
            counts[run.lowerBound / ThreadTeam.runLength] = Int32(next - (moves.pointer + run.lowerBound))
        }
    }

    /// Draws what up to four vertices do, whose words come at once: first those that say when they move, then, if one of
    /// them does, those that say where to.
    @inline(__always)
    private func drawMoves(
        of group: Range<Int>, from start: Double, length: Double, into next: inout UnsafeMutablePointer<Move>
    ) {
        let rates = rates.pointer
        var words = RandomWords(key: key, node: group.lowerBound / 4, step: leapCount)
        let times = words.nextBlock()
        var ways: Philox4x64.Block?
        for vertex in group where rates[vertex] > 0 {
            let number = RandomWords.uniform(of: word(vertex, of: times))
            // The probability 1 − exp(−x) is below x, so that most logarithms are not needed.
            guard number < rates[vertex] * length else { continue }
            let waiting = -log1p(-number) / rates[vertex]
            guard waiting < length else { continue }
            let choices = ways ?? words.nextBlock()
            ways = choices
            let target = table.target(
                outOf: states.numbers[vertex], under: UnsafePointer(pressures.sums.pointer) + vertex,
                stride: vertexCount, level: RandomWords.uniform(of: word(vertex, of: choices)) * rates[vertex])
            next.pointee = Move(
                time: min(max(start + waiting, intervention), end), vertex: Int32(truncatingIfNeeded: vertex),
                source: states.numbers[vertex], target: target, isDue: true)
            next += 1
        }
    }

    @inline(__always)
    private func word(_ vertex: Int, of block: Philox4x64.Block) -> UInt64 {
        switch vertex & 3 {
        case 0: block.0
        case 1: block.1
        case 2: block.2
        default: block.3
        }
    }

    /// Makes the moves whose time has come.
    private mutating func makeMoves(until time: Double) {
        if states.traces.areThere {
            while let move = takeMove(until: time) { make(move) }
            return
        }
        sequence = nil
        for run in 0..<ThreadTeam.runCount(of: vertexCount) {
            let first = moves.pointer + run * ThreadTeam.runLength
            for index in 0..<Int(moveCounts.pointer[run]) where first[index].isDue && first[index].time <= time {
                make(first + index)
            }
        }
    }

    @inline(__always)
    private mutating func make(_ move: UnsafeMutablePointer<Move>) {
        let vertex = Int(move.pointee.vertex)
        let old = states.numbers[vertex]
        move.pointee.isDue = false
        if states.traces.areThere { noteCause(of: move.pointee) }
        states.numbers[vertex] = move.pointee.target
        states.counts[Int(old)] &-= 1
        states.counts[Int(move.pointee.target)] &+= 1
        moveCount &+= 1
        if !pressures.mustBeSummedUp { pressures.note(vertex, from: old, to: move.pointee.target) }
    }
}
