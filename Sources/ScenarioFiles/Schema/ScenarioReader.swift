/// Reads the top of a scenario:
///
///     name: …             optional, a text
///     seed: …             optional, an integer, 0 unless given
///     particles: …        either particles
///     units: …            optional, of particles: what numbers are measured in; see ``UnitReader``
///     graph: …            or a graph
///     model: …            what moves them; for particles also box, interactions, minimise and threads
///     integrate: …        how, and until when
///     observe: […]        what is recorded
///     intervene: […]      what is changed from outside
///     stop: […]           when the run ends early
///     require: […]        what must remain within a range
///     checkpoints: …      when the state is stored, to go on from there
struct ScenarioReader {
    let data: DataFiles
    let defaultName: String

    struct Parts {
        let name: String
        let seed: UInt64
        let experiment: any RunnableExperiment
        let units: UnitSystem?
    }

    func read(_ root: Section) -> Parts? {
        let name = root.optional("name").map { $0.string() } ?? defaultName
        let seed = root.optional("seed").map { $0.unsignedInteger() } ?? 0
        root.noteDefault("name", defaultName.inDoubleQuotes)
        root.noteDefault("seed", "0")
        let hasGraph = root.keys.contains("graph")
        let hasParticles = root.keys.contains("particles")
        let units = readUnits(root, hasParticles: hasParticles)
        let experiment: (any RunnableExperiment)?
        switch (hasParticles, hasGraph) {
        case (true, true):
            root.optional("graph")?.report("a scenario is either about 'particles' or about a 'graph'")
            experiment = readWithoutSubject(root)
        case (false, true):
            experiment = NetworkReader(data: data, seed: seed ?? 0).read(root)
        case (true, false):
            experiment = ParticleReader(data: data, seed: seed ?? 0).read(root)
        case (false, false):
            reportMissingSubject(root)
            experiment = readWithoutSubject(root)
        }
        guard let name, let seed, let experiment, let units else { return nil }
        // What is wrong already may be why something does not fit.
        if !root.value.diagnostics.hasErrors { experiment.rehearse(reportingTo: root) }
        return Parts(name: name, seed: seed, experiment: experiment, units: units)
    }

    private func readUnits(_ root: Section, hasParticles: Bool) -> UnitSystem?? {
        guard let value = root.optional("units") else { return .some(nil) }
        guard hasParticles else {
            value.report("'units' are those of particles: the numbers of other nodes have none")
            return nil
        }
        return UnitReader().read(value)
    }

    private func reportMissingSubject(_ root: Section) {
        let subjects = ["particles", "graph"]
        // A misspelt key is told as such.
        guard !root.keys.contains(where: { $0.nearest(in: subjects) != nil }) else { return }
        root.value.report("missing key 'particles' or 'graph'", expected: "what is simulated")
    }

    /// Finds the other problems of a scenario that says neither `particles` nor `graph`, or both.
    private func readWithoutSubject(_ root: Section) -> (any RunnableExperiment)? {
        _ = root.optional("particles")
        for key in ["graph", "box", "interactions", "minimise", "threads"] + WatchingBlocks.keys {
            _ = root.optional(key)
        }
        if !root.keys.contains("interactions") { _ = root.required("model", for: "what moves the nodes") }
        if let integrate = root.required("integrate", for: "how the state is moved on, and until when") {
            _ = IntegrationReader(methods: IntegrationMethod.all, watchedIn: root).read(integrate)
        }
        return nil
    }
}
