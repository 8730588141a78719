import EngineTestSupport
import Networks
import ObserverCore
import SimulationEngine
import TestSupport
import Testing

private let hasCompiler = (try? FormulaCompiler("cc", keepingIn: TemporaryDirectory().path)) != nil

/// Equations whose arithmetic a compiler for C has compiled.
@Suite struct CompiledEquationTests {
    final class Listener: Observer { let receiver = Receiver() }

    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func graph(_ count: Int) throws -> Graph {
        let far = (0..<count).map { ($0, ($0 * 7 + 3) % count) }.filter { $0 != $1 && $1 != ($0 + 1) % count }
        return try Graph(vertexCount: count, edges: (0..<count).map { ($0, ($0 + 1) % count) } + far, isDirected: true)
    }

    /// Cells with all that programs are made for: sums over edges, noise, variables of edges that move, events that draw and send.
    private func cells() throws -> Equations {
        try Equations(
            variables: [VertexVariable("v", initial: -1), VertexVariable("w")],
            parameters: [EquationParameter("current", 0.5), EquationParameter("tau", 12.5)],
            definitions: ["cubic": "v - v^3 / 3"],
            edges: ["pull": .sum("0.1 * (from.v - v)"), "most": .greatest("edge.s * from.w / tau + max(v, 0)")],
            rates: [
                "v": "cubic - w + current + pull", "w": "(v + 0.7 - 0.8 * w) / tau + 0.01 * most",
                "edge.s": "-edge.s / 5",
            ],
            noise: ["v": "0.05 * abs(w)"], edgeVariables: ["s": "0.1 + 0.2 * from.current"],
            events: [
                VertexEvent(
                    when: "v > 1 and w < 3 * tau", set: ["v": "-v / 2", "w": "w + 0.1 * random"], refractory: "0.3",
                    send: ["v": "edge.s / 3 + 0.01"], outgoing: ["s": "edge.s * 0.9 + 0.01"])
            ])
    }

    @Test(
        "They have the same bits as without, on any number of threads",
        .enabled(if: hasCompiler, "there is no compiler 'cc'"),
        arguments: [1, 3])
    func bits(threads: Int) throws {
        let (plain, graph) = (try cells(), try graph(3003))
        let compiled = try plain.compiled(by: FormulaCompiler("cc", keepingIn: folder.path(of: "kept")))
        let currents = (0..<3003).map { (vertex: Int) in 0.4 + 0.001 * Double(vertex % 300) }
        let states = try [plain, compiled].map { equations in
            let streams = try RandomStreams(seed: 5)
            let model = try EquationModel<SIMD4<Double>>(
                equations, on: graph, parameters: ["current": currents], streams: streams, threads: threads)
            let simulation = try Simulation(model, integrator: EulerMaruyama(streams: streams), step: 0.05)
            try simulation.run(steps: 200)
            return model.state.numbers.map(\.bitPattern) + model.edgeNumbers(of: 0).map(\.bitPattern)
        }
        #expect(states[0] == states[1])
        #expect(Set(states[0]).count > 1000)
    }

    /// Neurons whose rates read nothing of others, so that steps are taken of many at once.
    @Test(
        "Steps of vertices by themselves have the same bits on any number of threads, compiled or not, whoever looks",
        arguments: [7, 1027, 5003])
    func columns(count: Int) throws {
        let neurons = try Equations(
            variables: [VertexVariable("v", initial: -50.5), VertexVariable("g")],
            parameters: [EquationParameter("drive", 0), EquationParameter("tau", 20)],
            rates: ["v": "(g + drive - (v + 49)) / tau", "g": "-g / 5"],
            events: [VertexEvent(when: "v > -50", set: ["v": "-60"], refractory: "1", hold: ["v"], send: ["g": "1.62"])]
        )
        let graph = try graph(count)
        let drives = (0..<count).map { (vertex: Int) in 0.2 + 0.001 * Double(vertex % 900) }
        func bits(_ equations: Equations, threads: Int, isWatched: Bool = false) throws -> [UInt64] {
            let model = try EquationModel<SIMD2<Double>>(
                equations, on: graph, parameters: ["drive": drives], threads: threads)
            let streams = try RandomStreams(seed: 1)
            let simulation = try Simulation(model, integrator: EulerMaruyama(streams: streams), step: 0.1)
            let listener = Listener()
            if isWatched { listener.observe(simulation.nodes[count / 2].state) { _ in } }
            try simulation.run(steps: 300)
            return model.state.numbers.map(\.bitPattern)
        }
        let alone = try bits(neurons, threads: 1)
        #expect(try bits(neurons, threads: 3) == alone)
        #expect(try bits(neurons, threads: 1, isWatched: true) == alone)
        #expect(Set(alone).count > min(count, 500))
        guard hasCompiler else { return }
        let compiled = try neurons.compiled(by: FormulaCompiler("cc", keepingIn: folder.path(of: "kept")))
        for threads in [1, 3] { #expect(try bits(compiled, threads: threads) == alone) }
    }
}
