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

    /// Notes that names stand for something, and those of vectors whose components they are.
    mutating func claim(numbers: [(name: String, unit: String?)], _ part: EquationError.Part) {
        let vectors = VectorNames.vectors(among: numbers.map(\.name))
        for vector in vectors {
            claim(vector.name, part)
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
            claim(name, part)
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
