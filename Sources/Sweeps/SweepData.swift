import ScenarioFiles
import SimulationEngine

/// The data files that the runs of a sweep share: they lie in the folder `data` of its directory, under names that begin with their
/// checksums, so that the checksum of a scenario that names them is also one of its data.
struct SweepData: Sendable {
    static let folder = "data"

    /// How much of a name is the checksum and a hyphen.
    private static let markLength = 13

    /// What leads from the directory of a run to that of the sweep.
    private static let wayUp = "../../"

    /// The keys of the scenario that name files, with their names in the directory of the sweep.
    private var names: [(key: String, name: String)] = []

    /// The values that are varied and name files, as YAML, with the same.
    private var valueNames: [String: String] = [:]

    /// Copies the data files of a sweep into its directory.
    ///
    /// - Parameters:
    ///   - scenario: The scenario at a point.
    ///   - document: The sweep, of whose values those are files that name one from its folder.
    ///   - directory: The directory of the sweep; `nil` for nowhere.
    /// - Throws: ``SweepError/file(path:reason:)``.
    init(of scenario: Scenario, _ document: SweepDocument, in directory: String?) throws {
        for file in scenario.dataFilePaths {
            names.append((file.keyPath, try Self.adopt(file.path, in: directory)))
        }
        // A value of another key means no file, whatever lies in the folder.
        for factor in document.specification.factors where names.contains(where: { $0.key == factor.path }) {
            guard case .listed(let values) = factor.values else { continue }
            for value in values where valueNames[value] == nil {
                guard let path = document.path(named: value) else { continue }
                valueNames[value] = try Self.adopt(path, in: directory)
            }
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

    /// What names the files in a scenario that lies in the directory of a run.
    ///
    /// - Parameter varied: Keys whose values are given otherwise.
    /// - Returns: The values of the other keys.
    func overrides(besides varied: [String]) -> [Override] {
        names.filter { !varied.contains($0.key) }.map { Override("\($0.key)='\(Self.wayUp)\($0.name)'") }
    }

    /// The path of a file from the directory of a run; `nil` if the value names none.
    func pathOfRuns(named value: String) -> String? { valueNames[value].map { "'\(Self.wayUp)\($0)'" } }

    /// A value as the directory of the sweep names it: if it is a file, by its copy there.
    func ownValue(_ value: String) -> String { valueNames[value].map { "'\($0)'" } ?? value }

    /// A value as it is shown: if it is a file, by the name that this had.
    func label(of value: String) -> String {
        guard let name = valueNames[value] else { return SweepDocument.label(of: value) }
        return String(name.dropFirst(Self.folder.count + 1 + Self.markLength))
    }

    /// What names the files in the scenario that lies in the directory of the sweep.
    var ownOverrides: [Override] { names.map { Override("\($0.key)='\($0.name)'") } }
}
