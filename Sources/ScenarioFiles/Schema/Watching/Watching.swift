import Recording
import SimulationEngine

/// The observations of a run and what is done about them: the blocks `observe:`, `intervene:` and `stop:`.
struct Watching<Model: SimulationModel> {
    /// Attaches itself to a run that is about to begin.
    typealias Part = (ObservedRun<Model>) throws -> Void

    /// A part, and what the scenario says of it.
    struct PlacedPart {
        let value: Value

        /// The key that stands for the kind of an observation.
        var observation = ""
        let attach: Part
    }

    /// In the order in which they are attached.
    var parts: [PlacedPart]

    /// The facts for whoever reads more of how the run is watched while it goes on.
    let context: WatchContext<Model>

    /// True if anything is written to the standard output.
    var usesStandardOutput: Bool { context.usesStandardOutput }

    func attach(to run: ObservedRun<Model>) throws {
        for part in parts {
            run.directory.tables.observation = part.observation
            try part.attach(run)
            if let error = run.firstError { throw error }
        }
    }

    /// Attaches everything to a run that will not begin, and reports what does not fit.
    func rehearse(in run: ObservedRun<Model>) {
        for part in parts {
            do {
                try part.attach(run)
                if let error = run.takeFirstError() { throw error }
            } catch {
                part.value.report("\(error)")
            }
        }
    }
}

extension Value {
    /// The part that this value is about, if there is one.
    func placing<Model>(_ part: Watching<Model>.Part?, observing kind: String = "") -> Watching<Model>.PlacedPart? {
        part.map { Watching<Model>.PlacedPart(value: self, observation: kind, attach: $0) }
    }
}
