import SimulationEngine

/// A data file that a scenario names.
package struct DataFile {
    /// The keys of the scenario under which it is named, such as `particles.file`.
    package let keyPath: String

    /// Where it lies.
    package let path: String

    /// The name of its copy beside the results: its own without its folder, unless another file has that.
    let name: String
}

/// The data files of a scenario: finds them from the scenario's folder, and turns what is wrong in them into
/// diagnostics.
package final class DataFiles {
    /// The folder of the scenario as the user named it.
    package let folder: String

    /// How many problems of a file are shown. The rest is likely to have the same cause.
    private static let shownProblems = 20

    /// The bytes with which files begin that gzip has packed.
    private static let gzip: [UInt8] = [0x1F, 0x8B]

    /// The files that were read.
    package private(set) var files: [DataFile] = []

    /// - Parameter folder: The folder of the scenario as the user named it, which diagnostics repeat.
    package init(folder: String) {
        self.folder = folder
    }

    /// Reads a table that a value of the scenario names, and makes something of it.
    ///
    /// - Returns: `nil` if something is wrong with the value or the file, which is reported.
    package func read<Result>(
        _ value: Value, at keyPath: String, _ interpret: (DelimitedTable) throws(DataFileError) -> Result
    ) -> Result? {
        open(value, at: keyPath) { path throws(DataFileError) in
            let (table, misfits) = try DelimitedTable.reading(contentsOf: path)
            guard !misfits.isEmpty else { return try interpret(table) }
            // The problems of other records are told as well, but nothing that follows from those that are missing.
            var problems = misfits
            if !table.rows.isEmpty {
                do throws(DataFileError) { _ = try interpret(table) } catch {
                    let firstLine = table.rows[0].first?.line ?? 0
                    problems += error.problems.filter { ($0.line ?? 0) >= firstLine }
                }
            }
            throw DataFileError(file: path, problems: DataFileError.inOrder(problems))
        }
    }

    /// Reads a text that a value of the scenario names, and makes something of it.
    ///
    /// The closure that interprets it gets the text, and how the file is called in messages.
    ///
    /// - Returns: `nil` if something is wrong with the value or the file, which is reported.
    package func readText<Result>(
        _ value: Value, at keyPath: String, _ interpret: (String, String) throws(DataFileError) -> Result
    ) -> Result? {
        open(value, at: keyPath) { path throws(DataFileError) in
            let bytes: [UInt8]
            do throws(InputFile.Failure) {
                bytes = try InputFile(path).bytes(expandedBy: 2)
            } catch {
                throw DataFileError(file: path, problems: [.init(error.sentence)])
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw DataFileError(file: path, problems: [.init("the file is not UTF-8 text")])
            }
            return try interpret(text, path)
        }
    }

    /// Reads a file of any format that a value of the scenario names, whose path `interpret` gets.
    ///
    /// - Returns: `nil` if something is wrong with the value or the file, which is reported.
    // Compiled once: what is read once a run needs no version for each type, of which programs would grow.
    @_semantics("optimize.sil.specialize.generic.never")
    package func open<Result>(
        _ value: Value, at keyPath: String, _ interpret: (String) throws(DataFileError) -> Result
    ) -> Result? {
        guard let name = value.string() else { return nil }
        let path = folder.isEmpty || name.hasPrefix("/") ? name : "\(folder)/\(name)"
        do throws(InputFile.Failure) {
            _ = try InputFile(path)
        } catch {
            switch error {
            case .notFound:
                value.report("the file '\(name)' does not exist", expected: "a path from the folder of the scenario")
            case .isFolder: value.report("'\(name)' is a folder, not a file")
            case .isNoFile(let kind): value.report("'\(name)' is \(kind), not a file")
            case .shortage, .refused: value.report("'\(name)' cannot be read: \(error.reason)")
            }
            return nil
        }
        note(path, at: keyPath)
        do throws(DataFileError) {
            return try interpret(path)
        } catch {
            report(error, to: value)
            return nil
        }
    }

    private func note(_ path: String, at keyPath: String) {
        let known = files.first { $0.path == path }?.name
        files.append(DataFile(keyPath: keyPath, path: path, name: known ?? freeName(for: path)))
    }

    /// A name for a copy of a file that no other one has, also where upper and lower case are the same.
    private func freeName(for path: String) -> String {
        let name = FileSystem.name(of: path)
        let taken = Set(files.map { $0.name.lowercased() })
        guard taken.contains(name.lowercased()) else { return name }
        let stem = name.prefix { $0 != "." }
        let ending = name.dropFirst(stem.count)
        let number = (2...).first { !taken.contains("\(stem)-\($0)\(ending)".lowercased()) } ?? 2
        return "\(stem)-\(number)\(ending)"
    }

    /// Reports what is wrong with a file that a value names.
    package func report(_ error: DataFileError, to value: Value) {
        guard let bytes = try? InputFile(error.file).bytes(), !bytes.starts(with: Self.gzip) else {
            // There are no lines that could be shown.
            for problem in error.problems.prefix(Self.shownProblems) {
                value.report(DataFileError(file: error.file, problems: [problem]).told)
            }
            return
        }
        do throws(ScenarioError) {
            let text = try SourceText(name: error.file, bytes: bytes).text
            report(error.problems, in: SourceText(name: error.file, text: text, rank: .max), to: value.diagnostics)
        } catch {
            for diagnostic in error.diagnostics {
                value.diagnostics.report(diagnostic.problem, at: diagnostic.location)
            }
        }
    }

    private func report(_ problems: [DataFileError.Problem], in source: SourceText, to diagnostics: Diagnostics) {
        let report = { (message: String, problem: DataFileError.Problem) in
            let location = problem.line.map {
                TextLocation(source: source, line: $0, column: problem.column ?? 1, length: problem.length)
            }
            diagnostics.report(
                .custom(message, expected: nil, given: nil, allowed: []),
                at: source.text.isEmpty ? TextLocation(whole: source) : location ?? TextLocation(whole: source))
        }
        for problem in problems.prefix(Self.shownProblems) { report(problem.message, problem) }
        if let next = problems.dropFirst(Self.shownProblems).first {
            report("from here on, \(problems.count - Self.shownProblems) more problems are not shown", next)
        }
    }
}

extension DataFileError {
    /// The first problem, with its place in the words of a sentence.
    fileprivate var told: String {
        guard let problem = problems.first else { return "\(file) cannot be read" }
        guard let line = problem.line else { return problem.message }
        return "line \(line), column \(problem.column ?? 1) of the file: \(problem.message)"
    }
}
