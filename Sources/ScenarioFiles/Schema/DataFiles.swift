import Foundation
import SimulationEngine

/// A data file that a scenario names.
struct DataFile {
    /// The keys of the scenario under which it is named, such as `particles.file`.
    let keyPath: String

    /// Where it lies.
    let path: String

    /// Its name without its folder.
    var name: String { URL(fileURLWithPath: path).lastPathComponent }
}

/// The data files of a scenario: finds them from the scenario's folder, and turns what is wrong in them into
/// diagnostics.
final class DataFiles {
    private let folder: String

    /// The files that were read.
    private(set) var files: [DataFile] = []

    init(folder: String) {
        self.folder = folder
    }

    /// Reads a table that a value of the scenario names, and makes something of it.
    ///
    /// - Returns: `nil` if something is wrong with the value or the file, which is reported.
    func read<Result>(
        _ value: Value, at keyPath: String, _ interpret: (DelimitedTable) throws(DataFileError) -> Result
    ) -> Result? {
        guard let name = value.string() else { return nil }
        let path = URL(fileURLWithPath: name, relativeTo: URL(fileURLWithPath: folder, isDirectory: true)).path
        guard FileManager.default.fileExists(atPath: path) else {
            value.report("the file '\(name)' does not exist", expected: "a path from the folder of the scenario")
            return nil
        }
        files.append(DataFile(keyPath: keyPath, path: path))
        do throws(DataFileError) {
            return try interpret(try DelimitedTable(contentsOf: path, named: name))
        } catch {
            report(error, of: path, named: name, to: value)
            return nil
        }
    }

    private func report(_ error: DataFileError, of path: String, named name: String, to value: Value) {
        guard let data = FileManager.default.contents(atPath: path), let text = String(data: data, encoding: .utf8)
        else {
            for problem in error.problems { value.report("\(name): \(problem.message)") }
            return
        }
        let source = SourceText(name: name, text: text, rank: .max)
        for problem in error.problems {
            let location = problem.line.map {
                TextLocation(source: source, line: $0, column: problem.column ?? 1, length: problem.length)
            }
            value.diagnostics.report(
                .custom(problem.message, expected: nil, given: nil, allowed: []),
                at: location ?? TextLocation(whole: source))
        }
    }
}
