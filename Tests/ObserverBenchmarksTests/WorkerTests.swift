import Foundation
import Testing

@testable import ObserverBenchmarks

/// Workers that are played by a shell, and the answer of a real one.
@Suite struct WorkerTests {
    private static let work = Work(count: 7, rounds: 2)

    /// A runner whose worker is a script, which gets the order as `$1` and what follows.
    private func runner(_ script: String) -> WorkerRunner {
        WorkerRunner(
            executable: "/bin/sh", arguments: ["-c", script, "worker"], patience: 11)
    }

    private func run(_ script: String) throws(BenchmarkError) -> Run? {
        try runner(script).run(.fanOut, Self.work, by: SwiftClosures())
    }

    private func failure(_ reason: String) -> BenchmarkError {
        .runFailed(library: "Swift closures", workload: .fanOut, count: 7, reason: reason)
    }

    @Test("an answer arrives as the worker wrote it, down to the last digit")
    func answer() throws {
        let line = try Worker.answer(.population, Self.work, by: SwiftClosures(), patience: 0)
        let run = try #require(try run("echo '\(line)'"))
        #expect(run.outcome.received == Workload.population.expectedReception(Self.work))
        #expect(run.outcome.phases.map(\.row) == [.populationBegin, .populationChange, .populationEnd])
        #expect(run.outcome.phases.allSatisfy { $0.operations == 2 * 142 * 7 && $0.nanoseconds > 0 })
        #expect(run.nanoseconds >= run.outcome.phases.reduce(0) { $0 + $1.nanoseconds })
        let again = String(decoding: try JSONEncoder().encode(run), as: UTF8.self)
        #expect(try JSONDecoder().decode(Run.self, from: Data(again.utf8)).nanoseconds == run.nanoseconds)
    }

    @Test("what a library does not offer is not an error")
    func notOffered() throws {
        let line = try Worker.answer(.death, Self.work, by: SwiftClosures(), patience: 0)
        #expect(try run("echo '\(line)'") == nil)
    }

    @Test("a worker is told the library, the workload, the count, the rounds and the patience")
    func order() {
        #expect(throws: failure("its answer is not a run: 'Swift closures|fan-out|7|2|11|'")) {
            try run("printf '%s|' \"$@\"")
        }
    }

    @Test(
        "a worker that ends without an answer is reported with its library, workload and count",
        arguments: [
            ("exit 3", "it ended with status 3"),
            ("kill -s SEGV $$", "it crashed with signal 11"),
            ("kill -s KILL $$", "it was killed, as the system does when no memory is left"),
            ("", "its answer is not a run: ''"),
        ])
    func failures(script: String, reason: String) {
        #expect(throws: failure(reason)) { try run(script) }
    }

    @Test("a worker that is stopped by its alarm took too long")
    func impatience() {
        // Tests run on threads that block signals, which the shell would inherit.
        var (signals, before) = (sigset_t(), sigset_t())
        sigemptyset(&signals)
        sigaddset(&signals, SIGALRM)
        pthread_sigmask(SIG_UNBLOCK, &signals, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let expected = BenchmarkError.tookTooLong(library: "Swift closures", workload: .fanOut, count: 7, seconds: 11)
        #expect(throws: expected) { try run("kill -s ALRM $$") }
    }

    @Test("a program that does not exist is reported")
    func missingProgram() {
        let runner = WorkerRunner(
            executable: "/nonexistent", arguments: [], patience: 1)
        #expect {
            try runner.run(.fanOut, Self.work, by: SwiftClosures())
        } throws: { error in
            "\(error)".hasPrefix("Swift closures failed in 'fan-out' at 7: '/nonexistent' could not be started: ")
        }
    }
}
