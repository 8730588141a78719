import Foundation
import Essentials
import TestSupport
import Testing

/// Files are opened to be read, and what is none is refused at once.
@Suite(.timeLimit(.minutes(10))) struct InputFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func failure(_ path: String) -> InputFile.Failure? {
        do throws(InputFile.Failure) {
            _ = try InputFile(path)
            return nil
        } catch {
            return error
        }
    }

    @Test("A file is read as a whole, in part, and into another one")
    func reading() throws {
        for count in [0, 1, 1 << 20, 1 << 20 + 1, 3_000_000] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let path = directory.path(of: "file")
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            #expect(try InputFile(path).bytes() == bytes)
            var first: [UInt8] = []
            try InputFile(path).forEachPiece(upTo: 2_000_000) { first += $0 }
            #expect(first == Array(bytes.prefix(2_000_000)))
            try InputFile(path).copy(to: directory.path(of: "copy"))
            #expect(try InputFile(directory.path(of: "copy")).bytes() == bytes)
        }
    }

    @Test("What is no file is told")
    func others() throws {
        #expect(failure(directory.path(of: "nothing")) == .notFound)
        #expect(failure(directory.path) == .isFolder)
        #expect(failure("/dev/zero") == .isNoFile(kind: "a device"))
        let pipe = directory.path(of: "pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(failure(pipe) == .isNoFile(kind: "a named pipe"))
        #expect(failure(pipe)?.sentence == "this is a named pipe, not a file")
    }

    @Test("What cannot be written is told")
    func fullDisk() throws {
        let path = try directory.write("text", to: "file")
        #expect(throws: InputFile.Failure.refused(code: ENOSPC)) { try InputFile(path).copy(to: "/dev/full") }
    }

    @Test("A file of which there is no memory for what is made of it is refused")
    func shortage() throws {
        let path = directory.path(of: "large")
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        #expect(truncate(path, 1 << 30) == 0)
        do throws(InputFile.Failure) {
            _ = try InputFile(path).bytes(expandedBy: 1e9)
            Issue.record("not refused")
        } catch {
            #expect(error.words.hasPrefix("it needs at least "))
        }
    }
}
