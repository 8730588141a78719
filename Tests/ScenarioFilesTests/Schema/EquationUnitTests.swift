import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

@Suite("Units in equations and maps of a scenario's own") struct EquationUnitTests {
    private func text(_ model: String, method: String = "runge-kutta-4", step: String = "0.05") -> String {
        let lines = model.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        return """
            graph: {ring: {nodes: 6}}
            model:
            \(lines.replacing("    equations:", with: "  equations:").replacing("    map:", with: "  map:"))
            integrate: {method: \(method), step: \(step), until: 20}
            observe: [{nodes: all, every: 1}]

            """
    }

    /// Neurons that are driven over a threshold and hit each other with a delay.
    private static let neurons = """
        equations:
        time-unit: ms
        variables: {v: {initial: {uniform: [-70 mV, -0.06 V]}, range: [-80, 0], unit: mV}, g: 0 nS, n: 0.3}
        parameters:
          rest: -65 mV
          tau: {value: 10, unit: ms}
          capacitance: {value: 0.1, unit: nF}
          current: {value: {uniform: [0.2, 0.3]}, unit: nA}
          jump: {value: 0.002, unit: uS}
        let: {drive: (current - g * v) / capacitance}
        edges: {pull: (from.v - v) / (100 * ms)}
        rates: {v: (rest - v) / tau + drive + pull, g: -g / (5 * ms), n: (1 - n) * exp(v / (25 * mV)) / ms}
        events: [{when: v > -50 * mV, set: {v: rest}, refractory: 2 * ms, hold: [v], send: {g: jump}, delay: 1.5 * ms}]
        """

    /// The same without units, converted by hand: nA/nF is V/s, as mV/ms; nS mV is 10⁻³ nA; µS are 1000 nS.
    private static let numbers = """
        equations:
        variables: {v: {initial: {uniform: [-70, -60]}, range: [-80, 0]}, g: 0, n: 0.3}
        parameters:
          rest: -65
          tau: 10
          capacitance: 0.1
          current: {uniform: [0.2, 0.3]}
          jump: 0.002
        let: {drive: (current - g * v / 1000) / capacitance}
        edges: {pull: (from.v - v) / 100}
        rates: {v: (rest - v) / tau + drive + pull, g: -g / 5, n: (1 - n) * exp(v / 25)}
        events: [{when: v > -50, set: {v: rest}, refractory: 2, hold: [v], send: {g: jump * 1000}, delay: 1.5}]
        """

    @Test("a unit stands behind a number in formulas, too, and behind those of a distribution that declares none")
    func behindNumbers() throws {
        let folder = try ScenarioFolder()
        let expected = try folder.run(text(Self.neurons), to: "products").text("nodes.csv")
        let written = Self.neurons.replacing(" * mV", with: " mV").replacing(" * ms", with: " ms")
            .replacing("{value: {uniform: [0.2, 0.3]}, unit: nA}", with: "{uniform: [0.2 nA, 300 pA]}")
        #expect(written.contains("(100 ms)") && written.contains("v > -50 mV") && written.contains("pA"))
        #expect(try folder.run(text(written), to: "behind").text("nodes.csv") == expected)
        let mixed = text(written.replacing("0.2 nA", with: "0.2"))
        #expect(try folder.problems(mixed)?.contains("'uniform[1]' must be a number, not the text '300 pA'") == true)
    }

    @Test("equations with units give what those without give, converted by hand")
    func values() throws {
        let folder = try ScenarioFolder()
        let measured = try folder.run(text(Self.neurons), to: "measured")
        let plain = try folder.run(text(Self.numbers), to: "plain")
        #expect(try measured.text("nodes.csv") == plain.text("nodes.csv"))
        #expect(try Set(measured.column(3, of: "nodes.csv")).count > 20)
        #expect(try !plain.files().contains("units.json"))
        let times = ["integrate.step=50 us", "integrate.until=0.02 s", "observe.0.every=1000 us"]
        let timed = try folder.run(text(Self.neurons), set: times, to: "timed")
        #expect(try timed.text("nodes.csv") == plain.text("nodes.csv"))
    }

    @Test("a run with units goes on to the same bytes after an interruption")
    func interrupted() throws {
        let folder = try ScenarioFolder()
        let run = try InterruptedRun(lastStep: 200) { try folder.scenario(text(Self.neurons)) }
        #expect(try run.expectSameBytes().isEmpty)
    }

    @Test("a run tells the units of columns")
    func sidecar() throws {
        let folder = try ScenarioFolder()
        let text = try folder.run(text(Self.neurons)).text("units.json")
        for entry in [#""time" : "ms""#, #""v" : "mV""#, #""g" : "nS""#, #""n" : "1""#, #""current" : "nA""#] {
            #expect(text.contains(entry), "\(text)")
        }
    }

