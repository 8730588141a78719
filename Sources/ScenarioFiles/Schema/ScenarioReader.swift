import Descriptions

/// The keys at the top of a scenario.
package enum ScenarioKeys {
    static let name = ParameterDescription(
        "name", "what the scenario is called", .text, .derived("the name of the file without its ending"))
    static let seed = ParameterDescription(
        "seed", "the seed of its random numbers", .integer(0...Int.max), .default(.integer(0)))
    static let threads = Parameter("threads", "how many threads share the work", in: 1...1024, default: 1)
    package static let integrate = ParameterDescription(
        "integrate", "how the state is moved on, and until when", .component(of: .methods))
    static let sweep = ParameterDescription(
        "sweep", SweepKeys.description.summary, .record(SweepKeys.description.parameters), .optional)
    package static let all = [ParameterDescription](name, seed, units, threads, integrate, sweep) + WatchingBlocks.all

    // MARK: Particles

    static let particles = ParameterDescription(
        "particles", "the particles", .record(ParticleKeys.description.parameters))
    static let units = ParameterDescription(
        "units", "what numbers are measured in",
        .either(UnitKeys.systems, or: .record(UnitKeys.description.parameters)),
        .default(.text("reduced")))
    static let box = ParameterDescription(
        "box", "the room of the particles", .either(BoxKeys.boundary, or: .record(BoxKeys.description.parameters)),
        .derived("open, or that of the file of particles,"))
    static let interactions = ParameterDescription(
        "interactions", "the forces between the particles",
        .list(
            of: .components(
                of: [.pairInteractions, .fields],
                or: .either(
                    .keyed("coulomb", .component(of: .chargeInteractions)),
                    or: .either(
                        .keyed("bonds", .record(BondKeys.bonds)), or: .keyed("angles", .record(BondKeys.angles))))),
            count: 0...ParameterKind.greatestCount), .optional)
    package static let motion = ParameterDescription(
        "model", "gravity alone, or collective motion", .components(of: [.fields, .swarms]), .optional)
    static let minimise = ParameterDescription(
        "minimise", "goes to a minimum of the energy first", .record(MinimizationKeys.description.parameters), .optional
    )
    package static let ofParticles = [particles, box, interactions, motion, minimise]

    // MARK: Graphs

    package static let graph = ParameterDescription(
        "graph", "the graph",
        .either(.record(GraphFileKeys.all), or: .components(of: [.graphs, .graphFiles])))
    package static let model = ParameterDescription(
        "model", "the dynamics on the graph",
        .components(of: [.graphEquations, .ownEquations, .epidemics, .spins, .updateRules, .ownCompartments]))
    package static let graphSeed = ParameterDescription(
        "graph-seed", "the seed of the graph alone, so that runs of other seeds share a graph that is generated",
        .integer(0...Int.max), .derived("`seed`"))
    static let ofGraphs = [graph, graphSeed, model]
}

extension ParameterKind {
    /// A component of one of several kinds of the catalogue.
    fileprivate static func components(of kinds: [ComponentKind], or other: ParameterKind? = nil) -> ParameterKind {
        let components = kinds.dropFirst().reduce(ParameterKind.component(of: kinds[0])) {
            .either($0, or: .component(of: $1))
        }
        return other.map { .either(components, or: $0) } ?? components
    }
}

/// Reads the top of a scenario.
struct ScenarioReader {
    private typealias Keys = ScenarioKeys

    let data: DataFiles
    let defaultName: String

    /// Which of several courses from the same beginning is taken; that of a run unless given.
    var luck: UInt32?

    /// False if what does not fit together is not looked for before a run.
    var isRehearsed = true

    struct Parts {
        let name: String
        let seed: UInt64
        let experiment: any RunnableExperiment
        let units: UnitSystem?
        let hasSweep: Bool
        let threadCount: Int
    }

    func read(_ root: Section) -> Parts? {
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
        return Parts(
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
