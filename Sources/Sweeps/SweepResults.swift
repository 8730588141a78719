import ScenarioFiles
import SimulationEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The results of a sweep, wherever its runs lie.
///
///     let results = SweepResults(of: sweep)
///     for index in 0..<sweep.plan.runCount {
///         let run = try sweep.plan.run(index)
///         if let bytes = try results.bytes(of: "infected.csv", run) { … }
///     }
public final class SweepResults {
    /// Where a run is.
    public enum Place: Equatable, Sendable {
        /// It is complete, and has a directory of its own.
        case directory

        /// It is complete, and lies in an archive.
        case archive

        /// It has failed, for this reason.
        case failed(String)

        /// It has begun and is not complete: a process carries it out, or did so.
        case unfinished

        /// It has not begun, or its files still wait in the memory of a process.
        case missing
    }

    private let sweep: Sweep
    private let directory: SweepDirectory

    /// An archive that was opened, and where its files are.
    private struct Archive {
        let file: InputFileBox
        let entries: ArchiveEntries
    }

    private var archives: [Substring: Archive?] = [:]

    /// Looks at the results of a sweep as they are now.
    public init(of sweep: Sweep) {
        self.sweep = sweep
        directory = SweepDirectory(path: sweep.path)
    }

    /// Where a run is.
    public func place(of run: SweepRun) throws -> Place {
        if try archive(of: run)?.entries.runs[run.name] != nil { return .archive }
        let path = directory.path(of: run)
        if ResultManifest.isComplete(in: path) { return .directory }
        if let reason = directory.failure(of: run) { return .failed(reason) }
        return FileSystem.exists(path) ? .unfinished : .missing
    }

    /// The names of the files of a run that is complete, in the order of the alphabet.
    public func files(of run: SweepRun) throws -> [String] {
        if let files = try archive(of: run)?.entries.runs[run.name] { return files.keys.sorted() }
        return (FileSystem.names(in: directory.path(of: run)) ?? []).sorted()
    }

    /// The bytes of a file of a run that is complete.
    ///
    /// - Throws: ``SweepError/file(path:reason:)`` if there is none, or it cannot be read.
    /// - Complexity: O(n) for n bytes.
    public func bytes(of file: String, _ run: SweepRun) throws -> [UInt8] {
        guard let archive = try archive(of: run), let files = archive.entries.runs[run.name] else {
            let path = "\(directory.path(of: run))/\(file)"
            do {
                return try InputFile(path).bytes()
            } catch {
                throw SweepError.file(path: path, reason: error.reason)
            }
        }
        guard let place = files[file] else {
            throw SweepError.file(path: "\(run.name)/\(file)", reason: "the archive has no such file")
        }
        return try archive.file.bytes(place)
    }

    /// The verified files of a run that has ended; `nil` if it has not.
    ///
    /// - Throws: `ResumptionError` if its manifest is damaged.
    package func verified(_ run: SweepRun) throws -> VerifiedResults? {
        let path = directory.path(of: run)
        guard let archive = try archive(of: run), let files = archive.entries.runs[run.name] else {
            return FileSystem.exists("\(path)/\(ResultManifest.fileName)") ? try VerifiedResults(in: path) : nil
        }
        return try VerifiedResults(manifest: bytes(of: ResultManifest.fileName, run)) { name in
            // Data that all runs share lie beside the archives.
            try files[name].map { try archive.file.bytes($0) }
                ?? InputFile("\(sweep.path)/\(name.dropFirst(SweepData.wayUp.count))").bytes()
        }
    }

    private func archive(of run: SweepRun) throws -> Archive? {
        guard sweep.plan.specification.store == .packed else { return nil }
        let key = SweepDirectory.archiveKey(of: run)
        if let known = archives[key] { return known }
        let path = directory.archivePath(ofRunsBeginningWith: key)
        let file = try? InputFileBox(path)
        let archive = try file.map { Archive(file: $0, entries: try ArchiveEntries(of: $0.descriptor, path)) }
        archives[key] = .some(archive)
        return archive
    }
}

/// A file that stays open.
private final class InputFileBox {
    private let file: InputFile
    private let path: String
    var descriptor: Int32 { file.descriptor }

    init(_ path: String) throws {
        self.path = path
        file = try InputFile(path)
    }

    func bytes(_ place: Range<Int>) throws -> [UInt8] {
        var filled = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: place.count) { buffer, count in
            while filled < place.count {
                let read = pread(
                    file.descriptor, buffer.baseAddress.map { $0 + filled }, place.count - filled,
                    off_t(place.lowerBound + filled))
                guard read > 0 else { break }
                filled += read
            }
            count = filled
        }
        guard filled == place.count else { throw SweepError.file(path: path, reason: "the archive is damaged") }
        return bytes
    }
}
