import ArgumentParser
import ObserverBenchmarks
import Plots
import Recording
import ScenarioFiles
import SimulationEngine
import Sweeps
import Viewer

/// Runs a command, tells its errors on standard error, and turns them into exit statuses after `sysexits.h`.
func reportingErrors(_ body: () throws -> Void) throws {
    do { try body() } catch { throw exit(telling: error) }
}

private func exit(telling error: any Error) -> ExitCode {
    if let code = error as? ExitCode { return code }
    if let error = error as? ScenarioError {
        writeError(error.description)
        return ExitCode(error.isAboutReading ? 66 : 65)
    }
    let status = exitStatus(of: error)
    writeError("error: \(status == nil ? "the simulation failed: " : "")\(error)")
    return ExitCode(status ?? 1)
}

/// The exit status for an error; `nil` if it came while a simulation ran.
private func exitStatus(of error: any Error) -> Int32? {
    switch error {
    case is ResultError, is RecordingError: 73
    case let error as ResumptionError: error.exitStatus
    case let error as CheckpointError: error.exitStatus
    case is ReplayError, is RareEventScenarioError, is DataFileError: 65
    case let error as SweepError: error.exitStatus
    case let error as PlotError: error.exitStatus
    case is ViewerError: 1
    case is FormulaCompilerError: 69
    case let error as BenchmarkError: error.isAboutWriting ? 73 : 1
    default: nil
    }
}

extension ResumptionError {
    fileprivate var exitStatus: Int32 {
        switch self {
        case .noResults, .cannotOpen, .noCheckpoint, .mayHaveEnded, .hasNotBegun: 66
        case .needsAnotherDirectory: 64
        case .endsTooEarly, .isOfTheEnd, .hasNotEnded, .damagedManifest: 65
        case .goesOn: 75
        case .hasEnded: 0
        }
    }
}

extension SweepError {
    fileprivate var exitStatus: Int32 {
        switch self {
        case .tooManyPoints, .tooManyKeys, .table, .noReference, .noRoot, .notFinite, .tooManyEvaluations, .noQuantity:
            65
        case .noSweep: 66
        case .exists, .file: 73
        case .noTable, .searchInParts: 64
        }
    }
}

extension PlotError {
    fileprivate var exitStatus: Int32 {
        switch self {
        case .noResults: 66
        case .nothingToDraw, .nothingMoves: 65
        case .cannotWrite: 73
        case .noProgram, .failed: 1
        }
    }
}

extension CheckpointError {
    fileprivate var exitStatus: Int32 {
        if case .file = self { 66 } else { 65 }
    }
}
