import SimulationEngine

/// Reads quantities that a scenario defines itself, by an expression over the fields of nodes:
///
///     name: kinetic                           optional: the reduction unless given
///     mean: 0.5 * (vx^2 + vy^2)               or count, sum, variance, deviation, minimum, maximum
///     quantiles: {of: vx, fractions: [0.5]}   or several quantiles
///     histogram: {of: vx, edges: […]}         or numbers of nodes in bins, also {of: …, range: [0, 1], bins: 10}
///     over: {where: x > 0}                    optional: which nodes, all unless given
///     per: {of: type, groups: [0, 1]}         optional: each group of nodes for itself
struct QuantityDefinitionReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    /// How many numbers a quantity can have: as many as a histogram has bins.
    private static var greatestColumnCount: Int { 1_000_000 }

    private static var reductions: [String] {
        ["count", "sum", "mean", "variance", "deviation", "minimum", "maximum", "quantiles", "histogram"]
    }

    /// Reads the definitions in a list of observations, so that all conditions can use them wherever they stand.
    ///
    /// - Returns: The definitions by the number of their observation; `nil` for those that were refused.
    func readAll(_ observe: Value) -> [Int: (any AnyQuantityDefinition<Model>)?] {
        var definitions: [Int: (any AnyQuantityDefinition<Model>)?] = [:]
        for (index, value) in observe.members("quantity") where value.form == .mapping {
            let definition = read(value)
            definitions[index] = .some(definition)
            if let definition {
                context.quantities.add(definition)
            } else if let name = refusedName(of: value) {
                context.refusedQuantities.insert(name)
            }
        }
        return definitions
    }

    /// The name that a definition has that was refused.
    private func refusedName(of value: Value) -> String? {
        let silent = Diagnostics()
        return value.member("name", reportingTo: silent)?.word ?? Self.reductions.first(where: value.hasKey)
    }

    func read(_ value: Value) -> (any AnyQuantityDefinition<Model>)? {
        value.section { section in
            let given = section.exactlyOne(of: Self.reductions, in: "a quantity", to: "how it is computed")
            let nameValue = section.optional("name")
            let reader = NodeReader(context: context)
            let over = section.optional("over").map { reader.selection($0, includingExpected: false) } ?? .all
            let perValue = section.optional("per")
            let per = perValue.flatMap { groups($0) }
            section.noteDefault("over", "all")
            let reduction = given.flatMap { self.reduction($0.key, $0.value) }
            let name = name(nameValue, section, reduction: given?.key)
            guard let reduction, let domain = over?.domain, let name, perValue == nil || per != nil else { return nil }
            return definition(name, reduction, over: domain, per: per, value: section.value)
        }
    }

    private func definition(
        _ name: String, _ reduction: (Reduction, FieldExpression?), over domain: ReductionDomain,
        per groups: ReductionGroups?, value: Value
    ) -> (any AnyQuantityDefinition<Model>)? {
        let (columnCount, limit) = (reduction.0.columnCount * (groups?.values.count ?? 1), Self.greatestColumnCount)
        guard columnCount <= limit else {
            value.report("\(value.name) has \(columnCount) numbers, but can have at most \(limit)")
            return nil
        }
        do throws(ReductionError) {
            let vector = try QuantityDefinition<Model, QuantityVector>(
                name, reduction.0, of: reduction.1, over: domain, per: groups)
            guard groups == nil, vector.columns.count == 1 else { return vector }
            return try QuantityDefinition<Model, Double>(name, reduction.0, of: reduction.1, over: domain)
        } catch {
            value.report("\(error)")
            return nil
        }
    }

    // MARK: Name

    private func name(_ value: Value?, _ section: Section, reduction: String?) -> String? {
        let known = context.quantities.names
        guard let value else {
            guard let reduction else { return nil }
            var number = 1
            let name = reduction.unused(from: &number, in: known.contains)
            section.noteDefault("name", name.inDoubleQuotes)
            return name
        }
        guard let name = value.string() else { return nil }
        guard name.isFileName else {
            value.report(
                "'\(name)' cannot be the name of a quantity",
                expected: "at most 200 letters, digits, '-', '_' and '.'")
            return nil
        }
        guard !known.contains(name) else {
            value.report("there is a quantity '\(name)' already", expected: "another name")
            return nil
        }
        return name
    }

    // MARK: Reduction

    private func reduction(_ key: String, _ value: Value) -> (Reduction, FieldExpression?)? {
        switch key {
        case "quantiles": return quantiles(value)
        case "histogram": return histogram(value)
        case "count":
            if value.word == "all" { return (.count, nil) }
            return context.nodeExpression(value, .truth).map { (.count, $0) }
        default:
            return context.nodeExpression(value, .number).map { (Self.simple(key), $0) }
        }
    }

    private static func simple(_ key: String) -> Reduction {
        switch key {
        case "sum": .sum
        case "variance": .variance
        case "deviation": .standardDeviation
        case "minimum": .minimum
        case "maximum": .maximum
        default: .mean
        }
    }

    private func quantiles(_ value: Value) -> (Reduction, FieldExpression?)? {
        value.section { section in
            let expression = expression(section)
            let fractions = section.required("fractions", for: "the parts of the nodes that lie below, from 0 to 1")
                .flatMap {
                    $0.list(.atLeast(1), orLone: true, of: "numbers") { $0.number(.closed(0...1)) }
                }
            guard let expression, let fractions else { return nil }
            return (.quantiles(fractions), expression)
        }
    }

    private func histogram(_ value: Value) -> (Reduction, FieldExpression?)? {
        value.section { section in
            let expression = expression(section)
            guard let edges = HistogramEdgesReader().read(section), let expression else { return nil }
            return (.histogram(edges: edges), expression)
        }
    }

    private func expression(_ section: Section) -> FieldExpression? {
        section.required("of", for: "an expression over fields").flatMap { context.nodeExpression($0, .number) }
    }

    private func groups(_ value: Value) -> ReductionGroups? {
        value.section { section in
            let key = section.required("of", for: "the number of the group of a node").flatMap {
                context.nodeExpression($0, .number)
            }
            let values = section.required("groups", for: "the numbers of the groups").flatMap {
                $0.distinct(of: "groups") { $0.integer() }
            }
            guard let key, let values else { return nil }
            return ReductionGroups(by: key, values: values)
        }
    }
}

extension Reduction {
    /// How many numbers it gives for a group of nodes.
    fileprivate var columnCount: Int {
        switch self {
        case .quantiles(let fractions): fractions.count
        case .histogram(let edges): max(0, edges.count - 1)
        default: 1
        }
    }
}
