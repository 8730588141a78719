import GSL
import ObserverCore

/// Sends a ``Crossing`` whenever a field of any of some nodes crosses a level, at the time at which it does, inside of
/// steps.
///
/// It does for many nodes what ``LevelCrossing`` does for one number, without hysteresis. Each crossing is located on its
/// own; where a whole population crosses a level, ``FirstPassages`` interpolates.
///
/// - Complexity: O(*n*) a step for *n* nodes, some ten evaluations of a step for each crossing, and two or seven for each step in
///   which nodes could cross the level and come back.
public final class GroupCrossing: ObservableObject {
    /// Carries the crossings.
    public let messenger = Messenger<Crossing>()

    /// The name of what is watched, for errors.
    public let name: String

    private let directions: CrossingDirections
    private let tolerance: Double

    /// The field over the last step of the method, as far as that knows it.
    private let lastStep: () -> FieldStep?

    /// Tests if the field of a node may turn within a step however far it is from the level, as one that follows a function of time.
    private let isDriven: (_ node: Int) -> Bool

    /// The values less the level.
    var distances: LevelDistances

    /// How far the values have moved in the step before.
    var paces: [Double]

    /// The crossings of the step that have not been told, the latest first; `nil` if they have to be looked for.
    var located: [Located]?

    /// Where the nodes stand, for those that jump.
    private lazy var positions = NodePositions(of: nodes)

    var nodes: [Int] { distances.nodes }

    struct Located {
        let time: Double
        let direction: Crossing.Direction
        let position: Int
    }

    init(
        _ name: String, nodes: [Int], level: Double, directions: CrossingDirections, tolerance: Double,
        lastStep: @escaping () -> FieldStep? = { nil }, isDriven: @escaping (_ node: Int) -> Bool = { _ in false },
        copyField: @escaping (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<Double>) -> Void
    ) {
        self.name = name
        self.directions = directions
        self.tolerance = tolerance
        self.lastStep = lastStep
        self.isDriven = isDriven
        distances = LevelDistances(of: nodes, from: level, copyField: copyField)
        paces = [Double](repeating: 0, count: nodes.count)
    }
}

extension GroupCrossing: StepWatcher {
    var rank: StepRank { .crossings }

    func begin(at time: Double) {
        beginAgain(at: time)
        for position in paces.indices { paces[position] = 0 }
    }

    func beginAgain(at time: Double) {
        distances.begin(at: time)
        located = []
    }

    func beginStep() {
        distances.beginStep()
        located = []
    }

    func noteEnd(at time: Double, by jumps: JumpWatch?) {
        if let jumps, !jumps.interpolates {
            distances.endTime = time
            located = noteJumps(jumps)
        } else {
            distances.noteEnd(at: time)
            located = nil
        }
    }

    func addNodes(to watch: JumpWatch) {
        for node in nodes { watch.watch(node) }
    }

    func next(in interior: StepStates?) throws -> Double? {
        if located == nil { located = try locate(in: interior) }
        return located?.last?.time
    }

    func tell() {
        guard let located = located?.popLast() else { return }
        send(crossing(located, at: located.time))
    }

    func tellReached(at time: Double) {
        guard let pending = located else { return }
        let isReached = pending.map { (distances.present(at: $0.position) >= 0) == ($0.direction == .upwards) }
        located = zip(pending, isReached).filter { !$1 }.map(\.0)
        for (reached, isReached) in zip(pending, isReached).reversed() where isReached {
            send(crossing(reached, at: time))
        }
    }

    func finishStep(at time: Double) {
        for position in paces.indices { paces[position] = abs(distances.ends[position] - distances.starts[position]) }
    }

    private func crossing(_ located: Located, at time: Double) -> Crossing {
        Crossing(time: time, node: nodes[located.position], direction: located.direction)
    }

    private func locate(in interior: StepStates?) throws -> [Located] {
        let (starts, ends) = (distances.starts, distances.ends)
        let (startTime, endTime) = (distances.startTime, distances.endTime)
        guard endTime > startTime else { return [] }
        var found: [Located] = []
        var (near, several, unknown): ([Int], [Int], [Int]) = ([], [], [])
        let isOwn = interior?.isOwn ?? false
        let step = isOwn ? lastStep() : nil
        for position in nodes.indices where (ends[position] - starts[position]).isFinite {
            let (start, end) = (starts[position], ends[position])
            let course = step?.course(of: nodes[position], from: distances.level, start: start, end: end)
            let changes = course?.changes ?? .unknown
            if changes == .several {
                several.append(position)
            } else if changes == .unknown, isOwn {
                if isNear(position) || isDriven(nodes[position]) { unknown.append(position) }
            } else if (start >= 0) != (end >= 0) {
                try locate(position, from: (startTime, start), to: (endTime, end), in: interior, into: &found)
            } else if changes == .turn || changes == .unknown && isNear(position) {
                near.append(position)
            }
        }
        if let interior, isOwn { try locate(several: several, unknown: unknown, in: interior, into: &found) }
        if let interior, !near.isEmpty {
            for (position, turn) in try turns(of: near, in: interior) {
                let (start, end) = (starts[position], ends[position])
                try locate(position, from: (startTime, start), to: turn, in: interior, into: &found)
                try locate(position, from: turn, to: (endTime, end), in: interior, into: &found)
            }
        }
        return found.sorted { ($0.time, $0.position) > ($1.time, $1.position) }
    }

