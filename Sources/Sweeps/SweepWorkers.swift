import ScenarioFiles
import SimulationEngine
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How a sweep is carried out.
public struct SweepOptions: Sendable {
    /// How many runs are carried out at the same time, each on as many threads as its scenario says.
    public var jobs = 1

    /// Of so many parts of the sweep, which this process carries out, counted from 1.
    public var shard: (part: Int, of: Int)?

    /// True if no more runs begin after one has failed.
    public var failsFast = false

    /// True if runs that have failed are tried again.
    public var retriesFailed = false

    /// The time from one checkpoint of a run to the next; `nil` for none.
    public var checkpointInterval: Duration? = .seconds(60)

    /// One run at a time, all of them, with a checkpoint each minute.
    public init() {}

    /// How many of some runs belong to a part.
    static func count(of shard: (part: Int, of: Int)?, among all: Int) -> Int {
        shard.map { (all - $0.part + $0.of) / $0.of } ?? all
    }

    /// How many cores the machine has.
    public static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

extension Sweep {
    /// Carries out the runs that are not complete, and returns when nothing is left to do here.
    ///
    /// A run that another process carries out is left to it. One that was stopped, or whose process was killed, goes on from its last
    /// checkpoint. What is wrong with one run is told, kept in the folder `failures`, and ends no other.
    ///
    /// - Parameters:
    ///   - options: How.
    ///   - monitor: Hears of each run, and may stop all.
    /// - Returns: How far the sweep is.
    /// - Throws: ``SweepError`` if the directory cannot be read or written.
    public func carryOut(_ options: SweepOptions = SweepOptions(), monitor: SweepMonitor = SweepMonitor()) throws
        -> SweepProgress
    {
        if let search = plan.specification.search { return try carryOut(search, options, monitor) }
        let workers = SweepWorkers(of: self, options, monitor)
        try workers.work()
        return workers.progress
    }

    /// As ``carryOut(_:monitor:)``, on threads of its own, while the task waits; it stops when the task is cancelled.
    ///
    /// - Throws: Also `CancellationError`.
    public func carryOut(_ options: SweepOptions = SweepOptions(), monitor: SweepMonitor = SweepMonitor()) async throws
        -> SweepProgress
    {
        let cancellation = Cancellation()
        var watching = monitor
        watching.shouldStop = { cancellation.wasRequested || monitor.shouldStop() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { [watching] continuation in
                let work: @Sendable () -> Void = {
                    continuation.resume(returning: Result { try carryOut(options, monitor: watching) })
                }
                if WorkerThreads.start(isDetached: true, work) == nil { work() }
            }
        } onCancel: {
            cancellation.request()
        }
        let progress = try result.get()
        try Task.checkCancellation()
        return progress
    }
}

/// A request to cancel a task.
private final class Cancellation: Sendable {
    private let flag = Atomic<Bool>(false)
    var wasRequested: Bool { flag.load(ordering: .relaxed) }
    func request() { flag.store(true, ordering: .relaxed) }
}

/// The threads that carry out the runs of a sweep: each takes the next piece of work until none is left.
final class SweepWorkers: Sendable {
    /// The shared state.
    private struct State {
        /// The pieces left to be done, from `next` on.
        var pieces: [Int] = []
        var next = 0
        var isEnding = false
        var progress: SweepProgress
        var times: SweepTimes

        /// The pieces of work that other processes do.
        var elsewhere: [Int] = []
        var failure: (any Error & Sendable)?
    }

    private let sweep: Sweep
    private let options: SweepOptions
    private let monitor: SweepMonitor
    private let directory: SweepDirectory
    private let state: Mutex<State>

    /// The first run of those that this process carries out, and how far the next one is.
    private let (first, stride): (Int, Int)

    init(of sweep: Sweep, _ options: SweepOptions, _ monitor: SweepMonitor) {
        (self.sweep, self.options, self.monitor) = (sweep, options, monitor)
        directory = SweepDirectory(path: sweep.path)
        let count = SweepOptions.count(of: options.shard, among: sweep.plan.runCount)
        (first, stride) = options.shard.map { ($0.part - 1, $0.of) } ?? (0, 1)
        let points = (0..<count).lazy.map { [first, stride] in (first + $0 * stride) % sweep.plan.points.count }
        let times = SweepTimes(pointCount: sweep.plan.points.count, points: points, runCount: count)
        state = Mutex(State(progress: SweepProgress(runCount: count), times: times))
    }

    var progress: SweepProgress { state.withLock { $0.progress } }

    /// Carries out all that is left.
    func work() throws {
        switch sweep.plan.specification.store {
        case .directories:
            try share(progress.runCount) { try self.carryOut(self.sweep.plan.run(self.first + $0 * self.stride)) }
        case .packed:
            let archives = try SweepArchives(of: sweep, options.shard)
            try share(archives.keys.count) {
                try self.carryOut(archives.runs(of: archives.keys[$0]), in: archives.keys[$0])
            }
        }
    }

