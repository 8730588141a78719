import ScenarioFiles
import SimulationEngine

/// The data files that the runs of a sweep share: they lie in the folder `data` of its directory, under names that begin with their
/// checksums, so that the checksum of a scenario that names them is also one of its data.
struct SweepData: Sendable {
    static let folder = "data"

    /// How much of a name is the checksum and a hyphen.
    private static let markLength = 13

    /// The path from the directory of a run to that of the sweep.
    static let wayUp = "../../"

    /// The keys of the scenario that name files, with their names in the directory of the sweep.
    private var names: [(key: String, name: String)] = []

    /// A value that is varied and names files.
    private struct NamingValue {
        /// As the directory of the sweep names them.
        let own: String

        /// As the directory of a run names them.
        let ofRuns: String

        /// As it is shown: by the names that the files had.
        let label: String
    }

    /// The values that are varied and name files, by what they are in the scenario.
    private var namingValues: [String: NamingValue] = [:]

    /// Copies the data files of a sweep into its directory.
    ///
    /// - Parameters:
    ///   - scenario: The scenario at a point.
    ///   - document: The sweep, of whose values those are files that name one from its folder.
    ///   - point: The values of the keys there.
    ///   - directory: The directory of the sweep; `nil` for nowhere.
    /// - Throws: ``SweepError/file(path:reason:)``.
    init(of scenario: Scenario, _ document: SweepDocument, at point: [Override], in directory: String?) throws {
        for file in scenario.dataFilePaths where !document.variesMapping(around: file.keyPath) {
            names.append((file.keyPath, try Self.adopt(file.path, in: directory)))
        }
        // The values of a key that name files, each with the names of its copies, by the keys inside of it.
        var found: [(value: String, copies: [(key: String, name: String)])] = []
        for (index, factor) in document.specification.factors.enumerated() {
            guard case .listed(let values) = factor.values else { continue }
            // A value of another key means no file, whatever lies in the folder.
            let isFile = names.contains { $0.key == factor.path }
            for value in values {
                let files =
                    if isFile {
                        document.path(named: value).map { [(key: "", path: $0)] } ?? []
                    } else {
                        document.files(in: value, ofFactor: index, at: point)
                    }
                guard !files.isEmpty else { continue }
                found.append((value, try files.map { ($0.key, try Self.adopt($0.path, in: directory)) }))
            }
        }
        let labels = Self.labels(of: found.flatMap { $0.copies.map(\.name) })
        for (value, copies) in found where namingValues[value] == nil {
            let naming = { (text: (String) -> String) in
                try SweepDocument.value(value, replacing: copies.map { ($0.key, text($0.name)) })
            }
            namingValues[value] = NamingValue(
                own: try naming { $0 }, ofRuns: try naming { Self.wayUp + $0 }, label: try naming { labels[$0] ?? $0 })
        }
    }

    /// The names that files had; those of their copies where files of several folders had the same.
    private static func labels(of names: [String]) -> [String: String] {
        let distinct = Set(names)
        let old = { (name: String) in String(name.dropFirst(folder.count + 1 + markLength)) }
        let counts = distinct.reduce(into: [:]) { counts, name in counts[old(name), default: 0] += 1 }
        return distinct.reduce(into: [:]) { labels, name in
            labels[name] = counts[old(name)] == 1 ? old(name) : String(name.dropFirst(folder.count + 1))
        }
    }

    /// Copies a file unless its copy is there already.
    private static func adopt(_ path: String, in directory: String?) throws -> String {
        do {
            var checksum = SHA256()
            try InputFile(path).forEachPiece { checksum.add($0) }
            let mark = checksum.hexadecimal().prefix(markLength - 1) + "-"
            let old = FileSystem.name(of: path)
            let name = "\(folder)/\(old.hasPrefix(mark) ? "" : mark)\(old)"
            guard let directory, !FileSystem.exists("\(directory)/\(name)") else { return name }
            try FileSystem.createFolder("\(directory)/\(folder)")
            try DurableFile(path: "\(directory)/\(name)").write(InputFile(path).bytes())
            return name
        } catch {
            throw SweepError.file(path: path, reason: error.reason)
        }
    }

    /// True if runs share no files.
    var isEmpty: Bool { names.isEmpty && namingValues.isEmpty }

    /// The overrides that name the files for the directory of a run.
    ///
    /// - Parameter varied: Keys whose values are given otherwise.
    /// - Returns: The values of the other keys.
    func overrides(besides varied: [String]) -> [Override] {
        names.filter { !varied.contains($0.key) }.map { Override("\($0.key)='\(Self.wayUp)\($0.name)'") }
    }

    /// A value as the directory of a run names the files in it; `nil` if it names none.
    func valueOfRuns(_ value: String) -> String? { namingValues[value]?.ofRuns }

    /// A value as the directory of the sweep names the files in it.
    func ownValue(_ value: String) -> String { namingValues[value]?.own ?? value }

    /// A value as it is shown: files in it by the names that they had.
    func label(of value: String) -> String { SweepDocument.label(of: namingValues[value]?.label ?? value) }

    /// The overrides that name the files for the directory of the sweep.
    var ownOverrides: [Override] { names.map { Override("\($0.key)='\($0.name)'") } }
}