    /// Tests if a value could reach the level at the pace of the last two steps.
    private func isNear(_ position: Int) -> Bool {
        let (start, end) = (distances.starts[position], distances.ends[position])
        return min(abs(start), abs(end)) <= 2 * (paces[position] + abs(end - start))
    }

    /// Brings the values of those up to date that have jumped.
    ///
    /// - Returns: Those that have crossed the level thereby.
    private func noteJumps(_ jumps: JumpWatch) -> [Located] {
        // Most values remain.
        var found: [Located] = []
        let note = { [self] (position: Int) in
            let (old, new) = (distances.ends[position], distances.present(at: position))
            distances.ends[position] = new
            let direction: Crossing.Direction = new >= 0 ? .upwards : .downwards
            guard (old >= 0) != (new >= 0), (new - old).isFinite, directions.contains(direction) else { return }
            found.append(Located(time: distances.endTime, direction: direction, position: position))
        }
        if jumps.hasNotedAll {
            for position in nodes.indices { note(position) }
        } else {
            for node in jumps.nodes { positions.forEach(of: node, note) }
        }
        return found.sorted { $0.position > $1.position }
    }

    /// Locates the crossing between two times at which a value is on both sides, if its direction counts.
    private func locate(
        _ position: Int, from start: Sample, to end: Sample, in interior: StepStates?, into found: inout [Located]
    ) throws {
        let direction: Crossing.Direction = end.value >= 0 ? .upwards : .downwards
        guard directions.contains(direction) else { return }
        let time = try time(ofCrossingAt: position, from: start, to: end, in: interior)
        found.append(Located(time: time, direction: direction, position: position))
    }

    /// Locates all crossings of values that may change their sides more often than their ends tell.
    private func locate(
        several: [Int], unknown: [Int], in interior: StepStates, into found: inout [Located]
    ) throws {
        guard !(several.isEmpty && unknown.isEmpty) else { return }
        let numbers = NumbersInStep(
            interior: interior, startTime: distances.startTime, endTime: distances.endTime, level: distances.level
        ) { [distances] positions in positions.map(distances.present(at:)) }
        let ends = { [distances] (positions: [Int]) in
            positions.map { NumbersInStep.Ends(index: $0, start: distances.starts[$0], end: distances.ends[$0]) }
        }
        var open = ends(several)
        if !unknown.isEmpty {
            let courses = zip(ends(unknown), numbers.changes(of: ends(unknown)))
            open += courses.filter { $1 != .none }.map(\.0)
        }
        try numbers.forEachChange(of: open) { place, change, _ in
            try locate(open[place].index, from: change.before, to: change.beyond, in: interior, into: &found)
        }
    }

    private typealias Sample = (argument: Double, value: Double)

    private func time(
        ofCrossingAt position: Int, from start: Sample, to end: Sample, in interior: StepStates?
    ) throws -> Double {
        guard let interior else {
            return start.argument + (end.argument - start.argument) * start.value / (start.value - end.value)
        }
        return try findRoot(between: start, and: end, tolerance: tolerance) { time in
            try interior.show(time)
            return distances.present(at: position)
        }.argument
    }

    /// Times inside the step at which values are on the other side of the level although they are not at its ends; see
    /// ``LevelCrossing``. The slopes of all are looked at together.
    private func turns(
        of near: [Int], in interior: StepStates
    ) throws -> [(position: Int, turn: Sample)] {
        // As parts of the step, which are as exact wherever on the axis of time it lies.
        let (origin, length) = (distances.startTime, distances.endTime - distances.startTime)
        let (starts, ends) = (distances.starts, distances.ends)
        let sign = { (position: Int) in starts[position] >= 0 ? 1.0 : -1.0 }
        func outward(of positions: [Int], at part: Double) throws -> [Double] {
            try interior.show(origin + part * length)
            return positions.map { sign($0) * distances.present(at: $0) }
        }
        let early = zip(near, try outward(of: near, at: 0x1p-10)).filter { $1 < sign($0) * starts[$0] }
        guard !early.isEmpty else { return [] }
        let late = try outward(of: early.map(\.0), at: 1 - 0x1p-10)
        var found: [(position: Int, turn: Sample)] = []
        for ((position, first), last) in zip(early, late) where last < sign(position) * ends[position] {
            let least = try findMinimum(
                between: (0, sign(position) * starts[position]),
                guess: first < last ? (0x1p-10, first) : (1 - 0x1p-10, last),
                and: (1, sign(position) * ends[position]), tolerance: 1e-6, until: { $0 < 0 }
            ) { part in try outward(of: [position], at: part)[0] }
            guard least.value < 0 else { continue }
            found.append((position, (origin + least.argument * length, sign(position) * least.value)))
        }
        return found
    }
}
