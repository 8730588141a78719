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
