import Foundation
import TestSupport
import Testing

/// The binary, as the tests run it: in a folder of its own, with a limit of time.
struct Program {
    /// What a run of the binary left behind.
    struct Outcome: Equatable {
        var status: Int32
        /// What was written to standard output.
        var output: String
        /// What was written to standard error.
        var errors: String
    }

    /// Why a run cannot be judged.
    enum Failure: Error {
        case tookTooLong(arguments: [String])
        case killed(signal: Int32)
    }

    /// The folder in which it runs.
    let folder: TemporaryDirectory

    /// The built binary, which lies beside the test bundle, unless another one is named.
    private static let binary =
        ProcessInfo.processInfo.environment["OBSERVATORY_PROGRAM"].map { URL(fileURLWithPath: $0) }
        ?? URL(fileURLWithPath: productsFolder).appendingPathComponent("observatory")

    /// Runs the binary to its end.
    func run(_ arguments: [String]) throws -> Outcome {
        try start(arguments).outcome()
    }

    /// Runs a script of the shell, in which the binary is `"$0"`.
    func shell(_ script: String) throws -> Outcome {
        let shell = URL(fileURLWithPath: "/bin/sh")
        return try RunningProgram(shell, arguments: ["-c", script, Self.binary.path], in: folder).outcome()
    }

    /// Starts the binary.
    func start(_ arguments: [String]) throws -> RunningProgram {
        try RunningProgram(Self.binary, arguments: arguments, in: folder)
    }

    /// Starts the binary, which the system ends by SIGXCPU if it computes for more than some seconds.
    ///
    /// Unlike the time that passes, these do not depend on what else the machine does.
    func start(_ arguments: [String], secondsOfProcessor: Int) throws -> RunningProgram {
        try RunningProgram(
            URL(fileURLWithPath: "/bin/sh"),
            arguments: ["-c", "ulimit -S -t \(secondsOfProcessor); exec \"$0\" \"$@\"", Self.binary.path] + arguments,
            in: folder)
    }
}

/// How long is waited for what has to happen: far longer than it takes, since other work may keep the machine busy.
let patience = 600.0

/// Waits until something is so, and fails if it is not in the end.
func waitUntil(_ condition: () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let deadline = ContinuousClock.now + .seconds(patience)
    while try !condition() {
        try #require(ContinuousClock.now < deadline, "waited in vain", sourceLocation: sourceLocation)
        usleep(10_000)
    }
}

/// A run of the binary that may still go on.
final class RunningProgram {
    private let process = Process()
    private let hasEnded = DispatchSemaphore(value: 0)
    private let scratch: TemporaryDirectory

    /// Keeps the folder in which the program runs.
    private let folder: TemporaryDirectory

    fileprivate init(_ binary: URL, arguments: [String], in folder: TemporaryDirectory) throws {
        self.folder = folder
        scratch = try TemporaryDirectory()
        process.executableURL = binary
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        // The width of help texts must not depend on the terminal in which the tests run.
        process.environment = ProcessInfo.processInfo.environment.merging(["COLUMNS": "80"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        // Files, unlike pipes, cannot fill up and stop the program.
        process.standardOutput = try stream("out")
        process.standardError = try stream("err")
        process.terminationHandler = { [hasEnded] _ in hasEnded.signal() }
        Self.heedSignals
        try withSignals { try process.run() }
    }

    /// Has programs that are started end, or be interrupted, when they are asked to, also where these tests are to outlive their
    /// terminal (`nohup`) or run in the background: what is ignored is ignored by programs that are started as well, unlike what is
    /// handled.
    private static let heedSignals: Void = {
        for number in [SIGHUP, SIGINT, SIGTERM] {
            let before = signal(number) { _ in }
            let isIgnored = unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
            if !isIgnored { signal(number, before) }
        }
    }()

    /// Starts something with no signals blocked, which tests run without, and which a program that is started takes over.
    private func withSignals(_ start: () throws -> Void) rethrows {
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try start()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Sends the signal of Control-C, or another one.
    func interrupt(by signal: Int32 = SIGINT) {
        kill(process.processIdentifier, signal)
    }

    /// Ends it at once, as a crash would.
    func crash() {
        kill(process.processIdentifier, SIGKILL)
        _ = hasEnded(within: patience)
    }

    /// What has been written to standard output so far.
    func output() throws -> String {
        try scratch.read("out")
    }

    /// What has been written to standard error so far.
    func errors() throws -> String {
        try scratch.read("err")
    }

    /// The seconds for which processors have worked for it so far.
    func processorTime() throws -> Double {
        try #require(!hasEnded(within: 0), "The program has ended: \((try? errors()) ?? "")")
        let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
        // What stands before is the name of the program, which may hold anything.
        let fields = try #require(text.split(separator: ")").last).split(separator: " ")
        let ticks = fields.dropFirst(11).prefix(2).compactMap { Double($0) }
        try #require(ticks.count == 2)
        return (ticks[0] + ticks[1]) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Waits for the end, at most some seconds; tells whether it has come.
    func hasEnded(within seconds: Double) -> Bool {
        guard hasEnded.wait(timeout: .now() + seconds) == .success else { return false }
        hasEnded.signal()
        return true
    }

    /// Waits for the end and tells what was written; at most some seconds, where a program that does not end is looked for.
    func outcome(within seconds: Double = patience) throws -> Program.Outcome {
        guard hasEnded(within: seconds) else {
            kill(process.processIdentifier, SIGKILL)
            throw Program.Failure.tookTooLong(arguments: process.arguments ?? [])
        }
        process.waitUntilExit()
        if process.terminationReason == .uncaughtSignal {
            throw Program.Failure.killed(signal: process.terminationStatus)
        }
        return Program.Outcome(
            status: process.terminationStatus, output: try scratch.read("out"), errors: try scratch.read("err"))
    }

    private func stream(_ name: String) throws -> FileHandle {
        try FileHandle(forWritingTo: URL(fileURLWithPath: try scratch.write("", to: name)))
    }
}
