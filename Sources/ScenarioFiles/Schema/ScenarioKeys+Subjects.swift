import Descriptions

/// The keys that say what a scenario is about.
extension ScenarioKeys {
    // MARK: Particles

    static let particles = ParameterDescription(
        "particles", "the particles", .record(ParticleKeys.description.parameters))
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
