import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

@Suite("Units of variables of edges") struct EdgeUnitTests {
    private func text(
        _ model: String, graph: String = "ring: {nodes: 6}", method: String = "runge-kutta-4", observing: String = ""
    ) -> String {
        let lines = model.split(separator: "\n").enumerated().map { ($0 == 0 ? "  " : "    ") + $1 }
        return """
            graph: {\(graph)}
            model:
            \(lines.joined(separator: "\n"))
            integrate: {method: \(method), \(method == "synchronous" ? "" : "step: 0.05, ")until: 20}
            observe: [{nodes: all, every: 1}\(observing)]

            """
    }

    private static let quantities =
        ", {quantities: [edge-k-deviation, edge-n-deviation, edge-p-mean], every: 1, name: edges}"

    /// Conductances that grow between nodes, and what is sent by events in another unit.
    private static let measured = """
        equations:
        time-unit: ms
        variables: {v: {initial: {uniform: [-0.07 V, -50 mV]}, unit: mV}, g: 0 nS}
        parameters: {learning: {value: 0.02, unit: nS/mV}, tau: 10 ms, c: {value: 0.1, unit: nF}, half: 2 nS}
        edge-variables:
          k: {initial: half * weight, unit: nS}
          n: 0.5 uS
          lag: {initial: (1 + edge.random) * ms, unit: ms}
          m: {initial: 0.002 V, unit: mV}
          p: 3
        edges: {edges-m: edge.m, pull: edge.k * (from.v - v)}
        rates: {v: pull / c + edges-m / tau, g: -g / tau, edge.k: learning * (from.v - v) / tau}
        events:
          - when: v > -58 * mV
            set: {v: -62 * mV}
            send: {g: edge.k + edge.n}
            delay: edge.lag
            outgoing: {n: edge.n / 2}
            incoming: {n: edge.n + 1 * nS, p: edge.p + v / mV}
        """

    /// The same, converted by hand: nS mV/nF are mV/s.
    private static let plain = """
        equations:
        variables: {v: {uniform: [-70, -50]}, g: 0}
        parameters: {learning: 0.02, tau: 10, c: 0.1, half: 2}
        edge-variables: {k: half * weight, n: 0.5, lag: 1 + edge.random, m: 2, p: 3}
        edges: {edges-m: edge.m, pull: edge.k * (from.v - v)}
        rates: {v: pull / c / 1000 + edges-m / tau, g: -g / tau, edge.k: learning * (from.v - v) / tau}
        events:
          - when: v > -58
            set: {v: -62}
            send: {g: edge.k + 1000 * edge.n}
            delay: edge.lag
            outgoing: {n: edge.n / 2}
            incoming: {n: edge.n + 0.001, p: edge.p + v}
        """

