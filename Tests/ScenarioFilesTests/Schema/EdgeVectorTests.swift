import EngineTestSupport
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// Vectors of edges.
@Suite struct EdgeVectorTests {
    private let folder: ScenarioFolder

    init() throws { folder = try ScenarioFolder() }

    private func text(
        _ model: String, asMap isMap: Bool = false, method: String = "runge-kutta-4", means: [String], threads: Int = 1
    ) -> String {
        let lines = model.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        return """
            seed: 3
            threads: \(threads)
            graph: {watts-strogatz: {nodes: 60, neighbours: 4, rewiring: 0.1}}
            model:
              \(isMap ? "map" : "equations"):
            \(lines)
            integrate: {method: \(isMap ? "synchronous" : method), \(isMap ? "until: 10" : "step: 0.125, until: 1")}
            observe:
              - {nodes: all, every: \(isMap ? 1 : 0.25)}
              - {quantities: [\(means.joined(separator: ", "))], every: \(isMap ? 1 : 0.25), name: means}

            """
    }

    /// Looks whether vectors, whose means are two, give the numbers of their components, on more threads, too, and when interrupted.
    private func expectSame(
        _ vectors: @escaping (Int) -> String, _ components: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        func numbers(_ text: String, _ name: String) throws -> [Substring] {
            let results = try folder.run(text, to: name)
            return try ["nodes.csv", "means.csv"].flatMap {
                try results.text($0).split(separator: "\n").dropFirst()
            }
        }
        let expected = try numbers(components, "components")
        #expect(expected.count > 300, sourceLocation: sourceLocation)
        let last = expected.suffix(4).map { $0.split(separator: ",").dropFirst() }
        #expect(Set(last).count == 4, sourceLocation: sourceLocation)
        #expect(try numbers(vectors(1), "vectors") == expected, sourceLocation: sourceLocation)
        #expect(try numbers(vectors(3), "threads") == expected, sourceLocation: sourceLocation)
        let run = try InterruptedRun(seed: 2) { try folder.scenario(vectors(1)) }
        #expect(try run.expectSameBytes() == [], sourceLocation: sourceLocation)
    }

    private static let means = ["edge-rest.x-mean", "edge-rest.y-deviation"]
    private static let meansOfComponents = ["edge-restx-mean", "edge-resty-deviation"]

    @Test("springs whose rests creep by rates, and turn at events, are those of their components")
    func rates() throws {
        let vectors = """
            variables: {r: {components: [x, y], initial: {uniform: [-1, 1]}}}
            edge-variables: {rest: {components: [x, y], initial: [0.1 * edge.random, from.node / 60 - 0.5]}}
            edges: {pull: from.r - r - edge.rest}
            rates: {r: 0.2 * pull, edge.rest: 0.5 * (from.r - r - edge.rest) / (1 + norm(edge.rest))}
            events:
              - {when: r.x > 0.1, set: {r: -r}, outgoing: {rest: "[edge.rest.y, -edge.rest.x]"}, incoming: {rest.x: 0}}
            """
        let components = """
            variables: {rx: {uniform: [-1, 1]}, ry: {uniform: [-1, 1]}}
            edge-variables: {restx: 0.1 * edge.random, resty: from.node / 60 - 0.5}
            edges: {px: from.rx - rx - edge.restx, py: from.ry - ry - edge.resty}
            rates:
              rx: 0.2 * px
              ry: 0.2 * py
              edge.restx: 0.5 * (from.rx - rx - edge.restx) / (1 + sqrt(edge.restx * edge.restx + edge.resty * edge.resty))
              edge.resty: 0.5 * (from.ry - ry - edge.resty) / (1 + sqrt(edge.restx * edge.restx + edge.resty * edge.resty))
            events:
              - {when: rx > 0.1, set: {rx: -rx, ry: -ry}, outgoing: {restx: edge.resty, resty: -edge.restx}, incoming: {restx: 0}}
            """
        try expectSame(
            { text(vectors, means: Self.means, threads: $0) }, text(components, means: Self.meansOfComponents))
    }

    @Test(
        "noise acts on each component by itself, by one strength or one of each", arguments: ["0.1", "0.1 * edge.rest"])
    func noise(strength: String) throws {
        let vectors = """
            variables: {r: {components: [x, y], initial: {uniform: [-1, 1]}}}
            edge-variables: {rest: {components: [x, y], initial: 0.5}}
            edges: {pull: edge.rest}
            rates: {r: 0.2 * pull - r}
            noise: {edge.rest: \(strength)}
            """
        let components = """
            variables: {rx: {uniform: [-1, 1]}, ry: {uniform: [-1, 1]}}
            edge-variables: {restx: 0.5, resty: 0.5}
            edges: {px: edge.restx, py: edge.resty}
            rates: {rx: 0.2 * px - rx, ry: 0.2 * py - ry}
            noise: {edge.restx: \(strength.replacing("rest", with: "restx")), edge.resty: \(strength.replacing("rest", with: "resty"))}
            """
        try expectSame(
            { text(vectors, method: "euler-maruyama", means: Self.means, threads: $0) },
            text(components, method: "euler-maruyama", means: Self.meansOfComponents))
    }

