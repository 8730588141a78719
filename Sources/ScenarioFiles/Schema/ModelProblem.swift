import Descriptions
import Networks
import SimulationEngine

/// The error of a model that could not be made, and the key of the scenario that says it.
struct ModelProblem {
    /// A block of a scenario, and a key in it.
    private enum Place {
        case graph
        case integration(String)
        case model(String)

        /// A variable of the scenario's own equations.
        case beginning(String)
    }

    private let error: any Error

    init(_ error: any Error) {
        self.error = error
    }

    /// Reports the problem at its key, of several each at its own; at the model if the scenario has no such key.
    func report(in root: Section) {
        let model = root.optional("model")
        if error is EntryError || error is FormulaErrors, let component = model?.onlyMember {
            return Section(component).report(error, among: [], at: component)
        }
        let value: Value? =
            switch place {
            case .graph: root.optional("graph")
            case .integration(let key): root.optional("integrate")?.member(key)
            case .model(let key): model?.onlyMember?.member(key)
            case .beginning(let name): model?.onlyMember.flatMap { $0.member(name) ?? $0.beginning(of: name) }
            case nil: nil
            }
        (value ?? model ?? root.value).report("\(error)")
    }

    private var place: Place? {
        switch error {
        case is TauLeapingError: .integration("leap")
        case DelayError.unfitMethod: .integration(IntegrationKeys.method.name)
        case is DelayError: .integration(IntegrationKeys.step.name)
        case ParameterError.unfit(let name, _): .model(name)
        case let error as NetworkModelError: Self.place(of: error)
        case let error as MonteCarloError: Self.place(of: error)
        default: nil
        }
    }

    private static func place(of error: NetworkModelError) -> Place? {
        switch error {
        // Variables and parameters have the names of their keys.
        case .invalidParameter(let name, _, _): .model(name)
        case .outOfRange(let name, _, _, _): .beginning(name)
        case .edgeNotFinite: .model(EquationKeys.edgeVariables.name)
        case .edgesInMeanField: .model("coupling")
        case .weightOutOfReach: .graph
        default: nil
        }
    }

    private static func place(of error: MonteCarloError) -> Place? {
        switch error {
        case .needsUndirectedGraph, .loop, .noVertices, .noRing: .graph
        case .notBipartite: .model("order")
        case .repulsion: .model("coupling")
        case .unreachableRule: .model("rule")
        // Of what is not the delay of spikes, the model has no such key.
        case .notEnoughMemory: .model("delay-steps")
        case .outOfRange("a threshold", _, _, _): .model("threshold")
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

    /// The value of a key of a mapping, to report to where this one does.
    fileprivate func member(_ key: String) -> Value? { member(key, reportingTo: diagnostics) }

    /// The value of the first key of a mapping.
    fileprivate var onlyMember: Value? {
        guard case .mapping(let entries) = node.content, let key = entries.first?.key else { return nil }
        return member(key)
    }
}
