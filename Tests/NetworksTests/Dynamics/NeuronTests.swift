import Foundation
import Networks
import SimulationEngine
import Testing

/// Models of neurons against published numbers.
@Suite struct NeuronTests {
    static func single<Dynamics: NetworkDynamics>(
        _ dynamics: Dynamics, _ state: Dynamics.State
    ) throws -> CoupledDynamics<Dynamics> {
        try CoupledDynamics(graph: Graph(vertexCount: 1, edges: []), dynamics, states: [state])
    }

    /// The times at which the voltage rises above a level.
    static func spikes<Dynamics: NetworkDynamics>(
        of model: CoupledDynamics<Dynamics>, above level: Double, step: Double, until end: Double
    ) throws -> [Double] {
        let integrator = RungeKutta4<CoupledDynamics<Dynamics>>()
        var spikes: [Double] = []
        for index in 0..<Int(end / step) {
            let before = model.state[0, 0]
            try integrator.advance(model, from: Double(index) * step, to: Double(index + 1) * step)
            if before < level, model.state[0, 0] >= level { spikes.append(Double(index) * step) }
        }
        return spikes
    }

    @Test("Hodgkin and Huxley's axon rests near -65 mV")
    func rest() throws {
        let rest = SIMD4(-65, 0.0529, 0.5961, 0.3177)
        let rate = HodgkinHuxley().rate(of: rest, input: .zero, at: 0)
        #expect(abs(rate.x) < 0.02 && abs(rate.y) < 1e-3 && abs(rate.z) < 1e-4 && abs(rate.w) < 1e-4)
        // Where numerator and denominator of the rates are 0 there is no gap.
        for voltage in [-40.0, -55] {
            let here = HodgkinHuxley().rate(of: SIMD4(voltage, 0.1, 0.5, 0.3), input: .zero, at: 0)
            let near = HodgkinHuxley().rate(of: SIMD4(voltage + 1e-9, 0.1, 0.5, 0.3), input: .zero, at: 0)
            #expect(abs(here.y - near.y) < 1e-7 && abs(here.w - near.w) < 1e-7)
        }
    }

    /// The threshold of repetitive firing is between 6.2 and 6.3 µA/cm²: J. Rinzel and R. N. Miller, Mathematical Biosciences 49
    /// (1980) 27, DOI 10.1016/0025-5564(80)90109-1, for the equations of 1952.
    @Test("it fires for ever above a current of 6.3 µA/cm², and a few times only below 6.2", arguments: [6.1, 6.4])
    func threshold(_ current: Double) throws {
        var dynamics = HodgkinHuxley()
        dynamics.current = current
        let model = try Self.single(dynamics, SIMD4(-65, 0.0529, 0.5961, 0.3177))
        let late = try Self.spikes(of: model, above: 0, step: 0.05, until: 150).filter { $0 > 60 }
        #expect(current > 6.3 ? late.count >= 4 : late.isEmpty, "\(late)")
        if current > 6.3 {
            let periods = zip(late, late.dropFirst()).map { $1 - $0 }
            #expect(periods.allSatisfy { abs($0 - 18.5) < 1.5 }, "\(periods)")
        }
    }

    /// v − v³/3 − (v + 0.7)/0.8 = 0 has the one real root v = −1.19941; FitzHugh's cell is excitable there, and oscillates for
    /// currents between 0.33 and 1.42.
    @Test("FitzHugh and Nagumo's cell rests without a current, and oscillates with one")
    func fitzHughNagumo() throws {
        let rest = SIMD2(FitzHughNagumo.variables[0].initial, FitzHughNagumo.variables[1].initial)
        let rate = FitzHughNagumo().rate(of: rest, input: .zero, at: 0)
        #expect(abs(rate.x) < 1e-12 && abs(rate.y) < 1e-12)
        for (current, oscillates) in [(0.3, false), (0.5, true), (1.4, true), (1.5, false)] {
            var dynamics = FitzHughNagumo()
            dynamics.current = current
            let model = try Self.single(dynamics, rest)
            let late = try Self.spikes(of: model, above: 0.8, step: 0.1, until: 400).filter { $0 > 200 }
            #expect((late.count > 3) == oscillates, "\(current): \(late)")
        }
    }

    @Test("Wilson and Cowan's populations oscillate with an input, and rest without")
    func wilsonCowan() throws {
        for (input, oscillates) in [(1.25, true), (0.0, false)] {
            var dynamics = WilsonCowan()
            dynamics.excitatoryInput = input
            let model = try Self.single(dynamics, SIMD2(0.1, 0.05))
            let integrator = RungeKutta4<CoupledDynamics<WilsonCowan>>()
            var range = (1.0, 0.0)
            for index in 0..<2000 {
                try integrator.advance(model, from: Double(index) * 0.05, to: Double(index + 1) * 0.05)
                if index > 1000 { range = (min(range.0, model.state[0, 0]), max(range.1, model.state[0, 0])) }
            }
            #expect((range.1 - range.0 > 0.15) == oscillates, "\(range)")
            if !oscillates { #expect(range.1 < 0.01) }
        }
    }
}
