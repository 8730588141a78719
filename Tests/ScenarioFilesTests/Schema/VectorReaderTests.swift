import EngineTestSupport
import Networks
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// Vectors in the equations of scenarios.
@Suite struct VectorReaderTests {
    private let folder: ScenarioFolder

    init() throws { folder = try ScenarioFolder() }

    private func text(
        _ equations: String, rest: String = "observe: [{nodes: all, every: 0.25}]", model: String = "equations",
        integrate: String = "{method: runge-kutta-4, step: 0.125, until: 1}"
    ) -> String {
        let lines = equations.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        return """
            seed: 3
            graph: {watts-strogatz: {nodes: 60, neighbours: 4, rewiring: 0.1}}
            model:
              \(model):
            \(lines)
            integrate: \(integrate)
            \(rest)

            """
    }

    /// Bodies in a field, of which each is drawn to its neighbours.
    private static let vectors = """
        variables:
          r: {components: [x, y, z], initial: [{uniform: [-1, 1]}, {uniform: [-1, 1]}, 0]}
          v: {components: [x, y, z], initial: {normal: {mean: 0, deviation: 0.1}}}
        parameters: {field: {components: [x, y, z], value: [0, 0, 1.5]}, drag: 0.1}
        let: {force: "cross(v, field) - drag * v"}
        edges: {pull: from.r - r}
        rates: {r: v, v: force + 0.5 * pull}
        events: [{when: norm(r) > 1, set: {v: -v / 2}, send: {v: [0.01, 0, 0.02]}}]
        """

    private static let components = """
        variables:
          rx: {uniform: [-1, 1]}
          ry: {uniform: [-1, 1]}
          rz: 0
          vx: {normal: {mean: 0, deviation: 0.1}}
          vy: {normal: {mean: 0, deviation: 0.1}}
          vz: {normal: {mean: 0, deviation: 0.1}}
        parameters: {fx: 0, fy: 0, fz: 1.5, drag: 0.1}
        edges: {px: from.rx - rx, py: from.ry - ry, pz: from.rz - rz}
        rates:
          rx: vx
          ry: vy
          rz: vz
          vx: vy * fz - vz * fy - drag * vx + 0.5 * px
          vy: vz * fx - vx * fz - drag * vy + 0.5 * py
          vz: vx * fy - vy * fx - drag * vz + 0.5 * pz
        events:
          - when: sqrt(rx * rx + ry * ry + rz * rz) > 1
            set: {vx: -vx / 2, vy: -vy / 2, vz: -vz / 2}
            send: {vx: 0.01, vy: 0, vz: 0.02}
        """

    @Test("vectors give the bytes of their components, on any number of threads and with whatever is observed beside")
    func bytes() throws {
        let expected = try folder.run(text(Self.components), to: "components").text("nodes.csv")
        let names = expected.replacing("rx,ry,rz,vx,vy,vz", with: "r.x,r.y,r.z,v.x,v.y,v.z")
        #expect(names != expected)
        #expect(try folder.run(text(Self.vectors), to: "vectors").text("nodes.csv") == names)
        let rest = """
            threads: 3
            observe:
              - {nodes: all, every: 0.25}
              - {nodes: {where: norm(v) > 0.1}, fields: [r], every: 0.5, name: fast}
              - {quantity: {mean: norm(v), name: speed}, every: 0.125}
              - {crossing: {of: {field: v.x, nodes: all}, above: 0.05}}
            """
        let observed = try folder.run(text(Self.vectors, rest: rest), to: "observed")
        #expect(try observed.text("nodes.csv") == names)
        #expect(try observed.header("fast.csv") == "time,node,r.x,r.y,r.z")
        let speeds = try observed.column(1, of: "speed.csv").compactMap(Double.init)
        #expect(speeds.count == 9 && speeds.allSatisfy { $0 > 0 && $0 < 10 })
    }

