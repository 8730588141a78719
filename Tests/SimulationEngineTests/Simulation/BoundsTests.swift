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

    // MARK: Changes from outside

    private final class Pusher: NamedAuthor {
        let authorName = "push"
    }

    /// Counts 3, 7 and 0 on by steps of 0.5, and has something done after step 2.
    private func failure(
        within range: ClosedRange<Double> = 0...10, ofNodes nodes: [Int]? = nil, steps: Int = 10,
        after change: @escaping (Simulation<CountingModel>) throws -> Void
    ) throws -> (SimulationError?, Simulation<CountingModel>) {
        let simulation = try counting([3, 7, 0], step: 0.5)
        try simulation.require("number", within: range, ofNodes: nodes)
        let watcher = Watcher()
        watcher.observe(simulation.clock) { [unowned simulation] moment in
            if moment.step == 2 { try? change(simulation) }
        }
        return (#expect(throws: SimulationError.self) { try simulation.run(steps: steps) }, simulation)
    }

    @Test("a change from outside is told at once with its author, and is not made")
    func changes() throws {
        let pusher = Pusher()
        let (error, simulation) = try failure(ofNodes: [2, 1]) { $0.nodes[1].state.set(20, as: pusher) }
        #expect(
            error?.description
                == "push changes 'number' of node 1 to 20.0 after step 2, at time 1.0, outside of 0.0 to 10.0; "
                + "before the change it was 9.0")
        #expect(simulation.moment.step == 2)
        #expect(simulation.model.numbers == [5, 9, 2])
        // It would have been back inside after the step, and nobody would have known.
        let (back, _) = try failure(within: 0...100) { try $0.kick(node: 0) { $0 = -1 } }
        #expect(back?.description.hasPrefix("an observer changes 'number' of node 0 to -1.0 after step 2") == true)
    }

    @Test("a change that is allowed counts as the value before the next step")
    func allowedChanges() throws {
        let (error, _) = try failure { $0.nodes[0].state.value = 10 }
        #expect(
            error?.description
                == "'number' of node 0 is 11.0 after step 3, at time 1.5, outside of 0.0 to 10.0; "
                + "before the step it was 10.0")
    }

    @Test("a change of the whole model is looked at as a whole")
    func changesOfTheModel() throws {
        let pusher = Pusher()
        let (error, simulation) = try failure { $0.intervene("shift", as: pusher) { $0.numbers = [1, 2, -3] } }
        #expect(
            error?.description
                == "push changes 'number' of node 2 to -3.0 after step 2, at time 1.0, outside of 0.0 to 10.0; "
                + "before the change it was 2.0")
        #expect(simulation.model.numbers == [5, 9, 2])
    }

    @Test("a change of the whole model that leads out of bounds is taken back, and the run can go on")
    func takenBack() throws {
        let model = ColonyModel([0, 5])
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 1)
        try simulation.require("y", within: 0...10)
        simulation.intervene("scatter") {
            $0.state[0, 0] = 7; $0.state[0, 1] = 70
        }
        #expect(model.numbers == [0, 5])
        #expect(throws: SimulationError.self) { try simulation.run(steps: 1) }
        try simulation.run(steps: 5)
        #expect(model.numbers == [5, 10])
        let error = #expect(throws: SimulationError.self) { try simulation.run(steps: 1) }
        #expect(error?.description.hasSuffix("before the step it was 10.0") == true)
    }

    @Test("a node that would come out of bounds does not stay", arguments: [false, true])
    func births(whileRunning: Bool) throws {
        let model = ColonyModel([0, 5])
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 1)
        try simulation.require("y", within: 0...10)
        let pusher = Pusher()
        let add = { [unowned simulation] in
            try simulation.addNode([9])
            try simulation.addNode([12], as: pusher)
            try simulation.addNode(like: 0, setting: ["y"], to: { [-2] }, as: pusher)
            try simulation.addNode([8])
        }
        let watcher = Watcher()
        if whileRunning {
            watcher.observe(simulation.clock) { (moment: Moment) in if moment.step == 0 { try? add() } }
        } else {
            try add()
        }
        let error = #expect(throws: SimulationError.self) { try simulation.run(steps: 1) }
        #expect(
            error?.description
                == "push changes 'y' of node 3 to 12.0 after step 0, at time 0.0, outside of 0.0 to 10.0")
        #expect(simulation.nodes.filter(\.isPresent).map { $0.state.value[0] } == [0, 5, 9, 8])
        try simulation.run(steps: 1)
        #expect(simulation.nodes.filter(\.isPresent).map { $0.state.value[0] } == [1, 6, 10, 9])
    }

    @Test("all nodes are also those that come later, but not those that have gone; given ones are these")
    func nodesThatCome() throws {
        func colony(_ nodes: [Int]?) throws -> Simulation<ColonyModel> {
            let simulation = try Simulation(ColonyModel([0, 5]), integrator: RungeKutta4(), step: 1)
            try simulation.require("y", within: 0...10, ofNodes: nodes)
            try simulation.run(steps: 1)
            return simulation
        }
        let born = try colony(nil)
        try born.addNode([8])
        let error = #expect(throws: SimulationError.self) { try born.run(steps: 9) }
        #expect(
            error?.description
                == "'y' of node 2 is 11.0 after step 4, at time 4.0, outside of 0.0 to 10.0; "
                + "before the step it was 10.0")
        let outside = try colony(nil)
        try outside.addNode([12])
        let birth = #expect(throws: SimulationError.self) { try outside.run(steps: 1) }
        #expect(
            birth?.description
                == "an observer changes 'y' of node 2 to 12.0 after step 1, at time 1.0, outside of 0.0 to 10.0")
        let gone = try colony(nil)
        try gone.removeNode(1)
        try gone.run(steps: 9)
        let given = try colony([0])
        try given.addNode([12])
        try given.run(steps: 9)
    }

    @Test("nodes that have come are looked at after an interruption, too")
    func interrupted() throws {
        func make() throws -> Simulation<ColonyModel> {
            let simulation = try Simulation(ColonyModel([0, 5]), integrator: RungeKutta4(), step: 1)
            try simulation.require("y", within: 0...10)
            return simulation
        }
        let first = try make()
        try first.addNode([8])
        try first.run(steps: 2)
        let second = try make()
        try second.resume(from: try first.checkpoint())
        let errors = [first, second].map { simulation in
            #expect(throws: SimulationError.self) { try simulation.run(steps: 1) }
        }
        #expect(errors[0]?.description.hasSuffix("before the step it was 10.0") == true)
        #expect(errors[0] == errors[1])
    }
}

/// Colonies without edges are nothing but their state.
extension ColonyModel: Resumable {}
