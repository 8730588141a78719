/// Expressions over the same inputs, which may use each other, and what they have in common once.
///
///     var formulas = Formulas(inputs: ["r"], constants: ["epsilon": 1, "sigma": 1])
///     let power = try formulas.read("(sigma / r)^6")
///     formulas.define("p", as: power)
///     let energy = try formulas.read("4 * epsilon * (p^2 - p)")
///     let slope = formulas.derivative(of: energy, withRespectTo: 0)
///     let program = formulas.program(of: [energy, slope])
///
/// An ``ExpressionWorkspace`` runs the program, whose fields are the inputs.
package struct Formulas: Sendable {
    /// The names of the inputs.
    package private(set) var inputs: [String]

    /// The units of numbers, if they have some: then operations must be of numbers that fit.
    package var units: FormulaUnits?

    /// The earlier values that formulas may say; `nil` where they may say none.
    package var delays: DelayedInputs?

    /// The functions of one number that are given by points, by their names.
    private(set) var tables: [String: CubicSpline] = [:]

    var graph = ExpressionGraph()
    private(set) var names: ExpressionNames

    /// Begins formulas over inputs.
    ///
    /// - Parameters:
    ///   - inputs: The names of what formulas read.
    ///   - constants: Names that stand for numbers.
    ///   - units: The units of numbers, if they have some.
    ///   - joinsComponents: True if inputs with names such as `r.x` and `r.y` are the components of a vector.
    package init(
        inputs: [String], constants: [String: Double] = [:], units: FormulaUnits? = nil, joinsComponents: Bool = true
    ) {
        self.inputs = inputs
        self.units = units
        names = ExpressionNames(inputs: inputs, constants: constants)
        if joinsComponents { defineVectors(among: inputs) }
    }

    /// Adds inputs behind those that there are. Their names stand for them, whatever they stood for.
    ///
    /// - Parameters:
    ///   - names: Their names.
    ///   - units: The units of the first of them; others have none.
    package mutating func addInputs(_ names: [String], units: [PhysicalUnit?] = []) {
        for (position, name) in names.enumerated() {
            inputs.append(name)
            if position < units.count { self.units?.inputs[inputs.count - 1] = units[position] }
            define(name, as: input(inputs.count - 1))
        }
        defineVectors(among: names)
    }

    /// Reads a formula.
    ///
    /// - Parameters:
    ///   - text: The formula.
    ///   - scope: The prefix of those names for which there is a meaning with it, such as `from.`.
    ///   - unit: The unit in which it is to be, if it is a number or a vector; that which follows unless given.
    ///   - shape: What it is to be.
    /// - Returns: The formula.
    /// - Throws: ``ExpressionError``: the first problem. Nothing has changed then.
    /// - Complexity: O(length of the text).
    package mutating func read(
        _ text: String, within scope: String = "", in unit: PhysicalUnit? = nil, as shape: FormulaShape = .number
    ) throws(ExpressionError) -> Formula {
        var parser = try ExpressionParser(text, in: self, scope: scope)
        let value = try parser.parse(in: unit, as: shape)
        self = parser.formulas
        return Formula(vertex: value.vertex, kind: value.kind, unit: value.unit, vector: value.vector)
    }

    /// An input as a formula.
    package mutating func input(_ input: Int) -> Formula {
        Formula(vertex: graph.add(.field(input)), kind: .number, unit: units?[input])
    }

    /// A number as a formula.
    package mutating func number(_ number: Double) -> Formula { Formula(vertex: graph.constant(number), kind: .number) }

    /// A number as a formula, or as each component of a vector if it is to be one.
    package mutating func number(_ number: Double, as shape: FormulaShape) -> Formula {
        var formula = self.number(number)
        guard case .vector(let count, _) = shape else { return formula }
        formula.vector = VectorComponents([Int](repeating: formula.vertex, count: count))
        return formula
    }

    /// Lets a name stand for a formula in those that are read from now on.
    package mutating func define(_ name: String, as formula: Formula) { names.define(name, as: formula) }

    /// Lets a name stand for a function in formulas that are read from now on: the natural cubic spline through points.
    ///
    /// - Returns: False if there is none: of fewer than two points, or of points that are not in ascending order.
    package mutating func defineFunction(_ name: String, through points: [(x: Double, y: Double)]) -> Bool {
        guard points.count >= 2, zip(points, points.dropFirst()).allSatisfy({ $0.x < $1.x }),
            let spline = CubicSpline(points)
        else { return false }
        tables[name.withUnderscores] = spline
        return true
    }

    /// Adds the derivative of a formula with respect to an input, as ``FieldExpression/derivative(withRespectTo:)`` forms it.
    ///
    /// - Complexity: O(operations).
    package mutating func derivative(of formula: Formula, withRespectTo input: Int) -> Formula {
        Formula(vertex: graph.addDerivative(of: formula.vertex, withRespectTo: .field(input)), kind: .number)
    }

    /// Adds the derivative of a formula with respect to the time, where the name `time` stands for it.
    package mutating func timeDerivative(of formula: Formula) -> Formula {
        Formula(vertex: graph.addDerivative(of: formula.vertex, withRespectTo: .time), kind: .number)
    }

    /// The number that a formula always is, if it is a constant.
    package func constant(_ formula: Formula) -> Double? { graph.constant(at: formula.vertex) }

    /// Of the parts of a condition all of which must hold, those that a closure wants, together; the condition itself if it wants none.
    package mutating func conjunction(of condition: Formula, _ isWanted: (ExpressionProgram) -> Bool) -> Formula {
        let wanted = graph.conjuncts(of: condition.vertex).filter { isWanted(graph.program(of: [$0])) }
        guard let first = wanted.first else { return condition }
        return Formula(vertex: wanted.dropFirst().reduce(first) { graph.apply(.and, $0, $1) }, kind: .truth)
    }

    /// Tests if the value of a formula, or that of any of its components, follows from that of an input.
    package func formula(_ formula: Formula, reads input: Int) -> Bool {
        program(of: formula.components).usedFields.contains(input)
    }

    /// The program that computes formulas, with a result for each.
    ///
    /// - Complexity: O(operations).
    package func program(of formulas: [Formula]) -> ExpressionProgram { graph.program(of: formulas.map(\.vertex)) }
}

