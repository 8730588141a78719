import ObserverCore

/// Looks for first passages at the steps of the grid, or at those of a method that has its own.
///
/// Of these it tells each passage when the simulation comes to its time, with the model in the state of the end of the step: to show
/// the state of each would cost a step of the method for each.
final class FirstPassageSteps {
    /// The motion of a model, as far as it is known, by a method with steps of its own.
    struct Motion {
        /// The slopes of the field of nodes in the state that the model is in, if the field is a number of the state.
        let slopes: (_ nodes: [Int]) -> [Double]?

        /// The slopes of the field of nodes at both ends of the step from a time, if the method has computed them.
        let endSlopes: (_ nodes: [Int], _ start: Double) -> (starts: [Double], ends: [Double])?

        /// The same of all nodes, in their order, if they lie so.
        let slopeColumns: (_ start: Double) -> StepSlopes?

        /// The nodes whose field follows a function of time.
        let drivenNodes: () -> [Int]

        /// The error that the method allows in a value.
        let allowedError: (_ value: Double) -> Double
    }

    private weak var passages: FirstPassages?

    /// `nil` where the method has no steps of its own.
    private let motion: Motion?

    /// Keeps the passages alive while they are observed.
    private var observed: FirstPassages?

    /// The passages of the step that have not been told, the latest first; `nil` if they have to be looked for.
    private var pending: [(position: Int, time: Double)]? = []

    /// True if passages are only noted while jumps are made, since nobody is to hear of them.
    private var isSilent = false

    /// How many nodes were awaited when it was said which are watched.
    private var watchedCount = 0

    /// - Parameters:
    ///   - passages: The watch.
    ///   - motion: How the model moves, where the method has steps of its own.
    ///   - began: Is called when somebody begins to observe the passages.
    init(of passages: FirstPassages, motion: Motion?, whenObserved began: @escaping () -> Void) {
        self.passages = passages
        self.motion = motion
        passages.messenger.attach(
            ObservationWindow(
                began: { [weak self] in
                    self?.observed = self?.passages
                    began()
                },
                ended: { [weak self] in
                    let released = self?.observed
                    self?.observed = nil
                    withExtendedLifetime(released) {}
                }))
    }
}

extension FirstPassageSteps: StepWatcher {
    var name: String { "first passages" }
    var rank: StepRank { .crossings }
    var view: StepView { motion == nil ? .ends : .inside }
    var needsState: Bool { false }

    func begin(at time: Double) {
        pending = []
        passages?.begin(at: time)
    }

    func beginAgain(at time: Double) { begin(at: time) }

    func noteEnd(at time: Double, by jumps: JumpWatch?) {
        guard let motion, let scan = passages?.scan else { return }
        guard let jumps else {
            scan.advanceSmoothly(to: time, motion.slopeColumns(scan.lastTime))
            pending = nil
            return
        }
        if jumps.interpolates {
            scan.advance(to: time) { _ in 0 }
            let interpolation = scan.interpolation
            pending = scan.passed.map { ($0.position, interpolation.time(of: $0.distances)) }
                .sorted { ($0.time, $0.position) > ($1.time, $1.position) }
        } else {
            pending?.removeAll(keepingCapacity: true)
            if isSilent, !jumps.hasNotedAll { return }
            scan.advance(to: time, by: jumps) { pending?.append(($0, time)) }
            if pending?.count ?? 0 > 1 { pending?.sort { $0.position > $1.position } }
            if awaitedCount < watchedCount / 2 { jumps.watchesTooMany = true }
        }
    }

    private var awaitedCount: Int { passages.map { $0.nodes.count - $0.count } ?? 0 }

    func next(in interior: StepStates?) throws -> Double? {
        if pending == nil { pending = try locate(in: interior) }
        return pending?.last?.time
    }

    func tell() {
        guard let (position, time) = pending?.popLast() else { return }
        passages?.pass(position, at: time)
    }

