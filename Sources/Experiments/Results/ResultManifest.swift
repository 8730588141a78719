import GSL
import SimulationEngine

/// The file `manifest.json` of a directory of results, which is written last: that it is there says that the run has
/// ended, and what it says of the other files tells whether they are as they were then.
///
/// It says what was run with which program, and what came of it. The same input gives the same bytes: there is nothing in
/// it about the machine, the time, or how often the run was interrupted.
package struct ResultManifest: Decodable {
    package static let fileName = "manifest.json"

    /// The programs that ran the scenario.
    struct Program: Decodable {
        let observatory: String

        /// From which the program was built, if that is known.
        let commit: String?
        let gsl: String
    }

    /// How far the run went.
    package struct End: Decodable {
        let step: Int
        package let time: Double

        /// Why the scenario ended it before its end, if it did.
        let stopped: String?
    }

    /// A file of the directory.
    package struct File: Decodable {
        let bytes: Int

        /// The checksum of the bytes, in hexadecimal digits.
        let sha256: String

        /// The columns of a table.
        package let columns: [String]?
    }

    private(set) var format = 1
    let program: Program
    let name: String
    let seed: UInt64

    /// The number of nodes at the beginning.
    let nodes: Int
    package let end: End

    /// The warnings about the results; `nil` if there are none.
    let warnings: [String]?

    /// The files from which the run can be run again.
    let inputs: [String: File]

    /// The files that were recorded.
    package let tables: [String: File]

    /// The names of checkpoints that were kept, each of which has a checksum of itself; `nil` if there are none.
    let checkpoints: [String]?

    /// Looks at the files of a run that has ended.
    ///
    /// - Complexity: O(n) for n bytes of results.
    init(
        of scenario: Scenario, inputs: [String], end: End, warnings: [String], in directory: ResultDirectory
    ) throws {
        program = Program(observatory: observatoryVersion, commit: observatoryCommit, gsl: gslVersion)
        name = scenario.name
        seed = scenario.seed
        nodes = scenario.nodeCount
        self.end = end
        self.warnings = warnings.isEmpty ? nil : warnings
        self.inputs = try inputs.reduce(into: [:]) { files, name in
            files[name] = try File(name, in: directory)
        }
        tables = try directory.tables.columns.reduce(into: [:]) { files, table in
            files[table.key] = try File(table.key, in: directory, columns: table.value)
        }
        let kept = directory.isHeld ? [] : CheckpointStore(directory: directory).keptNames()
        checkpoints = kept.isEmpty ? nil : kept
    }

    /// Reads the manifest of a directory.
    package init(in directory: ResultDirectory) throws {
        self = try JSONText.content(of: try InputFile(directory.path(of: Self.fileName)).bytes())
    }

    /// Tests if a run has ended in a directory, and all its files have the lengths that they had then; ``VerifiedResults`` also
    /// compares what they hold.
    package static func isComplete(in path: String) -> Bool {
        let directory = ResultDirectory(of: path, opening: .resuming)
        guard let manifest = try? ResultManifest(in: directory) else { return false }
        return (Array(manifest.inputs) + Array(manifest.tables)).allSatisfy { name, file in
            (try? InputFile(directory.path(of: name)).byteCount) == file.bytes
        }
    }

    /// Tests if a directory has one.
    package static func exists(in directory: ResultDirectory) -> Bool {
        FileSystem.exists(directory.path(of: fileName))
    }

    /// The file as JSON, with keys in alphabetical order.
    func json() -> [UInt8] {
        JSONText.bytes(
            of: .fields([
                "format": .integer("\(format)"),
                "program": .fields([
                    "observatory": .string(program.observatory), "commit": program.commit.map(JSONValue.string),
                    "gsl": .string(program.gsl),
                ]),
                "name": .string(name), "seed": .integer("\(seed)"), "nodes": .integer("\(nodes)"),
                "end": .fields([
                    "step": .integer("\(end.step)"), "time": .number(end.time),
                    "stopped": end.stopped.map(JSONValue.string),
                ]),
                "warnings": warnings.map(JSONValue.strings),
                "inputs": .object(of: inputs.map { ($0, $1.json) }),
                "tables": .object(of: tables.map { ($0, $1.json) }),
                "checkpoints": checkpoints.map(JSONValue.strings),
            ]))
    }
}

extension ResultManifest.File {
    fileprivate var json: JSONValue {
        .fields([
            "bytes": .integer("\(bytes)"), "sha256": .string(sha256), "columns": columns.map(JSONValue.strings),
        ])
    }

    /// Reads a file.
    init(_ name: String, in directory: ResultDirectory, columns: [String]? = nil) throws(InputFile.Failure) {
        var checksum = SHA256()
        var size = 0
        try directory.forEachPiece(of: name) { piece in
            checksum.add(piece)
            size += piece.count
        }
        bytes = size
        sha256 = checksum.hexadecimal()
        self.columns = columns
    }
}
