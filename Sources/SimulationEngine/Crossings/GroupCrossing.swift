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

    /// Reads values of nodes at a time within the step, where they can be moved on their own.
    var nodewise: ((_ nodes: [Int32], _ time: Double) -> [Double]?)?

    /// True if crossings are located in turn, since most of them will not be: something happens at the first.
    private let locatesInTurn: Bool

    /// The brackets of those crossings that have not been located, since others come first.
    var brackets: [CrossingBracket] = []

    /// Where the nodes stand, for those that jump.
    private lazy var positions = NodePositions(of: nodes)

    var nodes: [Int] { distances.nodes }

    struct Located: Comparable {
        let time: Double
        let direction: Crossing.Direction
        let position: Int

        static func < (first: Located, second: Located) -> Bool {
            (first.time, first.position) < (second.time, second.position)
        }
    }

    init(
        _ name: String, nodes: [Int], level: Double, directions: CrossingDirections, tolerance: Double,
        lastStep: @escaping () -> FieldStep? = { nil }, isDriven: @escaping (_ node: Int) -> Bool = { _ in false },
        locatesInTurn: Bool = false,
        copyField: @escaping (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<Double>) -> Void
    ) {
        self.name = name
        self.directions = directions
        self.tolerance = tolerance
        self.lastStep = lastStep
        self.isDriven = isDriven
        self.locatesInTurn = locatesInTurn
        distances = LevelDistances(of: nodes, from: level, copyField: copyField)
        paces = [Double](repeating: 0, count: nodes.count)
    }
}

extension GroupCrossing: StepWatcher {
    var rank: StepRank { .crossings }
    var followsNodes: Bool { nodewise != nil }

    func begin(at time: Double) {
        beginAgain(at: time)
        for position in paces.indices { paces[position] = 0 }
    }

    func beginAgain(at time: Double) {
        distances.begin(at: time)
        located = []
        brackets = []
    }

    func beginStep() {
        distances.beginStep()
        located = []
        brackets = []
    }

    func noteEnd(at time: Double, by jumps: JumpWatch?) {
        if let jumps, !jumps.interpolates {
            distances.endTime = time
            located = noteJumps(jumps)
        } else {
            distances.noteEnd(at: time)
            located = nil
            brackets = []
        }
    }

    func addNodes(to watch: JumpWatch) {
        for node in nodes { watch.watch(node) }
    }

    func next(in interior: StepStates?) throws -> Double? {
        if located == nil { located = try locate(in: interior) }
        if let interior { try locateFirst(in: interior) }
        return located?.last?.time
    }

    func tell() {
        guard let located = located?.popLast() else { return }
        send(crossing(located, at: located.time))
    }

    func tellReached(at time: Double) {
        guard let pending = located else { return }
        // The next one of a node, which is located by a hair later: on the far side of another one it is before it has crossed at all.
        var known: Set<Int> = []
        let isReached = Array(
            pending.reversed().map { crossing in
                known.insert(crossing.position).inserted
                    && (distances.present(at: crossing.position) >= 0) == (crossing.direction == .upwards)
            }.reversed())
        located = zip(pending, isReached).filter { !$1 }.map(\.0)
        for (reached, isReached) in zip(pending, isReached).reversed() where isReached {
            send(crossing(reached, at: time))
        }
    }

    func finishStep(at time: Double) {
        for position in paces.indices { paces[position] = abs(distances.ends[position] - distances.starts[position]) }
    }

    /// Goes on with nodes whose state has jumped at a time within the step, of which the model is in the end.
    func goOn(with jumped: [Int32], from time: Double, in interior: StepStates?) throws {
        guard var located, let values = nodewise?(jumped, time) else { return }
        var changed: [Int] = []
        for (node, value) in zip(jumped, values) {
            positions.forEach(of: Int(node)) { position in
                distances.starts[position] = value - distances.level
                changed.append(position)
            }
        }
        distances.readEnds(at: changed)
        let set = Set(changed)
        located.removeAll { set.contains($0.position) }
        located += try locate(changed, from: time, in: interior)
        self.located = located.sorted(by: >)
    }

    /// The nodes with crossings up to a time that have not been told, which are taken as told.
    func take(until time: Double) -> [Int32] {
        var taken: [Int32] = []
        while let next = located?.last, next.time <= time {
            taken.append(Int32(nodes[next.position]))
            located?.removeLast()
        }
        return taken
    }

