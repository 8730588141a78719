/// The plan of a reduction: all that has been checked.
struct ReductionPlan: Equatable, Sendable {
    let reduction: Reduction

    /// `nil` if nodes are counted.
    let expression: FieldExpression?
    let domain: NodeSelection
    let groups: ReductionGroups?

    init(
        _ reduction: Reduction, of expression: FieldExpression?, over domain: NodeSelection,
        per groups: ReductionGroups?
    ) throws(ReductionError) {
        try reduction.check()
        if let condition = domain.condition, condition.kind != .truth { throw .conditionIsNumber(condition.text) }
        if case .given(let nodes) = domain.candidates, let node = nodes.first(where: { $0 < 0 }) {
            throw .negativeNode(node)
        }
        try groups?.check()
        if reduction == .count {
            if let expression, expression.kind != .truth { throw .countOfNumbers(expression.text) }
        } else if expression == nil {
            throw .missingExpression
        }
        self.reduction = reduction
        self.expression = expression
        self.domain = domain
        self.groups = groups
    }

    /// The expressions, which must be over the fields of the model.
    var expressions: [FieldExpression] { [expression, domain.condition, groups?.key].compactMap(\.self) }

    /// The suffixes of the name of the quantity that name its columns: the group, and the suffix of the reduction.
    var columnSuffixes: [String] {
        guard let groups else { return reduction.columnSuffixes }
        return groups.labels.flatMap { label in reduction.columnSuffixes.map { "-" + label + $0 } }
    }
}
