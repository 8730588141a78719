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
    package init(inputs: [String], constants: [String: Double] = [:]) {
        self.inputs = inputs
        names = ExpressionNames(inputs: inputs, constants: constants)
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
    }

    /// Reads a formula.
    ///
    /// - Parameters:
    ///   - text: The formula.
    ///   - scope: The prefix of those names for which there is a meaning with it, such as `from.`.
    ///   - unit: The unit in which it is to be, if it is a number; that which follows unless given.
    /// - Returns: The formula.
    /// - Throws: ``ExpressionError``: the first problem. Nothing has changed then.
    /// - Complexity: O(length of the text).
    package mutating func read(
        _ text: String, within scope: String = "", in unit: PhysicalUnit? = nil
    ) throws(ExpressionError) -> Formula {
        var parser = try ExpressionParser(text, in: self, scope: scope)
        let value = try parser.parse(in: unit)
        self = parser.formulas
        return Formula(vertex: value.vertex, kind: value.kind, unit: value.unit)
    }

    /// An input as a formula.
    package mutating func input(_ input: Int) -> Formula {
        Formula(vertex: graph.add(.field(input)), kind: .number, unit: units?[input])
    }

    /// A number as a formula.
    package mutating func number(_ number: Double) -> Formula { Formula(vertex: graph.constant(number), kind: .number) }

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

    /// Tests if the value of a formula follows from that of an input.
    package func formula(_ formula: Formula, reads input: Int) -> Bool {
        graph.program(of: [formula.vertex]).usedFields.contains(input)
    }

    /// The program that computes formulas, with a result for each.
    ///
    /// - Complexity: O(operations).
    package func program(of formulas: [Formula]) -> ExpressionProgram { graph.program(of: formulas.map(\.vertex)) }
}

extension Formulas {
    /// The names that a text says, whatever they stand for; those before what is no word, if there is such a thing.
    package static func names(in text: String) -> Set<String> {
        var lexer = ExpressionLexer(text)
        var names: Set<String> = []
        while let token = try? lexer.next(), token.kind != .end {
            if token.kind == .name { names.insert(token.text) }
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

/// An expression among ``Formulas``.
package struct Formula: Equatable, Sendable {
    let vertex: Int

    /// The kind of value that it gives.
    package let kind: FieldExpression.Kind

    /// The unit of the number; `nil` if it has none that matters, as 0.
    package var unit: PhysicalUnit?
}
