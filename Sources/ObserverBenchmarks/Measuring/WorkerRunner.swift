#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Does each run in a process of its own, a ``Worker``, so that nothing that a library leaves behind meets another run, and a
/// run that crashes takes no other with it.
public struct WorkerRunner: Runner {
    private let executable: String
    private let arguments: [String]
    private let patience: Int

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - executable: The path of the program that calls ``Worker``, most often this one.
    ///   - arguments: The arguments that make it a worker. The name of the library, the workload, the count, the rounds and
    ///     the patience follow them.
    ///   - patience: After how many seconds a worker gives up.
    public init(executable: String, arguments: [String], patience: Int) {
        self.executable = executable
        self.arguments = arguments
        self.patience = patience
    }

    /// Starts a worker and waits for its answer.
    ///
    /// - Throws: As any ``Runner``.
    public func run(
        _ workload: Workload, _ work: Work, by contestant: any Contestant
    ) throws(BenchmarkError) -> Run? {
        let order = [contestant.name, workload.rawValue, "\(work.count)", "\(work.rounds)", "\(patience)"]
        do {
            return try answer(to: arguments + order)
        } catch WorkerFailure.impatience {
            throw .tookTooLong(library: contestant.name, workload: workload, count: work.count, seconds: patience)
        } catch {
            throw .runFailed(
                library: contestant.name, workload: workload, count: work.count, reason: String(describing: error))
        }
    }

    private func answer(to arguments: [String]) throws -> Run? {
        let worker: ChildProcess
        do throws(ChildProcess.StartFailure) {
            worker = try ChildProcess(running: executable, arguments)
        } catch {
            throw WorkerFailure.start(executable, error.reason)
        }
        switch worker.end {
        case .exit(0): break
        case .exit(let status): throw WorkerFailure.status(status)
        case .signal(SIGALRM): throw WorkerFailure.impatience
        case .signal(let signal): throw WorkerFailure.signal(signal)
        }
        do {
            return try RunLine.run(from: worker.output)
        } catch {
            throw WorkerFailure.answer(String(decoding: worker.output, as: UTF8.self))
        }
    }
}

/// Why a worker has no answer.
private enum WorkerFailure: Error, CustomStringConvertible {
    case start(_ path: String, _ reason: String)
    case impatience
    case signal(Int32)
    case status(Int32)
    case answer(String)

    var description: String {
        switch self {
        case .start(let path, let reason): "'\(path)' could not be started: \(reason)"
        case .impatience: "its patience was exhausted"
        case .signal(SIGKILL): "it was killed, as the system does when no memory is left"
        case .signal(let signal): "it crashed with signal \(signal)"
        case .status(let status): "it ended with status \(status)"
        case .answer(let text): "its answer is not a run: '\(text)'"
        }
    }
}