    /// Tests if nodes have crossings near a time that have not been told.
    func awaits(_ nodes: [Int32], near time: Double) -> Bool {
        guard let located else { return false }
        // Within this time a crossing of a level may be the same as one of a number that follows from it.
        let nearTime = max(1e-9, 2 * tolerance, 8 * time.ulp)
        let near = located.reversed().prefix { $0.time <= time + nearTime }
        return near.contains { nodes.contains(Int32(self.nodes[$0.position])) }
    }

    private func crossing(_ located: Located, at time: Double) -> Crossing {
        Crossing(time: time, node: nodes[located.position], direction: located.direction)
    }

    private func locate(in interior: StepStates?) throws -> [Located] {
        let (startTime, endTime) = (distances.startTime, distances.endTime)
        guard endTime > startTime else { return [] }
        return try locate(nodes.indices, from: startTime, in: interior).sorted(by: >)
    }

    /// Locates the crossings of values between a time, of which the starts are, and the end of the step.
    private func locate(
        _ positions: some Sequence<Int>, from startTime: Double, in interior: StepStates?
    ) throws -> [Located] {
        let (starts, ends, endTime) = (distances.starts, distances.ends, distances.endTime)
        var found: [Located] = []
        var (near, several, unknown): ([Int], [Int], [Int]) = ([], [], [])
        let isOwn = interior?.isOwn ?? false
        let step = isOwn ? lastStep() : nil
        for position in positions where (ends[position] - starts[position]).isFinite {
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
            for (position, turn) in try turns(of: near, from: startTime, in: interior) {
                let (start, end) = (starts[position], ends[position])
                try locate(position, from: (startTime, start), to: turn, in: interior, into: &found)
                try locate(position, from: turn, to: (endTime, end), in: interior, into: &found)
            }
        }
        return found
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
        if interior != nil, locatesInTurn, nodewise?([], start.argument) == nil {
            return brackets.append(CrossingBracket(position: position, start: start, end: end))
        }
        let time = try time(ofCrossingAt: position, from: start, to: end, in: interior)
        found.append(Located(time: time, direction: direction, position: position))
    }

    /// Locates the first of those crossings that have not been located, unless one that has been comes first.
    ///
    /// - Complexity: Some ten evaluations of a step for each that comes before those which were thought to come first, and one for all
    ///   others.
    private func locateFirst(in interior: StepStates) throws {
        while let next = brackets.indices.filter({ brackets[$0].start.argument < located?.last?.time ?? .infinity })
            .min(by: { brackets[$0].estimate < brackets[$1].estimate })
        {
            let bracket = brackets.remove(at: next)
            let time = try time(ofCrossingAt: bracket.position, from: bracket.start, to: bracket.end, in: interior)
            let direction: Crossing.Direction = bracket.end.value >= 0 ? .upwards : .downwards
            let crossing = Located(time: time, direction: direction, position: bracket.position)
            located = ((located ?? []) + [crossing]).sorted(by: >)
            let around = brackets.indices.filter {
                brackets[$0].start.argument < time && time < brackets[$0].end.argument
            }
            guard !around.isEmpty else { continue }
            let values = try values(of: around.map { brackets[$0].position }, at: time, in: interior)
            for (index, value) in zip(around, values) { brackets[index].narrow(to: (time, value)) }
        }
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
            try values(of: [position], at: time, in: interior)[0]
        }.argument
    }

    /// Values in the state of a time within the step.
    private func values(of positions: [Int], at time: Double, in interior: StepStates) throws -> [Double] {
        if let values = nodewise?(positions.map({ Int32(nodes[$0]) }), time) {
            return values.map { $0 - distances.level }
        }
        try interior.show(time)
        return positions.map(distances.present(at:))
    }

    /// Times inside the step at which values are on the other side of the level although they are not at its ends; see
    /// ``LevelCrossing``. The slopes of all are looked at together.
    private func turns(
        of near: [Int], from startTime: Double, in interior: StepStates
    ) throws -> [(position: Int, turn: Sample)] {
        // As parts of the step, which are as exact wherever on the axis of time it lies.
        let (origin, length) = (startTime, distances.endTime - startTime)
        let (starts, ends) = (distances.starts, distances.ends)
        let sign = { (position: Int) in starts[position] >= 0 ? 1.0 : -1.0 }
        func outward(of positions: [Int], at part: Double) throws -> [Double] {
            zip(positions, try values(of: positions, at: origin + part * length, in: interior)).map { sign($0) * $1 }
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
