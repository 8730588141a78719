import ObserverCore
import Recording
import SimulationEngine

/// What is watched in a run and done about it: the blocks `observe:`, `intervene:` and `stop:`.
struct Watching<Model: SimulationModel> {
    /// Each attaches itself to a run that is about to begin.
    typealias Part = (WatchedRun<Model>) throws -> Void

    /// In the order in which they are attached.
    let parts: [Part]

    /// Whether anything is written to the standard output.
    let usesStandardOutput: Bool

    func attach(to run: WatchedRun<Model>) throws {
        for part in parts { try part(run) }
    }
}

/// A run with those who watch it.
final class WatchedRun<Model: SimulationModel>: Observer {
    /// Keeps observations alive.
    let receiver = Receiver()

    let simulation: Simulation<Model>
    let directory: ResultDirectory

    /// Why an observer stopped the run, if one did.
    private(set) var stopReason: String?

    private var recorders: [any Recorder] = []
    private var rings: [RingTable] = []

    init(_ simulation: Simulation<Model>, in directory: ResultDirectory) {
        self.simulation = simulation
        self.directory = directory
    }

    /// Keeps a recorder until the end.
    func keep(_ recorder: some Recorder) {
        recorders.append(recorder)
    }

    /// Keeps a ring, which is written if the run fails.
    func keep(_ ring: RingTable) {
        rings.append(ring)
    }

    /// Ends the run after the present step.
    func stop(because reason: String) {
        if stopReason == nil { stopReason = reason }
        simulation.stop()
    }

    /// Does something at each moment of a trigger, and ends the run with an error if it throws.
    func at(_ trigger: Trigger, _ act: @escaping (Moment) throws -> Void) {
        observe(trigger) { [unowned simulation] (moment: Moment) in
            do { try act(moment) } catch { simulation.fail(with: error) }
        }
    }

    /// Writes what is still to be written.
    ///
    /// - Parameter failure: Why the run failed, if it did.
    /// - Returns: The first thing that went wrong, in the run or here. Whatever fails, the rest is worth keeping.
    func finish(after failure: (any Error)?) -> (any Error)? {
        var failure = failure
        func attempt(_ write: () throws -> Void) {
            do { try write() } catch { failure = failure ?? error }
        }
        if failure != nil { for ring in rings { attempt { try ring.writeOut() } } }
        for recorder in recorders { attempt { try recorder.finish() } }
        return failure
    }
}

/// What the readers of the blocks share.
final class WatchContext<Model: SimulationModel> {
    let nodeNames: [String]?
    let nodeCount: Int?
    let integration: Integration?
    var quantities = QuantityCatalog<Model>()
    var tableNames: Set<String> = []
    var usesStandardOutput = false

    /// The numbers of named nodes.
    let indices: [String: Int]?

    init(nodeNames: [String]?, nodeCount: Int?, integration: Integration?) {
        self.nodeNames = nodeNames
        self.nodeCount = nodeCount
        self.integration = integration
        indices = nodeNames.map { Dictionary(zip($0, 0...), uniquingKeysWith: { first, _ in first }) }
    }
}

/// The blocks that say how a run is watched.
enum WatchingBlocks {
    static let keys = ["observe", "intervene", "stop", "require"]
}

/// Reads the blocks
///
///     observe: […]        what is recorded; nothing unless given
///     intervene: […]      what is changed from outside; nothing unless given
///     stop: […]           when the run ends before `until`; never unless given
///     require: […]        ranges that fields must not leave; none unless given
struct WatchingReader<Model: SimulationModel> {
    private let context: WatchContext<Model>

    init(model: Model.Type, nodeNames: [String]?, nodeCount: Int?, integration: Integration?) {
        context = WatchContext(nodeNames: nodeNames, nodeCount: nodeCount, integration: integration)
    }

    func read(_ root: Section) -> Watching<Model>? {
        root.noteDefault("observe", "[]")
        let observe = root.optional("observe")
        let definitions = observe.map { QuantityDefinitionReader(context: context).readAll($0) } ?? [:]
        let observations = observe.map { ObservationReader(context: context, definitions: definitions).read($0) } ?? []
        let interventions = root.optional("intervene").map { InterventionReader(context: context).read($0) } ?? []
        let stops = root.optional("stop").map { StopReader(context: context).read($0) } ?? []
        let requirements = root.optional("require").map { RequirementReader(context: context).read($0) } ?? []
        guard let observations, let interventions, let stops, let requirements else { return nil }
        return Watching(
            parts: requirements + observations + interventions + stops, usesStandardOutput: context.usesStandardOutput)
    }
}
