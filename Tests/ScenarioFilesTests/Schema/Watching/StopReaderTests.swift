import Testing

@testable import ScenarioFiles

@Suite struct StopReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private static let stops: [(String, Double)] = [
        ("when: {if: total > 13}", 2.5), ("crossing: {of: total, above: 10}", 2), ("when: {at: 1}", 1),
        ("when: {if: total > 100}", 4), ("when: start", 0),
        ("crossing: {of: {field: phase, nodes: [a, c]}, above: 3.3}", 1.5),
    ]

    @Test(
        "A run ends after the step in which a condition is met, which is its last moment",
        arguments: stops)
    func lastMoment(stop: String, end: Double) throws {
        let monitor = RunMonitor()
        let results = try folder.run(
            FreeOscillators.observing(FreeOscillators.total, "{nodes: a, when: end}") + "stop: [{\(stop)}]",
            monitor: monitor)
        #expect(try results.numbers(0, of: "total.csv").last == end)
        #expect(try results.numbers(0, of: "nodes.csv") == [end])
        #expect((monitor.stopReason != nil) == (end < 4))
    }

    @Test("A run ends when the mean of a number is known well enough")
    func converged() throws {
        // An Ornstein–Uhlenbeck process of mean 1, deviation 0.35 and correlation time 1: an error of 0.05 takes some 100
        // correlation times, and an error that is known well enough to be told, 300.
        let text = """
            graph: {isolated: {nodes: 1}}
            model: {consensus: {opinion: 1, prejudice: 1, stubbornness: 1, noise: 0.5}}
            integrate: {method: euler-maruyama, step: 0.1, until: 10000}
            observe: [{quantity: {name: walk, mean: opinion}}]
            stop: [{converged: {mean-of: walk, relative-error: 0.05}}]
            """
        let monitor = RunMonitor()
        let results = try folder.run(text, monitor: monitor)
        let walk = try results.numbers(1, of: "walk.csv")
        #expect((1000..<20_000).contains(walk.count))
        // Four errors, with a probability of 10⁻⁴.
        #expect(abs(walk.reduce(0, +) / Double(walk.count) - 1) < 0.2)
        #expect(monitor.stopReason?.hasPrefix("the mean of walk has converged at time ") == true)
    }

    @Test(
        "What is wrong is told",
        arguments: [
            ("{}", "an item of 'stop' must say when to stop"),
            (
                "{when: start, crossing: {of: order-parameter, above: 1}}",
                "an item of 'stop' must have only one of when and crossing"
            ),
            ("{converged: {mean-of: order-parameter}}", "missing key 'relative-error' in 'converged'"),
            ("{converged: {mean-of: order-parameter, relative-error: 0}}", "'relative-error' must be greater than 0"),
            ("{wen: start}", "unknown key 'wen' in 'stop[0]'"),
        ])
    func refusal(stop: String, message: String) throws {
        let problems = try #require(try folder.problems(FreeOscillators.text + "stop: [\(stop)]"))
        #expect(problems.contains("error: \(message)\n"), "\(problems)")
    }

    @Test("A run fails when a field leaves the range that it must stay in, and what was recorded remains")
    func requirement() throws {
        let text = FreeOscillators.observing("{nodes: c}") + "require: [{field: phase, within: [-1, 5], nodes: [b, c]}]"
        let error = #expect(throws: (any Error).self) { try folder.run(text) }
        #expect(
            error.map { "\($0)" }
                == "'phase' of node 'c' is 6.0 after step 4, at time 2.0, outside of -1.0 to 5.0; "
                + "before the step it was 4.5")
        let results = ScenarioFolder.Results(path: folder.directory.path(of: "results"))
        #expect(try results.numbers(0, of: "nodes.csv").last == 1.5)
        try folder.run(text, set: ["require.0.nodes=a"], to: "within")
    }

    @Test(
        "What is wrong with a requirement is told",
        arguments: [
            ("{within: [0, 1]}", "missing key 'field' in 'require[0]'"),
            ("{field: phase, within: [1, 0]}", "the first number of 'within' must not be greater than the second"),
            ("{field: phase, within: 3}", "'within' must be a list of two numbers, not the number 3"),
        ])
    func refusedRequirement(requirement: String, message: String) throws {
        let problems = try #require(try folder.problems(FreeOscillators.text + "require: [\(requirement)]"))
        #expect(problems.contains("error: \(message)\n"), "\(problems)")
    }
}
