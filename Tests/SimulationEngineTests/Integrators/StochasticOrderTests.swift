import Foundation
import SimulationEngine
import Testing

/// The orders of methods for stochastic differential equations, and stationary states, against closed forms.
@Suite struct StochasticOrderTests {
    /// dX = μ X dt + σ X dW for each node: geometric Brownian motion.
    final class Growth: StochasticDifferentialEquations {
        let state: StateVector
        static let drift = 0.4
        static let volatility = 0.8

        init(count: Int) {
            state = StateVector(columnCount: 1, rowCount: count)
            for node in 0..<count { state[0, node] = 1 }
        }

        var nodeCount: Int { state.rowCount }
        var fields: [String] { ["x"] }
        func nodeState(at node: Int) -> Double { state[0, node] }
        func copyNodeStates(of nodes: UnsafeBufferPointer<Int>, into states: UnsafeMutableBufferPointer<Double>) {
            copyField(0, of: nodes, into: states)
        }
        func setNodeState(_ value: Double, at node: Int) { state[0, node] = value }
        func derivative(
            at time: Double, of state: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>
        ) {
            for index in 0..<nodeCount { derivative[index] = Self.drift * state[index] }
        }
        func noise(at time: Double, of state: UnsafePointer<Double>, into strengths: UnsafeMutablePointer<Double>) {
            for index in 0..<nodeCount { strengths[index] = Self.volatility * state[index] }
        }
    }

    enum Method: CaseIterable {
        case eulerMaruyama, milstein, heun

        func integrator<Model: StochasticDifferentialEquations>(
            of type: Model.Type, _ streams: RandomStreams
        ) -> any Integrator<Model> {
            switch self {
            case .eulerMaruyama: EulerMaruyama<Model>(streams: streams)
            case .milstein: Milstein<Model>(streams: streams)
            case .heun: StochasticHeun<Model>(streams: streams)
            }
        }

        /// The strong order, and the drift of the logarithm: that of Itô is less by σ²/2.
        var strongOrder: Double { self == .eulerMaruyama ? 0.5 : 1 }
        var isOfIto: Bool { self != .heun }
    }

    /// Errors at time 1 of paths with the same noise as the closed form X = exp((μ − σ²/2) t + σ W) of Itô, or exp(μ t + σ W) of
    /// Stratonovich.
    static func errors(_ method: Method, steps: Int) throws -> [Double] {
        let count = 4000
        let streams = try RandomStreams(seed: 11)
        let model = Growth(count: count)
        let integrator = method.integrator(of: Growth.self, streams)
        let step = 1 / Double(steps)
        var noise = [Double](repeating: 0, count: count)
        for index in 0..<steps {
            let start = Double(index) * step
            for node in 0..<count {
                let word = Int(Int64(bitPattern: start.bitPattern))
                let deviate = streams.stream(for: .noise, node: node, step: word).normal(mean: 0, deviation: 1)
                noise[node] += step.squareRoot() * deviate
            }
            try integrator.advance(model, from: start, to: start + step)
        }
        let drift = Growth.drift - (method.isOfIto ? Growth.volatility * Growth.volatility / 2 : 0)
        return (0..<count).map { model.state[0, $0] - exp(drift + Growth.volatility * noise[$0]) }
    }

    @Test("strong orders are those of the theory", arguments: Method.allCases)
    func strongOrder(_ method: Method) throws {
        let sizes = try [16, 64].map { try Self.errors(method, steps: $0).reduce(0) { $0 + abs($1) } }
        let order = log2(sizes[0] / sizes[1]) / 2
        #expect(abs(order - method.strongOrder) < 0.15, "\(order)")
    }

    /// A step multiplies the mean by 1 + μh, or by 1 + (μ + σ²/2) h + μ²h²/2 of Heun, which makes errors of the mean of first order
    /// in closed form. The mean of 4000 errors is within 4 of its standard errors of that, but for a probability of 6e-5.
    @Test("the error of the mean is that of the weak order 1", arguments: Method.allCases)
    func weakOrder(_ method: Method) throws {
        for steps in [4, 16] {
            let errors = try Self.errors(method, steps: steps)
            let mean = errors.reduce(0, +) / 4000
            let variance = errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 3999
            let (drift, h) = (Growth.drift, 1 / Double(steps))
            let correction = method.isOfIto ? 0 : Growth.volatility * Growth.volatility / 2
            let factor = 1 + (drift + correction) * h + (method.isOfIto ? 0 : drift * drift * h * h / 2)
            let expected = pow(factor, Double(steps)) - exp(drift + correction)
            #expect(abs(mean - expected) < 4 * (variance / 4000).squareRoot(), "\(mean) \(expected)")
        }
    }

    /// dX = −θ X dt + σ dW. A step multiplies by 1 − θh, or 1 − θh + θ²h²/2 of Heun, whose noise is (1 − θh/2) σ ΔW; both have a
    /// stationary variance in closed form near σ²/2θ = 0.5. The sample variance of 4000 nodes has a relative deviation of
    /// √(2/4000) = 0.022: four of them are exceeded with a probability of 6e-5.
    @Test("Ornstein and Uhlenbeck's process has its stationary variance", arguments: Method.allCases)
    func stationaryVariance(_ method: Method) throws {
        final class Decay: StochasticDifferentialEquations {
            let state = StateVector(columnCount: 1, rowCount: 4000)
            var nodeCount: Int { state.rowCount }
            var fields: [String] { ["x"] }
            func nodeState(at node: Int) -> Double { state[0, node] }
            func copyNodeStates(of nodes: UnsafeBufferPointer<Int>, into states: UnsafeMutableBufferPointer<Double>) {
                copyField(0, of: nodes, into: states)
            }
            func setNodeState(_ value: Double, at node: Int) { state[0, node] = value }
            func derivative(
                at time: Double, of state: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>
            ) {
                for index in 0..<nodeCount { derivative[index] = -state[index] }
            }
            func noise(
                at time: Double, of state: UnsafePointer<Double>, into strengths: UnsafeMutablePointer<Double>
            ) {
                for index in 0..<nodeCount { strengths[index] = 1 }
            }
        }
        let model = Decay()
        let integrator = method.integrator(of: Decay.self, try RandomStreams(seed: 5))
        let step = 0.1
        for index in 0..<60 { try integrator.advance(model, from: Double(index) * step, to: Double(index + 1) * step) }
        let variance = model.state.elements.reduce(0) { $0 + $1 * $1 } / 4000
        let (factor, noise) = method == .heun ? (1 - step + step * step / 2, 1 - step / 2) : (1 - step, 1)
        let expected = step * noise * noise / (1 - factor * factor)
        #expect(abs(variance / expected - 1) < 0.09, "\(variance) \(expected)")
    }

    @Test("what is held has no noise", arguments: Method.allCases)
    func held(_ method: Method) throws {
        let model = Growth(count: 2)
        let simulation = try Simulation(
            model, integrator: method.integrator(of: Growth.self, RandomStreams(seed: 1)), step: 0.1)
        let hold = try simulation.pin(nodes: [0])
        try simulation.run(until: 1)
        #expect(model.state[0, 0] == 1 && model.state[0, 1] != 1)
        withExtendedLifetime(hold) {}
    }
}
