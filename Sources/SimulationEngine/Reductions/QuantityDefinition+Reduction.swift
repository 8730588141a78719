extension QuantityDefinition where Value == QuantityVector {
    /// A reduction of an expression, with as many columns as groups times the numbers of the reduction.
    ///
    /// The columns are called `name`; `name-0.25` for the quantile 0.25; `name-0:0.5` for the bin from 0 to 0.5; and
    /// `name-2`, `name-2-0.25` and so on for the group 2.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case with hyphens.
    ///   - reduction: How the values become numbers.
    ///   - expression: The values. Only ``Reduction/count`` can do without.
    ///   - domain: The nodes. Those of a list must be nodes of the model whenever the quantity is computed.
    ///   - groups: Which nodes are reduced together; all if it is `nil`.
    /// - Throws: ``ReductionError``.
    /// - Complexity: To compute it: O(nodes), and memory for a number for each node that counts, or two with groups,
    ///   which is kept for the next time.
    public convenience init(
        _ name: String, _ reduction: Reduction, of expression: FieldExpression? = nil,
        over domain: NodeSelection = .all, per groups: ReductionGroups? = nil
    ) throws(ReductionError) {
        let plan = try ReductionPlan(reduction, of: expression, over: domain, per: groups)
        let suffixes = plan.columnSuffixes
        self.init(name, plan) { QuantityVector(columnSuffixes: suffixes, numbers: $0) }
    }
}

extension QuantityDefinition where Value == Double {
    /// A reduction of an expression to one number.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case with hyphens.
    ///   - reduction: How the values become a number.
    ///   - expression: The values. Only ``Reduction/count`` can do without.
    ///   - domain: The nodes. Those of a list must be nodes of the model whenever the quantity is computed.
    /// - Throws: ``ReductionError``.
    /// - Complexity: To compute it: O(nodes), and memory for a number for each node that counts, which is kept for the
    ///   next time.
    public convenience init(
        _ name: String, _ reduction: Reduction, of expression: FieldExpression? = nil,
        over domain: NodeSelection = .all
    ) throws(ReductionError) {
        let plan = try ReductionPlan(reduction, of: expression, over: domain, per: nil)
        guard plan.columnSuffixes.count == 1 else { throw .severalColumns(plan.columnSuffixes.count) }
        self.init(name, plan) { $0[0] }
    }
}
