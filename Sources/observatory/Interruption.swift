import Dispatch
import Foundation
import Synchronization

/// Listens for the signals by which a user or a system asks a program to end, so that a run can end after a step with
/// its files complete. A second signal ends the program at once.
final class Interruption {
    private final class Request: Sendable {
        let wasMade = Atomic<Bool>(false)
    }

    private let request = Request()
    private var sources: [any DispatchSourceSignal] = []

    init() {
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [request] in
                guard request.wasMade.exchange(true, ordering: .relaxed) else { return }
                // A step may take longer than the patience of whoever sent the signals.
                writeError("interrupted again: rows that were not yet written are lost")
                _exit(130)
            }
            source.resume()
            sources.append(source)
        }
    }

    /// Whether a signal has arrived.
    var wasRequested: Bool {
        request.wasMade.load(ordering: .relaxed)
    }
}
