import SimulationEngine
import Testing

@Suite struct StateVectorTests {
    @Test func columnsLieOneAfterTheOther() {
        let vector = StateVector(columnCount: 2, rowCount: 3)
        #expect(Array(vector.elements) == [0, 0, 0, 0, 0, 0])
        for column in 0..<2 { for row in 0..<3 { vector[column, row] = Double(10 * column + row) } }
        #expect(Array(vector.elements) == [0, 1, 2, 10, 11, 12])
        #expect(Array(vector.column(0)) == [0, 1, 2])
        #expect(Array(vector.column(1)) == [10, 11, 12])
        #expect(vector[1, 2] == 12)
        #expect(vector.count == 6)
    }

    @Test(arguments: [(0, 0), (3, 0), (0, 3)]) func empty(columns: Int, rows: Int) {
        let vector = StateVector(columnCount: columns, rowCount: rows)
        #expect(vector.count == 0)
        for column in 0..<columns { #expect(vector.column(column).isEmpty) }
    }

    @Test func aColumnIsAWindowOnTheMemory() {
        let vector = StateVector(columnCount: 2, rowCount: 2)
        vector.column(1)[0] = 7
        #expect(vector[1, 0] == 7)
    }
}
