import Foundation
import SimulationEngine
import TestSupport
import Testing

@Suite("Files of checkpoints")
struct CheckpointFileTests {
    @Test("what was written is read, and replaces what was there")
    func writing() throws {
        let directory = try TemporaryDirectory()
        let file = CheckpointFile(path: directory.path(of: "checkpoint"))
        for count in [0, 1, 3_000_000] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try file.write(bytes)
            #expect(try file.read() == bytes)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["checkpoint"])
    }

    @Test("a file that cannot be there is told with its path and the reason")
    func errors() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "nowhere/checkpoint")
        #expect(throws: CheckpointError.file(path: path + ".part", reason: "No such file or directory")) {
            try CheckpointFile(path: path).write([1])
        }
        #expect(throws: CheckpointError.file(path: path, reason: "No such file or directory")) {
            _ = try CheckpointFile(path: path).read()
        }
        // A folder in its place is neither replaced nor left with a part of a file beside it.
        let folder = directory.path(of: "folder")
        try FileManager.default.createDirectory(atPath: folder + "/full", withIntermediateDirectories: true)
        #expect(throws: CheckpointError.file(path: folder, reason: "Is a directory")) {
            try CheckpointFile(path: folder).write([1])
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["folder"])
    }
}
