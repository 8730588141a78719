import ArgumentParser
import Foundation
import ObserverBenchmarks
import Recording
import ScenarioFiles
import SimulationEngine

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
        throw ExitCode(error.isAboutReading ? 66 : 75)
    } catch let error as CheckpointError {
        writeError("error: \(error)")
        throw ExitCode(65)
    } catch let error as RecordingError {
        writeError("error: \(error)")
        throw ExitCode(73)
    } catch let error as BenchmarkError {
        writeError("error: \(error)")
        throw ExitCode(error.isAboutWriting ? 73 : 1)
    } catch {
        writeError("error: the simulation failed: \(error)")
        throw ExitCode(1)
    }
}

/// Writes a line to standard error.
func writeError(_ text: String) {
    writeToStandardError(text + "\n")
}

/// Writes to standard error. If that is closed or full there is nobody left to tell.
func writeToStandardError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
}
