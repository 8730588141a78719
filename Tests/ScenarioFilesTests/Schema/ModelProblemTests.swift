import EngineTestSupport
import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// What is wrong with a model is told once, at the key that says it.
@Suite struct ModelProblemTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    /// The problems of a scenario whose model begins in column 9 of line 2.
    private func problems(
        _ model: String, method: String, graph: String = "ring: {nodes: 6}", observe: String = "[]"
    ) throws -> String? {
        try folder.problems(
            """
            graph: {\(graph)}
            model: {\(model)}
            integrate: {method: \(method), until: 2}
            observe: \(observe)
            """)
    }

    @Test(
        "keys that have no effect with a method are refused",
        arguments: [
            ("ising", "wolff", "order: checkerboard", "'order' has no effect with 'wolff', which grows clusters"),
            ("ising", "metropolis", "clusters: 4", "'clusters' has no effect with 'metropolis'"),
            ("ising", "glauber", "clusters: 1", "'clusters' has no effect with 'glauber'"),
            ("potts", "wolff", "order: random", "'order' has no effect with 'wolff', which grows clusters"),
            ("potts", "heat-bath", "clusters: 4", "'clusters' has no effect with 'heat-bath'"),
        ])
    func keysWithoutEffect(model: String, method: String, key: String, message: String) throws {
        let rest = model == "potts" ? "values: 3, temperature: 1" : "temperature: 1"
        let told = try #require(try problems("\(model): {\(key), \(rest)}", method: method))
        let column = "model: {".count + model.count + ": {".count + key.prefix { $0 != ":" }.count + 2 + 1
        #expect(told.contains("test.yml:2:\(column): error: \(message)") && told.contains("1 error\n") == false)
        #expect(told.hasSuffix("1 error"), "\(told)")
    }

    @Test("what a run writes down of spins can be run again", arguments: ["metropolis", "wolff"])
    func defaults(method: String) throws {
        let results = try folder.run(
            """
            graph: {ring: {nodes: 6}}
            model: {potts: {values: 3, temperature: 1}}
            integrate: {method: \(method), until: 2}
            """)
        let written = try results.text("scenario.yml")
        #expect(written.contains("order: random") == (method != "wolff"))
        #expect(written.contains("clusters: 1") == (method == "wolff"))
        #expect(try folder.problems(written) == nil)
    }

    @Test(
        "numbers out of range are told where they are written",
        arguments: [
            ("threshold-cascade: {threshold: 1.5}", "synchronous", 40, "'threshold' must be between 0 and 1"),
            (
                "threshold-cascade: {threshold: [0, 0, 0, 0, 0, -1]}", "synchronous", 56,
                "'threshold[5]' must be between 0 and 1"
            ),
            (
                "threshold-cascade: {threshold: {normal: {mean: 9, deviation: 1}}}", "synchronous", 40,
                "a threshold is "
            ),
            ("mean-field-sis: {infected: 2}", "rkf45", 36, "'infected' must be between 0 and 1"),
            ("mean-field-sis: {recovery: -1}", "rkf45", 36, "'recovery' must be 0 or greater"),
            ("hodgkin-huxley: {capacitance: 0}", "rkf45", 39, "'capacitance' must be greater than 0"),
            (
                "mean-field-sis: {infected: {uniform: [2, 3]}}", "rkf45", 36,
                "infected of node 0 is "
            ),
        ])
    func numbersOutOfRange(model: String, method: String, column: Int, message: String) throws {
        let told = try #require(try problems(model, method: method))
        #expect(told.contains("test.yml:2:\(column): error: \(message)"), "\(told)")
        #expect(told.hasSuffix("1 error"), "\(told)")
    }

    @Test("clusters of a coupling that repels are refused before the run")
    func repulsion() throws {
        let told = try problems("potts: {values: 3, temperature: 1, coupling: -1}", method: "wolff")
        #expect(told?.contains("test.yml:2:54: error: a coupling is -1.0, but clusters need couplings") == true)
        #expect(try problems("potts: {values: 3, temperature: 1, coupling: -1}", method: "metropolis") == nil)
        try folder.directory.write("0 1 1\n1 2 -1\n", to: "mixed.txt")
        let weights = try problems("potts: {values: 3, temperature: 1}", method: "wolff", graph: "file: mixed.txt")
        #expect(weights?.contains("a coupling is -1.0") == true)
    }

    @Test("an invalid noise does not make methods for noise unknown, nor an invalid inertia velocities")
    func noise() throws {
        for model in ["kuramoto: {coupling: 1, frequency: 1, noise: -1}", "consensus: {noise: -1}"] {
            let told = try #require(try problems(model, method: "euler-maruyama, step: 0.5"))
            #expect(told.contains("'noise' must be 0 or greater") && told.hasSuffix("1 error"), "\(told)")
        }
        let told = try #require(
            try problems(
                "kuramoto: {coupling: 1, frequency: 1, inertia: -1}", method: "rkf45, step: 0.5",
                observe: "[{nodes: all, fields: [velocity]}]"))
        #expect(told.contains("'inertia' must be greater than 0") && told.hasSuffix("1 error"), "\(told)")
    }

    @Test(
        "threads can be said for any model",
        arguments: [
            ("ising: {temperature: 1}", "metropolis"), ("potts: {values: 2, temperature: 1}", "wolff"),
            ("voter: {}", "sweeps"), ("page-rank: {}", "synchronous"), ("consensus: {}", "rkf45"),
            ("si: {infection: 1, initial: {infected: 0.5}}", "event-driven"),
        ])
    func threads(model: String, method: String) throws {
        let text = """
            graph: {ring: {nodes: 6}}
            threads: 2
            model: {\(model)}
            integrate: {method: \(method), until: 2}
            """
        #expect(try folder.problems(text) == nil)
        let told = try #require(try folder.problems(text, set: ["threads=0"]))
        #expect(told.contains("'threads' must be between 1 and 1024") && told.hasSuffix("1 error"), "\(told)")
    }

    /// Three variables take 40 bytes each and a place in the graph 4.
    @Test("models that the machine has no memory for are told")
    func memory() throws {
        let beyond = try #require(KuramotoReader.shortage(of: "kuramoto", nodes: .max, edges: 0))
        let bytes = Int(beyond.limit.bytes)
        #expect(DynamicsReader.shortage(of: "lorenz", nodes: bytes / 125, edges: 0) == nil)
        #expect(DynamicsReader.shortage(of: "lorenz", nodes: bytes / 123, edges: 0) != nil)
        #expect(DynamicsReader.shortage(of: "lorenz", nodes: bytes / 250, edges: bytes / 15) != nil)
        #expect(
            beyond.description.hasPrefix("'kuramoto' on a graph of 9223372036854775807 nodes needs at least "))
        guard bytes < 30_000_000_000 else { return }
        let walkers = try #require(
            try problems("random-walks: {walkers: 2147483647}", method: "synchronous"))
        #expect(
            walkers.contains(
                "test.yml:2:33: error: 'walkers' are too many: a random walk with so many walkers needs at least 34.4 GB"
            ))
        #expect(walkers.hasSuffix("1 error"))
    }
}
