import ScenarioFiles
import SimulationEngine
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A run that pages look at: what they see of it, and what they ask of it.
///
/// The run's thread calls ``look(at:)``, and the server's thread everything else. The run waits for a page only where one asks it to:
/// it leaves its latest frame here, from where the server takes it when a page has room for one. Frames and what they show take at
/// most two hundredths of its time: there are 30 of them a second, or as few as that allows, and quantities that take long to compute
/// are those of the last time that there was time for them. A run that waits shows those of its moment.
package final class ViewerSession: RunViewer, Sendable {
    /// The shared state.
    private struct Shared {
        var frame: ViewerFrame?
        var history = ViewerHistory()
        var requests: [ViewerRequest] = []
        var fields: [Int: Int] = [:]
        var watchedNodes: [Int: Int] = [:]
        var pace = Pace()
        var frames = TimeShare(0.015, interval: .milliseconds(33))
        var measurements = TimeShare(0.005)
        var actions: [ViewerRecord.Action] = []
    }

    /// How fast the run goes.
    private struct Pace {
        var isPaused = false

        /// How many steps are to be taken although it is paused.
        var steps = 0

        /// The step that a page seeks, at which the run waits; `nil` once it is there.
        var sought: Int?

        /// The step at which the run is that is shown again; -1 before its first moment.
        var reached = -1

        /// The step before which the run has to begin again, since it is beyond what a page seeks.
        var restart: Int?

        /// How long it waits after each step.
        var delay = 0.0

        /// The run is at a step.
        mutating func reach(_ step: Int) {
            reached = step
            if let sought, sought < step { restart = sought }
        }

        /// A page seeks a step.
        mutating func seek(_ step: Int) {
            (isPaused, steps, sought) = (true, 0, step)
            if step < reached { restart = step }
        }

        /// True if the run goes on from a step, which is not one back.
        mutating func mayGo(from step: Int) -> Bool {
            guard isPaused else { return true }
            if let sought, sought > step { return true }
            sought = nil
            guard steps > 0 else { return false }
            steps -= 1
            return true
        }
    }

    private let shared = Mutex(Shared())
    private let pageCount = Atomic<Int>(0)

    /// True if a run without pages has to look here, since it is paused, slow, or asked for something.
    private let isAsked = Atomic<Bool>(false)
    private let shouldStop: @Sendable () -> Bool
    private let record: ViewerRecord?
    private let hasNews: Mutex<@Sendable (ViewerNews) -> Void>

    /// How many requests may wait for the end of a step.
    private static let greatestRequestCount = 1000

    /// - Parameters:
    ///   - record: Takes down what pages change; `nil` if they change nothing, since a run is shown again.
    ///   - isPaused: True if the run waits before its first step until a page has it go on.
    ///   - shouldStop: Tests if the run is to stop, also while it is paused.
    package init(record: ViewerRecord?, isPaused: Bool, shouldStop: @escaping @Sendable () -> Bool) {
        (self.record, self.shouldStop) = (record, shouldStop)
        hasNews = Mutex({ _ in })
        shared.withLock { $0.pace.isPaused = isPaused }
        isAsked.store(isPaused, ordering: .relaxed)
    }

    // MARK: On the thread of the run

    package func look(at run: any ViewedRun) {
        if record == nil { reach(run) }
        guard pageCount.load(ordering: .relaxed) > 0 || isAsked.load(ordering: .relaxed) else { return }
        carryOutRequests(on: run)
        show(run, isForced: false)
        wait(on: run)
    }

    package func end(of run: any ViewedRun) {
        show(run, isForced: true)
        if record == nil { rest(at: run) }
    }

    /// The run has ended, stopped or failed: pages keep its last frame.
    package func end() {
        shared.withLock { $0.frame?.status = .ended }
        tell(.frame)
    }

    /// True if a page seeks an earlier moment than the one that is shown: the run has to begin again.
    package var isSoughtBack: Bool { shared.withLock { $0.pace.restart != nil } }

    /// The step before which a run that is shown again is to begin.
    package func takeSoughtStep() -> Int {
        shared.withLock { shared in
            defer { (shared.pace.reached, shared.pace.restart, shared.frame) = (-1, nil, nil) }
            return shared.pace.restart ?? 0
        }
    }

    /// Tells pages something.
    package func notify(_ text: String) { tell(.notice(text)) }

    private func reach(_ run: any ViewedRun) {
        let nodes = shared.withLock { shared in
            defer { shared.pace.reach(run.moment.step) }
            return shared.pace.reached < 0 ? shared.watchedNodes.keys.sorted() : []
        }
        // Changes are listed from the beginning of what is carried out.
        if !nodes.isEmpty { _ = run.changes(of: nodes) }
    }

    /// The run that is shown again has come to its end: waits until an earlier moment is sought, or the program is to stop.
    private func rest(at run: any ViewedRun) {
        func markEnd() {
            shared.withLock { shared in
                shared.frame?.status = .ended
                shared.pace.isPaused = true
            }
            tell(.frame)
        }
        guard !isSoughtBack else { return }
        markEnd()
        while !shouldStop(), !isSoughtBack {
            usleep(4000)
            guard carryOutRequests(on: run) else { continue }
            show(run, isForced: true)
            markEnd()
        }
    }

    private func wait(on run: any ViewedRun) {
        let delay = shared.withLock { $0.pace.isPaused ? 0 : $0.pace.delay }
        if delay > 0 { usleep(UInt32(delay * 1e6)) }
        var wasPaused = false
        while !shouldStop(), !isSoughtBack {
            if shared.withLock({ $0.pace.mayGo(from: run.moment.step) }) { return }
            if !wasPaused { show(run, isForced: true) }
            wasPaused = true
            usleep(4000)
            if carryOutRequests(on: run) { show(run, isForced: true) }
        }
    }

    @discardableResult
    private func carryOutRequests(on run: any ViewedRun) -> Bool {
        let requests = shared.withLock { shared in
            defer { shared.requests = [] }
            return shared.requests
        }
        for case .act(let intervention) in requests { act(intervention, on: run) }
        return !requests.isEmpty
    }

    private func act(_ intervention: String, on run: any ViewedRun) {
        guard let record else { return tell(.notice("not done: a run that is shown again is not changed")) }
        let actions = shared.withLock { $0.actions }
        let author = record.author(after: actions.count)
        do {
            try run.act(intervention, as: author)
            let action = ViewerRecord.Action(author: author, time: run.moment.time, text: intervention)
            try record.store(actions + [action])
            shared.withLock { $0.actions.append(action) }
            tell(.notice("done before the next step: \(intervention)"))
        } catch {
            tell(.notice("not done: \(error)"))
        }
    }

    private func show(_ run: any ViewedRun, isForced: Bool) {
        let begin = ContinuousClock.now
        let request = shared.withLock {
            shared -> (fields: [Int], nodes: [Int], isPaused: Bool, measurement: ViewerMeasurement?)? in
            guard isForced || shared.frames.isDue(at: begin) else { return nil }
            let known = isForced || shared.measurements.isDue(at: begin) ? nil : shared.frame?.measurement
            return (shared.fields.keys.sorted(), shared.watchedNodes.keys.sorted(), shared.pace.isPaused, known)
        }
        guard let request else { return }
        let measurement = request.measurement ?? ViewerMeasurement(of: run)
        let middle = ContinuousClock.now
        let frame = ViewerFrame(
            of: run, measurement, fields: request.fields, nodes: request.nodes, isPaused: request.isPaused)
        let end = ContinuousClock.now
        shared.withLock { shared in
            shared.frame = frame
            shared.frames.spend(from: middle, to: end)
            guard request.measurement == nil else { return }
            shared.history.add(measurement)
            shared.measurements.spend(from: begin, to: middle)
        }
        tell(.frame)
    }

    // MARK: On the thread of the server

    /// Has somebody told what is new, on the thread of the run.
    func onNews(_ tell: @escaping @Sendable (ViewerNews) -> Void) {
        hasNews.withLock { $0 = tell }
    }

    private func tell(_ news: ViewerNews) {
        let tell = hasNews.withLock { $0 }
        tell(news)
    }

    var frame: ViewerFrame? { shared.withLock { $0.frame } }
    var history: ViewerHistory { shared.withLock { $0.history } }

    /// True if a page looks.
    package var hasPages: Bool { pageCount.load(ordering: .relaxed) > 0 }

    func pageCame() {
        pageCount.add(1, ordering: .relaxed)
    }

    /// A page has gone, which showed a field and watched nodes.
    func pageWent(showing field: Int?, watching nodes: Set<Int>) {
        pageCount.subtract(1, ordering: .relaxed)
        shared.withLock { shared in
            if let field { shared.fields.release(field) }
            for node in nodes { shared.watchedNodes.release(node) }
        }
    }

    /// A page shows another field.
    func show(field: Int, insteadOf last: Int?) {
        shared.withLock { shared in
            if let last { shared.fields.release(last) }
            shared.fields[field, default: 0] += 1
            shared.frames.hurry()
        }
    }

    /// A page watches a node, or does so no more.
    func watch(_ node: Int, _ isWatched: Bool) {
        shared.withLock { shared in
            if isWatched { shared.watchedNodes[node, default: 0] += 1 } else { shared.watchedNodes.release(node) }
        }
    }

    /// A page asks for something.
    ///
    /// - Returns: True if it can be done: not too much waits.
    func ask(_ request: ViewerRequest) -> Bool {
        let isTaken = shared.withLock { shared in
            switch request {
            case .pause: shared.pace.isPaused = true
            case .go: (shared.pace.isPaused, shared.pace.steps, shared.pace.sought) = (false, 0, nil)
            case .step(let count):
                // From what is sought, if the run is not there yet.
                (shared.pace.isPaused, shared.pace.steps) = (true, min(shared.pace.steps + count, 1_000_000))
            case .seek(let step): shared.pace.seek(step)
            case .delay(let seconds): shared.pace.delay = seconds
            case .act, .refresh:
                guard shared.requests.count < Self.greatestRequestCount else { return false }
                shared.requests.append(request)
            case .colour, .watch: break
            }
            return true
        }
        isAsked.store(true, ordering: .relaxed)
        return isTaken
    }
}

/// News of the run for all pages.
enum ViewerNews: Sendable {
    case frame
    case notice(String)
}

extension [Int: Int] {
    /// One needs it less.
    fileprivate mutating func release(_ key: Int) {
        guard let count = self[key] else { return }
        self[key] = count > 1 ? count - 1 : nil
    }
}
