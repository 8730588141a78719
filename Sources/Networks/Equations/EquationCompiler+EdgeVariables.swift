import SimulationEngine

/// Variables of edges.
extension EquationCompiler {
    /// Notes the names of variables of edges, which formulas write with `edge.` before.
    mutating func claim(ofEdges names: [String]) {
        var known: Set = ["weight", Equations.randomName]
        for name in names {
            let written = name.withUnderscores
            if !Formulas.canName(written) {
                errors.append(EquationError(.edgeVariables, name, .invalidName))
            } else if !known.insert(written).inserted {
                errors.append(EquationError(.edgeVariables, name, .repeatedName))
            }
        }
        edgeVariables = names
    }

    /// Tests if a formula of edges says a number of the edge itself, which its weight then does not multiply.
    func namesEdge(_ formula: Formula) -> Bool { fields.ofEdge.contains { edges.formula(formula, reads: $0) } }

    /// The unit of a variable of edges times a power of that of time; `nil` if it does not matter.
    func unit(ofEdgeVariable variable: Int?, inTimeTo power: Double = 0) -> PhysicalUnit? {
        guard let variable, let units else { return nil }
        return units.edgeVariables[variable] * units.time.raised(to: power)
    }

    /// A formula of a variable of edges.
    typealias VariableFormula = (variable: Int, formula: Formula)

    /// Reads the rates of variables of edges, what they become in a map, or the strengths of their noise.
    mutating func readOfEdges(
        _ texts: [(name: String, text: String)], _ part: EquationError.Part, inTimeTo power: Double
    ) -> [VariableFormula] {
        var formulas: [VariableFormula] = []
        for (name, text) in texts where name.hasPrefix(Equations.edgePrefix) {
            let known = edgeVariables.firstIndex(of: String(name.dropFirst(Equations.edgePrefix.count)))
            let formula = read(
                text, part, name, in: \.edges, unit: unit(ofEdgeVariable: known, inTimeTo: power))
            guard let variable = known else {
                errors.append(EquationError(part, name, .unknownEdgeVariable(known: edgeVariables)))
                continue
            }
            if formulas.contains(where: { $0.variable == variable }) {
                errors.append(EquationError(part, name, .repeatedName))
            }
            formulas.append((variable, formula))
        }
        return formulas
    }

    /// Adds rates of 0 of those variables that only noise moves.
    mutating func addResting(_ noise: [VariableFormula], to rates: [VariableFormula]) -> [VariableFormula] {
        let resting = noise.filter { noisy in !rates.contains { $0.variable == noisy.variable } }
        return rates + resting.map { ($0.variable, edges.number(0)) }
    }

    /// Reads with what a variable of edges begins. One number is in the unit of the variable.
    mutating func readBeginning(_ text: String, of name: String) -> Formula {
        if let number = Double(text), number.isFinite { return edges.number(number) }
        let unit = unit(ofEdgeVariable: edgeVariables.firstIndex(of: name))
        let formula = read(text, .edgeVariables, name, in: \.edges, unit: unit)
        let program = edges.program(of: [formula])
        let drawn = drawFields.map { [$0.ofEdge, $0.ofSource] } ?? []
        let changing = program.usedFields.first { (fields.changing + drawn).contains($0) }.map { edges.inputs[$0] }
        if let changing = changing ?? (program.usesTime ? "time" : nil) {
            errors.append(EquationError(.edgeVariables, name, .changes(changing)))
        }
        return formula
    }

    /// Reads what an event makes of edges; `nil` if nothing.
    mutating func readEdgeChanges(
        _ texts: [(name: String, text: String)], _ part: EquationError.Part
    ) -> EventPrograms.EdgeChanges? {
        var formulas: [Formula] = []
        var changed: [Int] = []
        for (name, text) in texts {
            let known = edgeVariables.firstIndex(of: name)
            let formula = read(text, part, name, in: \.edges, unit: unit(ofEdgeVariable: known))
            if part == .incoming, let drawFields, edges.formula(formula, reads: drawFields.ofSource) {
                errors.append(EquationError(part, name, .sourceDrawsNothing))
            }
            guard let variable = known else {
                errors.append(EquationError(part, name, .unknownEdgeVariable(known: edgeVariables)))
                continue
            }
            if changed.contains(variable) { errors.append(EquationError(part, name, .repeatedName)) }
            changed.append(variable)
            formulas.append(formula)
        }
        return formulas.isEmpty
            ? nil : EventPrograms.EdgeChanges(program: edges.program(of: formulas), changed: changed)
    }
}
