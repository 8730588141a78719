import Descriptions
import Recording
import SimulationEngine

/// The keys that say where a table is written.
package enum TableKeys {
    package static let name = ParameterDescription(
        "name", "the name of the file without its ending", .text, .derived("the usual name of the table"))
    package static let format = format(of: TableFormat.all.map(\.name))
    package static let target = ParameterDescription(
        "to", "where it goes", .choice(["file", "standard-output"]), .default(.text("file")))
    package static let all = [name, format, target]

    /// The key that says in which of some formats a table is written.
    package static func format(of names: [String]) -> ParameterDescription {
        ParameterDescription("format", "how it is written", .choice(names), .default(.text(names[0])))
    }
}

/// Where a table is written.
package struct TablePlan {
    /// The name of the file without its ending.
    package let name: String
    package let format: TableFormat
    let isOnStandardOutput: Bool

    /// The part of the observation, if that has several tables.
    var part: String?

    /// The table.
    package func destination(in directory: ResultDirectory) -> TableDestination {
        let opening = directory.opening
        guard !isOnStandardOutput else {
            if opening == .nowhere { return format.file(name, opening) }
            // A stream that is to go on later is not written to.
            return format.stream(.standardOutput, opening == .resuming)
        }
        let fileName = "\(name).\(format.ending)"
        return directory.tables.noting(format.file(directory.path(of: fileName), opening), as: fileName, part: part)
    }

    /// A table of another name, in a file of this format.
    package func named(_ name: String) -> TablePlan {
        TablePlan(name: name, format: format, isOnStandardOutput: false)
    }

    /// Another table that belongs to this one.
    func part(_ name: String) -> TablePlan {
        TablePlan(name: "\(self.name)-\(name)", format: format, isOnStandardOutput: false, part: name)
    }
}

/// Reads where tables are written, no two into files of one name.
package final class TableReader {
    /// True if anything is written to the standard output.
    private(set) var usesStandardOutput = false
    private var usedNames: Set<String> = []

    /// From which number on one is looked for that makes a table's usual name another one; all below are used.
    private var nextNumbers: [String: Int] = [:]

    /// Reads where the table of an observation is written.
    ///
    /// - Parameters:
    ///   - section: The observation.
    ///   - defaultName: The name unless one is given, `nil` if what is observed is not known.
    ///   - parts: The names of other tables that belong to it.
    ///   - formatKey: Says which formats are possible.
    /// - Returns: The table, `nil` if something was refused.
    package func read(
        _ section: Section, defaultName: String?, parts: [String] = [],
        format formatKey: ParameterDescription = TableKeys.format
    ) -> TablePlan? {
        let format = section.read(formatKey, else: TableFormat.csv) { self.format($0, formatKey) }
        let target = section.read(TableKeys.target, else: "file") { $0.choice(of: ["file", "standard-output"]) }
        let name = self.name(section, default: defaultName, parts: parts)
        guard let name, let format, let target else { return nil }
        let isOnStandardOutput = target == "standard-output"
        if isOnStandardOutput { usesStandardOutput = true }
        return TablePlan(name: name, format: format, isOnStandardOutput: isOnStandardOutput)
    }

    /// Reads the name of a file without its ending, which no other observation may have.
    package func name(_ section: Section, default defaultName: String?, parts: [String] = []) -> String? {
        let name = self.name(section.given(TableKeys.name), default: defaultName, parts: parts)
        if let name { section.noteDefault(TableKeys.name, .text(name.inDoubleQuotes)) }
        return name
    }

    /// Uses a name that is no other table's; false if it is one.
    package func take(_ name: String) -> Bool { usedNames.insert(name).inserted }

    private func format(_ value: Value, _ key: ParameterDescription) -> TableFormat? {
        guard case .choice(let names) = key.kind, let name = value.choice(of: names) else { return nil }
        return TableFormat.all.first { $0.name == name }
    }

    private func name(_ value: Value?, default defaultName: String?, parts: [String]) -> String? {
        guard let value else {
            guard let defaultName else { return nil }
            let place = ([defaultName] + parts).joined(separator: "/")
            let name = defaultName.unused(from: &nextNumbers[place, default: 1]) { isUsed($0, parts) }
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
        names(name, parts).contains(where: usedNames.contains)
    }

    private func use(_ name: String, _ parts: [String]) {
        usedNames.formUnion(names(name, parts))
    }

    private func names(_ name: String, _ parts: [String]) -> [String] {
        [name.lowercased()] + parts.map { "\(name)-\($0)".lowercased() }
    }
}
