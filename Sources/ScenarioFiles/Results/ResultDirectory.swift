import Foundation
import Recording

/// The directory that a run writes. It is made for the run and never overwritten.
public struct ResultDirectory {
    /// Where it lies.
    public let path: String

    /// Takes note of the tables.
    let tables = WrittenTables()

    /// What is expected of its files.
    let opening: FileOpening

    /// Creates a directory, and those that it lies in where they are missing.
    ///
    /// - Throws: ``ResultError/exists(path:)`` if there is something of that name already,
    ///   ``ResultError/cannotCreate(path:reason:)``.
    public init(creating path: String) throws(ResultError) {
        guard !path.isEmpty else { throw .cannotCreate(path: path, reason: "it must have a name") }
        try Self.checkIsFree(path)
        do {
            let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        } catch {
            let reason = Self.fileInPlaceOfFolder(above: path).map { "'\($0)' is a file, not a folder" }
            throw .cannotCreate(path: path, reason: reason ?? error.reason)
        }
        guard mkdir(path, 0o777) == 0 else {
            let code = errno
            throw code == EEXIST ? .exists(path: path) : .cannotCreate(path: path, reason: reason(ofCode: code))
        }
        self.init(of: path, opening: .new)
    }

    /// A directory that is there.
    init(of path: String, opening: FileOpening) {
        self.path = path
        self.opening = opening
    }

    /// Creates a directory of a name that is still free in another: `name`, or `name-2`, `name-3` and so on.
    ///
    /// - Throws: ``ResultError/cannotCreate(path:reason:)``.
    public init(creatingIn parent: String, name: String) throws(ResultError) {
        var candidate = "\(parent)/\(name)"
        var number = 2
        while true {
            do throws(ResultError) {
                try self.init(creating: candidate)
                return
            } catch .exists {
                // Trying is the only way to know: another run may look for a name at the same time.
                candidate = "\(parent)/\(name)-\(number)"
                number += 1
            }
        }
    }

    /// Checks that there is nothing of a name.
    ///
    /// - Throws: ``ResultError/exists(path:)``.
    public static func checkIsFree(_ path: String) throws(ResultError) {
        guard !FileManager.default.fileExists(atPath: path) else { throw .exists(path: path) }
    }

    /// What is a file among the folders in which something is to lie.
    private static func fileInPlaceOfFolder(above path: String) -> String? {
        path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }.first { folder in
            var isFolder: ObjCBool = true
            return FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }

    /// Where a file of the directory lies.
    func path(of name: String) -> String {
        "\(path)/\(name)"
    }
}

extension ResultDirectory {
    /// The folder with the copies of data files.
    static let dataFolder = "data"

    /// The scenario as it was run.
    static let scenarioFile = "scenario.yml"

    /// Stores a scenario such that it can be run again from here.
    func store(_ scenario: Scenario) throws(ResultError) {
        var overrides = scenario.overrides + scenario.defaults
        var stored: Set<String> = []
        for file in scenario.dataFiles {
            let name = "\(Self.dataFolder)/\(file.name)"
            overrides.append(Override("\(file.keyPath)=\(name.inDoubleQuotes)"))
            guard stored.insert(name).inserted else { continue }
            try write(name) { path in
                try FileManager.default.createDirectory(
                    atPath: self.path(of: Self.dataFolder), withIntermediateDirectories: true)
                // A symbolic link would be copied as a link.
                let source = URL(fileURLWithPath: file.path).resolvingSymlinksInPath()
                try FileManager.default.copyItem(at: source, to: URL(fileURLWithPath: path))
            }
        }
        try write(Self.scenarioFile) { [overrides] path in
            let yaml = try Document(scenario.source, overrides: overrides).yaml()
            try yaml.write(toFile: path, atomically: true, encoding: .utf8)
        }
    }

    /// Writes what the columns of tables are measured in.
    func store(_ units: UnitSidecar) throws(ResultError) {
        try write(UnitSidecar.fileName) { try units.json(of: tables).write(to: URL(fileURLWithPath: $0)) }
    }

    /// Writes that the run has ended, and how.
    func store(_ manifest: ResultManifest) throws(ResultError) {
        try write(ResultManifest.fileName) {
            try manifest.json(of: self).write(to: URL(fileURLWithPath: $0), options: .atomic)
        }
    }

    private func write(_ name: String, _ write: (String) throws -> Void) throws(ResultError) {
        do {
            try write(path(of: name))
        } catch {
            throw .cannotCreate(path: path(of: name), reason: error.reason)
        }
    }
}

/// What can be wrong with a directory for results.
public enum ResultError: Error, Equatable, Sendable {
    /// There is something of that name already.
    case exists(path: String)

    /// The directory or a file in it could not be created.
    case cannotCreate(path: String, reason: String)
}

extension ResultError: CustomStringConvertible {
    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .exists(let path):
            "'\(path)' exists already: results are never overwritten, name a directory that does not exist"
        case .cannotCreate(let path, let reason): "'\(path)' cannot be created: \(reason)"
        }
    }
}
