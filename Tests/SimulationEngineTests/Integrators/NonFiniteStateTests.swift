import SimulationEngine
import Testing

/// Methods of fixed step refuse a state that is not finite, and leave the last good one.
@Suite struct NonFiniteStateTests {
    @Test(arguments: [Double.nan, .infinity, -.infinity]) func rungeKutta4(slope: Double) throws {
        let model = Equation([1, 2, 1]) { time, y in time > 0.9 && y > 2 ? slope : 1 }
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.5)
        let error = #expect(throws: IntegrationError.self) { try simulation.run(steps: 5) }
        guard case .stateNotFinite(let failure) = error else { throw error ?? .interrupted(time: 0) }
        #expect(failure.value.description == slope.description)
        #expect((failure.node, failure.nodeName, failure.field) == (1, nil, "y"))
        #expect((failure.time, failure.lastTime) == (1, 0.5))
        #expect(failure.step == 2)
        #expect(error?.description.hasPrefix("in step 2, at time 1.0, 'y' of node 1 is ") == true)
        #expect(failure.lastValues == [.init("y", 2.5)])
        #expect(simulation.moment.time == 0.5)
        #expect(model.numbers == [1.5, 2.5, 1.5])
        // The failure lasts as long as its cause.
        #expect(throws: IntegrationError.self) { try simulation.run(steps: 1) }
        simulation.nodes[1].state.value = [0]
        try simulation.run(steps: 1)
        #expect(model.numbers == [2, 0.5, 2])
    }

    @Test func leapfrog() throws {
        let model = Pendulums(angles: [0, 1e308], velocities: [0, 1e308])
        let simulation = try Simulation(model, integrator: Leapfrog(), step: 0.5)
        let error = #expect(throws: IntegrationError.self) { try simulation.run(steps: 5) }
        // The second step goes beyond the greatest number.
        #expect(simulation.moment.step == 1)
        guard case .stateNotFinite(let failure) = error else { throw error ?? .interrupted(time: 0) }
        // The only field of pendulums is not their columns, which have no names therefore.
        #expect((failure.node, failure.field, failure.value) == (1, "column 0", .infinity))
        #expect(failure.lastValues.map(\.field) == ["column 0", "column 1"])
        #expect(model.numbers[1] == 1.5e308)
        #expect(model.numbers[0] == 0)

        // The accelerations of the refused state are forgotten.
        simulation.nodes[1].state.value = [0, 0]
        try simulation.run(steps: 2)
        #expect(model.numbers == [0, 0, 0, 0])
    }

    @Test func theMessageNamesTheNode() {
        let model = Named()
        let error = #expect(throws: IntegrationError.self) { try RungeKutta4().advance(model, from: 1, to: 2) }
        #expect(
            error?.description == """
                at time 2.0 'speed' of node 'Bob' is inf: take a smaller step, or look for a singularity, such as \
                particles that meet; the last good state of the node, at time 1.0, is place = 2.0, speed = 4.0
                """)
    }

    /// Ann and Bob, each with a place and a speed; that of Bob grows beyond bounds.
    private final class Named: PlainModel {
        let fields = ["place", "speed"]
        let state = StateVector([1, 2, 3, 4], columns: 2)
        let nodeNames: [String]? = ["Ann", "Bob"]

        func derivative(
            at time: Double, of state: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>
        ) {
            for index in 0..<4 { derivative[index] = index == 3 ? .infinity : 0 }
        }
    }
}
