import ObserverCore

/// The parameters of a simulation's model, by name; see ``Simulation/parameters``.
public struct ParameterLookup<Model: SimulationModel> {
    let variables: ParameterVariables<Model>

    /// The parameter of a name as a variable, one and the same object; `nil` if the model has none of that name.
    public subscript(name: String) -> Var<Double>? {
        variables.model.parameters.firstIndex(of: name).map { variables.variable(at: $0) }
    }

    /// The names of all parameters.
    public var names: [String] { variables.model.parameters }
}

/// The variables of those parameters that somebody has asked for.
final class ParameterVariables<Model: SimulationModel>: WindowSource {
    let model: Model
    private let interventions: InterventionQueue<Model>

    /// By index. Few, so that they may live as long as the simulation.
    var variables: [Var<Double>?]

    init(model: Model, interventions: InterventionQueue<Model>) {
        self.model = model
        self.interventions = interventions
        variables = Array(repeating: nil, count: model.parameters.count)
    }

    func variable(at index: Int) -> Var<Double> {
        if let known = variables[index] { return known }
        let variable = Var<Double>(windowOn: self, at: index)
        variables[index] = variable
        return variable
    }

    func publish(_ index: Int, from author: AnyAuthor?) {
        guard let variable = variables[index] else { return }
        variable.publish(model.parameter(at: index), from: author ?? variable)
    }

    func publishAll(from author: AnyAuthor?) {
        for index in variables.indices { publish(index, from: author) }
    }

    /// Lets go of the variables, which hold this.
    func releaseAll() {
        variables = variables.map { _ in nil }
    }

    // MARK: What the variables tell and ask

    func value(at index: Int) -> Double { model.parameter(at: index) }

    func set(_ value: Double, at index: Int, as author: AnyAuthor?) {
        interventions.add(.parameter(index, to: value), from: author)
    }

    func observationsBegan(at index: Int) {
        variables[index]?.notePublished(model.parameter(at: index))
    }

    func observationsEnded(at index: Int) {}
    func variableDied(at index: Int) {}
}
