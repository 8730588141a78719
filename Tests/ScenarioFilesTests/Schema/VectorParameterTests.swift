import EngineTestSupport
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// Vectors among the parameters of nodes with named states.
@Suite struct VectorParameterTests {
    private let folder: ScenarioFolder

    init() throws { folder = try ScenarioFolder() }

    private func text(_ model: String, parameters: String, formula: String) -> String {
        let isRule = model == "rule"
        let states = isRule ? "next: \"\(formula)\"" : "transitions: [{from: s, to: i, rate: \"\(formula)\"}]"
        return """
            seed: 2
            graph: {watts-strogatz: {nodes: 200, neighbours: 4, rewiring: 0.2}}
            model:
              \(model):
                states: [s, i]
                \(states)
                parameters: \(parameters)
                initial: {i: 0.1}
            integrate: {method: \(isRule ? "synchronous" : "event-driven"), until: 3}
            observe: [{nodes: all, every: 1}]

            """
    }

    private static let place = "{components: [x, y], value: {uniform: [0, 1]}}"

    @Test(
        "rules and transitions have vectors of nodes, which give the bytes of their components",
        arguments: [
            ("rule", "if(count(neighbours, i) > 0 and random < exp(-%), i, state)"),
            ("transitions", "count(neighbours, i) * exp(-3 * %)"),
        ])
    func bytes(model: String, formula: String) throws {
        let vectors = try folder.run(
            text(
                model, parameters: "{place: \(Self.place), centre: {components: [x, y], value: [0.5, 0.25]}}",
                formula: formula.replacing("%", with: "norm(place - centre)")), to: "vectors"
        ).text("nodes.csv")
        let components = try folder.run(
            text(
                model, parameters: "{px: {uniform: [0, 1]}, py: {uniform: [0, 1]}, cx: 0.5, cy: 0.25}",
                formula: formula.replacing("%", with: "sqrt((px - cx) * (px - cx) + (py - cy) * (py - cy))")),
            to: "components"
        ).text("nodes.csv")
        #expect(vectors == components)
        let centred = try folder.run(
            text(model, parameters: "{far: 0.5}", formula: formula.replacing("%", with: "far")), to: "centred"
        ).text("nodes.csv")
        #expect(vectors != centred)
    }

    @Test("components have the unit of the vector")
    func units() throws {
        let text = text(
            "rule", parameters: "{place: {components: [x, y], value: [0, 3 km]}, far: 2 km}",
            formula: "if(norm(place) > far, i, s)")
        #expect(try folder.problems(text) == nil)
        let unlike = try folder.problems(text.replacing("2 km", with: "2 s"))
        #expect(unlike?.contains("'>' needs") == true, "\(unlike ?? "none")")
    }

    @Test(
        "what is wrong with vectors of nodes is told at its place",
        arguments: [
            ("{place: %}", "if(place > 1, i, s)", "6:15", "'>' needs numbers, but this is a vector of 2 components"),
            ("{place: %}", "place", "6:12", "this is a vector of 2 components, but must be a number"),
            ("{place: %}", "if(norm(place + [1, 2, 3]) > 1, i, s)", "6:20", "but one has 2 and the other 3"),
            ("{place: %}", "if(place.z > 1, i, s)", "6:15", "'place' has no component 'z': it has x, y"),
            ("{place: %}", "state", "7:18", "has 'place', which 'next' does not use"),
            ("{place.x: 1}", "if(place.x > 1, i, s)", "7:27", "would be a component of the vector 'place'"),
            ("{state: %}", "if(state.x > 1, i, s)", "7:18", "has 'state', which is a variable of the formula"),
            ("{s: %}", "if(s.x > 1, i, s)", "7:18", "has 's', which means something else in formulas"),
            ("{count: %}", "if(count.x > 1, i, s)", "7:18", "has 'count', which means something else in formulas"),
            ("{far: 1, count: 2}", "if(far > count, i, s)", "7:26", "has 'count', which means something else"),
            ("{node: %}", "if(node.x > 1, i, s)", "7:18", "has 'node', which stands for the number of a node"),
            ("{far: 1, time: 2}", "if(far > time, i, s)", "7:26", "has 'time', which stands for the time in formulas"),
            (
                "{far: 1, place: {components: [x, a-b], value: 1}}", "if(place.x > far, i, s)", "7:26",
                "'parameters' has 'a-b', which cannot be a name in a formula: it must be of letters, digits and '_'"
            ),
            (
                "{place: %}", "if(count(neighbours, place.x) > 1, i, s)", "6:33",
                "there is no 'place.x' that could be used here\n"
            ),
            ("{place: %}", "if(count(neighbours, place.x) > 1, i, s)", "6:33", "\n  allowed: s, i, state\n"),
            ("{edge: %}", "if(edge.x > 1, i, s)", "7:18", "'edge' cannot be the name of a vector"),
            ("{place: {components: [x, y], value: [1, 2, 3]}}", "if(place.x > 1, i, s)", "7:53", "must have 2 items"),
            ("{place: {components: [x, y]}}", "if(place.x > 1, i, s)", "7:18", "missing key 'value'"),
            ("{place: {components: [x], value: 1}}", "if(place.x > 1, i, s)", "7:38", "a vector has two components"),
            ("{place: {components: [x, x], value: 1}}", "if(place.x > 1, i, s)", "7:42", "stands twice"),
            (
                "{place: {components: [x, sin], value: 1}}", "if(place.x > 1, i, s)", "7:42",
                "a formula cannot say this name"
            ),
            (
                "{place: {components: [x, y], value: [1, 1 km]}}", "if(place.x > 1, i, s)", "7:53",
                "must have the same unit"
            ),
            ("{place: %}", "if(neighbour.place.x > 1, i, s)", "6:15", "nothing else is known of neighbours"),
            (
                "{place: %}", "if(neighbour.degree > place.x, i, s)", "6:15",
                "'neighbour.degree' is not known here: write 'neighbour', the state of a neighbour that is drawn, or 'count("
            ),
        ])
    func problems(parameters: String, formula: String, place: String, message: String) throws {
        let parameters = parameters.replacing("%", with: Self.place)
        let problems = try #require(try folder.problems(text("rule", parameters: parameters, formula: formula)))
        #expect(problems.contains(message), "\(problems)")
        #expect(problems.contains("test.yml:\(place): error: "), "\(problems)")
        #expect(problems.contains("\n1 error"), "\(problems)")
    }
}
