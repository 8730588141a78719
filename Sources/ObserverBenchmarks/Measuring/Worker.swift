#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The other side of a ``WorkerRunner``: a process that does one run.
public enum Worker {
    /// Does one run in this process, which ends by an alarm if that takes too long.
    ///
    /// A small run goes before, so that what a library and the language prepare once in each process is not measured.
    ///
    /// - Parameters:
    ///   - workload: The workload.
    ///   - work: How much of it.
    ///   - contestant: Who does it.
    ///   - patience: After how many seconds the process ends.
    /// - Returns: The answer for the ``WorkerRunner``: a line of JSON.
    /// - Throws: An error of the encoder, if a time or a size is not a number.
    public static func answer(
        _ workload: Workload, _ work: Work, by contestant: any Contestant, patience: Int
    ) throws -> String {
        setAlarm(after: patience)
        _ = contestant.perform(workload, Work(count: 1, rounds: 1))
        let run = InProcessRunner().run(workload, work, by: contestant)
        return try RunLine.text(of: run)
    }

    /// The alarm must come through also if the worker was started by a thread that blocks signals.
    private static func setAlarm(after seconds: Int) {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGALRM)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        alarm(UInt32(clamping: seconds))
    }
}
