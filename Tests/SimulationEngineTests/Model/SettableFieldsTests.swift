import SimulationEngine
import Testing

@Suite struct SettableFieldsTests {
    @Test("The state that a node would have with other values leaves the model as it is, to the last bit")
    func whatIf() throws {
        let table = FieldTable(randomCount: 3, seed: 1)
        let before = table.bits
        var expected = table.nodeState(at: 1)
        expected[0] = 7
        expected[3] = -0.5
        #expect(try table.nodeState(at: 1, setting: [3, 0], to: [-0.5, 7]) == expected)
        #expect(table.bits == before)
    }

    @Test("A field that is set is one number of the state")
    func setting() {
        let table = FieldTable(count: 2)
        table.setField(1, at: 1, to: 3)
        #expect(table.numbers == [0, 0, 0, 3, 0, 0, 0, 0, 0, 0])
    }
}