    private func expectAlike(_ found: [String], _ expected: [String], tolerance: Double = 1e-9) throws {
        #expect(found.count == expected.count && found.count > 10 && Set(expected).count > 4)
        for (found, expected) in zip(found, expected) {
            let (found, expected) = (try #require(Double(found)), try #require(Double(expected)))
            #expect(abs(found - expected) <= tolerance * max(1, abs(expected)))
        }
    }

    @Test("rates, beginnings and events with units give what those without give, converted by hand")
    func values() throws {
        let folder = try ScenarioFolder()
        let measured = try folder.run(text(Self.measured, observing: Self.quantities), to: "measured")
        let plain = try folder.run(text(Self.plain, observing: Self.quantities), to: "plain")
        for column in 2...3 {
            try expectAlike(measured.column(column, of: "nodes.csv"), plain.column(column, of: "nodes.csv"))
        }
        for column in 1...3 {
            try expectAlike(measured.column(column, of: "edges.csv"), plain.column(column, of: "edges.csv"))
        }
    }

    @Test("a run tells the units of variables of edges and of their quantities")
    func sidecar() throws {
        let folder = try ScenarioFolder()
        let units = try folder.run(text(Self.measured, observing: Self.quantities)).text("units.json")
        for entry in [
            #""edge.k" : "nS""#, #""edge.n" : "uS""#, #""edge.lag" : "ms""#, #""edge.p" : "1""#,
            #""edge-k-deviation" : "nS""#, #""edge-n-deviation" : "uS""#, #""edge-p-mean" : "1""#,
        ] {
            #expect(units.contains(entry), "\(units)")
        }
        let columns = try #require(units.range(of: #""columns""#)).lowerBound
        let all = try #require(units.range(of: #""units""#)).lowerBound
        #expect(units[columns..<all].contains(#""edge-k-deviation" : "nS""#))
    }

    @Test("a run with units of edges goes on to the same bytes after an interruption")
    func interrupted() throws {
        let folder = try ScenarioFolder()
        let run = try InterruptedRun(lastStep: 200) {
            try folder.scenario(text(Self.measured, observing: Self.quantities))
        }
        #expect(try run.expectSameBytes().isEmpty)
    }

    @Test("noise is in the unit of the variable of edges over the root of time")
    func noise() throws {
        let folder = try ScenarioFolder()
        let models = [
            "equations:\ntime-unit: ms\nvariables: {v: 1}\nparameters: {s: 0.1 V/s^0.5}\nedge-variables: {k: 1 mV}\nrates: {v: 0}\nnoise: {edge.k: s}",
            "equations:\nvariables: {v: 1}\nedge-variables: {k: 1}\nrates: {v: 0}\nnoise: {edge.k: 3.1622776601683795}",
        ]
        let observing = ", {quantity: edge-k-mean, every: 1}"
        let found = try models.enumerated().map { index, model in
            try folder.run(text(model, method: "heun", observing: observing), to: "\(index)")
                .column(1, of: "edge-k-mean.csv")
        }
        try expectAlike(found[0], found[1], tolerance: 1e-12)
    }

    @Test("numbers of a file have the unit that is declared of them")
    func columns() throws {
        let folder = try ScenarioFolder()
        try folder.directory.write("source,target,delay\n0,1,2.5\n1,2,1.5\n2,0,3\n", to: "slow.csv")
        let model = """
            equations:
            time-unit: ms
            variables: {v: 0 mV, w: 0 mV}
            edge-variables: {delay: {unit: ms}}
            rates: {v: mV / ms, w: 0}
            events: [{when: v > 4 * mV, set: {v: 0}, send: {w: 1 * mV}, delay: edge.delay}]
            """
        let graph = "edge-list: {file: slow.csv, directed: true, columns: [delay]}"
        let observed = text(model, graph: graph, observing: ", {quantity: edge-delay-mean, when: end}")
        let results = try folder.run(observed)
        #expect(try results.column(1, of: "edge-delay-mean.csv").compactMap(Double.init) == [7.0 / 3])
        #expect(try results.text("units.json").contains(#""edge-delay-mean" : "ms""#))
        let undeclared = observed.replacing("    edge-variables: {delay: {unit: ms}}\n", with: "")
        #expect(try folder.problems(undeclared)?.contains("this is in no unit, but must be in ms") == true)
        let other = observed.replacing("{delay: {unit: ms}}", with: "{delay: {unit: ms}, other: {unit: ms}}")
        #expect(try folder.problems(other)?.contains("missing key 'initial'") == true)
    }

    @Test("maps check what variables of edges become by their units")
    func maps() throws {
        let folder = try ScenarioFolder()
        let model =
            "map:\nvariables: {x: 2 mol}\nparameters: {gain: 500 mmol}\nedge-variables: {k: 1 mol}\nnext: {edge.k: edge.k + gain}"
        let observed = text(model, method: "synchronous", observing: ", {quantity: edge-k-mean, when: end}")
        let results = try folder.run(observed)
        #expect(try results.column(1, of: "edge-k-mean.csv") == ["11.0"])
        #expect(try results.text("units.json").contains(#""edge-k-mean" : "mol""#))
        let told = try folder.problems(observed.replacing("edge.k + gain", with: "edge.k * gain"))
        #expect(told?.contains("error: this is in mol mmol, but must be in mol\n") == true, "\(told ?? "")")
    }

    /// `@` stands for what is wrong.
    @Test(
        "each fault is told where it stands",
        arguments: [
            ("rates: {v: 0, edge.k: @1 * nS}", "this is in nS, but must be in nS/ms"),
            ("rates: {v: 0}\nnoise: {edge.k: @edge.k}", "this is in nS, but must be in nS/ms^0.5"),
            (
                "edges: {a: edge.k @+ v}\nrates: {v: 0}",
                "'+' needs numbers of the same kind, but one is in nS and the other in mV"
            ),
            ("rates: {v: 0}\nevents: [{when: v > rest, send: {v: @edge.k}}]", "this is in nS, but must be in mV"),
            ("rates: {v: 0}\nevents: [{when: v > rest, outgoing: {k: @v}}]", "this is in mV, but must be in nS"),
            ("rates: {v: 0}\nevents: [{when: v > rest, incoming: {k: @2}}]", "this is in no unit, but must be in nS"),
            (
                "rates: {v: 0}\nevents: [{when: v > rest, send: {v: rest}, delay: @edge.k}]",
                "this is in nS, but must be in ms"
            ),
        ])
    func faults(written: String, message: String) throws {
        let marked = MarkedText(written)
        let head =
            "equations:\ntime-unit: ms\nvariables: {v: -65 mV}\nparameters: {rest: -65 mV}\nedge-variables: {k: 1 nS}\n"
        let problems = try #require(try ScenarioFolder().problems(text(head + marked.text)))
        #expect(problems.contains("error: \(message)\n"), "\(problems)")
        let place = try #require(marked.place)
        #expect(problems.contains("test.yml:\(8 + place.line):\(5 + place.column)"), "\(problems)")
    }

    @Test(
        "what is wrong with the unit or the beginning is told",
        arguments: [
            ("{k: {initial: 2 * weight, unit: nS}}", "error: this is in no unit, but must be in nS\n"),
            ("{k: {initial: 1 mV, unit: nS}}", "which 'mV' cannot be converted to"),
            ("{k: {initial: 1, unit: nope}}", "there is no unit 'nope'"),
            ("{k: {unit: nS}}", "missing key 'initial'"),
            ("{k: {initial: 1, units: nS}}", "unknown key 'units'"),
            ("{k: 1 nope}", "an operator such as '*' is missing before 'nope'"),
        ])
    func beginnings(edges: String, message: String) throws {
        let model = "equations:\ntime-unit: ms\nvariables: {v: -65 mV}\nedge-variables: \(edges)\nrates: {v: 0}"
        let told = try ScenarioFolder().problems(text(model))
        #expect(told?.contains(message) == true, "\(told ?? "")")
    }

    @Test("a unit of a variable of edges needs one of the time")
    func timeUnit() throws {
        let model = "equations:\nvariables: {v: 0}\nedge-variables: {k: 1 nS}\nrates: {v: 0}"
        let told = try ScenarioFolder().problems(text(model))
        #expect(told?.contains("numbers have units, but the time has none") == true, "\(told ?? "")")
    }
}
