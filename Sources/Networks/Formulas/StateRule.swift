import SimulationEngine

/// A rule by formulas, of vertices with named states.
package protocol StateRule: AsynchronousRule, FixedNames, Resumable, SendableMetatype where NodeState == UInt8 {
    /// How many moves have been made since the beginning.
    var moveCount: Int { get }

    /// The names of the states, in the order of their numbers.
    var stateNames: [String] { get }

    /// Takes note that others have changed states.
    func statesWereChanged()
}

extension StateRule {
    /// Sets a state, if there is one of that number.
    public func setNodeState(_ state: UInt8, at node: Int) {
        guard Int(state) < stateNames.count else { return }
        states[node] = state
        statesWereChanged()
    }

    /// The state, and no parameters.
    package static var names: ModelNames { ModelNames(fields: ["state"]) }

    /// The state is all there is.
    public var fields: [String] { Self.names.fields }

    /// The number of vertices in each state, named after it.
    package static func counts(of states: [String]) -> [QuantityDefinition<Self, Double>] {
        states.enumerated().map { state, name in
            QuantityDefinition(name, isCount: true) { rule in
                Double(rule.states.elements.count { Int($0) == state })
            }
        }
    }

    /// How many moves have been made since the beginning.
    package static var moves: QuantityDefinition<Self, Double> {
        QuantityDefinition("moves", isCount: true) { Double($0.moveCount) }
    }
}

extension AdaptiveRule {
    /// How many edges have been rewired since the beginning.
    package static let rewirings = QuantityDefinition<AdaptiveRule, Double>("rewirings", isCount: true) {
        Double($0.rewiringCount)
    }

    /// The part of edges that join vertices in different states.
    package static let activeEdges = QuantityDefinition<AdaptiveRule, Double>("active-edges") { $0.partOfActiveEdges }
}
