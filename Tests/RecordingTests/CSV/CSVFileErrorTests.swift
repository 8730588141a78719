import Foundation
import Recording
import TestSupport
import Testing

@Suite struct CSVFileErrorTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func message(creating path: String) -> String? {
        #expect(throws: RecordingError.self) { try CSVFile(creating: path, columns: ["a"]) }?.description
    }

    @Test func nothingIsOverwritten() throws {
        let path = directory.path(of: "t.csv")
        try Data("old".utf8).write(to: URL(fileURLWithPath: path))
        #expect(message(creating: path) == "the file '\(path)' cannot be created: File exists")
        #expect(try directory.read("t.csv") == "old")
        #expect(message(creating: directory.path) == "the file '\(directory.path)' cannot be created: File exists")
    }

    @Test func noSuchDirectory() {
        let path = directory.path(of: "no/t.csv")
        #expect(message(creating: path) == "the file '\(path)' cannot be created: No such file or directory")
    }

    @Test func aFullDisk() throws {
        let file = try CSVFile(creating: directory.path(of: "t.csv"), columns: ["a"])
        try file.flush()
        try directory.fillDisk(of: "t.csv")
        file.append(1)
        try file.endRow()
        let error = #expect(throws: RecordingError.self) { try file.flush() }
        #expect(error?.description == "the file '\(file.path)' cannot be written: No space left on device")
    }

    /// The limit on the size of files of the process stands for a disk that fills up in the middle of a write.
    @Test func rowsThatWereWrittenInPartAreTakenBack() async throws {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let file = try CSVFile(creating: directory.path(of: "t.csv"), columns: ["a"])
            try file.flush()
            signal(SIGXFSZ, SIG_IGN)
            let resource = Int32(RLIMIT_FSIZE.rawValue)
            var limit = rlimit()
            try #require(getrlimit(resource, &limit) == 0)
            let before = limit.rlim_cur
            limit.rlim_cur = 5
            try #require(setrlimit(resource, &limit) == 0)
            file.append(123)
            try file.endRow()
            #expect(throws: RecordingError.self) { try file.flush() }
            #expect(try directory.read("t.csv") == "a\n")
            limit.rlim_cur = before
            try #require(setrlimit(resource, &limit) == 0)
            // Nothing is lost if there is room again.
            file.append(4)
            try file.endRow()
            try file.flush()
            #expect(try directory.read("t.csv") == "a\n123.0\n4.0\n")
        }
    }
}
