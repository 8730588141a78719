import Essentials
import Foundation
import TestSupport
import Testing

/// Programs of the system are found, run, and waited for.
@Suite(.timeLimit(.minutes(10))) struct ExternalProcessTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func run(_ script: String, within seconds: Double = .infinity) throws -> String {
        let (shell, output) = (try #require(ExternalProcess.path(of: "sh")), folder.path(of: "output"))
        try ExternalProcess(shell, ["-c", script, "a word"]).run(writingTo: output, within: seconds)
        return try folder.read("output")
    }

    @Test("Programs are found by name or path, and nothing else is one")
    func paths() throws {
        #expect(ExternalProcess.path(of: "sh")?.hasSuffix("/sh") == true)
        #expect(ExternalProcess.path(of: "/bin/sh") == "/bin/sh")
        let file = try folder.write("", to: "no program")
        for missing in ["", "no-such-program", "/no/such/program", folder.path, file] {
            #expect(ExternalProcess.path(of: missing) == nil)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file)
        #expect(ExternalProcess.path(of: file) == file)
    }

    @Test("What a program writes is in a file, and it reads nothing", arguments: [.infinity, 300.0])
    func output(seconds: Double) throws {
        #expect(try run("cat; echo \"$0\"; echo more >&2", within: seconds) == "a word\nmore\n")
    }

    @Test(
        "One that fails, that is ended, or that cannot be started is told with what it wrote",
        arguments: [.infinity, 300.0])
    func failure(seconds: Double) throws {
        let failure = #expect(throws: ExternalProcess.Failure.self) { try run("echo no >&2; exit 3", within: seconds) }
        #expect(failure?.output == "no\n")
        #expect(throws: ExternalProcess.Failure.self) { try run("kill -9 $$", within: seconds) }
        let missing = #expect(throws: ExternalProcess.Failure.self) {
            try ExternalProcess("/no/such/program", []).run(writingTo: "/dev/null", within: seconds)
        }
        #expect(missing?.output == "No such file or directory")
    }

    @Test("One that hangs is ended when its time is over")
    func limit() throws {
        let start = ContinuousClock.now
        let failure = #expect(throws: ExternalProcess.Failure.self) { try run("exec sleep 300", within: 0.2) }
        #expect(failure?.output == "it has been ended, since it took more than 0.2 seconds")
        #expect(ContinuousClock.now - start < .seconds(200))
    }
}
