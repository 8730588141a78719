import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Units in rates of transitions, in waiting times and in rules.
@Suite struct StateUnitTests {
    private func text(
        _ model: String, _ method: String = "event-driven", step: String = "1", until: String = "20"
    ) -> String {
        """
        graph: {ring: {nodes: 60}}
        model:
          \(model.split(separator: "\n").joined(separator: "\n  "))
        integrate: {method: \(method), step: \(step), until: \(until)}
        observe: [{nodes: all, every: \(step)}]

        """
    }

    private static let measured = """
        transitions:
          time-unit: d
          states: [S, E, I, R]
          transitions:
            - {from: S, to: E, rate: "beta * count(neighbours, I) * strength / threshold"}
            - {from: E, to: I, after: {gamma: {shape: 3, scale: 12 h}}}
            - {from: I, to: R, after: {uniform: [24 h, 3 d]}}
            - {from: I, to: S, rate: loss}
            - {from: R, to: S, after: 96 h}
          parameters:
            beta: {value: {uniform: [0.05, 0.1]}, unit: 1/h}
            loss: 0.1 1/d
            strength: 0.002 V
            threshold: 1 mV
          initial: {I: 0.3}
        """

    /// The same, converted by hand: a rate of 1/h is one of 24/d, and 2 mV are twice 1 mV.
    private static let plain = """
        transitions:
          states: [S, E, I, R]
          transitions:
            - {from: S, to: E, rate: "beta * count(neighbours, I) * strength / threshold * 24000"}
            - {from: E, to: I, after: {gamma: {shape: 3, scale: 0.5}}}
            - {from: I, to: R, after: {uniform: [1, 3]}}
            - {from: I, to: S, rate: loss}
            - {from: R, to: S, after: 4}
          parameters: {beta: {uniform: [0.05, 0.1]}, loss: 0.1, strength: 0.002, threshold: 1}
          initial: {I: 0.3}
        """

    /// Rates may differ in their last bit, so that what is compared is what happens, not the times to the last digit.
    @Test("transitions with units are those without, converted by hand, also where rates are the same for all nodes")
    func transitions() throws {
        let folder = try ScenarioFolder()
        let same = ("{value: {uniform: [0.05, 0.1]}, unit: 1/h}", "{uniform: [0.05, 0.1]}")
        for (index, alike) in [false, true].enumerated() {
            let measured = alike ? Self.measured.replacing(same.0, with: "0.07 1/h") : Self.measured
            let plain = alike ? Self.plain.replacing(same.1, with: "0.07") : Self.plain
            let first = try folder.run(text(measured, step: "24 h", until: "20 d"), to: "measured\(index)")
            let second = try folder.run(text(plain), to: "plain\(index)")
            #expect(try first.text("nodes.csv") == second.text("nodes.csv"))
            #expect(try Set(first.column(2, of: "nodes.csv")).count == 4)
            #expect(try !second.files().contains("units.json"))
            let units = try first.text("units.json")
            for entry in [#""time" : "d""#, #""compartment" : "1""#, #""beta" : "1/h""#, #""loss" : "1/d""#] {
                #expect(units.contains(entry), "\(units)")
            }
        }
    }

    /// Rates that are constant or proportional to a count are simulated by a table.
    @Test("so are transitions that are a table of rates")
    func table() throws {
        let folder = try ScenarioFolder()
        let measured = """
            transitions:
              time-unit: d
              states: [S, I]
              transitions: [{from: S, to: I, rate: "beta * count(neighbours, I)"}, {from: I, to: S, rate: loss}]
              parameters: {beta: 0.05 1/h, loss: 0.5 1/d}
              initial: {I: 0.3}
            """
        let plain = measured.replacing("  time-unit: d\n", with: "").replacing("0.05 1/h", with: "1.2")
            .replacing("0.5 1/d", with: "0.5")
        let first = try folder.run(text(measured, until: "480 h"), to: "measured")
        let second = try folder.run(text(plain), to: "plain")
        #expect(try first.text("nodes.csv") == second.text("nodes.csv"))
        #expect(try Set(first.column(2, of: "nodes.csv")).count == 2)
    }

    @Test("a run with units goes on to the same bytes after an interruption")
    func interrupted() throws {
        let folder = try ScenarioFolder()
        let run = try InterruptedRun(lastStep: 20) { try folder.scenario(text(Self.measured)) }
        #expect(try run.expectSameBytes().isEmpty)
    }

