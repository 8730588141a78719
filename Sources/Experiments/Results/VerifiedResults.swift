import SimulationEngine

/// The results of a run that has ended, compared with what its manifest says of them.
///
///     let results = try VerifiedResults(in: "Results/galaxy")
///     for file in results.damaged { print(file) }
package struct VerifiedResults {
    /// A file that is not what it was when the run ended.
    package struct DamagedFile: Equatable, Sendable {
        /// Its name in the directory.
        package let name: String

        package let damage: Damage
    }

    /// The damage to a file.
    package enum Damage: Equatable, Sendable {
        /// It is not there, or cannot be read.
        case unreadable(reason: String)

        /// It has another number of bytes.
        case length(found: Int, expected: Int)

        /// It has as many bytes, but others.
        case contents

        /// The table has other columns than the manifest says.
        case columns

        /// A checkpoint that was kept is none any more.
        case checkpoint(reason: String)

        /// A checkpoint that was kept is not there any more.
        case missingCheckpoint
    }

    /// The number of files that the manifest tells of.
    package let fileCount: Int

    /// How many bytes they had when the run ended.
    package let byteCount: Int

    /// The number of checkpoints that are kept beside them, also of those that the manifest does not know. Each has a checksum of
    /// itself.
    package let checkpointCount: Int

    /// Those that are not what they were, in the order of their names, and then checkpoints.
    package let damaged: [DamagedFile]

    /// Reads all files of a directory of results.
    ///
    /// - Complexity: O(n) for n bytes.
    /// - Throws: ``ResumptionError/noResults(path:)``, ``ResumptionError/hasNotEnded(path:)``,
    ///   ``ResumptionError/damagedManifest(path:reason:)``.
    package init(in path: String) throws(ResumptionError) {
        let directory = ResultDirectory(of: path, opening: .resuming)
        guard ResultManifest.exists(in: directory) else {
            let scenario = directory.path(of: ResultDirectory.scenarioFile)
            throw FileSystem.exists(scenario) ? .hasNotEnded(path: path) : .noResults(path: path)
        }
        let manifest: ResultManifest
        do {
            manifest = try ResultManifest(in: directory)
        } catch {
            throw .damagedManifest(path: directory.path(of: ResultManifest.fileName), reason: Self.reason(error))
        }
        let files = (Array(manifest.inputs) + Array(manifest.tables)).sorted { $0.key < $1.key }
        fileCount = files.count
        byteCount = files.reduce(0) { $0 + max(0, $1.value.bytes) }
        let checkpoints = CheckpointStore(directory: directory)
        let kept = checkpoints.keptNames()
        checkpointCount = kept.count
        let missing = Set(manifest.checkpoints ?? []).subtracting(kept).sorted()
        let damagedFiles = files.compactMap { name, expected in
            Self.damage(of: name, in: directory, expected).map { DamagedFile(name: name, damage: $0) }
        }
        damaged =
            damagedFiles
            + missing.map { DamagedFile(name: $0, damage: .missingCheckpoint) }
            + kept.compactMap { name in
                Self.damage(of: checkpoints, inFile: name).map { DamagedFile(name: name, damage: $0) }
            }
    }

    /// Looks at files that do not lie in a directory of their own, such as those in an archive.
    ///
    /// - Parameters:
    ///   - manifest: The bytes of `manifest.json`.
    ///   - bytes: Those of a file that it names.
    /// - Complexity: O(n) for n bytes.
    /// - Throws: An error if this is no manifest.
    package init(manifest: [UInt8], _ bytes: (String) throws -> [UInt8]) throws {
        let manifest: ResultManifest = try JSONText.content(of: manifest)
        let files = (Array(manifest.inputs) + Array(manifest.tables)).sorted { $0.key < $1.key }
        fileCount = files.count
        byteCount = files.reduce(0) { $0 + max(0, $1.value.bytes) }
        checkpointCount = manifest.checkpoints?.count ?? 0
        damaged = files.compactMap { name, expected in
            Self.damage(of: expected) { try bytes(name) }.map { DamagedFile(name: name, damage: $0) }
        }
    }

    private static func damage(of expected: ResultManifest.File, _ bytes: () throws -> [UInt8]) -> Damage? {
        do {
            let bytes = try bytes()
            guard bytes.count == expected.bytes else { return .length(found: bytes.count, expected: expected.bytes) }
            var checksum = SHA256()
            bytes.withUnsafeBytes { checksum.add($0) }
            return checksum.hexadecimal() == expected.sha256 ? nil : .contents
        } catch {
            return .unreadable(reason: error.reason)
        }
    }

    private static func damage(
        of name: String, in directory: ResultDirectory, _ expected: ResultManifest.File
    ) -> Damage? {
        do {
            let found = try ResultManifest.File(name, in: directory)
            guard found.bytes == expected.bytes else { return .length(found: found.bytes, expected: expected.bytes) }
            guard found.sha256 == expected.sha256 else { return .contents }
            guard let columns = expected.columns else { return nil }
            return try TableColumns.are(columns, in: directory.path(of: name)) ? nil : .columns
        } catch {
            return .unreadable(reason: error.reason)
        }
    }

    private static func damage(of checkpoints: CheckpointStore, inFile name: String) -> Damage? {
        do {
            _ = try checkpoints.archive(inFile: name)
            return nil
        } catch CheckpointError.file(_, let reason), CheckpointError.damaged(let reason) {
            return .checkpoint(reason: reason)
        } catch {
            return .checkpoint(reason: error.reason)
        }
    }

    private static func reason(_ error: any Error) -> String {
        error is DecodingError ? "it is not what a run has written" : error.reason
    }
}

extension VerifiedResults.DamagedFile: CustomStringConvertible {
    /// The message: which file is damaged, and how.
    package var description: String {
        switch damage {
        case .unreadable(let reason): "'\(name)' cannot be read: \(reason)"
        case .length(let found, let expected): "'\(name)' has \(found) bytes, but had \(expected) when the run ended"
        case .columns: "'\(name)' has other columns than 'manifest.json' says"
        case .checkpoint(let reason): "'\(name)' is no checkpoint any more: \(reason)"
        case .missingCheckpoint: "the checkpoint '\(name)' was kept when the run ended, but is not there any more"
        case .contents: "'\(name)' has other bytes than when the run ended: their checksum is not that of the manifest"
        }
    }
}
