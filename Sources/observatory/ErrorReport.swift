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
    do {
        try body()
    } catch let error as ExitCode {
        throw error
    } catch let error as ScenarioError {
        writeError(error.description)
        throw ExitCode(error.isAboutReading ? 66 : 65)
    } catch let error as ResultError {
        writeError("error: \(error)")
        throw ExitCode(73)
    } catch let error as ResumptionError {
        writeError("error: \(error)")
        throw ExitCode(error.exitStatus)
    } catch let error as CheckpointError {
        writeError("error: \(error)")
        throw ExitCode(error.exitStatus)
    } catch let error as RecordingError {
        writeError("error: \(error)")
        throw ExitCode(73)
    } catch let error as ReplayError {
        writeError("error: \(error)")
        throw ExitCode(65)
    } catch let error as RareEventScenarioError {
        writeError("error: \(error)")
        throw ExitCode(65)
    } catch let error as SweepError {
        writeError("error: \(error)")
        throw ExitCode(error.exitStatus)
    } catch let error as PlotError {
        writeError("error: \(error)")
        throw ExitCode(error.exitStatus)
    } catch let error as ViewerError {
        writeError("error: \(error)")
        throw ExitCode(1)
    } catch let error as DataFileError {
        writeError("error: \(error)")
        throw ExitCode(65)
    } catch let error as BenchmarkError {
        writeError("error: \(error)")
        throw ExitCode(error.isAboutWriting ? 73 : 1)
    } catch {
        writeError("error: the simulation failed: \(error)")
        throw ExitCode(1)
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
