import Foundation
import GSL
import ObserverCore
import SimulationEngine
import Testing

@Suite struct FirstPassageTests {
    let watcher = Watcher()

    /// x = sin ωt reaches 1/2 at π/6ω.
    private func largestError(step: Double, isAdaptive: Bool = false) throws -> Double {
        let frequencies = (0..<40).map { 0.2 + 0.02 * Double($0) }
        let model = Motion.oscillating(frequencies)
        let integrator = try AdaptiveIntegrator(
            model, stepper: .rk8pd, control: .state(absolute: 1e-13, relative: 1e-13))
        let simulation = try Simulation(
            model, integrator: isAdaptive ? integrator : RungeKutta4() as any Integrator<Motion>, step: step)
        let passages = try simulation.firstPassages(of: "x", level: 0.5)
        try simulation.run(until: 3.2)
        #expect(passages.count == 40)
        return zip(frequencies, passages.times).map { abs($1 - .pi / 6 / $0) }.max() ?? .infinity
    }

    @Test func timesOfSmoothMotionAreOfFourthOrder() throws {
        let errors = try [0.1, 0.05, 0.025].map { try largestError(step: $0) }
        for order in orders(ofErrors: errors) { #expect(order > 3.5 && order < 4.6, "\(errors)") }
        #expect(errors[2] < 1e-7)
    }

    @Test func timesOfAnAdaptiveMethodAreAsExactAsItsToleranceWithAnyStep() throws {
        for step in [0.1, 3.2] { #expect(try largestError(step: step, isAdaptive: true) < 1e-11) }
    }

    @Test func aChangeAtTheVeryLastMomentCanBeAPassage() throws {
        for isAdaptive in [false, true] {
            let model = Motion([.init(x: 0, v: 0)])
            let adaptive = try AdaptiveIntegrator(
                model, stepper: .rkf45, control: .state(absolute: 1e-6, relative: 0))
            let simulation = try Simulation(
                model, integrator: isAdaptive ? adaptive : RungeKutta4() as any Integrator<Motion>, step: 0.5)
            let passages = try simulation.firstPassages(of: "x", level: 1)
            watcher.observe(try simulation.trigger(.end)) { [unowned simulation] (_: Moment) in
                simulation.nodes[0].state.value.x = 5
            }
            try simulation.run(until: 1)
            #expect(passages.times == [1])
        }
    }

    @Test func aFieldThatComesFromInfinityPassesWhenItIsSeen() throws {
        let simulation = try Simulation(Logarithm(), integrator: Jumps(), step: 0.5)
        let passages = try simulation.firstPassages(of: "logarithm", level: 1)
        try simulation.run(until: 2)
        #expect(passages.times == [1.5])
    }

    /// A node whose field is the logarithm of its number, which is 0 at the beginning.
    final class Logarithm: SimulationModel {
        let fields = ["logarithm"]
        var number = 0.0
        let nodeCount = 1

        func nodeState(at node: Int) -> Double { number }
        func setNodeState(_ state: Double, at node: Int) { number = state }
        func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<Double>) {
            for index in nodes.indices { states[index] = number }
        }
        func copyField(
            _ field: Int, of nodes: Span<Int>, into values: inout MutableSpan<Double>
        ) {
            for index in nodes.indices { values[index] = log(number) }
        }
        func copyField(_ field: Int, in states: Span<Double>, into values: inout MutableSpan<Double>) {
            for index in states.indices { values[index] = log(states[index]) }
        }
    }

    /// Brings the number to e² at the time 1.5.
    final class Jumps: Integrator, Stateless {
        func advance(_ model: Logarithm, from start: Double, to end: Double) {
            if end == 1.5 { model.number = exp(2) }
        }
    }

    @Test func eachNodePassesOnceInTheOrderOfTimes() throws {
        let model = Motion.oscillating([1, 3, 2])
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.1)
        let passages = try simulation.firstPassages(of: "x", level: 0.5)
        var nodes: [Int?] = []
        watcher.observe(passages) { nodes.append($0.node) }
        try simulation.run(until: 10)
        #expect(nodes == [1, 2, 0])
        #expect(passages.count == 3)
    }

