import ScenarioFiles
import SimulationEngine

/// Where the runs of a sweep lie in its directory.
struct SweepDirectory: Sendable {
    let path: String

    /// The directory of a run.
    func path(of run: SweepRun) -> String { "\(path)/runs/\(run.name)" }

    /// The archive in which a run is kept. There is one for each beginning of the names of runs, so that it depends on nothing else.
    func archivePath(ofRunsBeginningWith start: Substring) -> String { "\(path)/archives/\(start).tar" }

    /// How runs are put together in archives: by the first digits of their names.
    static func archiveKey(of run: SweepRun) -> Substring { run.name.prefix(2) }

    // MARK: Failures

    private func failurePath(of run: SweepRun) -> String { "\(path)/failures/\(run.name).txt" }

    /// Why a run has failed; `nil` if it has not.
    func failure(of run: SweepRun) -> String? {
        guard let bytes = try? InputFile(failurePath(of: run)).bytes() else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").joined(separator: "\n")
    }

    /// Takes note of why a run has failed.
    func storeFailure(of run: SweepRun, _ reason: String) throws {
        let path = failurePath(of: run)
        do {
            try FileSystem.createFolder("\(self.path)/failures")
            try DurableFile(path: path).write(Array("\(reason)\n".utf8))
        } catch {
            throw SweepError.file(path: path, reason: error.reason)
        }
    }

    /// Forgets why a run has failed.
    func removeFailure(of run: SweepRun) { try? FileSystem.remove(failurePath(of: run)) }
}
