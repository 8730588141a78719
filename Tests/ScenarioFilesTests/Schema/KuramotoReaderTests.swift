import EngineTestSupport
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// The keys of the model `kuramoto`.
@Suite struct KuramotoReaderTests {
    private func problems(_ model: String, graph: String = "ring: {nodes: 4}") throws -> String? {
        try ScenarioFolder().problems(
            """
            graph: {\(graph)}
            model: {kuramoto: {frequency: 0, \(model)}}
            integrate: {method: runge-kutta-4, step: 0.5, until: 1}
            """)
    }

    @Test(
        "what has no meaning or is out of range is refused",
        arguments: [
            ("coupling: {mean: 1}", "unknown key 'mean' in 'coupling'"),
            ("coupling: {mean-field: much}", "'mean-field' must be a number, not the text 'much'"),
            ("coupling: 1, inertia: 0", "'inertia' must be greater than 0"),
            ("coupling: 1, inertia: 1, damping: -1", "'damping' must be 0 or greater"),
            ("coupling: 1, damping: 1", "'damping' has no meaning without 'inertia'"),
            ("coupling: 1, velocity: 1", "'velocity' has no meaning without 'inertia'"),
            ("coupling: 1, phase-lag: .inf", "'phase-lag' must be finite"),
            ("coupling: 1, noise: -1", "'noise' must be 0 or greater"),
            ("coupling: 1, noise: 1, inertia: 1", "'noise' has no meaning with 'inertia'"),
        ])
    func refusal(_ model: String, _ message: String) throws {
        let problems = try #require(try problems(model))
        #expect(problems.contains("error: \(message)\n"), "\(problems)")
    }

    @Test("a mean field needs a graph that is complete or has no edges")
    func meanField() throws {
        for graph in ["isolated: {nodes: 4}", "complete: {nodes: 4}"] {
            #expect(try problems("coupling: {mean-field: 1}", graph: graph) == nil)
        }
        let problems = try #require(try problems("coupling: {mean-field: 1}"))
        #expect(problems.contains("the graph has 4 edges of its own"), "\(problems)")
    }

    /// Two seconds of free motion, of which velocities decay with the rate damping / inertia.
    @Test("with inertia nodes have velocities, and threads change no byte")
    func inertia() throws {
        let folder = try ScenarioFolder()
        let text = """
            graph: {isolated: {nodes: 3}}
            model:
              kuramoto: {coupling: 0, frequency: 0, phase: 0, inertia: 2, damping: 1, velocity: [1, 2, 3]}
            integrate: {method: runge-kutta-4, step: 0.01, until: 2}
            observe: [{nodes: all, every: 2}]

            """
        let results = try folder.run(text)
        #expect(try results.header("nodes.csv") == "time,node,phase,velocity")
        let velocities = try results.column(3, of: "nodes.csv").compactMap(Double.init)
        #expect(abs(velocities[3] - 0.36787944117144233) < 1e-10)
        let threads = try folder.run(text + "threads: 2\n", to: "threads")
        #expect(try threads.text("nodes.csv") == results.text("nodes.csv"))
    }
}