    @Test("a run of vectors that was interrupted goes on to the same bytes")
    func interruption() throws {
        let whole = try folder.run(text(Self.vectors), to: "whole")
        var questions = 0
        let monitor = RunMonitor(shouldStop: {
            questions += 1
            return questions == 4
        })
        let part = try folder.run(text(Self.vectors), to: "part", monitor: monitor)
        #expect(monitor.wasStopped)
        #expect(try part.text("nodes.csv") != whole.text("nodes.csv"))
        try UnfinishedRun(in: part.path).goOn()
        #expect(try part.text("nodes.csv") == whole.text("nodes.csv"))
    }

    @Test("noise on vectors acts on each component by itself")
    func noise() throws {
        let equations = """
            variables: {r: {components: [x, y]}, w: 1}
            rates: {r: 0, w: 0}
            noise: {r: 0.1}
            """
        let results = try folder.run(
            text(equations, integrate: "{method: euler-maruyama, step: 0.125, until: 1}"))
        #expect(try results.header("nodes.csv") == "time,node,r.x,r.y,w")
        let (x, y) = (try results.column(2, of: "nodes.csv"), try results.column(3, of: "nodes.csv"))
        #expect(x.last != y.last && x.last != "0.0")
        #expect(try Set(results.column(4, of: "nodes.csv")) == ["1.0"])
    }

    @Test("maps have vectors, and keep those of which they say nothing")
    func maps() throws {
        let map = """
            variables: {r: {components: [x, y], initial: [1, 2]}, still: {components: [x, y], initial: 3}}
            next: {r: "[r.y, r.x + 1]"}
            """
        let results = try folder.run(
            text(
                map, rest: "observe: [{nodes: 0, every: 1}]", model: "map", integrate: "{method: synchronous, until: 2}"
            ))
        #expect(try results.text("nodes.csv").contains("\n2.0,0,2.0,3.0,3.0,3.0\n"))
    }

    @Test(
        "what is wrong with vectors is told at its place",
        arguments: [
            ("{r: v, v: field * v}", "10:22", "two vectors have several products"),
            ("{r: v, v: 2 * r + drag}", "10:22", "'+' needs two numbers or two vectors"),
            ("{r: drag, v: 0}", "10:16", "this is no vector, but must be one of 3 components, such as '[x, y, z]'"),
            ("{r: [v.x, 1, dot(v], v: 0}", "10:25", "a comma ends the expression here"),
            ("{r: [v.x, sin(v), 0], v: 0}", "10:26", "'sin' needs numbers, but this is a vector of 3 components"),
            ("{r: [v.x, v.y], v: 0}", "10:16", "this is a vector of 2 components, but must be one of 3"),
            ("{r: [v.x, v.y, 2 *], v: 0}", "10:30", "is missing at the end"),
            ("{r: v.w + v, v: 0}", "10:16", "'v' has no component 'w': it has x, y, z"),
            ("{r: v}", "10:12", "the rate of change of 'v' is missing"),
            ("{r: v, v: 0, v.x: 1}", "10:25", "'v.x': this gives the same component as 'v': give the vector as a"),
        ])
    func formulas(rates: String, place: String, message: String) throws {
        let lines = Self.vectors.split(separator: "\n").map(String.init)
        let written = (lines.prefix(6).filter { !$0.hasPrefix("edges") } + ["rates: \(rates)"]).joined(separator: "\n")
        let problems = try #require(try folder.problems(text(written)))
        #expect(problems.contains("test.yml:\(place): error: "), "\(problems)")
        #expect(problems.contains(message), "\(problems)")
        #expect(problems.contains("\n1 error"), "\(problems)")
    }

