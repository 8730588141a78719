import EngineTestSupport
import Networks
import SimulationEngine
import Testing

/// The states of vertices that follow each other are copied by ways of their own.
@Suite struct ConsecutiveStatesTests {
    private let count = 1500

    @Test func phases() throws {
        let model = try KuramotoModel(
            graph: .ring(nodes: count), coupling: 1, frequencies: [Double](repeating: 0, count: count),
            phases: (0..<count).map { Double($0) })
        #expect(model.copiesConsecutiveStates())
    }

    @Test func statesOfSeveralNumbers() throws {
        let states = (0..<count).map { SIMD2(Double($0), -Double($0)) }
        let model = try CoupledDynamics(graph: .ring(nodes: count), FitzHughNagumo(), states: states)
        #expect(model.copiesConsecutiveStates())
    }

    @Test func statesOfUpdateRules() throws {
        let model = try VoterModel(graph: .ring(nodes: count), states: (0..<count).map { UInt8($0 % 7) }, opinions: 7)
        #expect(model.copiesConsecutiveStates())
    }

    /// By the way that models have that say nothing about it.
    @Test func compartments() throws {
        let model = try CompartmentModel(
            graph: .ring(nodes: count), transitions: .sis(infection: 1, recovery: 1),
            states: (0..<count).map { $0 % 3 == 0 ? .infected : .susceptible })
        #expect(model.copiesConsecutiveStates())
    }
}
