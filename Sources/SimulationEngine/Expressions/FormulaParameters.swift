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
    ///   - vectors: Names that stand for vectors unless these numbers have them, with the variables that are their components.
    ///   - count: How many components a formula has that is no list; none if `nil`, which is one of a number.
    /// - Returns: An expression for each, over the variables and the names of these numbers.
    /// - Throws: `FormulaError`, `ParameterError`.
    package func expressions(
        _ texts: LoneOrList<String>, _ parameter: String, of variables: [String], vectors: [String: [String]] = [:],
        components count: Int? = nil
    ) throws -> [FieldExpression] {
        try FormulaNames.check(names, besides: variables)
        let fields = variables + names
        func read(_ text: String, item: Int? = nil) throws(FormulaError) -> FieldExpression {
            try FieldExpression(text, of: fields, vectors: vectors, parameter: parameter, item: item)
        }
        let expressions =
            switch (texts, count) {
            case (.lone(let text), nil): [try read(text)]
            case (.lone(let text), let count?):
                try FieldExpression.components(count, of: text, over: fields, vectors: vectors, parameter: parameter)
            case (.list(let texts), _): try texts.enumerated().map { try read($1, item: $0) }
            }
        try FormulaNames.checkUse(
            of: names, from: variables.count, in: expressions.flatMap(\.usedFields), "'\(parameter)' does not use")
        return expressions
    }
}
