import Networks
import Particles
import SimulationEngine

/// The context that the readers of the blocks share.
final class WatchContext<Model: SimulationModel> {
    let nodeNames: [String]?
    let nodeCount: Int?
    let integration: Integration?

    /// The box of particles.
    let box: Box?

    /// The graph at the beginning.
    let graph: Graph?

    /// The random numbers of samples of a graph.
    let streams: RandomStreams?

    /// The names of the states of nodes in the order of their numbers, where they have names.
    let stateNames: [String]

    /// The data files of a scenario about a network.
    let data: DataFiles?

    /// The names of the model's fields, and of the parameters that interventions can set.
    let names: ModelNames

    /// The numbers of the states of nodes that have names.
    let stateNumbers: [String: Double]

    var quantities = QuantityCatalog<Model>()

    /// The quantities that observations define, by the places of their definitions; `nil` for those that were refused.
    var definitions: [[String]: (any AnyQuantityDefinition<Model>)?] = [:]

    /// The names of quantities whose definition was refused.
    var refusedQuantities: Set<String> = []
    var tableNames: Set<String> = []

    /// From which number on one is looked for that makes a table's usual name another one; all below are used.
    var nextTableNumbers: [String: Int] = [:]
    var usesStandardOutput = false

    /// True if nodes are added during the run, and the names that they get where nodes have names.
    var addsNodes = false
    var addedNames: Set<String> = []
    let additions: AddedNodes

    /// True if interventions hold or remove nodes.
    var holdsOrRemovesNodes = false

    /// Before this time nothing stops the run.
    var earliestStop = Double.infinity

    /// Those of these names that have been read.
    var givenNames: Set<String> = []

    /// The numbers of named nodes.
    let indices: [String: Int]?

    init(
        names: ModelNames, nodeNames: [String]?, nodeCount: Int?, integration: Integration?, box: Box? = nil,
        graph: Graph? = nil,
        streams: RandomStreams? = nil, data: DataFiles? = nil, stateNames: [String] = []
    ) {
        self.names = names
        self.nodeNames = nodeNames
        self.nodeCount = nodeCount
        self.integration = integration
        self.box = box
        self.graph = graph
        self.streams = streams
        self.stateNames = stateNames
        self.data = data
        additions = AddedNodes(besides: nodeCount ?? 0)
        stateNumbers = Dictionary(
            stateNames.enumerated().map { ($1, Double($0)) }, uniquingKeysWith: { first, _ in first })
        indices = nodeNames.map { Dictionary(zip($0, 0...), uniquingKeysWith: { first, _ in first }) }
    }
}

extension WatchContext {
    /// A value as an expression over the fields of a node, in which the names of states stand for their numbers.
    func nodeExpression(_ value: Value, _ kind: FieldExpression.Kind) -> FieldExpression? {
        value.expression(over: names.fields, kind, constants: stateNumbers, isOfNode: true)
    }

    /// Warns of something that is watched over too few steps, or over steps inside of which noise moves it.
    func warnOfRareLooks(at value: Value) {
        guard let integration else { return }
        if integration.method.has(.noise) {
            value.warn(
                "\(value.name) is looked at after each step: what noise does inside of one is not drawn for it, as it is for "
                    + "fields that cross a level, so that crossings there and back are missed, and times are late, the more the "
                    + "longer the step",
                expected: "a field of nodes, or a 'step' so short that results no longer depend on it")
        }
        value.warnIfLooked(atMostTimes: integration.watchedStepCount)
    }

    /// A closure that warns, when a run is rehearsed, of a field that is watched over too few steps: where noise moves it, its motion
    /// inside of steps is drawn, so that nothing is missed, but with an error if forces act on it meanwhile.
    func rareLooksWarning(at value: Value, ofField field: String) -> (ObservedRun<Model>) -> Void {
        { [integration] run in
            guard run.isRehearsal, let integration else { return }
            guard run.simulation.isMovedByNoise(field) else {
                return value.warnIfLooked(atMostTimes: integration.watchedStepCount)
            }
            let particles = run.simulation.model as? ParticleSystem
            guard integration.method.has(.coarsePaths), particles?.forces.isEmpty == false else { return }
            value.warn(
                "\(value.name) has an error of first order in the step where particles of this method feel forces: one in a trap "
                    + "comes to a level early by a tenth of the mean time if it relaxes within ten steps",
                expected: "a 'step' so short that results no longer depend on it")
        }
    }
}
