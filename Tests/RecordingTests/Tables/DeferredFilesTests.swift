import Foundation
import Recording
import SimulationEngine
import TestSupport
import Testing

/// Files that wait in memory.
@Suite struct DeferredFilesTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() }
    }

    private func append(_ rows: Range<Int>, to table: any TableWriter) throws {
        for row in rows {
            table.append(integer: row)
            try table.endRow()
        }
    }

    private func csv(_ rows: Range<Int>) -> String { "a\n" + rows.map { "\($0)\n" }.joined() }

    /// Two tables, one of which has some rows.
    private func tables(in files: DeferredFiles) throws -> (small: CSVFile, large: CSVFile) {
        let tables = try ["small", "large"].map { name in
            let table = try CSVFile(directory.path(of: name), opening: .deferred, columns: ["a"])
            try files.add(table, as: name)
            return table
        }
        try append(0..<3, to: tables[0])
        return (tables[0], tables[1])
    }

    @Test("Files wait in memory until one of them is large, and become what they are without waiting")
    func large() throws {
        var preparations = 0
        let files = DeferredFiles { preparations += 1 }
        let (small, large) = try tables(in: files)
        try append(0..<10_000, to: large)
        try large.flush()
        #expect(try names == [])
        #expect(preparations == 0)
        #expect(files.names.sorted() == ["large", "small"])
        #expect(files.bytes(of: "small") == Array(csv(0..<3).utf8))
        try append(10_000..<20_000, to: large)
        #expect(preparations == 1)
        #expect(files.names == [])
        #expect(files.bytes(of: "small") == nil)
        #expect(try directory.read("small") == csv(0..<3))
        try append(3..<5, to: small)
        try small.flush()
        try large.flush()
        #expect(try directory.read("small") == csv(0..<5))
        #expect(try directory.read("large") == csv(0..<20_000))
    }

    @Test("Where nothing can be prepared all go on waiting, and lose nothing")
    func refused() throws {
        let failure = RecordingError.cannotCreate(path: "somewhere", reason: "there is no room")
        var isPossible = false
        let files = DeferredFiles { () throws(RecordingError) in if !isPossible { throw failure } }
        let (_, large) = try tables(in: files)
        var rowCount = 0
        #expect(throws: failure) {
            while rowCount < 20_000 {
                rowCount += 1
                try append(rowCount - 1..<rowCount, to: large)
            }
        }
        #expect(try names == [])
        isPossible = true
        try files.create()
        #expect(try names == ["large", "small"])
        #expect(try directory.read("large") == csv(0..<rowCount))
    }

    @Test("Once there are files, others wait no more, and what nobody asks for is not made")
    func later() throws {
        do { _ = try tables(in: DeferredFiles {}) }
        #expect(try names == [])
        let files = DeferredFiles {}
        let kept = try tables(in: files)
        try files.create()
        try files.add(CSVFile(directory.path(of: "later"), opening: .deferred, columns: ["a"]), as: "later")
        #expect(try directory.read("later") == csv(0..<0))
        withExtendedLifetime(kept) {}
    }

    @Test("A checkpoint has a file made")
    func checkpoint() throws {
        let table = try CSVFile(directory.path(of: "table"), opening: .deferred, columns: ["a"])
        try append(0..<3, to: table)
        try table.archiveState(in: StateArchive())
        #expect(try directory.read("table") == csv(0..<3))
    }
}
