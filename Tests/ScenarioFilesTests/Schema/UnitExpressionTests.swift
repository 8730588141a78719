import Testing

@testable import ScenarioFiles

@Suite("Units of models on graphs")
struct UnitExpressionTests {
    private static let scenario = """
        graph: {ring: {nodes: 3}}
        model: {hodgkin-huxley: {current: 10}}
        integrate: {method: rk4, step: 0.01, until: 0.5}
        observe:
          - {nodes: all, every: 0.1}

        """

    @Test(
        "a unit is a power of ten of another one of its kind",
        arguments: [
            ("S/cm^2", "mS/cm^2", 3), ("nA/cm²", "µA/cm^2", -3), ("uF cm^-2", "µF/cm^2", 0), ("V", "mV", 3),
            ("A/m^2", "µA/cm^2", 2), ("A s/V", "F", 0), ("kHz", "1/ms", nil), ("mS·V/cm^2", "µA/cm^2", 3),
        ] as [(String, String, Int?)])
    func exponents(written: String, own: String, exponent: Int?) throws {
        let unit = UnitExpression(written)
        #expect(UnitExpression(own).flatMap { unit?.exponent(in: $0) } == exponent)
    }

    @Test("what is no unit is none", arguments: ["", "mol", "mS/cm^x", "V^99", "mm V"])
    func unknown(text: String) throws {
        #expect(UnitExpression(text)?.exponent(in: try #require(UnitExpression("mV"))) == nil)
    }

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
