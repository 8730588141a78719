import Descriptions

extension ComponentCatalogue.Kind {
    /// The needs of a component: the room or the graph, and what moves it, or what it moves, by the tables that readers check by.
    package func needs(of component: ComponentDescription) -> [String] {
        component.room.words.map { "needs \($0)" } + graphNeeds(of: component) + motion(of: component)
            + measures(of: component)
    }

    private func graphNeeds(of component: ComponentDescription) -> [String] {
        guard isOfGraphs, NetworkReader.reader(of: component.name)?.needsNonNegativeWeights(component.name) == true
        else {
            return []
        }
        return ["needs edges whose weights are not negative"]
    }

    private func motion(of component: ComponentDescription) -> [String] {
        switch id {
        case .methods:
            let equations = IntegrationMethod(named: component.name)?.equations ?? []
            return [
                "moves "
                    + IntegrationMethod.Equations.allCases.filter(equations.contains).map(\.rawValue).enumerated(
                        with: "and")
            ]
        case .particles: return ["moved by " + ParticleReader.methods.words]
        case .swarms: return ["moved by " + SwarmReader.methods.words]
        default:
            guard isOfGraphs, let reader = NetworkReader.reader(of: component.name) else { return [] }
            let (quiet, noisy) = (
                reader.equations(of: component.name, withNoise: false),
                reader.equations(of: component.name, withNoise: true)
            )
            let methods = { (equations: IntegrationMethod.Equations) in [IntegrationMethod].serving(equations).words }
            let order = UpdateKeys.orderOfAll.description
            if beside(component).contains(where: { $0.summary == order.summary }) {
                return [
                    "moved by " + [IntegrationMethod].updating(.atOnce).words,
                    "with another order than at-once moved by " + [IntegrationMethod].updating(.random).words,
                ]
            }
            return ["moved by " + methods(quiet)] + (noisy == quiet ? [] : ["with noise moved by " + methods(noisy)])
        }
    }

    private func measures(of component: ComponentDescription) -> [String] {
        if let unit = component.timeUnit { return ["time is in \(unit)"] }
        return isOfGraphs && component.parameters.allSatisfy { $0.measure == nil }
            ? ["its numbers have no units of their own"] : []
    }

    /// True if its components are models on graphs.
    private var isOfGraphs: Bool {
        switch id {
        case .graphEquations, .epidemics, .ownCompartments, .spins, .updateRules: true
        default: false
        }
    }
}

extension [IntegrationMethod] {
    /// Their names.
    fileprivate var words: String { map(\.name).enumerated(with: "or") }
}
