import Descriptions
import Recording
import SimulationEngine

/// A simulation that knows what brings jumps about, whatever its model is.
protocol TracedSimulation {
    /// False if there is nothing in the model that could be brought about.
    var hasJumps: Bool { get }

    func causeRecorder(to destination: TableDestination) throws(RecordingError) -> any TableRecorder
    func treeRecorder(to destination: TableDestination) throws(RecordingError) -> any TableRecorder
    func treeFileRecorder(_ format: CauseKeys.TreeFormat, _ name: String, in directory: ResultDirectory) -> any Recorder
}

extension Simulation: TracedSimulation where Model: TracedModel {
    var hasJumps: Bool { !model.jumps.isEmpty }

    func causeRecorder(to destination: TableDestination) throws(RecordingError) -> any TableRecorder {
        try CauseRecorder(self, to: destination)
    }

    func treeRecorder(to destination: TableDestination) throws(RecordingError) -> any TableRecorder {
        try CauseTreeRecorder(self, to: destination)
    }

    func treeFileRecorder(
        _ format: CauseKeys.TreeFormat, _ name: String, in directory: ResultDirectory
    ) -> any Recorder {
        CauseTreeFileRecorder(self, format, name: name, in: directory)
    }
}

/// A model that can have causes has none.
struct NoCauses: Error, CustomStringConvertible {
    let description = "there are no 'events' in these equations that something could bring about"
}

/// The keys of observations of what brings about what.
enum CauseKeys {
    /// How a tree is written.
    enum TreeFormat: String, CaseIterable {
        case table
        case newick
        case graphML = "graphml"

        /// The ending of a file that is no table.
        var ending: String { self == .newick ? "nwk" : rawValue }
    }

    static let causes = ComponentDescription(
        key: "causes", "what brought about each change, or each event, of a node", .choice(["all"]),
        beside: TableKeys.all)
    static let tree = ComponentDescription(
        key: "tree", "who infected whom, or had whom fire, at the end of the run",
        .choice(TreeFormat.allCases.map(\.rawValue)),
        beside: TableKeys.all)
}

/// Reads observations of what brings about what.
struct CauseReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    func causes(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let isPossible = isTraced(value)
        let all = value.choice(of: ["all"])
        let table = context.tables.read(section, defaultName: "causes")
        guard isPossible, all != nil, let table else { return nil }
        return { run in
            run.keep(try traced(run).causeRecorder(to: table.destination(in: run.directory)))
        }
    }

    func tree(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let isPossible = isTraced(value)
        guard let format: CauseKeys.TreeFormat = value.choice() else { return nil }
        guard format == .table else { return isPossible ? treeFile(format, section) : nil }
        let table = context.tables.read(section, defaultName: "tree")
        guard isPossible, let table else { return nil }
        return { run in
            run.keep(try traced(run).treeRecorder(to: table.destination(in: run.directory)))
        }
    }

    private func treeFile(_ format: CauseKeys.TreeFormat, _ section: Section) -> Watching<Model>.Part? {
        for key in [TableKeys.format, TableKeys.target] {
            section.refuse(key, because: "'\(key.name)' has no meaning for a tree that is not a table")
        }
        guard let name = context.tables.name(section, default: "tree") else { return nil }
        return { run in
            run.keep(try traced(run).treeFileRecorder(format, name, in: run.directory))
        }
    }

    /// Tests if it is known what brings about what, which is reported otherwise.
    private func isTraced(_ value: Value) -> Bool {
        guard Model.self is any TracedModel.Type else {
            value.report(
                "\(value.name) has no meaning for this model, in which no single neighbour brings about what a node does: there are causes "
                    + "in models of compartments, 'transitions', 'voter' and 'sznajd', and of the events of 'equations'"
            )
            return false
        }
        return true
    }

    /// The simulation of a run, if there is anything in it that has causes.
    private func traced(_ run: ObservedRun<Model>) throws -> any TracedSimulation {
        guard let simulation = run.simulation as? any TracedSimulation, simulation.hasJumps else { throw NoCauses() }
        return simulation
    }
}
