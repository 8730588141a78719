import SimulationEngine

/// The units of the numbers of equations. If one has a unit, those without are numbers without unit.
struct EquationUnits {
    /// The units of variables, by their names.
    let variables: [String: PhysicalUnit]

    /// The units of variables and parameters, as they are inputs of formulas.
    let inputs: [PhysicalUnit]

    /// The units of variables of edges, in their order.
    let edgeVariables: [PhysicalUnit]

    let time: PhysicalUnit

    /// Reads units, and notes what is wrong with them; `nil` if there are none, or the time has none that is known.
    init?(
        _ variables: [VertexVariable], _ parameters: [EquationParameter],
        ofEdges edges: [(name: String, unit: String?)], time: String?, errors: inout [EquationError]
    ) {
        let named =
            variables.map { (EquationError.Part.variables, $0.name, $0.unit) }
            + parameters.map { (.parameters, $0.name, $0.unit) } + edges.map { (.edgeVariables, $0.name, $0.unit) }
        guard let time, time != "1" || named.contains(where: { $0.2 != nil }) else { return nil }
        var all: [PhysicalUnit] = []
        for (part, name, unit) in named { all.append(Self.read(unit ?? "1", part, name, &errors)) }
        edgeVariables = Array(all.suffix(edges.count))
        inputs = all.dropLast(edges.count)
        self.variables = Dictionary(zip(variables.map(\.name), all)) { first, _ in first }
        self.time = Self.read(time, .time, "", &errors)
        if self.time != .one, PhysicalUnit("s").flatMap({ self.time.conversion(to: $0) }) == nil {
            errors.append(EquationError(.time, "", .noUnitOfTime(time)))
        }
    }

    private static func read(
        _ text: String, _ part: EquationError.Part, _ name: String, _ errors: inout [EquationError]
    ) -> PhysicalUnit {
        if let unit = PhysicalUnit(text) { return unit }
        errors.append(EquationError(part, name, .unknownUnit(text)))
        return .one
    }

    /// The units of formulas of vertices.
    var ofVertices: FormulaUnits { FormulaUnits(inputs: inputs, time: time) }

    /// The units of formulas of edges, of which either end has the same.
    func ofEdges(_ fields: EquationFields) -> FormulaUnits {
        var units = ofVertices
        for (input, unit) in inputs.enumerated() { units.inputs[fields.sourceVariable(input)] = unit }
        for (variable, unit) in edgeVariables.enumerated() { units.inputs[fields.edgeVariable(variable)] = unit }
        return units
    }

    /// The unit in which the numbers of edges must be that become one; `nil` for any.
    func unit(for formula: EdgeFormula) -> PhysicalUnit? {
        if case .product = formula { .one } else { nil }
    }
}
