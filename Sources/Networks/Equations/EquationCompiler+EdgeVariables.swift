import SimulationEngine

/// Variables of edges.
extension EquationCompiler {
    /// Notes the names of variables of edges, which formulas write with `edge.` before, and those of vectors whose components they are.
    mutating func claim(ofEdges numbers: [(name: String, unit: String?)]) {
        edgeVariables = numbers.map(\.name)
        claim(numbers: numbers, .edgeVariables, behind: Equations.edgePrefix)
    }

    /// The variables of edges that a name stands for: one, or those that are the components of a vector; empty if there are none.
    func edgeColumns(of name: String) -> [Int] {
        if let column = edgeVariables.firstIndex(of: name) { return [column] }
        return edgeVariables.indices.filter { VectorNames.parts(of: edgeVariables[$0])?.vector == name }
    }

    /// The variables of edges that formulas can be of, vectors before their components.
    private var knownEdgeVariables: [String] { VectorNames.vectors(among: edgeVariables).map(\.name) + edgeVariables }

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
            let columns = edgeColumns(of: String(name.dropFirst(Equations.edgePrefix.count)))
            let formula = read(
                text, part, name, in: \.edges, unit: unit(ofEdgeVariable: columns.first, inTimeTo: power),
                as: shape(of: columns, spreads: part == .noise))
            if columns.isEmpty {
                errors.append(EquationError(part, name, .unknownEdgeVariable(known: knownEdgeVariables)))
            }
            if formulas.contains(where: { columns.contains($0.variable) }) {
                errors.append(EquationError(part, name, Self.repetition(of: name, among: texts.map(\.name))))
            }
            formulas += zip(columns, formula.components).map { ($0, $1) }
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
        let known = errors.count
        let formula = read(text, .edgeVariables, name, in: \.edges, unit: unit)
        for index in known..<errors.count {
            guard case .formula(let error) = errors[index].problem else { continue }
            errors[index] = EquationError(.edgeVariables, name, .formula(error.offering { lasts($0) }))
        }
        if let changing = changing(in: formula, among: edges) {
            errors.append(EquationError(.edgeVariables, name, .changes(changing)))
        }
        return formula
    }

    /// The first name in a formula of edges of what changes by itself; `nil` if there is none.
    private func changing(in formula: Formula, among formulas: Formulas) -> String? {
        let program = formulas.program(of: formula.components)
        let drawn = drawFields.map { [$0.ofEdge, $0.ofSource] } ?? []
        let field = program.usedFields.first { (fields.changing + drawn).contains($0) }
        return field.map { formulas.inputs[$0] } ?? (program.usesTime ? "time" : nil)
    }

    /// Tests if a name stands for what edges may begin with.
    private func lasts(_ name: String) -> Bool {
        var formulas = edges
        guard let formula = try? formulas.read(name, as: .any) else { return false }
        return changing(in: formula, among: formulas) == nil
    }

    /// Reads what an event makes of edges; `nil` if nothing.
    mutating func readEdgeChanges(
        _ texts: [(name: String, text: String)], _ part: EquationError.Part
    ) -> EventPrograms.EdgeChanges? {
        var formulas: [Formula] = []
        var changed: [Int] = []
        for (name, text) in texts {
            let columns = edgeColumns(of: name)
            let formula = read(
                text, part, name, in: \.edges, unit: unit(ofEdgeVariable: columns.first), as: shape(of: columns))
            if part == .incoming, let drawFields, edges.formula(formula, reads: drawFields.ofSource) {
                errors.append(EquationError(part, name, .sourceDrawsNothing))
            }
            if columns.isEmpty {
                errors.append(EquationError(part, name, .unknownEdgeVariable(known: knownEdgeVariables)))
            }
            if changed.contains(where: columns.contains) {
                errors.append(EquationError(part, name, Self.repetition(of: name, among: texts.map(\.name))))
            }
            changed += columns
            formulas += formula.components.prefix(columns.count)
        }
        return formulas.isEmpty
            ? nil : EventPrograms.EdgeChanges(program: edges.program(of: formulas), changed: changed)
    }
}
