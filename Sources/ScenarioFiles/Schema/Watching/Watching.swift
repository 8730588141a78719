import SimulationEngine

/// What is watched in a run and done about it: the blocks `observe:`, `intervene:` and `stop:`.
struct Watching<Model: SimulationModel> {
    /// Each attaches itself to a run that is about to begin.
    typealias Part = (WatchedRun<Model>) throws -> Void

    /// In the order in which they are attached.
    var parts: [Part]

    /// Whether anything is written to the standard output.
    let usesStandardOutput: Bool

    func attach(to run: WatchedRun<Model>) throws {
        for part in parts { try part(run) }
    }
}
