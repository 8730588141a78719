import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Listens for the signals by which a user or a system asks a program to end, so that a run can end after a step with
/// its files complete. A second signal ends the program at once.
///
/// The signals are handled on a thread of their own (Dispatch) and not in a signal handler, so that anything may be done
/// there, such as writing.
final class Interruption {
    private final class Request: Sendable {
        let wasMade = Atomic<Bool>(false)
    }

    private let request = Request()
    private var sources: [any DispatchSourceSignal] = []

    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    init() {
        requireRoomForThreads()
        Self.haveSignalsWait()
        for number in Self.signals {
            // Whoever has the program ignore that its terminal is closed (nohup) wants it to go on.
            if number == SIGHUP, Self.isIgnored(number) { continue }
            #if canImport(Darwin)
                // Elsewhere Dispatch has a handler of its own, and what is ignored is lost as long as it has not.
                signal(number, SIG_IGN)
            #endif
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [request] in
                guard request.wasMade.exchange(true, ordering: .relaxed) else {
                    // At once, since the step may take long, and over a line of progress.
                    let start = isatty(STDERR_FILENO) == 1 ? "\r\u{1B}[K" : ""
                    writeError(start + "observatory: stopping after this step; press Ctrl-C again to end at once")
                    return
                }
                // A step may take longer than the patience of whoever sent the signals.
                writeError("interrupted again: rows that were not yet written are lost")
                _exit(130)
            }
            source.resume()
            sources.append(source)
        }
    }

    /// Has signals wait until somebody listens, which is later than a source is told to. The threads of Dispatch block signals as
    /// this one does from now on.
    private static func haveSignalsWait() {
        var set = sigset_t()
        sigemptyset(&set)
        for number in signals { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// True once a signal has arrived.
    var wasRequested: Bool { wasRequestedOnAnyThread() }

    /// The same for whoever asks on other threads.
    var wasRequestedOnAnyThread: @Sendable () -> Bool {
        { [request] in request.wasMade.load(ordering: .relaxed) }
    }
}
