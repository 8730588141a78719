import Foundation
import Recording
import SimulationEngine
import TestSupport
import Testing

/// Files that a run goes on with.
@Suite struct FileCheckpointTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// The kinds of files that have rows.
    enum Kind: String, CaseIterable {
        case csv
        case jsonLines

        func table(_ path: String, _ opening: FileOpening = .new) throws -> any TableWriter & Resumable {
            switch self {
            case .csv: try CSVFile(path, opening: opening, columns: ["a", "b"])
            case .jsonLines: try JSONLinesFile(path, opening: opening, columns: ["a", "b"])
            }
        }

        func table(_ stream: TextStream, isResuming: Bool) throws -> any TableWriter & Resumable {
            switch self {
            case .csv: try CSVFile(stream, isResuming: isResuming, columns: ["a", "b"])
            case .jsonLines: JSONLinesFile(stream, isResuming: isResuming, columns: ["a", "b"])
            }
        }
    }

    private func append(_ rows: Range<Int>, to table: any TableWriter) throws {
        for row in rows {
            table.append(integer: row)
            table.append(Double(row) / 7)
            try table.endRow()
            try table.endMoment()
        }
    }

    private func checkpoint(_ table: any Resumable) throws -> [UInt8] {
        let archive = StateArchive()
        try table.archiveState(in: archive)
        return archive.contents
    }

    /// Writes some rows, takes a checkpoint, writes more, and is killed in the middle of a row.
    private func interruptedTable(_ kind: Kind, _ name: String) throws -> [UInt8] {
        let table = try kind.table(directory.path(of: name))
        try append(0..<5000, to: table)
        let bytes = try checkpoint(table)
        try append(5000..<9000, to: table)
        try table.flush()
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: directory.path(of: name)))
        try file.seekToEnd()
        try file.write(contentsOf: Data("9000,12".utf8))
        return bytes
    }

    @Test("A file goes on at the checkpoint, whatever was written after it", arguments: Kind.allCases)
    func goingOn(kind: Kind) throws {
        let whole = try kind.table(directory.path(of: "whole"))
        try append(0..<10_000, to: whole)
        try whole.flush()
        let bytes = try interruptedTable(kind, "table")
        let table = try kind.table(directory.path(of: "table"), .resuming)
        try table.archiveState(in: StateArchive(reading: bytes))
        try append(5000..<10_000, to: table)
        try table.flush()
        #expect(try directory.read("table") == directory.read("whole"))
    }

    @Test("What was written after the checkpoint is cut off even if nothing follows", arguments: Kind.allCases)
    func nothingFollows(kind: Kind) throws {
        let bytes = try interruptedTable(kind, "table")
        let table = try kind.table(directory.path(of: "table"), .resuming)
        try table.archiveState(in: StateArchive(reading: bytes))
        try table.flush()
        let text = try directory.read("table")
        #expect(text.hasSuffix("\n"))
        #expect(text.split(separator: "\n").count == (kind == .csv ? 5001 : 5000))
    }

    @Test(
        "Until the checkpoint has been read nothing is written, and a file is left as it is", arguments: Kind.allCases)
    func nothingIsTouched(kind: Kind) throws {
        let bytes = try interruptedTable(kind, "table")
        let before = try directory.read("table")
        do {
            let table = try kind.table(directory.path(of: "table"), .resuming)
            try append(0..<10_000, to: table)
            try table.flush()
        }
        #expect(try directory.read("table") == before)
        do {
            // Something else goes wrong after this has been read.
            let table = try kind.table(directory.path(of: "table"), .resuming)
            try append(0..<10, to: table)
            try table.archiveState(in: StateArchive(reading: bytes))
        }
        #expect(try directory.read("table") == before)
    }

    @Test("A file that is shorter than at the checkpoint, or missing, is refused", arguments: Kind.allCases)
    func shortAndMissing(kind: Kind) throws {
        let bytes = try interruptedTable(kind, "table")
        let path = directory.path(of: "table")
        try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: 100)
        let before = try directory.read("table")
        do {
            let table = try kind.table(path, .resuming)
            let error = #expect(throws: CheckpointError.self) {
                try table.archiveState(in: StateArchive(reading: bytes))
            }
            #expect(error?.description.hasPrefix("\(path): the file has 100 bytes, but had ") == true)
        }
        #expect(try directory.read("table") == before)
        try FileManager.default.removeItem(atPath: path)
        let error = #expect(throws: RecordingError.self) { try kind.table(path, .resuming) }
        #expect(
            error?.description
                == "the file '\(path)', which the run is to go on with, cannot be opened: No such file or directory")
    }

    @Test("A file that is replaced is emptied", arguments: Kind.allCases)
    func replacing(kind: Kind) throws {
        _ = try interruptedTable(kind, "table")
        let whole = try kind.table(directory.path(of: "whole"))
        let table = try kind.table(directory.path(of: "table"), .replacing)
        for table in [whole, table] {
            try append(0..<10, to: table)
            try table.flush()
        }
        #expect(try directory.read("table") == directory.read("whole"))
    }

    @Test("A stream goes on with what comes after the checkpoint, without another header", arguments: Kind.allCases)
    func streams(kind: Kind) throws {
        let whole = try kind.table(directory.path(of: "whole"))
        try append(0..<10, to: whole)
        try whole.flush()
        #expect(FileManager.default.createFile(atPath: directory.path(of: "stream"), contents: nil))
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: directory.path(of: "stream")))
        let stream = TextStream(descriptor: handle.fileDescriptor, name: "a stream")
        let first = try kind.table(stream, isResuming: false)
        try append(0..<4, to: first)
        let bytes = try checkpoint(first)
        let second = try kind.table(stream, isResuming: true)
        // What recorders find in the initial state has been written before.
        try append(0..<1, to: second)
        try second.archiveState(in: StateArchive(reading: bytes))
        try append(4..<10, to: second)
        #expect(try directory.read("stream") == directory.read("whole"))
    }

    @Test("A ring goes on with the moments that it keeps, and so does a table in memory")
    func rings() throws {
        func ring(_ table: RecordedTable) throws -> RingTable {
            var ring: RingTable?
            let made = try TableDestination.ring(last: 3, of: .memory(table)) { ring = $0 }.table(columns: [
                "a", "b", "c",
            ])
            #expect(made === ring)
            return try #require(ring)
        }
        func append(_ rows: Range<Int>, to ring: RingTable) throws {
            for row in rows {
                ring.append(integer: row)
                ring.append(ring.text("row \(row)"))
                if row.isMultiple(of: 2) { ring.append(0.5) } else { ring.appendNothing() }
                try ring.endRow()
                ring.endMoment()
                if row == 3 { try ring.writeOut() }
            }
        }
        let wholeTable = RecordedTable()
        let whole = try ring(wholeTable)
        try append(0..<12, to: whole)
        try whole.writeOut()
        for end in [0, 1, 3, 4, 5, 8, 12] {
            let first = try ring(RecordedTable())
            try append(0..<end, to: first)
            let table = RecordedTable()
            let second = try ring(table)
            try second.archiveState(in: StateArchive(reading: try checkpoint(first)))
            try append(end..<12, to: second)
            try second.writeOut()
            #expect(table.rowCount == 6)
            for column in ["a", "b", "c"] {
                #expect(table.texts(of: column) == wholeTable.texts(of: column), "after \(end) rows")
            }
        }
    }
}
