import Descriptions
import SimulationEngine

/// A scenario that is known to be good: its file has been read, its data files too, and its model has been made.
///
///     let scenario = try Scenario(contentsOf: "Scenarios/karate-club.yml")
///     try scenario.run(in: try ResultDirectory(creating: "Results/karate-club"))
///
/// A scenario can be run once, since the run moves its model on.
public struct Scenario {
    /// The name of the scenario; the name of its file without its ending unless it has another.
    public let name: String

    /// The name of the file without its ending; `scenario` if it came through a pipe.
    package let fileStem: String

    /// The seed of its random numbers.
    package let seed: UInt64

    /// The warnings of what may not be meant, such as a condition that is hardly ever looked at, in the order of the text. At most a
    /// hundred.
    public let warnings: [Diagnostic]

    /// How many warnings there are, also those that are not among the hundred.
    package let warningCount: Int

    /// The document that was read, with its overrides.
    let document: Document

    /// From where data files are looked up.
    let folder: String

    /// The values that hold because the scenario leaves them out.
    let defaults: [Override]

    /// The components of which the scenario is made.
    package let components: [ComponentDescription]
    let dataFiles: [DataFile]
    let experiment: any RunnableExperiment

    /// The units of the columns of tables, unless numbers have no units.
    let columnUnits: ColumnUnits?

    /// On how many threads its work is shared.
    package let threadCount: Int

    /// True if it has a block `sweep:`, which a run of the scenario alone leaves out.
    package let hasSweep: Bool

    /// Reads a scenario and all data files that it names.
    ///
    /// - Parameters:
    ///   - path: Where the file lies. Data files are looked up from its folder. Or a stream that is open already, such as
    ///     `/dev/stdin` and what shells write for `<(…)`, which is read once to its end; data files are then looked up from the
    ///     present folder.
    ///   - overrides: Values that replace those of the file.
    /// - Throws: `ScenarioError` with all problems of all files.
    public init(contentsOf path: String, overrides: [Override] = []) throws(ScenarioError) {
        // A scenario that comes through a pipe has neither a name nor a folder.
        let isStream = InputFile.namesOpenStream(path)
        try self.init(
            SourceText(path: path), overrides: overrides, named: isStream ? "scenario" : FileSystem.stem(of: path),
            in: isStream ? "" : Self.folder(of: path))
    }

    /// Reads a scenario from a text.
    ///
    /// - Parameters:
    ///   - source: The text.
    ///   - overrides: Values that replace those of the text.
    ///   - stem: Its name unless it has one.
    ///   - folder: From where data files are looked up.
    ///   - isRehearsed: False if only the run is to find what keeps it from beginning.
    /// - Throws: As ``init(contentsOf:overrides:)``.
    package init(
        _ source: SourceText, overrides: [Override] = [], named stem: String, in folder: String,
        isRehearsed: Bool = true
    ) throws(ScenarioError) {
        let document = try Document(source, overrides: overrides)
        try self.init(document, named: stem, in: folder, isRehearsed: isRehearsed)
    }

    /// Reads a scenario from a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - stem: Its name unless it has one.
    ///   - folder: From where data files are looked up.
    ///   - luck: Which of several courses from the same beginning is taken; the first one unless given.
    ///   - isRehearsed: False if only the run is to find what keeps it from beginning.
    /// - Throws: As ``init(contentsOf:overrides:)``.
    package init(
        _ document: Document, named stem: String, in folder: String, luck: UInt32? = nil, isRehearsed: Bool = true
    ) throws(ScenarioError) {
        (self.document, self.folder, fileStem) = (document, folder, stem)
        let data = DataFiles(folder: folder)
        let (parts, notes) = try document.readTakingNotes {
            ScenarioReader(data: data, defaultName: stem, luck: luck, isRehearsed: isRehearsed).read($0)
        }
        // The values that are varied are not stored with a run.
        defaults = notes.defaults.filter { !$0.text.hasPrefix("\(ScenarioKeys.sweep.name).") }
        components = notes.components
        warnings = notes.log.kept.inOrderOfPlaces
        warningCount = notes.log.warningCount
        name = parts.name
        seed = parts.seed
        experiment = parts.experiment
        let dimensions = parts.experiment.dimensions
        columnUnits =
            parts.units.flatMap { system in dimensions.map { ColumnUnits(system, dimensions: $0) } }
            ?? ColumnUnits(of: notes.components)
        (hasSweep, threadCount) = (parts.hasSweep, parts.threadCount)
        dataFiles = data.files
    }

    /// The path up to its last slash, so that the paths of data files are as relative as that of the scenario.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

extension Scenario {
    /// The number of nodes.
    public var nodeCount: Int { experiment.nodeCount }

    /// The number of steps of a run.
    public var stepCount: Int { experiment.stepCount }

    /// The keys that name data files, and where these lie.
    package var dataFilePaths: [(keyPath: String, path: String)] { dataFiles.map { ($0.keyPath, $0.path) } }

    /// True if a run writes anything to the standard output.
    package var usesStandardOutput: Bool { experiment.usesStandardOutput }
}
