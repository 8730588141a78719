import Networks
import SimulationEngine

extension TauLeapingError: PlacedError {
    package func place(in root: Section) -> Value? { root.integration("leap") }
}

extension NetworkModelError: PlacedError {
    package func place(in root: Section) -> Value? {
        switch self {
        // Variables and parameters have the names of their keys.
        case .invalidParameter(let name, _, _): root.model(name)
        case .outOfRange(let name, _, _, _):
            root.model(name) ?? root.optional("model")?.onlyMember?.beginning(of: name)
        case .edgeNotFinite: root.model(EquationKeys.edgeVariables.name)
        case .edgesInMeanField: root.model("coupling")
        case .weightOutOfReach: root.optional("graph")
        default: nil
        }
    }
}

extension MonteCarloError: PlacedError {
    package func place(in root: Section) -> Value? {
        switch self {
        case .needsUndirectedGraph, .loop, .noVertices, .noRing: root.optional("graph")
        case .notBipartite: root.model("order")
        case .repulsion: root.model("coupling")
        case .unreachableRule: root.model("rule")
        // Of what is not the delay of spikes, the model has no such key.
        case .notEnoughMemory: root.model("delay-steps")
        case .outOfRange("a threshold", _, _, _): root.model("threshold")
        default: nil
        }
    }
}

extension Value {
    /// With what a variable, or a component of a vector, of the scenario's own equations begins, which this is the value of.
    fileprivate func beginning(of name: String) -> Value? {
        let parts = VectorNames.parts(of: name)
        let variable = member(EquationKeys.variables.name)?.member(parts?.vector ?? name)
        guard let initial = variable?.member(EquationKeys.initial.name) else { return variable }
        let components = variable?.member(EquationKeys.components.name)?.list { $0.word }
        guard initial.form == .list, let component = parts?.component, let components,
            let number = components.firstIndex(of: component), let items = initial.list(.any, { $0 }),
            number < items.count
        else { return initial }
        return items[number]
    }
}
