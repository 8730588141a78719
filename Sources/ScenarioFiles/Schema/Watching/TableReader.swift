import Recording
import SimulationEngine

/// Where a table is written.
struct TablePlan {
    /// The name of the file without its ending.
    let name: String
    let format: Format
    let isOnStandardOutput: Bool

    enum Format: String, CaseIterable {
        case csv
        case jsonLines = "json-lines"
        case xyz

        /// The ending of files.
        var ending: String {
            switch self {
            case .csv: "csv"
            case .jsonLines: "jsonl"
            case .xyz: "xyz"
            }
        }
    }

    private var fileName: String { "\(name).\(format.ending)" }

    /// The file in a directory, which takes note of it.
    func notedPath(in directory: ResultDirectory) -> String {
        directory.tables.note(fileName)
        return directory.path(of: fileName)
    }

    /// The table, which is not one in XYZ.
    func destination(in directory: ResultDirectory) -> TableDestination {
        let opening = directory.opening
        guard !isOnStandardOutput else {
            // A stream that is to go on later is not written to.
            let isResuming = opening == .resuming || opening == .nowhere
            return format == .jsonLines
                ? .jsonLines(.standardOutput, isResuming: isResuming) : .csv(.standardOutput, isResuming: isResuming)
        }
        let path = directory.path(of: fileName)
        let file: TableDestination =
            format == .jsonLines ? .jsonLines(path, opening: opening) : .csv(path, opening: opening)
        return directory.tables.noting(file, as: fileName)
    }

    /// Another table that belongs to this one.
    func part(_ name: String) -> TablePlan {
        TablePlan(name: "\(self.name)-\(name)", format: format, isOnStandardOutput: false)
    }
}

/// Reads where a table is written:
///
///     name: …         optional: the name of the file without its ending, by what it shows unless given
///     format: …       optional: csv, json-lines or, of nodes, xyz; csv unless given
///     to: …           optional: file or standard-output; file unless given
struct TableReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    /// Reads where the table of an observation is written.
    ///
    /// - Parameters:
    ///   - section: The observation.
    ///   - defaultName: The name unless one is given, `nil` if what is observed is not known.
    ///   - parts: The names of other tables that belong to it.
    ///   - formats: Those that are possible.
    /// - Returns: The table, `nil` if something was refused.
    func read(
        _ section: Section, defaultName: String?, parts: [String] = [],
        formats: [TablePlan.Format] = [.csv, .jsonLines]
    ) -> TablePlan? {
        let format = section.optional("format").map { self.format($0, formats) } ?? TablePlan.Format.csv
        let isOnStandardOutput = section.optional("to").map { self.target($0, format: format) } ?? false
        let name = self.name(section, default: defaultName, parts: parts)
        guard let name, let format, let isOnStandardOutput else { return nil }
        if isOnStandardOutput { context.usesStandardOutput = true }
        return TablePlan(name: name, format: format, isOnStandardOutput: isOnStandardOutput)
    }

    /// Reads the name of a file without its ending, which no other observation may have.
    func name(_ section: Section, default defaultName: String?, parts: [String] = []) -> String? {
        let name = self.name(section.optional("name"), default: defaultName, parts: parts)
        if let name { section.noteDefault("name", name.inDoubleQuotes) }
        return name
    }

    private func format(_ value: Value, _ formats: [TablePlan.Format]) -> TablePlan.Format? {
        value.choice(of: formats.map(\.rawValue)).flatMap(TablePlan.Format.init(rawValue:))
    }

    private func target(_ value: Value, format: TablePlan.Format?) -> Bool? {
        guard let target = value.choice(of: ["file", "standard-output"]) else { return nil }
        guard target == "file" || format != .xyz else {
            value.report("a trajectory in xyz cannot be written to the standard output")
            return nil
        }
        return target == "standard-output"
    }

    private func name(_ value: Value?, default defaultName: String?, parts: [String]) -> String? {
        guard let value else {
            guard let defaultName else { return nil }
            let place = ([defaultName] + parts).joined(separator: "/")
            let name = defaultName.unused(from: &context.nextTableNumbers[place, default: 1]) { isUsed($0, parts) }
            use(name, parts)
            return name
        }
        guard let name = value.string() else { return nil }
        guard name.isFileName else {
            value.report(
                "'\(name)' cannot be the name of a file", expected: "at most 200 letters, digits, '-', '_' and '.'")
            return nil
        }
        guard !isUsed(name, parts) else {
            value.report(
                "two observations are called '\(name)': their files would be the same",
                expected: "names that differ by more than upper and lower case, which some file systems ignore")
            return nil
        }
        use(name, parts)
        return name
    }

    private func isUsed(_ name: String, _ parts: [String]) -> Bool {
        names(name, parts).contains(where: context.tableNames.contains)
    }

    private func use(_ name: String, _ parts: [String]) {
        context.tableNames.formUnion(names(name, parts))
    }

    private func names(_ name: String, _ parts: [String]) -> [String] {
        [name.lowercased()] + parts.map { "\(name)-\($0)".lowercased() }
    }
}
