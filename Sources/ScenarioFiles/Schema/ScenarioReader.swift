import Descriptions

/// Reads the top of a scenario.
struct ScenarioReader {
    private typealias Keys = ScenarioKeys

    let data: DataFiles
    let defaultName: String

    /// Which of several courses from the same beginning is taken; that of a run unless given.
    var luck: UInt32?

    /// False if what does not fit together is not looked for before a run.
    var isRehearsed = true

    func read(_ root: Section) -> Scenario.Parts? {
        root.describe(by: Keys.all)
        let name = root.read(Keys.name, else: defaultName) { $0.string() }
        root.noteDefault(Keys.name, .text(defaultName.inDoubleQuotes))
        let seed = root.read(Keys.seed, else: 0) { $0.unsignedInteger() }
        let sweep = root.readIfGiven(Keys.sweep) { SweepReader(data: DataFiles(folder: data.folder)).read($0) }
        let hasGraph = root.keys.contains("graph")
        let hasParticles = root.keys.contains("particles")
        let units = readUnits(root, hasParticles: hasParticles)
        let experiment: (any RunnableExperiment)?
        switch (hasParticles, hasGraph) {
        case (true, true):
            root.optional("graph")?.report("a scenario is either about 'particles' or about a 'graph'")
            experiment = readWithoutSubject(root)
        case (false, true):
            experiment = NetworkReader(data: data, seed: seed ?? 0, luck: luck).read(root)
        case (true, false):
            experiment = ParticleReader(data: data, seed: seed ?? 0, luck: luck).read(root)
        case (false, false):
            reportMissingSubject(root)
            experiment = readWithoutSubject(root)
        }
        guard let name, let seed, let experiment, let units, let sweep else { return nil }
        // A problem that is known already may be why something does not fit.
        if !root.value.diagnostics.hasErrors, isRehearsed { experiment.rehearse(reportingTo: root) }
        return Scenario.Parts(
            name: name, seed: seed, experiment: experiment, units: units, hasSweep: sweep != nil,
            threadCount: root.value.member(Keys.threads.description.name, reportingTo: Diagnostics())?.integer() ?? 1)
    }

    private func readUnits(_ root: Section, hasParticles: Bool) -> UnitSystem?? {
        guard let value = root.optional("units") else { return .some(nil) }
        guard hasParticles else {
            value.report(
                "'units' are those of particles: the numbers of other nodes have those of their model, or none")
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
        for key in Keys.ofParticles + Keys.ofGraphs + Keys.all { _ = root.optional(key.name) }
        if !root.keys.contains("interactions") { _ = root.required("model", for: "what moves the nodes") }
        _ = root.read(Keys.integrate) {
            IntegrationReader(methods: IntegrationMethod.all, watchedIn: root).read($0)
        }
        return nil
    }
}
