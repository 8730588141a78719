import SimulationEngine

extension VertexVariable {
    /// The components of a vector, which formulas call by its name, and one by one by names such as `r.x`, that of the field.
    ///
    ///     let motion = try Equations(
    ///         variables: VertexVariable.vector("r", initial: [1, 0]) + VertexVariable.vector("v", initial: [0, 1]),
    ///         rates: ["r": "v", "v": "-r / norm(r)^3"])
    ///
    /// - Parameters:
    ///   - name: The name of the vector.
    ///   - initial: The default initial values, two or more.
    ///   - components: As many names of components; `x`, `y` and `z` for up to three unless given.
    ///   - range: Where each must be at the beginning.
    ///   - unit: The unit of all of them.
    /// - Returns: A variable for each component.
    /// - Precondition: There are as many names as values.
    public static func vector(
        _ name: String, initial: [Double], components: [String]? = nil,
        range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude,
        unit: String? = nil
    ) -> [VertexVariable] {
        zip(VectorNames.components(components, count: initial.count), initial).map {
            VertexVariable(VectorNames.name($0, of: name), initial: $1, range: range, unit: unit)
        }
    }
}

extension EquationParameter {
    /// The components of a vector, which formulas call by its name, and one by one by names such as `field.x`.
    ///
    /// - Parameters:
    ///   - name: The name of the vector.
    ///   - values: The default values, two or more.
    ///   - components: As many names of components; `x`, `y` and `z` for up to three unless given.
    ///   - unit: The unit of all of them.
    /// - Returns: A parameter for each component.
    /// - Precondition: There are as many names as values.
    public static func vector(
        _ name: String, _ values: [Double], components: [String]? = nil, unit: String? = nil
    ) -> [EquationParameter] {
        zip(VectorNames.components(components, count: values.count), values).map {
            EquationParameter(VectorNames.name($0, of: name), $1, unit: unit)
        }
    }
}

extension VectorNames {
    fileprivate static func components(_ names: [String]?, count: Int) -> [String] {
        let names = names ?? Array(directions.prefix(count))
        precondition(names.count == count && count > 1, "a vector needs a name for each of two components or more")
        return names
    }
}
