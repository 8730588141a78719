import EngineTestSupport
import GSL
import Networks
import SimulationEngine
import TestSupport
import Testing

/// Steps by the rates alone, and conditions of which only a part is looked at for all vertices.
@Suite struct WatchedConditionTests {
    private typealias Model = VertexEventTests.Model

    private func simulation(
        _ equations: Equations, _ count: Int, _ initial: [String: [Double]],
        edges: [(Int, Int, Double)] = [],
        parameters: [String: [Double]] = [:]
    ) throws -> (model: Model, simulation: Simulation<Model>) {
        let model = try Model(
            equations, on: VertexEventTests.graph(count, edges), initial: initial, parameters: parameters)
        let integrator = try EulerMaruyama<Model>(streams: RandomStreams(seed: 1))
        return (model, try Simulation(model, integrator: integrator, step: 0.1))
    }

    /// Neurons of two kinds, of which conditions say in some words to which an event happens.
    private func neurons(_ first: String, _ second: String) throws -> Equations {
        try Equations(
            variables: [VertexVariable("x"), VertexVariable("count"), VertexVariable("y")],
            parameters: [EquationParameter("kind", 0)],
            rates: ["x": "(1.3 - x) / 2", "count": "0", "y": "cos(time) - y"],
            events: [
                VertexEvent(
                    when: first, set: ["x": "0", "count": "count + 1"], refractory: "0.35", hold: ["x"],
                    send: ["x": "0.02"]),
                VertexEvent(when: second, set: ["x": "0.1", "count": "count + 1"], send: ["x": "-0.01"]),
                // Goes on to hold.
                VertexEvent(when: "y > 0.4 and kind > 0", set: ["count": "count + 100"]),
            ])
    }

    /// Some of the parts do not change, and parts have parts.
    @Test(arguments: ["x > 1 and (degree >= 0 and y < 2)", "(degree >= 0 and x > 1) and (kind < 1 and y < 2)"])
    func partsAreReadInAnyOrder(condition: String) throws {
        func counts(_ condition: String) throws -> [Double] {
            let (model, simulation) = try simulation(neurons(condition, "x > 9"), 70, [:])
            try simulation.run(until: 10)
            return Array(model.state.column(1))
        }
        let found = try counts(condition)
        #expect(found == (try counts("not (not x > 1 or not y < 2)")))
        #expect(found.reduce(0, +) > 70)
    }

    /// 0 and -0 are other numbers to what is divided by them.
    @Test func conditionsThatDifferInASignAreTwo() throws {
        let equations = try Equations(
            variables: [VertexVariable("v"), VertexVariable("w")], rates: ["v": "1", "w": "0"],
            events: [
                VertexEvent(when: "1 / (v * 0) > 1", set: ["w": "w + 1"]),
                VertexEvent(when: "1 / (v * -0) > 1", set: ["w": "w + 10"]),
            ])
        let (model, simulation) = try simulation(equations, 3, ["v": [0.5, 2, 3]])
        try simulation.run(until: 1)
        #expect(Array(model.state.column(1)) == [1, 1, 1])
    }

    @Test("It does not matter how a condition says of which vertices it is", arguments: [true, false])
    func words(areAlike: Bool) throws {
        let count = 700
        var random = SeededGenerator(seed: 5)
        // All at the same time, or a few.
        let initial = ["x": (0..<count).map { _ in areAlike ? 0.5 : Double.random(in: 0..<1, using: &random) }]
        let kinds = (0..<count).map { _ in Double(Int.random(in: 0..<20, using: &random) / 19) }
        let edges = (0..<count).flatMap { source in
            [1, 7, 40, 211, 350].map { (source, (source + $0) % count, 1.0) }
        }
        func states(_ first: String, _ second: String) throws -> [[Double]] {
            let (model, simulation) = try simulation(
                neurons(first, second), count, initial, edges: edges, parameters: ["kind": kinds])
            try simulation.run(until: 30)
            return (0..<3).map { Array(model.state.column($0)) }
        }
        let parts = try states("x > 1 and node < 400", "node >= 400 and x > 1")
        let wholes = try states("not (not x > 1 or not node < 400)", "not (not x > 1 or not node >= 400)")
        #expect(parts == wholes)
        #expect(parts[1].reduce(0, +) > 3000)
        #expect(parts[1].contains { $0 > 400 })
    }

    @Test("A vertex moves by the same bits among however many, at rest and where it is -0, too")
    func blocks() throws {
        func states(_ count: Int) throws -> [[UInt64]] {
            let equations = try Equations(
                variables: [
                    VertexVariable("x"), VertexVariable("y", initial: -0.0), VertexVariable("z", initial: -0.0),
                ],
                rates: ["x": "(1.3 + 0.01 * node - x) / 2", "y": "-y / 5 - x", "z": "0"],
                events: [
                    VertexEvent(when: "x > 1", set: ["x": "-0", "y": "y + 1"], refractory: "0.5", hold: ["x", "y"])
                ])
            let (model, simulation) = try simulation(equations, count, ["x": (0..<count).map { 0.1 * Double($0 % 7) }])
            var bits: [[UInt64]] = []
            for _ in 0..<100 {
                try simulation.run(steps: 1)
                bits.append((0..<3).flatMap { model.state.column($0).prefix(12).map(\.bitPattern) })
            }
            return bits
        }
        // Of 12 vertices the rates are computed before they are added.
        let few = try states(12)
        for count in [16, 256, 300, 520] {
            let many = try states(count)
            #expect(many == few, "\(count)")
        }
        // No sum is -0.
        #expect(few[0][24] == 0)
    }

    @Test("A step to what is not finite is refused, and one to the greatest numbers is not")
    func greatNumbers() throws {
        func run(_ x: Double, rate: String) throws -> Double {
            let equations = try Equations(variables: [VertexVariable("x")], rates: ["x": rate])
            let (model, simulation) = try simulation(equations, 16, ["x": [Double](repeating: x, count: 16)])
            do {
                try simulation.run(until: 1)
            } catch {
                #expect(model.state[0, 15] == x)
                throw error
            }
            return model.state[0, 15]
        }
        let greatest = try run(1.5e308, rate: "0")
        #expect(greatest == 1.5e308)
        #expect(throws: (any Error).self) { try run(1.5e308, rate: "10 * x") }
        #expect(throws: (any Error).self) { try run(1, rate: "1 / (x - 1)") }
    }
}
