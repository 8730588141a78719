import ObserverCore

/// Finds the crossings of a level by a field that noise moves, for ``LevelCrossing`` and ``GroupCrossing``.
///
/// Inside of a step each number moves along its ``NoisePath``, where the integrator says that noise moves it, and along a line
/// otherwise.
///
/// A number that is itself pushed by noise crosses a level infinitely often where it crosses it at all. Without hysteresis, of a
/// step that begins and ends on different sides of the level the first crossing is told, and of one that begins and ends on
/// the same side, but leaves it, the first crossing and the last. With hysteresis *d* a crossing makes both directions wait: the
/// way up for the number to be at *d* below the level, the way down for it to be at *d* above.
final class NoisyCrossings {
    /// The name of what is watched, for errors.
    let name: String

    private let directions: CrossingDirections
    private let hysteresis: Double
    private let noise: FieldNoise
    private let field: Field

    private var nodes: [Int] { distances.nodes }

    /// The object that has observers.
    let owner: AnyObject
    private let send: (Crossing) -> Void

    /// The values less the level.
    private(set) var distances: LevelDistances

    /// For each node, which crossings would count, at the end of the step.
    private var armed: [Armed]

    /// The same at its beginning, and what has changed of it since then, in the order of the times for each node.
    private var armedBefore: [Armed]
    private var changes: [(position: Int, time: Double, armed: Armed)] = []

    /// The crossings of the step that have not been told, the latest first.
    private var found: [Found] = []

    /// The field of the model.
    struct Field {
        /// Copies values of nodes.
        let copy: (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<Double>) -> Void

        /// Which nodes are there, `nil` if all are.
        let population: () -> Population?

        /// Puts a node onto a place of its path, with the velocity that it has there, where states inside of steps are shown.
        let place: ((_ node: Int, _ value: Double, _ velocity: Double?) -> Void)?
    }

    private struct Armed: OptionSet {
        let rawValue: UInt8
        static let upwards = Armed(rawValue: 1)
        static let downwards = Armed(rawValue: 2)
        static let both: Armed = [.upwards, .downwards]

        static func of(_ direction: Crossing.Direction) -> Armed { direction == .upwards ? .upwards : .downwards }
    }

    private struct Found {
        let crossing: Crossing
        let position: Int
        let velocity: Double?
    }

    init(
        _ name: String, nodes: [Int], level: Double, directions: CrossingDirections, hysteresis: Double,
        noise: FieldNoise, field: Field, owner: AnyObject,
        send: @escaping (Crossing) -> Void
    ) {
        self.name = name
        self.directions = directions
        self.hysteresis = hysteresis
        self.noise = noise
        self.field = field
        self.owner = owner
        self.send = send
        distances = LevelDistances(of: nodes, from: level, copyField: field.copy)
        armed = [Armed](repeating: .both, count: nodes.count)
        armedBefore = armed
    }
}

extension NoisyCrossings: StepWatcher {
    var rank: StepRank { .crossings }

    func begin(at time: Double) {
        armed = [Armed](repeating: .both, count: nodes.count)
        (armedBefore, changes) = (armed, [])
        beginAgain(at: time)
    }

    func beginAgain(at time: Double) {
        takeBackChanges(after: time)
        distances.begin(at: time)
        if hysteresis > 0 {
            for position in nodes.indices { rearm(position, by: distances.ends[position]) }
        }
        found = []
    }

    /// The rest of the step is taken anew.
    private func takeBackChanges(after time: Double) {
        armed = armedBefore
        for change in changes where change.time <= time { armed[change.position] = change.armed }
        changes = []
    }

    func beginStep() {
        (armedBefore, changes) = (armed, [])
        distances.beginStep()
        found = []
    }

    func noteEnd(at time: Double, by jumps: JumpWatch?) {
        distances.noteEnd(at: time)
        found = []
        guard distances.endTime > distances.startTime else { return }
        // Now, since noise is known of the step that was taken last, in the state of its end.
        let present = field.population().flatMap { $0.isComplete ? nil : $0 }
        let (starts, ends, armed) = (distances.starts, distances.ends, armed)
        let reach = noise.reach(of: distances.endTime - distances.startTime)
        for position in nodes.indices {
            // Most are far away from the level, and nothing is waited for but to cross it.
            if armed[position] == .both, starts[position] * ends[position] > reach { continue }
            guard (ends[position] - starts[position]).isFinite, present?.contains(nodes[position]) ?? true
            else { continue }
            find(at: position)
        }
        found.sort { ($0.crossing.time, $0.position) > ($1.crossing.time, $1.position) }
    }

    func next(in interior: StepStates?) throws -> Double? { found.last?.crossing.time }

    func tell() {
        guard let next = found.popLast() else { return }
        place(next)
        send(next.crossing)
    }

    /// On the far side of the level.
    private func place(_ found: Found) {
        let value = found.crossing.direction == .upwards ? distances.level : distances.level.nextDown
        field.place?(nodes[found.position], value, found.velocity)
    }

    func tellReached(at time: Double) {
        let pending = found
        let isReached = pending.map { found in
            (distances.present(at: found.position) >= 0) == (found.crossing.direction == .upwards)
        }
        found = zip(pending, isReached).filter { !$1 }.map(\.0)
        // They stay where they are: the step goes on from a state that does not depend on who looks.
        for (reached, isReached) in zip(pending, isReached).reversed() where isReached {
            if hysteresis > 0 { changes.append((reached.position, time, [])) }
            send(Crossing(time: time, node: reached.crossing.node, direction: reached.crossing.direction))
        }
    }

