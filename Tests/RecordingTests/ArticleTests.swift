import Recording
import SimulationEngine
import TestSupport
import Testing

/// What the page of the module shows is what is compiled and run here.
@Suite struct ArticleTests {
    final class Sums: TableWriter {
        let columns: [String]
        private(set) var sums: [Double]
        private var column = 0

        init(columns: [String]) {
            self.columns = columns
            sums = columns.map { _ in 0 }
        }

        func text(_ text: String) -> TableText { TableText(bytes: Array(text.utf8)) }
        func append(_ text: TableText) { appendNothing() }
        func append(integer number: Int) { append(Double(number)) }
        func appendNothing() { column += 1 }
        func endRow() { column = 0 }

        func append(_ number: Double) {
            sums[column] += number
            column += 1
        }
    }

    @Test func theExamplesAreThoseThatAreRunHere() throws {
        try expectSwiftExamples(of: "Sources/Recording/Recording.docc/Recording.md")
    }

    @Test func allPublicTypesAreListed() throws {
        try expectTopics(coverTypesOf: "Recording")
    }

    /// Three nodes begin at 0, 1 and 2 and go on by 1 in each of two steps, to the times 0.5 and 1.
    @Test(.tracksLifetimes) func aTableOfOnesOwnGetsWhatTheOthersGet() throws {
        let simulation = try drifting(3)
        _ = track(simulation)
        let sums = Sums(columns: ["time", "node", "x"])
        let all = TableDestination { _ in sums }
        let adder = try NodeRecorder(simulation, nodes: .all, fields: ["x"], at: simulation.clock, to: all)
        try simulation.run(until: 1)
        try adder.finish()
        #expect(sums.sums == [4.5, 9, 18])
    }

    @Test(.tracksLifetimes) func aTableInMemoryKeepsWhatItWasGiven() throws {
        var printed: ([String], [Double]) = ([], [])
        func print(_ columns: [String], _ numbers: [Double]) { printed = (columns, numbers) }
        let simulation = try drifting(2, step: 0.05)
        _ = track(simulation)

        let table = RecordedTable()
        let recorder = try NodeRecorder(simulation, nodes: .all, at: simulation.every(steps: 10), to: .memory(table))
        try simulation.run(until: 1)
        try recorder.finish()
        print(table.columns, table.numbers(of: "x") ?? [])

        try simulation.run(until: 2)
        #expect(printed.0 == ["time", "node", "x", "y", "vx", "vy"])
        #expect(printed.1 == [0, 1, 10, 11, 20, 21])
        #expect(table.numbers(of: "x") == [0, 1, 10, 11, 20, 21, 30, 31, 40, 41])
    }
}
