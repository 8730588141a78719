import Recording
import SimulationEngine

/// The observations of a run and what is done about them: the blocks `observe:`, `intervene:` and `stop:`.
package struct Watching<Model: SimulationModel> {
    /// Attaches itself to a run that is about to begin.
    package typealias Part = (ObservedRun<Model>) throws -> Void

    /// A part, and what the scenario says of it.
    package struct PlacedPart {
        let value: Value

        /// The key that stands for the kind of an observation.
        var observation = ""

        /// True if it is an item of `intervene`.
        var isIntervention = false

        /// When an intervention is for the first time, if it only waits for moments.
        var firstTime: Double?
        let attach: Part
    }

    /// In the order in which they are attached.
    package var parts: [PlacedPart]

    /// The facts for whoever reads more of how the run is watched while it goes on.
    let context: WatchContext<Model>

    /// The event whose rate is sampled, if there is one.
    let rareEvent: RareEventPlan<Model>?

    /// True if anything is written to the standard output.
    var usesStandardOutput: Bool { context.tables.usesStandardOutput }

    /// True if interventions may change something before the first step.
    var mayChangeTheBeginning: Bool { parts.contains { $0.isIntervention && ($0.firstTime ?? 0) <= 0 } }

    /// Attaches everything to a run.
    ///
    /// - Parameters:
    ///   - run: The run, which is about to begin, or to go on from a checkpoint.
    ///   - later: The interventions of which the checkpoint does not know, by their places among all.
    /// - Throws: Errors of its parts.
    func attach(to run: ObservedRun<Model>, later: Set<Int> = []) throws {
        var place = 0
        for part in parts {
            run.directory.tables.observation = part.observation
            if part.isIntervention, later.contains(place) {
                try run.addingLater { try part.attach(run) }
            } else {
                try part.attach(run)
            }
            if part.isIntervention { place += 1 }
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
    package func placing<Model>(_ part: Watching<Model>.Part?, observing kind: String = "") -> Watching<Model>
        .PlacedPart?
    {
        part.map { Watching<Model>.PlacedPart(value: self, observation: kind, attach: $0) }
    }
}
