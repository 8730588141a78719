import Foundation
import GSL
import Networks
import SimulationEngine
import Testing

/// Kuramoto oscillators against closed forms.
@Suite struct KuramotoTests {
    typealias Sim = Simulation<KuramotoModel>

    /// Implicit methods solve their formulas to the tolerance only, which the figures here do not allow for.
    static let steppers = ODEStepper.allCases.filter { !$0.isImplicit }

    static func simulation(
        _ model: KuramotoModel, stepper: ODEStepper?, step: Double, tolerance: Double = 1e-10
    ) throws -> Sim {
        guard let stepper else { return try Simulation(model, integrator: RungeKutta4(), step: step) }
        let control = StepSizeControl.state(absolute: tolerance, relative: tolerance)
        let integrator = try AdaptiveIntegrator(model, stepper: stepper, control: control, initialStep: step / 10)
        return try Simulation(model, integrator: integrator, step: step)
    }

    /// The phase difference φ of two oscillators obeys dφ/dt = Δω − 2K sin φ. With u = tan(φ/2), a = 2K and
    /// s = √|a² − Δω²|, for Δω ≠ 0:
    ///
    ///     locked, a > Δω:    (u − u₊) / (u − u₋) = C exp(s t) with u± = (a ± s) / Δω
    ///     drifting, a < Δω:  u = a/Δω + s/Δω · tan(s t / 2 + C)
    static func phaseDifference(at time: Double, initial: Double, difference: Double, coupling: Double) -> Double {
        let a = 2 * coupling
        let u0 = tan(initial / 2)
        let s = abs(a * a - difference * difference).squareRoot()
        if a > difference {
            let upper = (a + s) / difference
            let lower = (a - s) / difference
            let ratio = (u0 - upper) / (u0 - lower) * exp(s * time)
            return 2 * atan((upper - ratio * lower) / (1 - ratio))
        }
        let constant = atan((u0 * difference - a) / s)
        return 2 * atan(a / difference + s / difference * tan(s * time / 2 + constant))
    }

    static func pair(coupling: Double, difference: Double, initial: Double) throws -> KuramotoModel {
        try KuramotoModel(
            graph: try Graph(vertexCount: 2, edges: [(0, 1)]), coupling: coupling,
            frequencies: [0.3, 0.3 + difference], phases: [0.1, 0.1 + initial])
    }

    @Test(arguments: [ODEStepper?.none] + steppers.map(Optional.some), [(0.5, 0.6), (0.2, 0.9)])
    func twoOscillatorsFollowTheClosedForm(_ stepper: ODEStepper?, _ parameters: (Double, Double)) throws {
        let (coupling, difference) = parameters
        let model = try Self.pair(coupling: coupling, difference: difference, initial: 0.7)
        let simulation = try Self.simulation(model, stepper: stepper, step: 0.01)
        for _ in 0..<20 {
            try simulation.run(steps: 50)
            let expected = Self.phaseDifference(
                at: simulation.moment.time, initial: 0.7, difference: difference, coupling: coupling)
            let error = (model.state[0, 1] - model.state[0, 0] - expected).remainder(dividingBy: 2 * .pi)
            // Ten units of time at a tolerance of 1e-10 a step; a fixed step of 0.01 in fourth order is as good.
            #expect(abs(error) < 1e-7)
        }
    }

    @Test(arguments: [ODEStepper?.none] + steppers.map(Optional.some))
    func withoutCouplingPhasesGrowEvenly(_ stepper: ODEStepper?) throws {
        let frequencies = [0.0, 1, -2.5, 0.1]
        let phases = [0.5, 0, 3, -1]
        let model = try KuramotoModel(
            graph: try Graph(vertexCount: 4, edges: [(0, 1), (1, 2), (2, 3)]), coupling: 0,
            frequencies: frequencies, phases: phases)
        let simulation = try Self.simulation(model, stepper: stepper, step: 0.125)
        try simulation.run(until: 20)
        for node in 0..<4 {
            let expected = phases[node] + frequencies[node] * 20
            // A polynomial of first degree is integrated exactly, up to the rounding of some thousand steps.
            #expect(abs(model.state[0, node] - expected) < 1e-11)
        }
    }

    @Test func identicalOscillatorsOnAConnectedGraphFallIntoStep() throws {
        let streams = try RandomStreams(seed: 1)
        let count = 20
        let phases = streams.numbers(
            from: .uniform(lower: -1.5, upper: 1.5), for: .initialState, nodeCount: count)
        let ring = (0..<count).map { ($0, ($0 + 1) % count) }
        let model = try KuramotoModel(
            graph: try Graph(vertexCount: count, edges: ring), coupling: 1,
            frequencies: [Double](repeating: 0.4, count: count), phases: phases)
        let simulation = try Self.simulation(model, stepper: nil, step: 0.05)
        #expect(simulation.quantities.orderParameter.value < 0.95)
        // The slowest mode of the ring decays with the rate 2 − 2 cos(2π/20) = 0.098.
        try simulation.run(until: 300)
        #expect(abs(simulation.quantities.orderParameter.value - 1) < 1e-12)
    }

    @Test func rungeKutta4IsOfFourthOrder() throws {
        let errors = try [0.2, 0.1, 0.05].map { step in
            let model = try Self.pair(coupling: 0.5, difference: 0.6, initial: 0.7)
            let simulation = try Self.simulation(model, stepper: nil, step: step)
            try simulation.run(until: 2)
            let expected = Self.phaseDifference(at: 2, initial: 0.7, difference: 0.6, coupling: 0.5)
            return abs(model.state[0, 1] - model.state[0, 0] - expected)
        }
        #expect(abs(log2(errors[0] / errors[1]) - 4) < 0.2)
        #expect(abs(log2(errors[1] / errors[2]) - 4) < 0.2)
    }
}
