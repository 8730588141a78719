/// Looks for numbers out of their bounds at the ends of the steps of the grid, or inside of those of a method that has its own.
final class BoundsSteps {
    private let bounds: Bounds

    /// The moment that belongs to the state that the model is in.
    private let moment: () -> Moment

    let view: StepView

    /// The nodes that have jumped at the end of the step; `nil` if any node may have changed.
    private var jumped: [Int]?
    private var startTime = 0.0
    private var endTime = 0.0

    /// True if a number is outside at the end of the step.
    private var isLeft = false

    /// When that happened, if it has been located.
    private var time: Double?

    init(of bounds: Bounds, in view: StepView, moment: @escaping () -> Moment) {
        self.bounds = bounds
        self.view = view
        self.moment = moment
    }
}

extension BoundsSteps: StepWatcher {
    var name: String { "the bounds of '\(bounds.field)'" }
    var rank: StepRank { .bounds }

    func begin(at time: Double) { endTime = time }
    func beginAgain(at time: Double) { begin(at: time) }

    func beginStep() {
        startTime = endTime
        isLeft = false
        time = nil
    }

    func noteEnd(at time: Double, by jumps: JumpWatch?) {
        guard view == .inside else { return }
        endTime = time
        jumped = jumps.flatMap { $0.hasNotedAll ? nil : $0.nodes }
        if let jumps, !jumps.hasNotedAll {
            isLeft = jumps.nodes.contains(where: bounds.isLeft(by:))
        } else {
            isLeft = bounds.isLeft
        }
        self.time = jumps == nil ? nil : time
    }

    func next(in interior: StepStates?) throws -> Double? {
        guard isLeft else { return nil }
        let known = try time ?? locate(in: interior)
        time = known
        return known
    }

    func tell() throws { try bounds.check(at: moment()) }

    func finishStep(at time: Double) throws {
        guard view == .inside else { return try tell() }
        if let jumped { bounds.accept(jumped) } else { bounds.accept() }
    }

    func check(changed node: Int?, after author: String) throws(SimulationError) {
        guard let node else { return try bounds.check(at: moment(), after: author) }
        try bounds.check(changed: node, at: moment(), after: author)
    }

    func addNodes(to watch: JumpWatch) { bounds.addNodes(to: watch) }

    /// The time at which the first number is outside.
    private func locate(in interior: StepStates?) throws -> Double {
        guard let interior else { return endTime }
        var (low, high) = (startTime, endTime)
        while high - low > 1e-12 {
            let middle = low + (high - low) / 2
            guard middle > low, middle < high else { break }
            try interior.show(middle)
            if bounds.isLeft { high = middle } else { low = middle }
        }
        return high
    }
}

extension BoundsSteps: Resumable {
    /// Archives the step, and the last good values.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try bounds.archiveState(in: archive)
        try archive.time(&startTime)
        try archive.time(&endTime)
        try archive.flag(&isLeft)
        try archive.time(&time)
    }
}