    @Test("a rule with units is that without, converted by hand")
    func rule() throws {
        let folder = try ScenarioFolder()
        let measured = """
            rule:
              states: [quiet, firing]
              next: "if(drive * count(neighbours, firing) + noise * random > threshold, firing, quiet)"
              move: {if: "random * noise < threshold / 8", to: quiet, prefer: "noise * count(neighbours, firing)"}
              parameters: {drive: {value: {uniform: [2, 9]}, unit: mV}, noise: 0.012 V, threshold: 8 mV}
              initial: {firing: 0.3}
            """
        let plain = measured.replacing("{value: {uniform: [2, 9]}, unit: mV}", with: "{uniform: [2, 9]}")
            .replacing("0.012 V", with: "12").replacing("8 mV", with: "8")
        let first = try folder.run(text(measured, "synchronous"), to: "measured")
        let second = try folder.run(text(plain, "synchronous"), to: "plain")
        #expect(try first.text("nodes.csv") == second.text("nodes.csv"))
        #expect(try Set(first.column(2, of: "nodes.csv")).count == 2)
        #expect(try first.text("units.json").contains(#""noise" : "V""#))
    }

    private static let faulty = """
        transitions:
          time-unit: d
          states: [S, I]
          transitions:
            - {from: S, to: I, rate: "beta * count(neighbours, I)"}
            - {from: I, to: S, after: 5 d}
          parameters: {beta: 0.3 1/d}
          initial: {I: 0.3}
        """

    /// `@` stands before what is wrong.
    @Test(
        "each fault is told where it stands",
        arguments: [
            (
                "\"beta * count(neighbours, I)\"", "\"@0.3 * count(neighbours, I)\"",
                "this is in no unit, but must be in 1/d"
            ),
            (
                "\"beta * count(neighbours, I)\"", "\"@beta^2 * count(neighbours, I)\"",
                "this is in 1/d^2, but must be in 1/d"
            ),
            (
                "\"beta * count(neighbours, I)\"", "\"beta * count(neighbours, I) @+ 1\"",
                "'+' needs numbers of the same kind, but one is in"
            ),
            ("5 d", "@5 mV", "'after' is in d, which 'mV' cannot be converted to"),
            ("0.3 1/d", "{value: 0.3, unit: @furlong}", "there is no unit 'furlong'"),
            (
                "time-unit: d\n", "time-unit: @mV\n",
                "'time-unit' is 'mV', which is no unit of time, as 'ms' and 'd' are"
            ),
            (
                "time-unit: d\n", "# without\n",
                "'parameters' has units, but the time has none: write it, as in 'time-unit: d'"
            ),
        ])
    func faults(right: String, wrong: String, message: String) throws {
        var model = Self.faulty.replacing(right, with: wrong)
        if wrong == "# without\n" {
            model = model.replacing("parameters: {", with: "parameters: @{").replacing("5 d", with: "5")
        }
        let marked = text(model)
        let problems = try #require(try ScenarioFolder().problems(marked.replacing("@", with: "")))
        #expect(problems.contains("error: \(message)"), "\(problems)")
        let before = try #require(marked.range(of: "@").map { marked[..<$0.lowerBound] })
        let line = before.count { $0 == "\n" } + 1
        let column = before.distance(from: before.lastIndex(of: "\n") ?? before.startIndex, to: before.endIndex)
        #expect(problems.contains("test.yml:\(line):\(column)"), "\(problems)")
    }

    @Test("a rule must give a state, and compare what can be compared")
    func ruleFaults() throws {
        let model = """
            rule:
              states: [quiet, firing]
              next: "if(drive > 1, firing, quiet)"
              parameters: {drive: 3 mV}
              initial: {firing: 0.3}
            """
        let folder = try ScenarioFolder()
        let problems = try #require(try folder.problems(text(model, "synchronous")))
        #expect(
            problems.contains("test.yml:5:21: error: '>' needs numbers of the same kind, but one is in"), "\(problems)")
        let state = model.replacing("if(drive > 1, firing, quiet)", with: "drive")
        let other = try #require(try folder.problems(text(state, "synchronous")))
        #expect(other.contains("test.yml:5:12: error: this is in mV, but must be in no unit"), "\(other)")
    }
}