    func tellReached(at time: Double) {
        guard let passages, let waiting = pending, !waiting.isEmpty else { return }
        let distances = passages.scan.distances(at: waiting.map(\.position))
        pending = zip(waiting, distances).filter { $1 < 0 }.map(\.0)
        for (passage, distance) in zip(waiting, distances).reversed() where distance >= 0 {
            passages.pass(passage.position, at: time)
        }
    }

    func catchUp(at time: Double) { if motion == nil { passages?.noteStep(at: time) } }
    func finishStep(at time: Double) { catchUp(at: time) }

    func addNodes(to watch: JumpWatch) {
        guard let passages else { return }
        watchedCount = awaitedCount
        isSilent = passages.messenger.observationCount == 0
        let awaited = passages.nodes.indices.lazy.filter { passages.times[$0].isNaN }.map { passages.nodes[$0] }
        if isSilent { return watch.watch(awaited, silently: passages.record) }
        for node in awaited { watch.watch(node) }
    }

    private func locate(in interior: StepStates?) throws -> [(position: Int, time: Double)] {
        guard let passages, let motion, let interior else { return [] }
        let scan = passages.scan
        let drivenNodes = motion.drivenNodes()
        guard !(scan.passed.isEmpty && scan.near.isEmpty && drivenNodes.isEmpty) else { return [] }
        let sign = passages.direction == .upwards ? 1.0 : -1.0
        let level = passages.level
        let search = FirstPassageSearch(
            interior: interior, distances: scan.distances,
            slopes: { motion.slopes($0.map(scan.node))?.map { sign * $0 } },
            endSlopes: {
                let slopes = motion.endSlopes($0.map(scan.node), scan.times[1])
                return slopes.map { ($0.starts.map { sign * $0 }, $0.ends.map { sign * $0 }) }
            },
            allowedError: { motion.allowedError(sign * $0 + level) }, times: scan.times)
        let areDriven = Set(drivenNodes)
        let isOpen = { (finding: FirstPassageScan.Finding) in
            passages.isPresent(finding.position) && !areDriven.contains(scan.node(at: finding.position))
        }
        let found = try search.find(
            passed: scan.passed.filter(isOpen), near: scan.near.filter(isOpen),
            driven: findings(of: drivenNodes, for: passages))
        return found.sorted { ($0.time, $0.position) > ($1.time, $1.position) }
    }

    /// Those of some nodes that are awaited, and are below the level at the beginning of the step.
    private func findings(of nodes: [Int], for passages: FirstPassages) -> [FirstPassageScan.Finding] {
        let scan = passages.scan
        guard scan.times.count > 1 else { return [] }
        var findings: [FirstPassageScan.Finding] = []
        for node in nodes {
            scan.forEachPosition(of: node) { position in
                guard passages.times[position].isNaN, passages.isPresent(position) else { return }
                let finding = scan.finding(at: position, scan.times.count)
                if finding.distances[1] < 0 { findings.append(finding) }
            }
        }
        return findings
    }
}

extension FirstPassageSteps: Resumable {
    /// Archives who has passed, the last values, and the passages that are told later.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        if let passages { try passages.archiveState(in: archive) }
        var (positions, times) = (pending?.map(\.position) ?? [], pending?.map(\.time) ?? [])
        try archive.values(&positions)
        try archive.values(&times)
        guard positions.count == times.count, times.allSatisfy({ $0 >= 0 && $0.isFinite }),
            positions.allSatisfy({ passages?.nodes.indices.contains($0) ?? false })
        else { throw .damaged(reason: "there are no such nodes that are watched for first passages") }
        pending = Array(zip(positions, times)).map { ($0, $1) }
    }
}

// MARK: - What is scanned

extension FirstPassageScan {
    /// Takes note of the values after a step of smooth motion, of the awaited nodes that pass in it, and of those that could
    /// reach the level in it and return, by the slopes at both ends, or at the pace of this step and the one before.
    func advanceSmoothly(to time: Double, _ slopes: StepSlopes?) {
        advance(to: time) { _ in 0 }
        findNear(slopes)
    }

    /// The distances of nodes in the state that the model is in.
    func distances(at positions: [Int]) -> [Double] {
        positions.map { distance(of: value(at: $0)) }
    }
}
