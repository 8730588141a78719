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
    package let document: Document

    /// From where data files are looked up.
    package let folder: String

    /// The values that hold because the scenario leaves them out.
    let defaults: [Override]

    /// The components of which the scenario is made.
    package let components: [ComponentDescription]
    let dataFiles: [DataFile]
    package let experiment: any RunnableExperiment

    /// The units of the columns of tables, unless numbers have no units.
    let columnUnits: ColumnUnits?

    /// On how many threads its work is shared.
    package let threadCount: Int

    /// True if it has a block `sweep:`, which a run of the scenario alone leaves out.
    package let hasSweep: Bool

    /// What reading the document has made.
    package struct Parts {
        let name: String
        let seed: UInt64
        let experiment: any RunnableExperiment
        let units: UnitSystem?
        let hasSweep: Bool
        let threadCount: Int

        package init(
            name: String, seed: UInt64, experiment: any RunnableExperiment, units: UnitSystem?, hasSweep: Bool,
            threadCount: Int
        ) {
            (self.name, self.seed, self.experiment) = (name, seed, experiment)
            (self.units, self.hasSweep, self.threadCount) = (units, hasSweep, threadCount)
        }
    }

    /// Makes a scenario of what reading a document has made.
    ///
    /// - Parameters:
    ///   - parts: What it has made.
    ///   - document: The document.
    ///   - notes: What was noted meanwhile.
    ///   - dataFiles: The data files that were read.
    ///   - stem: The name of the file without its ending.
    ///   - folder: From where data files are looked up.
    package init(
        _ parts: Parts, readIn document: Document, noting notes: Diagnostics, with dataFiles: [DataFile],
        named stem: String, in folder: String
    ) {
        (self.document, self.dataFiles, self.folder, fileStem) = (document, dataFiles, folder, stem)
        // The values that are varied are not stored with a run.
        defaults = notes.defaults.filter { !$0.text.hasPrefix("\(ScenarioKeys.sweep.name).") }
        components = notes.components
        warnings = notes.log.kept.inOrderOfPlaces
        warningCount = notes.log.warningCount
        (name, seed, experiment) = (parts.name, parts.seed, parts.experiment)
        let dimensions = parts.experiment.dimensions
        columnUnits =
            parts.units.flatMap { system in dimensions.map { ColumnUnits(system, dimensions: $0) } }
            ?? ColumnUnits(of: notes.components)
        (hasSweep, threadCount) = (parts.hasSweep, parts.threadCount)
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
