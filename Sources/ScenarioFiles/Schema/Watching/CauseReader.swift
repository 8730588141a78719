import Descriptions
import Recording
import SimulationEngine

/// A simulation that knows what brings jumps about, whatever its model is.
protocol TracedSimulation {
    func causeRecorder(to destination: TableDestination) throws(RecordingError) -> any TableRecorder
    func treeRecorder(to destination: TableDestination) throws(RecordingError) -> any TableRecorder
    func treeFileRecorder(_ format: CauseKeys.TreeFormat, _ name: String, in directory: ResultDirectory) -> any Recorder
}

extension Simulation: TracedSimulation where Model: TracedModel {
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
        key: "causes", "what brought about each change of a node", .choice(["all"]), beside: TableKeys.all)
    static let tree = ComponentDescription(
        key: "tree", "who infected whom, at the end of the run", .choice(TreeFormat.allCases.map(\.rawValue)),
        beside: TableKeys.all)
}

/// Reads observations of what brings about what.
struct CauseReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    func causes(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let isPossible = isTraced(value)
        let all = value.choice(of: ["all"])
        let table = TableReader(context: context).read(section, defaultName: "causes")
        guard isPossible, all != nil, let table else { return nil }
        return { run in
            let destination = table.destination(in: run.directory)
            if let recorder = try (run.simulation as? any TracedSimulation)?.causeRecorder(to: destination) {
                run.keep(recorder)
            }
        }
    }

    func tree(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let isPossible = isTraced(value)
        guard let format: CauseKeys.TreeFormat = value.choice() else { return nil }
        guard format == .table else { return isPossible ? treeFile(format, section) : nil }
        let table = TableReader(context: context).read(section, defaultName: "tree")
        guard isPossible, let table else { return nil }
        return { run in
            let destination = table.destination(in: run.directory)
            if let recorder = try (run.simulation as? any TracedSimulation)?.treeRecorder(to: destination) {
                run.keep(recorder)
            }
        }
    }

    private func treeFile(_ format: CauseKeys.TreeFormat, _ section: Section) -> Watching<Model>.Part? {
        for key in [TableKeys.format, TableKeys.target] {
            section.refuse(key, because: "'\(key.name)' has no meaning for a tree that is not a table")
        }
        guard let name = TableReader(context: context).name(section, default: "tree") else { return nil }
        return { run in
            guard let simulation = run.simulation as? any TracedSimulation else { return }
            run.keep(simulation.treeFileRecorder(format, name, in: run.directory))
        }
    }

    /// Tests if it is known what brings about what, which is reported otherwise.
    private func isTraced(_ value: Value) -> Bool {
        guard Model.self is any TracedModel.Type else {
            value.report("\(value.name) has no meaning for this model, whose nodes do not jump because of each other")
            return false
        }
        guard context.integration?.method ?? .eventDriven == .eventDriven else {
            value.report("\(value.name) is known of single events only", expected: "'method: event-driven'")
            return false
        }
        return true
    }
}
