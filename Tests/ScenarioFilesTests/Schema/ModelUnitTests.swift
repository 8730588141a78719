import EngineTestSupport
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

@Suite("Units of models on graphs")
struct ModelUnitTests {
    private static let scenario = """
        graph: {ring: {nodes: 3}}
        model: {hodgkin-huxley: {current: 10}}
        integrate: {method: rk4, step: 0.01, until: 0.5}
        observe:
          - {nodes: all, every: 0.1}

        """

    @Test(
        "numbers with another unit give the same bytes as those they are converted to",
        arguments: [
            ("current=10000 nA/cm^2", "current=10"), ("sodium-conductance=0.12 S/cm^2", "sodium-conductance=120"),
            ("v=[-65 mV, -0.06 V, -70]", "v=[-65, -60, -70]"), ("capacitance=1 uF/cm²", "capacitance=1"),
        ])
    func conversion(written: String, plain: String) throws {
        let folder = try ScenarioFolder()
        let results = try [written, plain].enumerated().map { index, change in
            try folder.run(Self.scenario, set: ["model.hodgkin-huxley.\(change)"], to: "\(index)").text("nodes.csv")
        }
        #expect(results[0] == results[1])
    }

    @Test(
        "so do distributions and times",
        arguments: [
            ("current={uniform: [5 µA/cm^2, 10000 nA/cm^2]}", "current={uniform: [5, 10]}"),
            (
                "current={normal: {mean: 0.01 mA/cm^2, deviation: 1 A/m^2}}",
                "current={normal: {mean: 10, deviation: 100}}"
            ),
            (
                "current={quantiles: {cauchy: {location: 10 uA/cm^2, scale: 1000 nA/cm^2}}}",
                "current={quantiles: {cauchy: {location: 10, scale: 1}}}"
            ),
        ])
    func distributions(written: String, plain: String) throws {
        let folder = try ScenarioFolder()
        let times = ["integrate.until=500 us", "integrate.step=1e-5 s", "observe.0.every=0.0001 s"]
        let results = try [[written] + times, [plain]].enumerated().map { index, changes in
            let changes = changes.enumerated().map { $0 == 0 ? "model.hodgkin-huxley.\($1)" : $1 }
            return try folder.run(Self.scenario, set: changes, to: "\(index)").text("nodes.csv")
        }
        #expect(results[0] == results[1])
    }

    @Test(
        "times in what says when something is due, also where the step follows from them",
        arguments: [
            ("{at: [200 us, 0.4]}", "{at: [0.2, 0.4]}"),
            ("{every: 0.1, from: 2e-4 s, until: 0.4 ms}", "{every: 0.1, from: 0.2, until: 0.4}"),
            ("{logarithmic: {from: 1e-4 s}}", "{logarithmic: {from: 0.1}}"),
        ])
    func schedules(written: String, plain: String) throws {
        let folder = try ScenarioFolder()
        let scenario = Self.scenario.replacing("method: rk4, step: 0.01", with: "method: rk8pd, step: 0.1")
        let results = try [written, plain].enumerated().map { index, when in
            try folder.run(
                scenario.replacing("every: 0.1", with: "when: \(when)"), to: "\(index)"
            ).text("nodes.csv")
        }
        #expect(results[0] == results[1])
        guard !plain.contains("logarithmic") else { return }
        let free = scenario.replacing(", step: 0.1", with: "").replacing("every: 0.1", with: "when: \(written)")
        #expect(try folder.run(free, to: "free").text("nodes.csv") == results[1])
    }

    @Test(
        "a time is one, and has no unit where the model has none",
        arguments: [
            ("integrate.until=5 mV", "'until' is in ms, which 'mV' cannot be converted to"),
            ("observe.0.every=1 km", "'every' is in ms, which 'km' cannot be converted to"),
            ("model={fitzhugh-nagumo: {}}, integrate.until=5 ms", "'until' must be a number"),
        ])
    func wrongTimes(changes: String, words: String) throws {
        let changes = changes.split(separator: ", ").map(String.init)
        let told = try ScenarioFolder().problems(Self.scenario, set: changes)
        #expect(told?.contains(words) == true, "\(told ?? "")")
    }

    @Test(
        "what cannot be converted, and what is out of range once it is, is told",
        arguments: [
            ("current=10 mV", "is in µA/cm^2, which 'mV' cannot be converted to"),
            ("capacitance=1 mol", "which 'mol' cannot be converted to"),
            ("capacitance=-1 mF/cm^2", "must be greater than 0"), ("m=0.5 mV", "must be a number"),
        ])
    func problems(change: String, words: String) throws {
        let told = try ScenarioFolder().problems(Self.scenario, set: ["model.hodgkin-huxley.\(change)"])
        #expect(told?.contains(words) == true, "\(told ?? "")")
    }

    @Test("a run writes what its columns are measured in, where the model has units")
    func sidecar() throws {
        let folder = try ScenarioFolder()
        let text = try folder.run(Self.scenario, to: "cells").text("units.json")
        for entry in [#""time" : "ms""#, #""v" : "mV""#, #""h" : "1""#, #""current" : "µA/cm^2""#] {
            #expect(text.contains(entry), "\(text)")
        }
        let plain = Self.scenario.replacing("hodgkin-huxley", with: "fitzhugh-nagumo")
        #expect(try !folder.run(plain, to: "plain").files().contains("units.json"))
    }
}
