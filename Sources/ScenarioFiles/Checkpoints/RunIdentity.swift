import Foundation
import GSL
import SimulationEngine

/// The version of the program.
public let observatoryVersion = "0.1.0"

/// What a checkpoint belongs to: a program, and a scenario with its data as they lie in the directory of results.
///
/// The same bytes come only from the same program and the same input.
struct RunIdentity {
    private let program: String
    private let scenarioChecksum: UInt64

    /// - Throws: `CheckpointError/file(path:reason:)`.
    init(of scenario: Scenario, in directory: ResultDirectory) throws(CheckpointError) {
        program = "\(observatoryVersion) with GSL \(gslVersion)"
        var checksum = Checksum()
        let data = scenario.dataFiles.map { "\(ResultDirectory.dataFolder)/\($0.name)" }
        for name in [ResultDirectory.scenarioFile] + data {
            let path = directory.path(of: name)
            do {
                try Data(contentsOf: URL(fileURLWithPath: path)).withUnsafeBytes { checksum.add($0) }
            } catch {
                throw .file(path: path, reason: error.reason)
            }
        }
        scenarioChecksum = checksum.value
    }

    /// Writes what the checkpoint belongs to into an archive, or checks that it is this.
    func archive(in archive: StateArchive) throws(CheckpointError) {
        var found = program
        try archive.text(&found)
        guard found == program else {
            throw .doesNotMatch(what: "the version of the program", found: found, expected: program)
        }
        var checksum = scenarioChecksum
        try archive.value(&checksum)
        guard checksum == scenarioChecksum else {
            throw .doesNotMatch(
                what: "the checksum of the scenario and its data, which must not be edited before a run goes on,",
                found: String(checksum, radix: 16), expected: String(scenarioChecksum, radix: 16))
        }
    }
}