    @Test func nodesBeyondTheLevelHavePassedAlready() throws {
        let model = Motion([.init(x: 0, v: -1), .init(x: -2, v: 0), .init(x: 1, v: 0)])
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.5)
        let passages = try simulation.firstPassages(of: "x", ofNodes: [2, 1, 0], level: -1, .downwards)
        #expect(passages.times[1] == 0)
        try simulation.run(until: 2)
        #expect(passages.times[0].isNaN)
        #expect(abs(passages.times[2] - 1) < 1e-12)
        #expect(passages.count == 2)
    }

    @Test func aNodeThatIsMovedBeyondTheLevelHasPassed() throws {
        let model = Motion([.init(x: 0, v: 0)])
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.5)
        let passages = try simulation.firstPassages(of: "x", level: 1)
        try simulation.run(until: 1)
        simulation.nodes[0].state.value.x = 5
        try simulation.run(until: 2)
        #expect(passages.times == [1])
    }

    /// The first passage of Brownian motion with drift μ and noise σ through a has the inverse Gaussian distribution of
    /// mean a/μ and shape a²/σ². Steps of 0.25 are far too long for a method that looks at their ends only.
    @Test func brownianMotionPassesAsTheInverseGaussian() throws {
        let (level, drift, strength) = (1.0, 1.0, 0.8)
        let model = Diffusion(count: 2000, drift: drift, strength: strength)
        let streams = try RandomStreams(seed: 17)
        let simulation = try Simulation(model, integrator: EulerMaruyama(streams: streams), step: 0.25)
        let passages = try simulation.firstPassages(
            of: "x", level: level, noise: BridgedNoise(strength: strength, streams: streams))
        try simulation.run(until: 5)
        #expect(passages.count > 1900)
        let (mean, shape) = (level / drift, level * level / (strength * strength))
        let probability = { (time: Double) -> Double in
            let root = (shape / time).squareRoot()
            return normalProbability(below: root * (time / mean - 1))
                + exp(2 * shape / mean) * normalProbability(below: -root * (time / mean + 1))
        }
        // An error of the first kind has a probability of 0.1 %.
        let times = passages.times.filter { !$0.isNaN }
        #expect(kolmogorovDistance(of: times, outOf: 2000, from: probability) < 1.95)
    }

    /// More nodes than are looked at in one block, in the order of their numbers and in another.
    @Test(arguments: [1.0, -1]) func theOrderOfNodesDoesNotMatter(sign: Double) throws {
        let count = 2500
        func times(_ nodes: [Int]) throws -> [Double] {
            let states = (0..<count).map { (node: Int) in
                Motion.State(x: -sign * Double(node % 50), v: sign * Double(node % 7))
            }
            let simulation = try Simulation(Motion(states), integrator: RungeKutta4(), step: 0.5)
            let passages = try simulation.firstPassages(
                of: "x", ofNodes: nodes, level: 0, sign > 0 ? .upwards : .downwards)
            try simulation.run(until: 10)
            return zip(nodes, passages.times).sorted { $0.0 < $1.0 }.map(\.1)
        }
        let inOrder = try times(Array(0..<count))
        let reversed = try times((0..<count).reversed())
        for node in 0..<count {
            let (distance, speed) = (Double(node % 50), Double(node % 7))
            let expected = distance == 0 ? 0 : speed > 0 && distance / speed <= 10 ? distance / speed : .nan
            #expect(inOrder[node].bitPattern == reversed[node].bitPattern)
            #expect(abs(inOrder[node] - expected) < 1e-12 || inOrder[node].isNaN && expected.isNaN, "\(node)")
        }
    }

    /// x = −cos ωt, which comes to 1/2 again and again.
    private final class Swings: PlainModel {
        let state: StateVector
        let frequencies: [Double]
        let hasColumns: Bool

        init(count: Int, hasColumns: Bool) {
            frequencies = (0..<count).map { 1 + Double($0 * 7919 % count) / Double(count) }
            state = StateVector([Double](repeating: -1, count: count))
            self.hasColumns = hasColumns
        }

        func derivative(
            at time: Double, of state: Span<Double>, into derivative: inout MutableSpan<Double>
        ) {
            for (node, frequency) in frequencies.enumerated() { derivative[node] = frequency * sin(frequency * time) }
        }

        func column(ofField field: Int) -> Int? { hasColumns ? field : nil }
    }

    /// Three blocks and a part of one, of which some have passed as a whole, and begin anew, before others have.
    @Test("A field that lies in a column is read there, and each node passes once", arguments: [0..<2000, 300..<1999])
    func columns(nodes: Range<Int>) throws {
        let times = try [true, false].map { hasColumns in
            let model = Swings(count: 2000, hasColumns: hasColumns)
            let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.05)
            let passages = try simulation.firstPassages(of: "y", ofNodes: Array(nodes), level: 0.5)
            var count = 0
            watcher.observe(passages) { crossing in
                count += 1
                #expect(crossing.node.map { passages.times[$0 - nodes.lowerBound] } == crossing.time)
            }
            try simulation.run(until: 5)
            #expect(count == nodes.count && passages.count == count)
            return passages.times
        }
        #expect(times[0].map(\.bitPattern) == times[1].map(\.bitPattern))
        let frequencies = Swings(count: 2000, hasColumns: false).frequencies
        for (node, time) in zip(nodes, times[0]) { #expect(abs(time - 2 * .pi / 3 / frequencies[node]) < 1e-5) }
    }

    /// 0 and −0 are the same place.
    @Test func aLevelOfNothingIsReachedFromBothSides() throws {
        let model = Motion([.init(x: -1, v: 1), .init(x: 1, v: -1), .init(x: -0.0, v: 0)])
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.5)
        let up = try simulation.firstPassages(of: "x", level: 0, .upwards)
        let down = try simulation.firstPassages(of: "x", level: 0, .downwards)
        #expect(up.times[2] == 0 && down.times[2] == 0)
        try simulation.run(until: 2)
        #expect(abs(up.times[0] - 1) < 1e-12 && abs(down.times[1] - 1) < 1e-12)
    }

    @Test func theStepDoesNotMatterForBrownianMotion() throws {
        let means = try [0.1, 1].map { step in
            let model = Diffusion(count: 1000, drift: 1, strength: 1)
            let streams = try RandomStreams(seed: 3)
            let simulation = try Simulation(model, integrator: EulerMaruyama(streams: streams), step: step)
            let passages = try simulation.firstPassages(
                of: "x", level: 2, noise: BridgedNoise(strength: 1, streams: streams))
            try simulation.run(until: 40)
            return passages.times.reduce(0, +) / 1000
        }
        // The mean is 2 and the variance 2, so that a mean of 1000 is within 3.3 · 0.045 with 99.9 %.
        for mean in means { #expect(abs(mean - 2) < 0.15) }
    }
}