    @Test("maps have vectors of edges")
    func maps() throws {
        let vectors = """
            variables: {r: {components: [x, y], initial: {uniform: [-1, 1]}}}
            edge-variables: {rest: {components: [x, y], initial: [weight, 0]}}
            edges: {pull: {mean: from.r - edge.rest}}
            next: {r: 0.5 * r + 0.5 * pull, edge.rest: "0.9 * edge.rest + 0.1 * if(random < 0.5, from.r, r)"}
            """
        let components = """
            variables: {rx: {uniform: [-1, 1]}, ry: {uniform: [-1, 1]}}
            edge-variables: {restx: weight, resty: 0}
            edges: {px: {mean: from.rx - edge.restx}, py: {mean: from.ry - edge.resty}}
            next:
              rx: 0.5 * rx + 0.5 * px
              ry: 0.5 * ry + 0.5 * py
              edge.restx: 0.9 * edge.restx + 0.1 * if(random < 0.5, from.rx, rx)
              edge.resty: 0.9 * edge.resty + 0.1 * if(random < 0.5, from.ry, ry)
            """
        try expectSame(
            { text(vectors, asMap: true, means: Self.means, threads: $0) },
            text(components, asMap: true, means: Self.meansOfComponents))
    }

    @Test(
        "what is wrong with vectors of edges is told at its place",
        arguments: [
            ("rest: {components: [x, y], initial: 0}", "from.x", "edge.rest: @x", "must be one of 2 components"),
            (
                "rest: {components: [x, y], initial: 0}", "from.x", "edge.rest: \"@[1, 2, 3]\"",
                "is a vector of 3 components"
            ),
            (
                "rest: {components: [x, y], initial: 0}", "from.x * @edge.rest.z", "x: 0",
                "has no component 'z': it has x, y"
            ),
            ("rest: {components: [x, y], initial: 0}", "{least: @edge.rest}", "x: 0", "is a vector of 2 components"),
            (
                "rest: {components: [x, y], initial: 0}", "from.x", "edge.rest.z: @0",
                "there is no variable 'edge.rest.z'"
            ),
            ("rest: {components: [x, y], initial: @[1, 2, 3]}", "from.x", "x: 0", "'initial' must have 2 items"),
            ("rest: {components: [x, y], initial: \"@[1, 2]\"}", "from.x", "x: 0", "is a vector of 2 components"),
            (
                "rest: {components: [x, y], initial: @[1, 5 mV]}", "from.x", "x: 0",
                "must have the same unit: write it behind each number"
            ),
            (
                "rest: {components: [x, y], initial: @from.x}", "from.x", "x: 0",
                "'node' of its two ends, such as 'from.node', not with 'from.x'"
            ),
            (
                "rest: {components: [x, y], initial: 0}", "from.x", "edge.rest.x: 0, @edge.rest: 0",
                "'edge.rest': this gives the same component as 'edge.rest.x'"
            ),
            (
                "rest: {components: [x, y], initial: 0}", "from.x", "edge.rest: 0, @edge.rest.y: 0",
                "'edge.rest.y': this gives the same component as 'edge.rest'"
            ),
            ("@rest: {components: [x, y]}", "from.x", "x: 0", "missing key 'initial'"),
            (
                "rest: 1, @weight: {components: [x, y], initial: 0}", "from.x", "x: 0",
                "stands for something else already"
            ),
        ])
    func problems(variable: String, influence: String, rate: String, message: String) throws {
        let marked = MarkedText(
            """
            variables: {x: 1}
            edge-variables: {\(variable)}
            edges: {pull: \(influence)}
            rates: {\(rate.hasPrefix("x:") ? "" : "x: 0, ")\(rate)}
            """)
        let problems = try #require(
            try folder.problems(
                text(marked.text, means: []).replacing(", name: means", with: "")
                    .replacing("quantities: []", with: "quantity: {mean: x}")))
        let place = try #require(marked.place)
        #expect(problems.contains(message), "\(problems)")
        #expect(problems.contains("test.yml:\(6 + place.line):\(5 + place.column): error: "), "\(problems)")
        #expect(problems.contains("\n1 error"), "\(problems)")
    }

    @Test("quantities of vectors of edges are numbers, and none of their names is that of a vector")
    func quantities() throws {
        let text = text(
            """
            variables: {x: 1}
            edge-variables: {rest: {components: [x, y], initial: [3, 4]}}
            rates: {x: 0}
            """, means: []
        ).replacing(", name: means", with: "").replacing("quantities: []", with: "quantity: @")
        let known = "\"norm([edge-rest.x-mean, edge-rest.y-mean])\""
        #expect(try folder.problems(text.replacing("@", with: known)) == nil)
        for unknown in ["norm(edge_rest)", "norm(edge-rest)", "edge_rests"] {
            let problems = try #require(try folder.problems(text.replacing("@", with: unknown)))
            #expect(!problems.contains("did you mean 'edge_rest'"), "\(problems)")
            #expect(problems.contains("test.yml:12:"), "\(problems)")
            #expect(!problems.contains("allowed: edge_rest,") && !problems.contains(" edge_rest,"), "\(problems)")
        }
    }
}
