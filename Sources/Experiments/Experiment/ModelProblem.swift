import Descriptions
import SimulationEngine

/// The error of a model that could not be made, and the key of the scenario that says it.
package struct ModelProblem {
    private let error: any Error

    package init(_ error: any Error) {
        self.error = error
    }

    /// Reports the problem at its key, of several each at its own; at the model if the scenario has no such key.
    package func report(in root: Section) {
        let model = root.optional("model")
        if error is EntryError || error is FormulaErrors, let component = model?.onlyMember {
            return Section(component).report(error, among: [], at: component)
        }
        (place(in: root) ?? model ?? root.value).report("\(error)")
    }

    private func place(in root: Section) -> Value? {
        switch error {
        case DelayError.unfitMethod: root.integration(IntegrationKeys.method.name)
        case is DelayError: root.integration(IntegrationKeys.step.name)
        case ParameterError.unfit(let name, _): root.model(name)
        case let error as any PlacedError: error.place(in: root)
        default: nil
        }
    }
}

/// An error of a model, or of what moves it on, that is about a value of the scenario.
package protocol PlacedError: Error {
    /// The value, if the scenario has it.
    func place(in root: Section) -> Value?
}

extension Section {
    /// The value of a key of `integrate`, at the top of a scenario.
    package func integration(_ key: String) -> Value? { optional("integrate")?.member(key) }

    /// The value of a key of the model, at the top of a scenario.
    package func model(_ key: String) -> Value? { optional("model")?.onlyMember?.member(key) }
}
