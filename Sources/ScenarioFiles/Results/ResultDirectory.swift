import Foundation

/// The directory that a run writes. It is made for the run and never overwritten.
public struct ResultDirectory {
    /// Where it lies.
    public let path: String

    /// Creates a directory, and those that it lies in where they are missing.
    ///
    /// - Throws: ``ResultError/exists(path:)`` if there is something of that name already,
    ///   ``ResultError/cannotCreate(path:reason:)``.
    public init(creating path: String) throws(ResultError) {
        try Self.checkIsFree(path)
        do {
            let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        } catch {
            throw .cannotCreate(path: path, reason: error.localizedDescription)
        }
        self.path = path
    }

    /// Creates a directory of a name that is still free in another: `name`, or `name-2`, `name-3` and so on.
    ///
    /// - Throws: ``ResultError/cannotCreate(path:reason:)``.
    public init(creatingIn parent: String, name: String) throws(ResultError) {
        var candidate = "\(parent)/\(name)"
        var number = 2
        while FileManager.default.fileExists(atPath: candidate) {
            candidate = "\(parent)/\(name)-\(number)"
            number += 1
        }
        try self.init(creating: candidate)
    }

    /// Checks that there is nothing of a name.
    ///
    /// - Throws: ``ResultError/exists(path:)``.
    public static func checkIsFree(_ path: String) throws(ResultError) {
        guard !FileManager.default.fileExists(atPath: path) else { throw .exists(path: path) }
    }

    /// Where a file of the directory lies.
    func path(of name: String) -> String {
        "\(path)/\(name)"
    }
}

extension ResultDirectory {
    private static let dataFolder = "data"

    /// Stores a scenario such that it can be run again from here.
    func store(_ scenario: Scenario) throws(ResultError) {
        var overrides = scenario.overrides
        for file in scenario.dataFiles {
            let name = "\(Self.dataFolder)/\(file.name)"
            try write(name) { path in
                try FileManager.default.createDirectory(
                    atPath: self.path(of: Self.dataFolder), withIntermediateDirectories: true)
                try FileManager.default.copyItem(atPath: file.path, toPath: path)
            }
            overrides.append(Override("\(file.keyPath)=\(quoted(name))"))
        }
        try write("scenario.yml") { [overrides] path in
            let yaml = try Document(scenario.source, overrides: overrides).yaml()
            try (yaml + "\n").write(toFile: path, atomically: false, encoding: .utf8)
        }
    }

    /// A text in quotation marks, as YAML reads it.
    private func quoted(_ text: String) -> String {
        let escaped = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        return "\"\(escaped)\""
    }

    private func write(_ name: String, _ write: (String) throws -> Void) throws(ResultError) {
        do {
            try write(path(of: name))
        } catch {
            throw .cannotCreate(path: path(of: name), reason: error.localizedDescription)
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
