/// Has a model make its events (``StateEvents``) at their times, inside of the steps of the method.
///
/// What their conditions compare is watched as the crossings of fields are (``GroupCrossing``). Where the states inside of steps are
/// not known, as for random motion, events happen at the ends of steps.
final class StateEventSteps {
    /// How exactly times are located, as those of crossings are.
    private static let tolerance = 1e-12

    private let events: any StateEvents

    /// False if events happen at the ends of steps.
    private let areLocated: Bool
    private let nodeCount: () -> Int

    /// True if nothing has changed the state since all events of its time were made.
    private let isSettled: () -> Bool

    /// The time of the state that the model is in.
    private let shownTime: () -> Double

    /// Moves nodes on their own, where the method can.
    private let nodewise: NodewiseSteps?

    /// Asks for events to happen when all have been told of the motion up to now, and makes them happen at once.
    private let request: () -> Void
    private let makeAtOnce: () throws -> Void

    @exclusivity(unchecked)
    private var detectors: [GroupCrossing] = []

    @exclusivity(unchecked)
    private var endTime = 0.0

    /// True if something happens in the state in which the step begins.
    @exclusivity(unchecked)
    private var isDueAtStart = false

    /// - Parameters:
    ///   - events: The events.
    ///   - areLocated: True if they happen inside of steps.
    ///   - nodeCount: How many nodes the model has.
    ///   - shownTime: The time of the state that the model is in.
    ///   - isSettled: Tells if nothing has changed the state since events were made in it.
    ///   - nodewise: The steps of nodes on their own, where the method can take them.
    ///   - request: Has events happen when all have been told of the motion up to now.
    ///   - makeAtOnce: Has events happen.
    init(
        _ events: any StateEvents, areLocated: Bool, nodeCount: @escaping () -> Int,
        shownTime: @escaping () -> Double, isSettled: @escaping () -> Bool, nodewise: NodewiseSteps?,
        request: @escaping () -> Void, makeAtOnce: @escaping () throws -> Void
    ) {
        self.events = events
        self.areLocated = areLocated
        self.isSettled = isSettled
        self.nodewise = nodewise
        self.nodeCount = nodeCount
        self.shownTime = shownTime
        self.request = request
        self.makeAtOnce = makeAtOnce
    }

    /// Watches so many nodes.
    private func followNodes(_ count: Int) {
        guard areLocated, detectors.first?.nodes.count != count else { return }
        let nodes = Array(0..<count)
        detectors = (0..<events.comparisonCount).map { index in
            // A condition may come and go within a step, however far it seems to be: it may be that of an oscillation.
            let detector = GroupCrossing(
                name, nodes: nodes, level: 0, directions: .either, tolerance: Self.tolerance, isDriven: { _ in true },
                locatesInTurn: true
            ) { [events, shownTime] in events.copyComparison(index, of: $0, at: shownTime(), into: $1) }
            detector.nodewise = nodewise?.values { $0.copyComparison(index, of: $1, at: $2, into: $3) }
            return detector
        }
    }
}

extension StateEventSteps: StepWatcher {
    var name: String { "the conditions of events" }
    var rank: StepRank { .events }
    var view: StepView { areLocated ? .inside : .ends }

    func begin(at time: Double) {
        beginAgain(at: time)
        for detector in detectors { detector.begin(at: time) }
    }

    func beginAgain(at time: Double) {
        followNodes(nodeCount())
        for detector in detectors { detector.beginAgain(at: time) }
        endTime = time
        isDueAtStart = !isSettled() && events.isDue(at: time)
    }

    func beginStep() {
        for detector in detectors { detector.beginStep() }
    }

    func noteEnd(at time: Double, by jumps: JumpWatch?) {
        endTime = time
        for detector in detectors { detector.noteEnd(at: time, by: nil) }
    }

    func next(in interior: StepStates?) throws -> Double? {
        guard let interior else { return nil }
        var first = events.dueTime <= endTime ? events.dueTime : nil
        for detector in detectors {
            guard let time = try detector.next(in: interior), time < first ?? .infinity else { continue }
            first = time
        }
        return first
    }

    func tell() throws {
        let time = shownTime()
        for detector in detectors {
            while let next = try detector.next(in: nil), next <= time { detector.tell() }
        }
        if events.isDue(at: time) { request() }
    }

    func tellChange() -> Bool {
        guard isDueAtStart else { return false }
        isDueAtStart = false
        request()
        return true
    }

    func finishStep(at time: Double) throws {
        for detector in detectors { detector.finishStep(at: time) }
        try makeAtOnce()
    }
}

// MARK: - Single nodes

extension StateEventSteps {
    var followsNodes: Bool { true }

    func goOn(with jumped: [Int32], from time: Double, in interior: StepStates?) throws {
        for detector in detectors { try detector.goOn(with: jumped, from: time, in: interior) }
    }

    /// The nodes of which a number has changed its side by a time, each once, which are taken as told.
    func take(until time: Double) -> [Int32] {
        let nodes = detectors.flatMap { $0.take(until: time) }
        return nodes.count > 1 ? Set(nodes).sorted() : nodes
    }

    /// Makes what happens at a time to independent nodes.
    ///
    /// - Returns: Those whose state jumps.
    func occur(
        at time: Double, to nodes: [Int32], placing place: (UnsafeBufferPointer<Int32>) -> Void
    ) throws -> [Int32] {
        try events.occur(at: time, to: nodes, placing: place)
    }
}

extension StateEventSteps: Resumable {
    /// Archives on which sides the numbers of all nodes are that conditions compare, and what happens later in the step.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.time(&endTime)
        try archive.flag(&isDueAtStart)
        // None are watched before the beginning, and those that have come since the last step are from the next one on.
        var watchedCount = detectors.first?.nodes.count ?? 0
        try archive.count(&watchedCount, atMost: nodeCount())
        guard watchedCount > 0 else { return detectors = [] }
        if archive.isReading { followNodes(watchedCount) }
        for detector in detectors { try detector.archiveState(in: archive) }
    }
}