extension Formulas {
    /// The names that a text says, whatever they stand for, and those of vectors whose components it says; those before what is no
    /// word, if there is such a thing.
    package static func names(in text: String) -> Set<String> {
        var lexer = ExpressionLexer(text)
        var names: Set<String> = []
        while let token = try? lexer.next(), token.kind != .end {
            guard token.kind == .name else { continue }
            names.insert(token.text)
            if let vector = VectorNames.parts(of: token.text)?.vector { names.insert(vector) }
        }
        return names
    }

    /// Tests if formulas can say a name that is written with underscores: one that is neither an operator nor a function.
    package static func canName(_ name: String) -> Bool {
        var lexer = ExpressionLexer(name)
        guard let token = try? lexer.next() else { return false }
        return token.kind == .name && token.text == name && !name.contains(".") && ExpressionFunction.named(name) == nil
    }
}

extension Formulas {
    /// Lets names stand for vectors whose components have names that stand for numbers.
    ///
    /// - Parameters:
    ///   - components: The names of components, such as `r.x` and `r.y` of `r`; others among them are passed over.
    ///   - hidesInputs: True if the names may stand for inputs until now; if not, they go on to do so.
    package mutating func defineVectors(among components: [String], hidesInputs: Bool = false) {
        for (name, names) in VectorNames.vectors(among: components) {
            if !hidesInputs, case .input = self.names.meaning(of: name.withUnderscores) { continue }
            var vertices: [Int] = []
            var unit: PhysicalUnit?
            for component in names {
                switch self.names.meaning(of: VectorNames.name(component, of: name).withUnderscores) {
                case .input(let input):
                    vertices.append(graph.add(.field(input)))
                    unit = units?[input]
                case .definition(let formula):
                    vertices.append(formula.vertex)
                    unit = formula.unit
                default: break
                }
            }
            guard vertices.count == names.count else { continue }
            let vector = VectorComponents(vertices, names: names.map(\.withUnderscores))
            define(name, as: Formula(vertex: vertices[0], kind: .number, unit: unit, vector: vector))
        }
    }
}

extension Formulas {
    /// Lets names that stand for nothing else stand for vectors, each of which has the numbers that other names stand for.
    ///
    /// - Throws: ``ExpressionError`` if one of these names stands for no number. It is about no place in a formula.
    mutating func define(_ vectors: [String: [String]]) throws(ExpressionError) {
        for (name, numbers) in vectors.sorted(by: { $0.key < $1.key })
        where names.meaning(of: name.withUnderscores) == nil {
            let list = "[\(numbers.map(\.withUnderscores).joined(separator: ", "))]"
            do throws(ExpressionError) { define(name, as: try read(list, as: .any)) } catch {
                throw ExpressionError(problem: error.problem, offset: 0, length: 0)
            }
        }
    }
}

/// An expression among ``Formulas``.
package struct Formula: Equatable, Sendable {
    let vertex: Int

    /// The kind of value that it gives.
    package let kind: FieldExpression.Kind

    /// The unit of the number; `nil` if it has none that matters, as 0.
    package var unit: PhysicalUnit?

    /// The components of a vector, the first of which is ``vertex``; `nil` of a number or a truth value.
    var vector: VectorComponents?

    /// True if it could not be read, so that nothing can be said of formulas that use it.
    package private(set) var isRefused = false

    /// The same in the place of a formula that could not be read.
    package var refused: Formula {
        var formula = self
        formula.isRefused = true
        return formula
    }

    /// The names of the components of a vector; `nil` of a number or a truth value.
    package var componentNames: [String]? { vector?.names }

    /// The components of a vector, or the formula itself.
    package var components: [Formula] {
        guard let vector else { return [self] }
        return vector.vertices.map { Formula(vertex: $0, kind: .number, unit: unit) }
    }
}
