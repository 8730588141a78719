import Recording
import SimulationEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The directory that a run writes. It is made for the run, or was empty, and is never overwritten.
public struct ResultDirectory {
    /// Where it lies.
    public let path: String

    /// Takes note of the tables.
    package let tables: WrittenTables

    /// The way in which its files are opened.
    package let opening: FileOpening

    /// True if files are to be on the disk when a run has ended. Those of a sweep that are put into an archive are there then.
    package var isDurable = true

    /// Creates a directory, and those that it lies in where they are missing, or takes one that is free.
    ///
    /// - Throws: ``ResultError/exists(path:)`` if there is something of that name already that is not free,
    ///   ``ResultError/cannotCreate(path:reason:)``.
    public init(creating path: String) throws(ResultError) {
        do throws(ResultError) {
            try Self.create(path)
        } catch {
            guard case .exists = error, Self.isFree(path) else { throw error }
        }
        self.init(of: path, opening: .new)
    }

    private static func create(_ path: String) throws(ResultError) {
        guard !path.isEmpty else { throw .cannotCreate(path: path, reason: "it must have a name") }
        if mkdir(path, 0o777) == 0 { return }
        if errno != EEXIST {
            do {
                try FileSystem.createFolder(FileSystem.folder(of: path))
            } catch {
                let reason = fileInPlaceOfFolder(above: path).map { "'\($0)' is a file, not a folder" }
                throw .cannotCreate(path: path, reason: reason ?? error.reason)
            }
            if mkdir(path, 0o777) == 0 { return }
        }
        let code = errno
        throw code == EEXIST ? .exists(path: path) : .cannotCreate(path: path, reason: reason(ofCode: code))
    }

    /// The directory of a run that writes nothing.
    static var nowhere: ResultDirectory { ResultDirectory(of: "", opening: .nowhere) }

    /// A directory that is there, or need not be as long as its files are held.
    package init(of path: String, opening: FileOpening, holding held: HeldFiles? = nil) {
        self.path = path
        self.opening = opening
        tables = WrittenTables(holding: held)
        isDurable = held == nil
    }

    /// Creates a directory of a name that is still free in another: `name`, or `name-2`, `name-3` and so on.
    ///
    /// - Throws: ``ResultError/cannotCreate(path:reason:)``.
    public init(creatingIn parent: String, name: String) throws(ResultError) {
        var candidate = "\(parent)/\(name)"
        var number = 2
        while true {
            do throws(ResultError) {
                // One that is free may be another run's that is about to begin.
                try Self.create(candidate)
                self.init(of: candidate, opening: .new)
                return
            } catch .exists {
                // Trying is the only way to know: another run may look for a name at the same time.
                candidate = "\(parent)/\(name)-\(number)"
                number += 1
            }
        }
    }

    /// Checks that there is nothing of a name, or a directory that is free: an empty one, or one in which a run was stopped
    /// before it had begun.
    ///
    /// - Throws: ``ResultError/exists(path:)``.
    package static func checkIsFree(_ path: String) throws(ResultError) {
        guard !FileSystem.exists(path) || isFree(path) else { throw .exists(path: path) }
    }

    /// Tests if there is a directory with nothing in it that a run could lose. The first thing that a run makes is the file that
    /// says that it has not ended, and before it records anything it stores its scenario.
    package static func isFree(_ path: String) -> Bool {
        guard let names = FileSystem.names(in: path) else { return false }
        let mayBe = [RunLock.fileName, dataFolder, DurableFile.partName(of: scenarioFile)]
        return names.isEmpty || names.contains(RunLock.fileName) && names.allSatisfy(mayBe.contains)
    }

    /// The first file among the folders in which something is to lie.
    private static func fileInPlaceOfFolder(above path: String) -> String? {
        path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
            .first { FileSystem.exists($0) && !FileSystem.isFolder($0) }
    }

    /// True if its files wait in memory.
    var isHeld: Bool { tables.held?.areHeld ?? false }

    /// Has files that wait in memory wait no longer, before something else is written here.
    ///
    /// - Throws: `RecordingError`.
    package func settle() throws(RecordingError) { try tables.held?.settle() }

    /// Where a file of the directory lies.
    package func path(of name: String) -> String {
        "\(path)/\(name)"
    }
}

extension ResultDirectory {
    /// The folder with the copies of data files.
    static let dataFolder = "data"

    /// The scenario as it was run.
    package static let scenarioFile = "scenario.yml"

