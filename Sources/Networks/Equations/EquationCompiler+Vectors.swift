import SimulationEngine

/// Vectors, which are several variables, parameters or formulas with a name in common.
extension EquationCompiler {
    /// The variables that formulas can be of, vectors before their components.
    var knownVariables: [String] { vectors.map(\.name) + variables }

    /// The variables that a name stands for: one, or those that are the components of a vector; empty if there are none.
    func columns(of name: String) -> [Int] {
        guard let vector = vectors.first(where: { $0.name == name }) else {
            return variables.firstIndex(of: name).map { [$0] } ?? []
        }
        return vector.components.compactMap { variables.firstIndex(of: VectorNames.name($0, of: name)) }
    }

    /// What a formula of variables is to be.
    func shape(of columns: [Int], spreads: Bool = false) -> FormulaShape {
        switch columns.count {
        case 0: .any
        case 1: .number
        default: .vector(count: columns.count, spreads: spreads)
        }
    }

    /// The unit of variables, all of which have the same.
    func unit(of columns: [Int]) -> PhysicalUnit? { columns.first.flatMap { units?.variables[variables[$0]] } }

    /// What is wrong with a name whose variables others of some names are, too: it stands there twice, or a vector and its component do.
    static func repetition(of name: String, among names: [String]) -> EquationError.Problem {
        guard names.count(where: { $0 == name }) == 1 else { return .repeatedName }
        let vector = VectorNames.parts(of: name)?.vector
        let other = names.first { $0 == vector || VectorNames.parts(of: $0)?.vector == name }
        return other.map { .repeatedComponent($0) } ?? .repeatedName
    }

    /// Notes that names stand for something, and those of vectors whose components they are, where formulas write them with a prefix.
    mutating func claim(
        numbers: [(name: String, unit: String?)], _ part: EquationError.Part, behind prefix: String = ""
    ) {
        let vectors = VectorNames.vectors(among: numbers.map(\.name))
        for vector in vectors {
            claim(vector.name, part, behind: prefix)
            var known: Set<String> = []
            for component in vector.components {
                let (written, name) = (component.withUnderscores, VectorNames.name(component, of: vector.name))
                if !Formulas.canName(written) {
                    errors.append(EquationError(part, name, .invalidName))
                } else if !known.insert(written).inserted {
                    errors.append(EquationError(part, name, .repeatedName))
                }
            }
            let units = numbers.filter { VectorNames.parts(of: $0.name)?.vector == vector.name }.map(\.unit)
            if Set(units).count > 1 {
                errors.append(EquationError(part, vector.name, .unlikeUnits))
            }
        }
        let known = Set(vectors.map(\.name))
        for (name, _) in numbers where VectorNames.parts(of: name).map({ !known.contains($0.vector) }) ?? true {
            claim(name, part, behind: prefix)
        }
    }

    /// Reads what edges give, a number or the components of a vector.
    mutating func readInfluences(
        _ name: String, _ formula: EdgeFormula
    ) -> [(name: String, influence: Formula, fold: EquationPrograms.Fold)] {
        claim(name, .edges)
        let shape: FormulaShape =
            switch formula {
            case .sum, .mean: .any
            case .product, .least, .greatest: .number
            }
        let influence = read(
            formula.text, .edges, name, in: \.edges, unit: units?.unit(for: formula), as: shape)
        // Of a vector all components, or none, count as often as the weight says.
        let fold = EquationPrograms.Fold(formula, namesWeight: namesEdge(influence))
        guard let components = influence.componentNames else { return [(name, influence, fold)] }
        return zip(components, influence.components).map { (VectorNames.name($0, of: name), $1, fold) }
    }

    /// Notes which variables have no rate.
    mutating func noteMissingRates(known: [String: Formula]) {
        var told: Set<String> = []
        for name in variables where known[name] == nil {
            var missing = name
            if let vector = vectors.first(where: { columns(of: $0.name).contains { variables[$0] == name } }),
                columns(of: vector.name).allSatisfy({ known[variables[$0]] == nil })
            {
                missing = vector.name
            }
            if told.insert(missing).inserted { errors.append(EquationError(.rates, missing, .missingRate)) }
        }
    }
}
