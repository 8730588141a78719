import ObserverCore
import SimulationEngine
import Testing

@Suite struct BoundsTests {
    @Test func theErrorNamesNodeFieldStepAndTheValueBefore() throws {
        let simulation = try counting([3, 7, 0], step: 0.5)
        try simulation.require("number", within: 0...10)
        var moments: [Int] = []
        let watcher = Watcher()
        watcher.observe(simulation.clock) { moments.append($0.step) }
        let error = #expect(throws: SimulationError.self) { try simulation.run(until: 10) }
        #expect(
            error?.description
                == "'number' of node 1 is 11.0 after step 4, at time 2.0, outside of 0.0 to 10.0; "
                + "before the step it was 10.0")
        #expect(moments == [0, 1, 2, 3])
    }

    @Test func whatIsOutsideAtTheStartHasNoValueBefore() throws {
        let simulation = try counting([3, 7, 0], step: 0.5)
        let error = #expect(throws: SimulationError.self) { try simulation.require("number", within: 5...10) }
        #expect(error?.description == "'number' of node 0 is 3.0 at the start, at time 0.0, outside of 5.0 to 10.0")
        try simulation.run(steps: 2)
        let later = #expect(throws: SimulationError.self) { try simulation.require("number", within: 6...10) }
        #expect(
            later?.description
                == "'number' of node 0 is 5.0 already after step 2, at time 1.0, outside of 6.0 to 10.0")
    }

    @Test func someNodesOnly() throws {
        let simulation = try counting([3, 7, 0])
        try simulation.require("number", within: 0...10, ofNodes: [2])
        try simulation.run(until: 9)
        #expect(simulation.model.numbers == [12, 16, 9])
    }

    @Test func whatIsOutsideAlreadyIsRefused() throws {
        let simulation = try counting([3, 7, 0])
        #expect(throws: SimulationError.self) { try simulation.require("number", within: 5...10) }
        #expect(throws: SimulationError.unknownField("x", known: ["number"])) {
            try simulation.require("x", within: 0...1)
        }
    }
}