    /// Stores a scenario such that it can be run again from here.
    package func store(_ scenario: Scenario) throws {
        var overrides = scenario.defaults
        var stored: Set<String> = []
        for file in scenario.dataFiles {
            let name = self.name(of: file)
            overrides.append(Override("\(file.keyPath)=\(name.inDoubleQuotes)"))
            guard !lies(file), stored.insert(name).inserted else { continue }
            try settle()
            try attempt(name) { path in
                try FileSystem.createFolder(self.path(of: Self.dataFolder))
                try InputFile(file.path).copy(to: path)
            }
        }
        // Last, since it says that there is a run in the directory.
        try write(Self.scenarioFile) {
            Array(try scenario.document.storedText(with: overrides, without: ScenarioKeys.sweep.name).utf8)
        }
    }

    /// The files from which a scenario can be run again: itself, and its data.
    func storedFiles(of scenario: Scenario) -> [String] {
        let data = scenario.dataFiles.map(name(of:))
        // A file that is named twice is stored once.
        return [Self.scenarioFile] + data.enumerated().filter { data.firstIndex(of: $1) == $0 }.map(\.element)
    }

    /// Tests if a data file is named from here already, and needs no copy: a scenario that is read from here, or whose data it
    /// shares with others.
    private func lies(_ file: DataFile) -> Bool { file.path.hasPrefix(path + "/") }

    /// The name of a data file from here.
    private func name(of file: DataFile) -> String {
        lies(file) ? String(file.path.dropFirst(path.count + 1)) : "\(Self.dataFolder)/\(file.name)"
    }

    /// Writes what the columns of tables are measured in.
    func store(_ units: ColumnUnits) throws(ResultError) {
        try write(ColumnUnits.fileName) { units.json(of: tables) }
    }

    /// Writes that the run has ended, and how, once all that it has written is on the disk.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - end: How far.
    ///   - warnings: The warnings about the results.
    /// - Throws: ``ResultError/cannotCreate(path:reason:)``.
    /// - Complexity: O(n) for n bytes of results, which are read for their checksums.
    func storeManifest(
        of scenario: Scenario, end: ResultManifest.End, warnings: [String]
    ) throws(ResultError) {
        let inputs = storedFiles(of: scenario)
        let folders = ["."] + (scenario.dataFiles.allSatisfy(lies) ? [] : [Self.dataFolder])
        let units = scenario.columnUnits == nil ? [] : [ColumnUnits.fileName]
        if isDurable {
            for name in inputs + tables.columns.keys.sorted() + units + folders {
                try attempt(name) { try DurableFile.synchronize($0) }
            }
        }
        try write(ResultManifest.fileName) {
            try ResultManifest(of: scenario, inputs: inputs, end: end, warnings: warnings, in: self).json()
        }
    }

    /// The prefix of the names of graph files until these are complete; their endings say how they are written.
    package static let graphPartPrefix = ".part-"

    /// Removes what programs have left that were killed while they wrote a file.
    func removeParts() {
        for name in FileSystem.names(in: path) ?? []
        where name.hasSuffix(DurableFile.partName(of: "")) || name.hasPrefix(Self.graphPartPrefix) {
            unlink(path(of: name))
        }
    }

    /// Writes a file that is there as a whole or not at all.
    func write(_ name: String, _ contents: () throws -> [UInt8]) throws(ResultError) {
        try attempt(name) { path in
            if isHeld {
                tables.held?.keep(try contents(), as: name)
            } else {
                try DurableFile(path: path).write(contents(), synchronizing: isDurable)
            }
        }
    }

    /// Reads a file piece by piece.
    func forEachPiece(of name: String, _ body: (UnsafeRawBufferPointer) -> Void) throws(InputFile.Failure) {
        if let bytes = tables.held?.bytes(of: name) { return bytes.withUnsafeBytes(body) }
        try InputFile(path(of: name)).forEachPiece { body($0) }
    }

    private func attempt(_ name: String, _ act: (String) throws -> Void) throws(ResultError) {
        do {
            try act(path(of: name))
        } catch {
            throw .cannotCreate(path: path(of: name), reason: error.reason)
        }
    }
}

/// An error of a directory for results.
public enum ResultError: Error, Equatable, Sendable {
    /// There is something of that name already.
    case exists(path: String)

    /// The directory or a file in it could not be created.
    case cannotCreate(path: String, reason: String)

    /// Somebody has moved or removed the directory while the run went on.
    case gone(path: String)
}

extension ResultError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .exists(let path):
            "'\(path)' exists already: results are never overwritten, name a directory that does not exist, or an empty one"
        case .cannotCreate(let path, let reason): "'\(path)' cannot be created: \(reason)"
        case .gone(let path):
            "the directory '\(path)' is not there any more: somebody has moved or removed it while the run went on, which "
                + "'observatory resume' takes up where it is now"
        }
    }
}
