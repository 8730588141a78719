import SimulationEngine
import Testing

/// Random motion in two columns.
private final class PlaneWalk: PlainModel, StochasticDifferentialEquations {
    let state: StateVector

    private let known: Population

    init(count: Int) {
        state = StateVector(columnCount: 2, rowCount: count)
        known = Population(nodeCount: count)
    }

    var population: Population? { known }

    func addNode() {
        state.appendRow([0, 0])
        _ = known.add()
    }

    func derivative(at time: Double, of state: Span<Double>, into derivative: inout MutableSpan<Double>) {
        for index in 0..<self.state.count { derivative[index] = -state[index] }
    }

    func noise(at time: Double, of state: Span<Double>, into strengths: inout MutableSpan<Double>) {
        for index in 0..<self.state.count { strengths[index] = 1 }
    }
}

@Suite struct NoiseOfNodesTests {
    private func states<Method: Integrator<PlaneWalk>>(
        _ count: Int, _ method: (RandomStreams) -> Method, births: Int = 0
    ) throws -> [[Double]] {
        let model = PlaneWalk(count: count)
        let simulation = try Simulation(model, integrator: method(try RandomStreams(seed: 5)), step: 0.25)
        try simulation.run(steps: 2)
        for _ in 0..<births {
            model.addNode()
            simulation.stateWasChanged()
        }
        try simulation.run(steps: 2)
        return (0..<3).map { model.nodeState(at: $0) }
    }

    @Test("the noise of a node in each column is its own, however many nodes there are, also when others come")
    func ownNoise() throws {
        let few = try states(3) { EulerMaruyama(streams: $0) }
        #expect(try states(7) { EulerMaruyama(streams: $0) } == few)
        #expect(try states(3, { EulerMaruyama(streams: $0) }, births: 2) == few)
        #expect(
            try states(3, { StochasticHeun(streams: $0) }, births: 1) == states(3) { StochasticHeun(streams: $0) })
        #expect(try states(3, { Milstein(streams: $0) }, births: 1) == states(3) { Milstein(streams: $0) })
        // Numbers of different nodes and columns differ.
        #expect(Set(few.flatMap(\.self)).count == 6)
    }
}