    /// Has threads do pieces of work until none is left or they are to end. What other processes have begun is looked at again in the
    /// end, since they may have been killed meanwhile.
    ///
    /// - Parameters:
    ///   - count: How many pieces there are.
    ///   - work: Does one of them; tells whether it was done, and not left to another process.
    /// - Throws: The first error of the work.
    private func share(_ count: Int, _ work: @escaping @Sendable (Int) throws -> Bool) throws {
        var pieces = Array(0..<count)
        while !pieces.isEmpty {
            state.withLock { ($0.pieces, $0.next, $0.elsewhere, $0.progress.elsewhere) = (pieces, 0, [], 0) }
            // What is known to this thread is not to others.
            let compiler = FormulaCompiler.current
            WorkerThreads.perform(on: min(options.jobs, pieces.count)) { [self] in
                FormulaCompiler.$current.withValue(compiler) {
                    while let piece = next() { attempt(piece, work) }
                }
            }
            let left = state.withLock { $0.isEnding ? [] : $0.elsewhere.sorted() }
            guard left.count < pieces.count else { break }
            pieces = left
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private func attempt(_ piece: Int, _ work: (Int) throws -> Bool) {
        do {
            guard try !work(piece) else { return }
            state.withLock { $0.elsewhere.append(piece) }
        } catch {
            state.withLock { state in
                state.isEnding = true
                if state.failure == nil { state.failure = error }
            }
        }
    }

    private func next() -> Int? {
        if monitor.shouldStop() {
            state.withLock { state in
                if state.progress.remaining > 0 { state.progress.wasStopped = true }
                state.isEnding = true
            }
        }
        return state.withLock { state in
            guard !state.isEnding, state.next < state.pieces.count else { return nil }
            if sweep.plan.specification.store == .directories { sortReplicate(&state) }
            defer { state.next += 1 }
            return state.pieces[state.next]
        }
    }

    /// Where another replicate begins, puts its runs into the order in which they are best begun: those first that take longest, so that
    /// none is left alone in the end. What is not known yet has taken longest so far.
    private func sortReplicate(_ state: inout State) {
        let count = sweep.plan.points.count
        let run = { [first, stride] (piece: Int) in first + piece * stride }
        let next = state.next
        let replicate = run(state.pieces[next]) / count
        guard next > 0, run(state.pieces[next - 1]) / count != replicate else { return }
        let end = state.pieces[next...].firstIndex { run($0) / count != replicate } ?? state.pieces.count
        let times = state.times
        let time = { (piece: Int) in times.time(ofPoint: run(piece) % count) ?? .infinity }
        state.pieces[next..<end].sort { (time($0), $1) > (time($1), $0) }
    }

    /// Tells of a run, and of how long it took if it was carried out.
    private func tell(_ run: SweepRun, _ end: RunEnd, since begin: ContinuousClock.Instant? = nil) {
        let time = end == .completed ? begin.map { (ContinuousClock.now - $0) / .seconds(1) } : nil
        state.withLock { state in
            state.progress.note(end)
            if end != .stopped, end != .elsewhere { state.times.note(run.point, seconds: time) }
            if case .failed = end, options.failsFast { state.isEnding = true }
            monitor.onRun(run, end, state.progress)
            monitor.onFraction(state.times.fraction)
        }
    }
}

// MARK: - Directories

extension SweepWorkers {
    /// - Returns: True if the run was not left to another process.
    private func carryOut(_ run: SweepRun) throws -> Bool {
        let begin = ContinuousClock.now
        let end =
            if ResultManifest.isComplete(in: directory.path(of: run)) {
                RunEnd.wasComplete
            } else if let reason = earlierFailure(of: run) {
                RunEnd.hadFailed(reason)
            } else {
                try end(of: run)
            }
        tell(run, end, since: begin)
        return end != .elsewhere
    }

    private func earlierFailure(of run: SweepRun) -> String? {
        guard let reason = directory.failure(of: run) else { return nil }
        guard options.retriesFailed else { return reason }
        directory.removeFailure(of: run)
        return nil
    }

    /// Carries out a run in its directory, or goes on with it. Its files may wait in memory if it is given where; otherwise they are
    /// on the disk when it has ended.
    private func end(of run: SweepRun, holding held: HeldFiles? = nil) throws -> RunEnd {
        let clock = options.checkpointInterval.map { CheckpointClock(interval: $0) }
        let monitor = RunMonitor(
            shouldStop: monitor.shouldStop, shouldStore: { clock?.isDue() ?? false },
            onWarning: { [self] in self.monitor.onWarning(run, $0) })
        do {
            return try carryOut(run, holding: held, monitor)
        } catch ResultError.exists, ResumptionError.goesOn {
            return .elsewhere
        } catch {
            // It is not the run that is wrong where nothing can be written, such as on a full disk.
            if let failure = SweepError(ofFile: error) { throw failure }
            let reason = (error as? ScenarioError).map(\.description) ?? "error: \(error)"
            try directory.storeFailure(of: run, reason)
            return .failed(reason)
        }
    }

    private func carryOut(_ run: SweepRun, holding held: HeldFiles?, _ monitor: RunMonitor) throws -> RunEnd {
        let path = directory.path(of: run)
        if FileSystem.exists("\(path)/\(ResultManifest.fileName)") {
            // The manifest is written last: what it tells of has been lost since.
            guard !ResultManifest.isComplete(in: path) else { return .wasComplete }
            try removeDamaged(path)
        }
        if FileSystem.exists("\(path)/\(ResultDirectory.scenarioFile)") {
            do {
                try goOn(in: path, monitor)
                return monitor.wasStopped ? .stopped : .completed
            } catch ResumptionError.hasEnded {
                // By another process, since this one has looked.
                return .wasComplete
            } catch is ScenarioError where !monitor.hasBegun {
                try removeUnreadable(path)
            }
        }
        if held != nil { try ResultDirectory.checkIsFree(path) }
        let results =
            try held.map { ResultDirectory(of: path, opening: .deferred, holding: $0) }
            ?? ResultDirectory(creating: path)
        // Shared data are found by way of the directory of a run.
        if held != nil, !sweep.plan.data.isEmpty { _ = try ResultDirectory(creating: path) }
        let source = SourceText(name: "\(path)/\(ResultDirectory.scenarioFile)", text: run.text)
        func read(isRehearsed: Bool) throws(ScenarioError) -> Scenario {
            do throws(ScenarioError) {
                return try Scenario(source, named: sweep.name, in: path, isRehearsed: isRehearsed)
            } catch {
                // Unless another process is at it.
                rmdir(path)
                throw error
            }
        }
        // What is wrong is told by the text, which knows its places.
        let scenario =
            try run.document(from: source).flatMap {
                try? Scenario($0, named: sweep.name, in: path, isRehearsed: held == nil)
            } ?? read(isRehearsed: held == nil)
        do {
            try scenario.run(in: results, monitor: monitor)
        } catch {
            // What keeps a run from beginning is told in the words of a rehearsal, which only those have that fail.
            if held != nil { _ = try read(isRehearsed: true) }
            try? results.settle()
            throw error
        }
        return monitor.wasStopped ? .stopped : .completed
    }

    /// Goes on with a run, from its beginning if that is not possible from its checkpoint, such as after the machine has stopped.
    private func goOn(in path: String, _ monitor: RunMonitor) throws {
        let unfinished = try UnfinishedRun(in: path)
        do {
            try unfinished.goOn(monitor: monitor)
        } catch  where !monitor.hasBegun {
            try unfinished.beginAgain(monitor: monitor)
        }
    }

    /// Removes a run that has ended and lost files since, so that it begins anew.
    private func removeDamaged(_ path: String) throws {
        // Another process may have done so already, and have begun.
        let lock = try SweepLock(creating: sweep.path)
        defer { withExtendedLifetime(lock) {} }
        guard FileSystem.exists("\(path)/\(ResultManifest.fileName)"), !ResultManifest.isComplete(in: path) else {
            return
        }
        try FileSystem.remove(path)
    }

    /// Removes a run whose scenario did not reach the disk before the machine stopped, so that it begins anew.
    private func removeUnreadable(_ path: String) throws {
        // Another process may have done so already, and have begun.
        let lock = try SweepLock(creating: sweep.path)
        defer { withExtendedLifetime(lock) {} }
        do {
            _ = try UnfinishedRun(in: path)
        } catch is ScenarioError {
            try FileSystem.remove(path)
        }
    }
}

// MARK: - Archives

extension SweepWorkers {
    /// Carries out the runs of an archive that are not in it yet, one after the other.
    ///
    /// - Returns: True if they were not left to another process.
    private func carryOut(_ runs: [SweepRun], in key: Substring) throws -> Bool {
        guard let archive = try RunArchive(at: directory.archivePath(ofRunsBeginningWith: key)) else {
            for run in runs { tell(run, .elsewhere) }
            return false
        }
        for run in runs {
            if archive.names.contains(run.name) {
                tell(run, .wasComplete)
            } else if let reason = earlierFailure(of: run) {
                tell(run, .hadFailed(reason))
            } else if state.withLock({ !$0.isEnding }), !monitor.shouldStop() {
                let begin = ContinuousClock.now
                let path = directory.path(of: run)
                let held = HeldFiles(of: path)
                let end = try end(of: run, holding: held)
                // Also one whose process was killed after it had ended.
                if end == .completed || end == .wasComplete {
                    try archive.take(end == .completed ? held.contents : nil, of: path, as: run.name)
                }
                tell(run, end, since: begin)
            }
        }
        try archive.synchronize()
        return true
    }
}
