import Descriptions
import EngineTestSupport
import ScenarioTestSupport
import SimulationEngine
import Testing

@testable import ScenarioFiles

@Suite struct NodeNumbersTests {
    private let reader = NodeNumbersReader(nodeCount: 3)

    private static let half: Double = .pi / 2
    private static let third: Double = -1.0 / 3

    /// Texts with the numbers that they mean.
    private static let forms: [(String, NodeNumbers)] = [
        ("1.5", .drawn(.constant(1.5))),
        ("-2", .drawn(.constant(-2))),
        ("[1, 1.5, -2e3]", .listed([1, 1.5, -2000])),
        ("{uniform: [-1, 2]}", .drawn(.uniform(lower: -1, upper: 2))),
        ("{normal: {mean: 3, deviation: 0.5}}", .drawn(.normal(mean: 3, deviation: 0.5))),
        ("{cauchy: {location: 3, scale: 0.5}}", .drawn(.cauchy(location: 3, scale: 0.5))),
        ("{quantiles: {uniform: [0, 6]}}", .quantiles(.uniform(lower: 0, upper: 6))),
        ("node^2 - nodes", .listed([-3, -2, 1])),
        ("'if(node < 1, 2 * pi, 0)'", .listed([4 * half, 0, 0])),
        ("pi / 2", .drawn(.constant(half))),
        ("-1/3", .drawn(.constant(third))),
        ("2 * sqrt(4)", .drawn(.constant(4))),
        ("[1/4, -pi, 1 - 1]", .listed([0.25, -2 * half, 0])),
        ("{uniform: [0, 2*pi]}", .drawn(.uniform(lower: 0, upper: 4 * half))),
        ("{normal: {mean: 1/2, deviation: 2^-2}}", .drawn(.normal(mean: 0.5, deviation: 0.25))),
        ("{normal: {deviation: 0, mean: -3}}", .drawn(.normal(mean: -3, deviation: 0))),
    ]

    @Test(arguments: forms)
    func form(text: String, numbers: NodeNumbers) throws {
        #expect(try read(text) { reader.read($0) } == numbers)
    }

    @Test(arguments: [
        ("[1, 2]", "'x' must have 3 items, not 2"),
        ("[1, 2, many]", "'x[2]' must be a number, not the text 'many'"),
        ("[1, 2, .nan]", "'x[2]' must be finite"),
        ("many", "'x' must be a number, not the text 'many'"),
        (".inf", "'x' must be finite"),
        ("", "'x' has no value"),
        ("1 / node", "'x' of node 0 is inf, but must be a finite number"),
        ("1 / 0", "'x' must be finite"),
        ("two / 3", "'x' must be a number, not the text 'two / 3'"),
        ("1 > 0", "'x' must be a number, not the text '1 > 0'"),
        ("2 * time", "'x' must be a number, not the text '2 * time'"),
        ("node + time", "'x' cannot depend on the time, since it is said once for all nodes"),
        ("node + nods", "there is no 'nods' that could be used here"),
        ("node > 1", "'x' must be a number, not a condition"),
        ("{}", "'x' must have exactly one key, but has none"),
        ("{gamma: {shape: 1}}", "unknown key 'gamma' in 'x'"),
        ("{uniform: [0, 1], normal: {}}", "'x' must have exactly one key, but has 'uniform' and 'normal'"),
        ("{uniform: [1, 1]}", "the first number of 'uniform' must be less than the second"),
        ("{uniform: [0]}", "'uniform' must have 2 items, not 1"),
        ("{uniform: {from: 0, to: 1}}", "'uniform' must be a list of two numbers, not a mapping"),
        ("{normal: {mean: 0, deviation: -1}}", "'deviation' must be 0 or greater"),
        ("{cauchy: {location: 0, scale: -1}}", "'scale' must be 0 or greater"),
        ("{quantiles: {quantiles: {uniform: [0, 1]}}}", "unknown key 'quantiles' in 'quantiles'"),
        ("{normal: {mean: 0}}", "missing key 'deviation' in 'normal'"),
        ("{normal: {mean: 0, deviation: 1, shape: 2}}", "unknown key 'shape' in 'normal'"),
    ])
    func refusal(text: String, message: String) throws {
        let problems = try #require(problems(with: text) { _ = reader.read($0) })
        #expect(problems.contains("error: \(message)\n"), "\(problems)")
        #expect(problems.hasSuffix("\n1 error"))
    }

    @Test func formulasAreHeldToTheRange() throws {
        let reader = NodeNumbersReader(nodeCount: 300, range: .nonNegative)
        #expect(try read("node") { reader.read($0) } == .listed((0..<300).map(Double.init)))
        let problems = try #require(problems(with: "280 - node") { _ = reader.read($0) })
        #expect(problems.contains("error: 'x' of node 281 is -1, but must be 0 or greater\n"), "\(problems)")
    }

    @Test func quantilesAreInTheMiddleOfEqualParts() throws {
        let streams = try RandomStreams(seed: 0)
        #expect(
            streams.numbers(from: .quantiles(.uniform(lower: 0, upper: 6)), for: .initialState, nodeCount: 3) == [
                1, 3, 5,
            ])
    }

    @Test func anyLengthIsGoodAsLongAsTheNodesAreUnknown() throws {
        #expect(try read("[1, 2]") { NodeNumbersReader(nodeCount: nil).read($0) } == .listed([1, 2]))
    }

    @Test func listedNumbersReachTheNodesInTheirOrder() throws {
        let folder = try ScenarioFolder()
        let results = try folder.run(
            ScenarioFolder.network + "observe: [{nodes: all}]", set: ["model.kuramoto.phase=[0.5, 0.25, 0.125]"])
        #expect(try results.column(2, of: "nodes.csv").prefix(3) == ["0.5", "0.25", "0.125"])
    }

    @Test func drawnNumbersDependOnTheSeedAlone() throws {
        let folder = try ScenarioFolder()
        let text = ScenarioFolder.network + "observe: [{nodes: all}]"
        let tables = try ["0", "1", "1"].enumerated().map { index, seed in
            try folder.run(text, set: ["seed=\(seed)"], to: "results-\(index)").text("nodes.csv")
        }
        #expect(tables[0] != tables[1])
        #expect(tables[1] == tables[2])
        // Without a seed it is 0, and without phases these are drawn from a whole turn.
        #expect(try folder.run(text, to: "default").text("nodes.csv") == tables[0])
        let written = try folder.run(
            text, set: ["model.kuramoto.phase={uniform: [0, 6.283185307179586]}"], to: "written")
        #expect(try written.text("nodes.csv") == tables[0])
    }
}
