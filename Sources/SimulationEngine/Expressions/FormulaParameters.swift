import Descriptions

/// The parameters of a formula, by their names.
package struct FormulaParameters<Element: ParameterValue>: ParameterValue {
    /// The names, in the order in which they were written.
    package let names: [String]

    /// The values, in the order of the names.
    package let values: [Element]

    /// No parameters.
    package static var none: FormulaParameters { FormulaParameters(names: [], values: []) }

    private init(names: [String], values: [Element]) { (self.names, self.values) = (names, values) }

    package init?(_ content: ParameterContent) {
        guard case .list(let items) = content else { return nil }
        var (names, values): ([String], [Element]) = ([], [])
        for item in items {
            guard case .keyed(let name, let contents) = item, let value = contents.first.flatMap(Element.init) else {
                return nil
            }
            names.append(name)
            values.append(value)
        }
        self.init(names: names, values: values)
    }

    package var content: ParameterContent {
        .list(zip(names, values).map { .keyed($0, [$1.content]) })
    }

    /// A parameter that is those of a formula.
    ///
    /// - Parameters:
    ///   - summary: The summary of each number.
    ///   - kind: The kind of each.
    ///   - unit: What unit each is in, where it has one.
    /// - Returns: The parameter, which need not be given.
    package static func parameter(
        _ summary: String, _ kind: ParameterKind, unit: String? = nil
    ) -> Parameter<FormulaParameters?> {
        let one = ParameterDescription("name", summary, kind, .open(example: "epsilon"), unit: unit)
        return Parameter<FormulaParameters>(
            "parameters", "the numbers that have names in the formula", kind: .record([one])
        ).optional
    }

    /// The formulas that are a parameter, of variables and of these numbers, all of which they must use.
    ///
    /// - Parameters:
    ///   - texts: The formulas; several if the parameter is a list.
    ///   - parameter: The name of the parameter.
    ///   - variables: The variables.
    /// - Returns: An expression for each, over the variables and the names of these numbers.
    /// - Throws: `FormulaError`, `ParameterError`.
    package func expressions(
        _ texts: LoneOrList<String>, _ parameter: String, of variables: [String]
    ) throws -> [FieldExpression] {
        try FormulaNames.check(names, besides: variables)
        let expressions =
            switch texts {
            case .lone(let text): [try FieldExpression(text, of: variables + names, parameter: parameter)]
            case .list(let texts):
                try texts.enumerated().map {
                    try FieldExpression($1, of: variables + names, parameter: parameter, item: $0)
                }
            }
        try FormulaNames.checkUse(
            of: names, from: variables.count, in: expressions.flatMap(\.usedFields), "'\(parameter)' does not use")
        return expressions
    }
}
