import Graphs
import SimulationEngine

/// The space in which nodes move, as far as watching asks for it.
package protocol WatchedSpace {
    var dimensions: Int { get }

    /// Why a quantity has no value there, if it has none.
    func error(ofQuantity name: String) -> (any Error)?
}

/// The facts of what is simulated that are known before its observations are read; `nil` where a mistake was made, or there is none.
package struct WatchedSystem {
    /// The names of the model's fields, and of the parameters that interventions can set.
    package let names: ModelNames
    let nodeNames: [String]?
    package let nodeCount: Int?
    let integration: Integration?

    /// The unit of times, which may be written with another one then; `nil` for a model without units.
    let timeUnit: String?

    /// The space in which nodes move.
    package let space: (any WatchedSpace)?

    /// True if nodes move in two dimensions, as far as a space says in which something is wrong.
    private let isInPlane: Bool

    /// The graph at the beginning.
    package let graph: Graph?

    /// The random numbers of samples of a graph.
    package let streams: RandomStreams?

    /// The data files of a scenario about a network.
    package let data: DataFiles?

    /// The names of the states of nodes in the order of their numbers, where they have names.
    package let stateNames: [String]

    /// The numbers of named nodes.
    package let indices: [String: Int]?

    package init(
        names: ModelNames, nodeNames: [String]?, nodeCount: Int?, integration: Integration?, timeUnit: String? = nil,
        space: (any WatchedSpace)? = nil, dimensions: Int? = nil, graph: Graph? = nil, streams: RandomStreams? = nil,
        data: DataFiles? = nil, stateNames: [String] = []
    ) {
        self.names = names
        self.nodeNames = nodeNames
        self.nodeCount = nodeCount
        self.integration = integration
        self.timeUnit = timeUnit
        self.space = space
        isInPlane = dimensions ?? space?.dimensions == 2
        self.graph = graph
        self.streams = streams
        self.data = data
        self.stateNames = stateNames
        indices = nodeNames.map { Dictionary(zip($0, 0...), uniquingKeysWith: { first, _ in first }) }
    }

    /// A node as messages call it: by its name in quotes, or by its number.
    package func label(of node: Int) -> String { nodeNames.map { "'\($0[node])'" } ?? String(node) }

    /// The values of fields that are given under their names, or in lists under those of groups of them; `nil` if one is refused, which is
    /// reported.
    func givenFields(_ section: Section) -> [(key: String, value: Value)]? {
        section.given(of: names.fields, inGroups: names.fieldGroups, isInPlane: isInPlane)
    }

    /// A value as an expression over the fields of a node, in which the names of states stand for their numbers.
    func nodeExpression(_ value: Value, _ kind: FieldExpression.Kind) -> FieldExpression? {
        let numbers = stateNames.enumerated().map { ($1, Double($0)) }
        return value.expression(
            over: names.fields, kind, constants: Dictionary(numbers, uniquingKeysWith: { first, _ in first }),
            isOfNode: true, parameters: names.parameters)
    }

    /// Tests if a quantity has a value in the space, which is reported otherwise.
    func isDefined(_ name: String, _ value: Value) -> Bool {
        guard let error = space?.error(ofQuantity: name) else { return true }
        value.report("\(error)")
        return false
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
    func rareLooksWarning<Model>(at value: Value, ofField field: String) -> (ObservedRun<Model>) -> Void {
        { [integration] run in
            guard run.isRehearsal, let integration else { return }
            guard run.simulation.isMovedByNoise(field) else {
                return value.warnIfLooked(atMostTimes: integration.watchedStepCount)
            }
            let model = run.simulation.model as? any SpatialModel
            guard integration.method.has(.coarsePaths), model?.hasForces == true else { return }
            value.warn(
                "\(value.name) has an error of first order in the step where particles of this method feel forces: one in a trap "
                    + "comes to a level early by a tenth of the mean time if it relaxes within ten steps",
                expected: "a 'step' so short that results no longer depend on it")
        }
    }
}
