import ScenarioFiles
import Sweeps
import TestSupport

@testable import Plots

extension TemporaryDirectory {
    /// Runs a scenario and reads what there is to be drawn.
    func pictures(of scenario: String) throws -> Pictures {
        let scenario = try Scenario(contentsOf: write(scenario, to: "scenario.yml"))
        try scenario.run(in: ResultDirectory(creating: path(of: "results")))
        return try Pictures(of: path(of: "results"))
    }

    /// Carries out a sweep and reads what there is to be drawn.
    func pictures(ofSweep scenario: String) throws -> Pictures {
        let sweep = try Sweep(contentsOf: write(scenario, to: "sweep.yml"), in: path(of: "sweep"))
        _ = try sweep.carryOut()
        return try Pictures(of: path(of: "sweep"))
    }
}

extension Pictures {
    /// The names of the pictures.
    var names: [String] { figures.map(\.name) }

    func figure(_ name: String) -> Figure? { figures.first { $0.name == name } }
}

/// Whether what draws is there, as it is where `.ci/run` is.
let canDraw = ExternalProgram.gnuplot.isInstalled
let canPlace = ExternalProgram.sfdp.isInstalled