    func finishStep(at time: Double) {}

    /// Adds none: numbers that noise moves do not jump.
    func addNodes(to watch: JumpWatch) {}

    private func rearm(_ position: Int, by value: Double) {
        guard hysteresis > 0 else { return armed[position] = .both }
        if value <= -hysteresis { armed[position].insert(.upwards) }
        if value >= hysteresis { armed[position].insert(.downwards) }
    }
}

// MARK: - Finding

extension NoisyCrossings {
    private func find(at position: Int) {
        let ends = NoisePath.Ends(
            start: distances.starts[position], end: distances.ends[position], startTime: distances.startTime,
            endTime: distances.endTime)
        guard let path = noise.path(ofNode: nodes[position], ends) else { return findOnLine(ends, at: position) }
        if hysteresis > 0 {
            findWithHysteresis(on: path, from: ends, at: position)
        } else if path.isRough {
            findFirstAndLast(on: path, ends, at: position)
        } else {
            findAll(on: path, from: ends, at: position)
        }
    }

    /// Where no noise moves the number.
    private func findOnLine(_ ends: NoisePath.Ends, at position: Int) {
        defer { rearm(position, by: ends.end) }
        guard (ends.start >= 0) != (ends.end >= 0) else { return }
        let direction: Crossing.Direction = ends.end >= 0 ? .upwards : .downwards
        guard armed[position].contains(.of(direction)) else { return }
        let part = ends.start / (ends.start - ends.end)
        let time = ends.startTime + part * (ends.endTime - ends.startTime)
        if hysteresis > 0 {
            armed[position].remove(.of(direction))
            changes.append((position, time, armed[position]))
        }
        note(direction, at: time, velocity: nil, position)
    }

    private func findFirstAndLast(on path: NoisePath, _ ends: NoisePath.Ends, at position: Int) {
        let isBelow = ends.start < 0
        guard let hit = path.first(reaching: 0, fromBelow: isBelow) else { return }
        note(isBelow ? .upwards : .downwards, hit, on: path, position)
        guard isBelow == (ends.end < 0), let end = path.lastReturn(from: 0, fromBelow: isBelow) else { return }
        note(isBelow ? .downwards : .upwards, end, on: path, position)
    }

    private func findAll(on path: NoisePath, from ends: NoisePath.Ends, at position: Int) {
        var isBelow = ends.start < 0
        var part = 0.0
        while let hit = path.first(after: part, reaching: 0, fromBelow: isBelow) {
            note(isBelow ? .upwards : .downwards, hit, on: path, position)
            isBelow.toggle()
            part = hit.part
        }
    }

    /// Finds the first of the points that are waited for, again and again.
    private func findWithHysteresis(on path: NoisePath, from ends: NoisePath.Ends, at position: Int) {
        var isBelow = ends.start < 0
        var part = 0.0
        while true {
            let isArmed = armed[position].contains(isBelow ? .upwards : .downwards)
            let crossing = isArmed ? path.first(after: part, reaching: 0, fromBelow: isBelow) : nil
            let low =
                armed[position].contains(.upwards)
                ? nil : path.first(after: part, reaching: -hysteresis, fromBelow: false)
            let high =
                armed[position].contains(.downwards)
                ? nil : path.first(after: part, reaching: hysteresis, fromBelow: true)
            guard let next = [crossing, low, high].compactMap({ $0 }).min(by: { $0.part < $1.part }) else { return }
            part = next.part
            defer { changes.append((position, path.time(of: next), armed[position])) }
            if let crossing, crossing.part == part {
                armed[position] = []
                note(isBelow ? .upwards : .downwards, crossing, on: path, position)
            } else {
                isBelow = part == low?.part
                armed[position].insert(isBelow ? .upwards : .downwards)
            }
        }
    }

    private func note(_ direction: Crossing.Direction, _ hit: NoisePath.Hit, on path: NoisePath, _ position: Int) {
        note(direction, at: path.time(of: hit), velocity: hit.velocity, position)
    }

    private func note(_ direction: Crossing.Direction, at time: Double, velocity: Double?, _ position: Int) {
        guard directions.contains(direction) else { return }
        let crossing = Crossing(time: time, node: nodes[position], direction: direction)
        found.append(Found(crossing: crossing, position: position, velocity: velocity))
    }
}

extension NoisyCrossings: Resumable {
    /// Archives on which side of the level each node is, and which crossings count next.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(distances.level, "a level")
        try archive.time(&distances.endTime)
        try archive.values(&distances.ends, asMany: "the number of nodes that are observed to cross a level")
        var bytes = armed.map(\.rawValue)
        try archive.values(&bytes, asMany: "the number of nodes that are observed to cross a level")
        armed = bytes.map { Armed(rawValue: $0) }
        (armedBefore, changes) = (armed, [])
    }
}

extension StepWatch {
    /// Has the crossings of a field that noise moves found and sent while somebody observes them.
    func attach(to messenger: Messenger<Crossing>, of owner: some AnyObject, _ make: @escaping () -> NoisyCrossings?) {
        messenger.attach(
            ObservationWindow(
                began: { [weak self] in if let watcher = make() { self?.add(watcher) } },
                ended: { [weak self, weak owner] in
                    for case let watcher as NoisyCrossings in self?.watchers ?? [] where watcher.owner === owner {
                        self?.remove(watcher)
                    }
                }))
    }
}
