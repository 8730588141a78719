import Foundation
import Networks
import SimulationEngine
import Testing

/// Lorenz's and Rössler's oscillators against closed forms and published numbers.
@Suite struct ChaosTests {
    @Test("fixed points are those of the closed forms")
    func fixedPoints() {
        let lorenz = Lorenz()
        let side = (lorenz.beta * (lorenz.rho - 1)).squareRoot()
        for sign in [-1.0, 1] {
            let rate = lorenz.rate(of: SIMD3(sign * side, sign * side, 27), input: .zero, at: 0)
            #expect(rate.indices.allSatisfy { abs(rate[$0]) < 1e-13 })
        }
        let rossler = Rossler()
        for sign in [-1.0, 1] {
            let x = (rossler.c + sign * (rossler.c * rossler.c - 4 * rossler.a * rossler.b).squareRoot()) / 2
            let rate = rossler.rate(of: SIMD3(x, -x / rossler.a, x / rossler.a), input: .zero, at: 0)
            #expect(rate.indices.allSatisfy { abs(rate[$0]) < 1e-12 })
        }
    }

    /// 0.9056: J. C. Sprott, *Chaos and Time-Series Analysis*, Oxford 2003, appendix A. Over a time of 300 the estimate is within
    /// 0.04 of it.
    @Test("Lorenz's greatest Lyapunov exponent is 0.906")
    func lyapunov() throws {
        let model = try CoupledDynamics<Lorenz>(
            graph: Graph(vertexCount: 2, edges: []), states: [SIMD3(1, 1, 20), SIMD3(1, 1, 20 + 1e-8)])
        let integrator = RungeKutta4<CoupledDynamics<Lorenz>>()
        var sum = 0.0
        for index in 0..<31_000 {
            try integrator.advance(model, from: Double(index) * 0.01, to: Double(index + 1) * 0.01)
            guard index % 100 == 99 else { continue }
            let difference = model.nodeState(at: 1) - model.nodeState(at: 0)
            let length = (difference * difference).sum().squareRoot()
            if index >= 1000 { sum += log(length / 1e-8) }
            model.setNodeState(model.nodeState(at: 0) + difference * (1e-8 / length), at: 1)
        }
        #expect(abs(sum / 300 - 0.9056) < 0.04, "\(sum / 300)")
    }

    /// Two Lorenz oscillators that are coupled in x by D each way synchronise if 2D is above about 8.
    @Test("strong coupling synchronises chaos", arguments: [0.0, 8])
    func synchronisation(_ coupling: Double) throws {
        var dynamics = Lorenz()
        dynamics.coupling = coupling
        let model = try CoupledDynamics(
            graph: .path(nodes: 2), dynamics, states: [SIMD3(1, 1, 20), SIMD3(-3, 2, 25)])
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.01)
        try simulation.run(until: 50)
        let difference = model.nodeState(at: 1) - model.nodeState(at: 0)
        #expect((abs(difference.x) < 1e-9) == (coupling > 0))
    }
}
