import Descriptions

/// A model whose parameters are among those of a component that describes them: what they can be is what is said there, whether a
/// scenario gives them or they are set during a run.
package protocol DescribedModel: FixedNames {
    /// The component of the model, without what it makes.
    static var description: ComponentDescription { get }
}

extension DescribedModel {
    /// A value out of the domain of the parameter.
    public func refusal(ofParameter index: Int, value: Double) -> (any Error)? {
        let name = Self.names.parameters[index]
        guard let parameter = Self.description.parameters.first(where: { $0.name == name }) else { return nil }
        do throws(ParameterError) {
            try parameter.check(.number(value))
            return nil
        } catch {
            return error
        }
    }
}