    @Test(
        "what is wrong with the numbers of vectors is told",
        arguments: [
            ("{components: [x, y], initial: [1, 2, 3]}", "'initial' must have 2 items, not 3"),
            ("{components: [x]}", "a vector has two components or more"),
            ("{components: [x, x]}", "stands twice in the list of components"),
            ("{components: [x, sin]}", "a formula cannot say this name"),
            ("{components: [x, y], initial: [1, two]}", "'initial[1]' must be a number"),
            ("{components: [x, y], range: [0, 1], initial: 2}", "r.x of node 0 is 2, but must be between 0 and 1"),
        ])
    func numbers(variable: String, message: String) throws {
        let problems = try folder.problems(text("variables: {r: \(variable)}\nrates: {r: 0}"))
        #expect(problems?.contains(message) == true, "\(problems ?? "none")")
    }

    @Test("components are not written as variables of their own")
    func points() throws {
        let problems = try folder.problems(text("variables: {r.x: 1, r.y: 2}\nrates: {r: 0}"))
        #expect(problems?.contains("'r.x' would be a component of the vector 'r'") == true, "\(problems ?? "none")")
        #expect(problems?.contains("r: {components: [x, …]}") == true)
    }

    @Test("interventions set components, and parameters of vectors")
    func interventions() throws {
        let equations = """
            variables: {r: {components: [x, y], initial: [1, 2]}}
            parameters: {push: {components: [x, y], value: [5, 6]}}
            rates: {r: push}
            """
        let rest = """
            observe: [{nodes: 0, every: 1}]
            intervene: [{set: {r.y: 7}}, {parameter: {push.x: 0}}]
            """
        let results = try folder.run(text(equations, rest: rest))
        #expect(try results.text("nodes.csv") == "time,node,r.x,r.y\n0.0,0,1.0,2.0\n1.0,0,1.0,13.0\n")
    }

    private static let set = """
        variables: {r: {components: [x, y], initial: [1, 2]}}
        parameters: {push: {components: [x, y], value: [5, 6]}}
        rates: {r: push}
        """

    @Test("interventions set whole vectors by lists, and new nodes have them")
    func wholeVectors() throws {
        let rest = """
            observe: [{nodes: 0, every: 1}]
            intervene: [{set: {node: 0, r: [7, 2 * r.x]}}, {parameter: {push: [0, 1]}}]
            """
        let results = try folder.run(text(Self.set, rest: rest))
        #expect(try results.text("nodes.csv") == "time,node,r.x,r.y\n0.0,0,1.0,2.0\n1.0,0,7.0,3.0\n")
        let zeros = try folder.run(
            text(Self.set, rest: rest.replacing("[7, 2 * r.x]", with: "0").replacing("[0, 1]", with: "0")), to: "zeros")
        #expect(try zeros.text("nodes.csv") == "time,node,r.x,r.y\n0.0,0,1.0,2.0\n1.0,0,0.0,0.0\n")
        let added = try folder.run(
            text(
                Self.set,
                rest: """
                    observe: [{nodes: all, when: end, name: last}]
                    intervene: [{add-node: {like: 0, r: [0, 9]}}, {parameter: {push: [0, 0]}}]
                    """), to: "added")
        let last = try added.text("last.csv").split(separator: "\n").last
        #expect(last?.hasSuffix(",0.0,9.0") == true, "\(last ?? "")")
    }

    @Test(
        "what is wrong with whole vectors in interventions is told",
        arguments: [
            ("set: {r: 1}", "'r' stands for r.x and r.y"), ("set: {r: [1, 2, 3]}", "'r' must have 2 items, not 3"),
            ("set: {r: [1, 2], r.y: 3}", "'r.y' is given twice"), ("set: {r: [1, w]}", "there is no 'w'"),
            ("parameter: {push: 1}", "'push' stands for push.x and push.y"),
            ("add-node: {like: 0, r: [1]}", "'r' must have 2 items, not 1"),
        ])
    func wrongVectors(action: String, message: String) throws {
        let problems = try #require(try folder.problems(text(Self.set, rest: "intervene: [{\(action)}]")))
        #expect(problems.contains("error: \(message)") && problems.hasSuffix("1 error"), "\(problems)")
    }
}