    @Test("the equations of Hodgkin and Huxley with units are those of the model")
    func hodgkinHuxley() throws {
        let model = """
            equations:
            time-unit: ms
            variables: {v: -65 mV, m: 0.0529, h: 0.5961, n: 0.3177}
            parameters:
              current: 100 nA/mm^2
              capacitance: 1 uF/cm^2
              sodium-conductance: 0.12 S/cm^2
              potassium-conductance: {value: 36, unit: mS/cm^2}
              leak-conductance: 0.3 mS/cm^2
              sodium-potential: 0.05 V
              potassium-potential: -77 mV
              leak-potential: -54.4 mV
            let:
              sodium: sodium-conductance * m^3 * h * (v - sodium-potential)
              potassium: potassium-conductance * n^4 * (v - potassium-potential)
              opening-m: if(v == -40 * mV, 1, -(v + 40 * mV) / (10 * mV) / expm1(-(v + 40 * mV) / (10 * mV))) / ms
              opening-n: if(v == -55 * mV, 0.1, -(v + 55 * mV) / (100 * mV) / expm1(-(v + 55 * mV) / (10 * mV))) / ms
            rates:
              v: (current - sodium - potassium - leak-conductance * (v - leak-potential)) / capacitance
              m: opening-m * (1 - m) - 4 * exp(-(v + 65 * mV) / (18 * mV)) * m / ms
              h: 0.07 * exp(-(v + 65 * mV) / (20 * mV)) * (1 - h) / ms - h / (1 + exp(-(v + 35 * mV) / (10 * mV))) / ms
              n: opening-n * (1 - n) - 0.125 * exp(-(v + 65 * mV) / (80 * mV)) * n / ms
            """
        let folder = try ScenarioFolder()
        let own = try folder.run(text(model), to: "own")
        let known = try folder.run(
            text("equations:").replacing("  equations:", with: "  hodgkin-huxley: {current: 10}"), to: "known")
        for column in 2...5 {
            let (found, expected) = (try own.column(column, of: "nodes.csv"), try known.column(column, of: "nodes.csv"))
            #expect(found.count == 126)
            for (found, expected) in zip(found, expected) {
                let (found, expected) = (try #require(Double(found)), try #require(Double(expected)))
                #expect(abs(found - expected) <= 1e-9 * max(1, abs(expected)))
            }
        }
    }

    @Test("noise is in the unit of the variable over the root of time")
    func noise() throws {
        let folder = try ScenarioFolder()
        let measured =
            "equations:\ntime-unit: ms\nvariables: {v: 1 mV}\nparameters: {s: 0.1 V/s^0.5}\nrates: {v: 0}\nnoise: {v: s}"
        let plain = "equations:\nvariables: {v: 1}\nrates: {v: 0}\nnoise: {v: 3.1622776601683795}"
        let results = try [measured, plain].enumerated().map { index, model in
            try folder.run(text(model, method: "euler-maruyama"), to: "\(index)").column(2, of: "nodes.csv")
        }
        for (found, expected) in zip(results[0], results[1]) {
            let (found, expected) = (try #require(Double(found)), try #require(Double(expected)))
            #expect(abs(found - expected) <= 1e-12 * max(1, abs(expected)))
        }
        let wrong = measured.replacing("V/s^0.5", with: "V/s")
        let told = try folder.problems(text(wrong, method: "euler-maruyama"))
        #expect(told?.contains("error: this is in V/s, but must be in mV/ms^0.5\n") == true, "\(told ?? "")")
    }

    /// What is in mV/V is a thousandth of the number.
    @Test("variables of edges are numbers without unit")
    func edges() throws {
        let model = """
            equations:
            time-unit: ms
            variables: {v: -60 mV}
            parameters: {tau: 10 ms, rest: -65 mV, volt: {value: 1, unit: V}}
            edge-variables: {b: rest / volt, c: 1}
            rates: {v: 0}
            events: [{when: time > 2 * ms, outgoing: {b: v / volt}, incoming: {c: from.v / volt}}]
            """
        let observed = text(model).replacing(
            "{nodes: all, every: 1}", with: "{quantities: [edge-b-mean, edge-c-mean], every: 20, name: means}")
        let folder = try ScenarioFolder()
        let results = try folder.run(observed)
        #expect(try results.column(1, of: "means.csv").compactMap(Double.init) == [-0.065, -0.06])
        #expect(try results.column(2, of: "means.csv").compactMap(Double.init) == [1, -0.06])
        for (part, wrong) in [("b: rest / volt", "b: rest"), ("b: v / volt", "b: v"), ("c: from.v / volt", "c: tau")] {
            let told = try folder.problems(observed.replacing(part, with: wrong))
            #expect(told?.contains("but must be in no unit") == true, "\(told ?? "")")
        }
    }

    @Test("maps have units, but for their steps")
    func maps() throws {
        let folder = try ScenarioFolder()
        let model =
            "map:\nvariables: {x: 2 mol, y: 0}\nparameters: {gain: 500 mmol}\nedges: {pull: {mean: from.x}}\nnext: {x: pull + gain, y: time}"
        let results = try folder.run(text(model, method: "synchronous", step: "1"))
        #expect(try results.column(2, of: "nodes.csv").last == "12.0")
        #expect(try results.text("units.json").contains(#""x" : "mol""#))
        let told = try folder.problems(
            text(model.replacing("pull + gain", with: "pull * gain"), method: "synchronous", step: "1"))
        #expect(told?.contains("error: this is in mol mmol, but must be in mol\n") == true, "\(told ?? "")")
    }

    /// `@` stands for what is wrong.
    @Test(
        "each fault is told where it stands",
        arguments: [
            (
                "rates: {v: (rest - v) @+ current}",
                "'+' needs numbers of the same kind, but one is in mV and the other in nA"
            ),
            ("rates: {v: @rest - v}", "this is in mV, but must be in mV/ms"),
            (
                "rates: {v: exp(@v) / ms * mV}",
                "'exp' needs a number without unit, but this is in mV: divide it by something in that unit"
            ),
            (
                "let: {a: v @+ tau}\nrates: {v: 0}",
                "'+' needs numbers of the same kind, but one is in mV and the other in ms"
            ),
            (
                "edges: {a: from.current @- v}\nrates: {v: 0}",
                "'-' needs numbers of the same kind, but one is in nA and the other in mV"
            ),
            ("edges: {a: {product: @from.v}}\nrates: {v: 0}", "this is in mV, but must be in no unit"),
            (
                "edges: {a: from.v}\nrates: {v: a / tau @+ a}",
                "'+' needs numbers of the same kind, but one is in mV/ms and the other in mV"
            ),
            (
                "rates: {v: 0}\nevents: [{when: v @> 30, set: {v: 0}}]",
                "'>' needs numbers of the same kind, but one is in mV and the other in no unit"
            ),
            ("rates: {v: 0}\nevents: [{when: v > rest, set: {v: @tau}}]", "this is in ms, but must be in mV"),
            (
                "rates: {v: 0}\nevents: [{when: v > rest, set: {v: rest}, refractory: @2}]",
                "this is in no unit, but must be in ms"
            ),
            ("rates: {v: 0}\nevents: [{when: v > rest, send: {v: @current}}]", "this is in nA, but must be in mV"),
            (
                "rates: {v: 0}\nevents: [{when: v > rest, send: {v: rest}, delay: @edge.random}]",
                "this is in no unit, but must be in ms"
            ),
            ("rates: {v: 10 @furlong / ms}", "an operator such as '*' is missing before 'furlong'"),
            ("rates: {v: degree @* v / tau / mv}", ""),
        ])
    func faults(written: String, message: String) throws {
        let marked = MarkedText(written)
        let head =
            "equations:\ntime-unit: ms\nvariables: {v: -65 mV}\nparameters: {rest: -65 mV, current: 1 nA, tau: 10 ms}\n"
        let problems = try #require(try ScenarioFolder().problems(text(head + marked.text)))
        guard !message.isEmpty else {
            #expect(problems.contains("there is no 'mv' that could be used here"), "\(problems)")
            return
        }
        #expect(problems.contains("error: \(message)\n"), "\(problems)")
        let place = try #require(marked.place)
        #expect(problems.contains("test.yml:\(7 + place.line):\(5 + place.column)"), "\(problems)")
    }

    @Test(
        "units that are wrong or missing are told",
        arguments: [
            ("variables: {v: 1 mV}\nrates: {v: 0}", "numbers have units, but the time has none"),
            ("time-unit: mV\nvariables: {v: 1 mV}\nrates: {v: 0}", "'mV' is no unit of time: write such as ms, s or d"),
            ("time-unit: msec\nvariables: {v: 1 mV}\nrates: {v: 0}", "there is no unit 'msec'"),
            ("time-unit: ms\nvariables: {v: {initial: 1, unit: milliV}}\nrates: {v: 0}", "there is no unit 'milliV'"),
            (
                "time-unit: ms\nvariables: {v: {initial: 1 nA, unit: mV}}\nrates: {v: 0}",
                "which 'nA' cannot be converted to"
            ),
            ("time-unit: ms\nvariables: {v: 1 mv}\nrates: {v: 0}", "'v' must be a number"),
            ("time-unit: ms\nvariables: {v: 1}\nparameters: {a: {unit: mV}}\nrates: {v: 0}", "missing key 'value'"),
        ])
    func units(equations: String, message: String) throws {
        let told = try ScenarioFolder().problems(text("equations:\n" + equations))
        #expect(told?.contains(message) == true, "\(told ?? "")")
    }
}
