import Foundation
import GSL

/// The file `manifest.json` of a directory of results, which is written last: that it is there says that the run has
/// ended.
///
/// It says what was run with which program, and what came of it. The same input gives the same bytes: there is nothing in
/// it about the machine, the time, or how often the run was interrupted.
struct ResultManifest {
    static let fileName = "manifest.json"

    /// How far the run went.
    struct End {
        let step: Int
        let time: Double

        /// Why the scenario ended it before its end, if it did.
        let reason: String?
    }

    let scenario: Scenario
    let end: End

    /// What is to be known of the results; there is no such key if there is nothing.
    var warnings: [String] = []

    /// Whether a directory has one.
    static func exists(in directory: ResultDirectory) -> Bool {
        FileManager.default.fileExists(atPath: directory.path(of: fileName))
    }

    /// The file as JSON, with keys in alphabetical order.
    func json(of directory: ResultDirectory) throws -> Data {
        var end: [String: Any] = ["step": end.step, "time": end.time]
        end["stopped"] = self.end.reason
        var contents: [String: Any] = [
            "format": 1, "program": ["observatory": observatoryVersion, "gsl": gslVersion],
            "name": scenario.name, "seed": scenario.seed, "nodes": scenario.nodeCount, "end": end,
            "inputs": try inputs(in: directory), "tables": try tables(in: directory),
        ]
        if !warnings.isEmpty { contents["warnings"] = warnings }
        return try JSONSerialization.data(
            withJSONObject: contents, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    }

    /// The files from which the run can be run again.
    private func inputs(in directory: ResultDirectory) throws -> [String: Any] {
        try scenario.storedFiles.reduce(into: [:]) { inputs, name in
            let file = try StoredFile(path: directory.path(of: name))
            inputs[name] = ["bytes": file.size, "sha256": file.checksum]
        }
    }

    private func tables(in directory: ResultDirectory) throws -> [String: Any] {
        try directory.tables.columns.reduce(into: [:]) { tables, table in
            var entry: [String: Any] = ["bytes": try StoredFile.size(of: directory.path(of: table.key))]
            entry["columns"] = table.value
            tables[table.key] = entry
        }
    }
}

/// What is told of a file.
struct StoredFile {
    let size: Int
    let checksum: String

    init(path: String) throws {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        var checksum = SHA256()
        var size = 0
        while let bytes = try file.read(upToCount: 1 << 20), !bytes.isEmpty {
            bytes.withUnsafeBytes { checksum.add($0) }
            size += bytes.count
        }
        self.size = size
        self.checksum = checksum.hexadecimal()
    }

    static func size(of path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
}
