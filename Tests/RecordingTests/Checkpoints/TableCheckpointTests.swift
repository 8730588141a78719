import Foundation
import SimulationEngine
import TestSupport
import Testing

@testable import Recording

/// Tables in memory, and rings, of which a checkpoint tells what cannot be.
@Suite struct TableCheckpointTests {
    @Test("A table whose columns have not all their cells is refused", arguments: 0..<6)
    func missingCells(number: Int) throws {
        let damages: [(RecordedTable) -> Void] = [
            { $0.numbers.removeLast() }, { $0.numbers[0].removeLast() }, { $0.texts[1]?.removeLast() },
            { $0.texts.append(nil) }, { $0.rowCount += 1 }, { $0.areIntegers.removeLast() },
        ]
        let table = RecordedTable()
        table.begin(columns: ["time", "name"])
        for row in 0..<3 {
            table.append(Double(row))
            table.append(table.text("x"))
            try table.endRow()
        }
        damages[number](table)
        let archive = StateArchive()
        // It is found out in writing as well, once all has been written.
        try? table.archiveState(in: archive)
        #expect(throws: CheckpointError.self) {
            try RecordedTable().archiveState(in: StateArchive(reading: archive.contents))
        }
    }

    @Test("Rows of a ring that have more cells than their table has columns are refused")
    func longRows() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "ring")
        let first = try RingTable(last: 2, of: try JSONLinesFile(creating: path, columns: ["a", "b", "c"]))
        for number in 0..<3 { first.append(integer: number) }
        try first.endRow()
        first.endMoment()
        let archive = StateArchive()
        try first.archiveState(in: archive)
        let second = try RingTable(last: 2, of: try JSONLinesFile(path, opening: .resuming, columns: ["a", "b"]))
        #expect(throws: CheckpointError.damaged(reason: "a row has more cells than the 2 columns of its table")) {
            try second.archiveState(in: StateArchive(reading: archive.contents))
        }
    }
}
