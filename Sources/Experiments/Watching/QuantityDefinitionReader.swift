import Descriptions
import SimulationEngine

/// How a scenario makes a quantity of the fields of nodes: a mapping with the key of one of these.
package enum Reductions<Model: SimulationModel> {
    package typealias Reader = (QuantityDefinitionReader<Model>, Value) -> (Reduction, FieldExpression?)?
    package typealias Kind = KeyedComponent<Reader>

    static var possible: KeyedComponents<Reader> { KeyedComponents(of: Self.self) { all } }

    package static var all: [Kind] {
        [
            Kind(ReductionKeys.count) { $0.count($1) },
            simple("sum", "the sum over nodes of an expression", .sum),
            simple("mean", "the mean over nodes of an expression", .mean),
            simple("variance", "the variance of an expression in a sample of nodes", .variance),
            simple("deviation", "the standard deviation of an expression in a sample of nodes", .standardDeviation),
            simple("minimum", "the least value of an expression over nodes", .minimum),
            simple("maximum", "the greatest value of an expression over nodes", .maximum),
            Kind(ReductionKeys.quantiles) { $0.quantiles($1) },
            Kind(ReductionKeys.histogram) { $0.histogram($1) },
        ]
    }

    private static func simple(_ name: String, _ summary: String, _ reduction: Reduction) -> Kind {
        Kind(ComponentDescription(key: name, summary, .nodeNumber, beside: ReductionKeys.others)) { reader, value in
            reader.context.system.nodeExpression(value, .number).map { (reduction, $0) }
        }
    }
}

/// The keys of quantities that a scenario defines.
enum ReductionKeys {
    static let name = ParameterDescription(
        "name", "what it is called", .text, .derived("how it is computed, then with a number"))
    static let over = ParameterDescription("over", "over which nodes", .nodeSelection, .default(.text("all")))
    static let per = ParameterDescription(
        "per", "for which groups of nodes, each for itself; for all together unless given", .record(groups), .optional)
    static let others = [name, over, per]

    static let groupNumber = ParameterDescription("of", "the number of the group of a node", .nodeNumber)
    static let groupNumbers = ParameterDescription(
        "groups", "the numbers of the groups", .items(.integer(Int.min...Int.max)))
    static let groups = [groupNumber, groupNumbers]

    static let of = ParameterDescription("of", "an expression over fields", .nodeNumber)
    static let fractions = ParameterDescription(
        "fractions", "the parts of the nodes that lie below, from 0 to 1",
        .either(.number(.fraction), or: .items(.number(.fraction))))

    static let count = ComponentDescription(
        key: "count", "the number of nodes, of all or of those of which a condition holds",
        .word(["all"], or: .condition), beside: others)
    static let quantiles = ComponentDescription(
        key: "quantiles", "quantiles over nodes of an expression, a column for each", .record([of, fractions]),
        beside: others)
    static let histogram = ComponentDescription(
        key: "histogram", "the numbers of nodes in bins of an expression, a column for each",
        .record([of] + HistogramKeys.all), beside: others)
}

/// Reads quantities that a scenario defines itself, by an expression over the fields of nodes.
package struct QuantityDefinitionReader<Model: SimulationModel> {
    private typealias Keys = ReductionKeys

    let context: WatchContext<Model>

    /// How many numbers a quantity can have: as many as a histogram has bins.
    private static var greatestColumnCount: Int { 1_000_000 }

    /// Reads the definitions in a list of observations, so that all conditions can use them wherever they stand.
    func readAll(_ observe: Value) {
        for (_, value) in observe.members(QuantityObservation.ofOne.name) where value.form == .mapping {
            let definition = read(value)
            context.quantities.observed[value.path] = .some(definition)
            if let definition {
                context.quantities.add(definition)
            } else if let name = refusedName(of: value) {
                context.quantities.refused.insert(name)
            }
        }
    }

    /// The name that a definition has that was refused.
    private func refusedName(of value: Value) -> String? {
        let silent = Diagnostics()
        return value.member(Keys.name.name, reportingTo: silent)?.word
            ?? Reductions<Model>.all.map(\.description.name).first(where: value.hasKey)
    }

    func read(_ value: Value) -> (any AnyQuantityDefinition<Model>)? {
        value.section(of: []) { section in
            let given = section.component(of: Reductions<Model>.possible, in: "a quantity", to: "how it is computed")
            let nameValue = section.given(Keys.name)
            let reader = context.nodes
            let over = section.read(Keys.over, else: .all) { reader.selection($0, includingExpected: false) }
            let per = section.readIfGiven(Keys.per) { groups($0) }
            let reduction = given.flatMap { $0.component.read(self, $0.value) }
            let name = name(nameValue, section, reduction: given?.component.description.name)
            guard let reduction, let over, let name, let per else { return nil }
            return definition(name, reduction, over: over, per: per, value: section.value)
        }
    }

    private func definition(
        _ name: String, _ reduction: (Reduction, FieldExpression?), over nodes: NodeSelection,
        per groups: ReductionGroups?, value: Value
    ) -> (any AnyQuantityDefinition<Model>)? {
        let (columnCount, limit) = (reduction.0.columnCount * (groups?.values.count ?? 1), Self.greatestColumnCount)
        guard columnCount <= limit else {
            value.report("\(value.name) has \(columnCount) numbers, but can have at most \(limit)")
            return nil
        }
        do throws(ReductionError) {
            let vector = try QuantityDefinition<Model, QuantityVector>(
                name, reduction.0, of: reduction.1, over: nodes, per: groups)
            guard groups == nil, vector.columns.count == 1 else { return vector }
            return try QuantityDefinition<Model, Double>(name, reduction.0, of: reduction.1, over: nodes)
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
            section.noteDefault(Keys.name, .text(name.inDoubleQuotes))
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

    fileprivate func count(_ value: Value) -> (Reduction, FieldExpression?)? {
        if value.word == "all" { return (.count, nil) }
        return context.system.nodeExpression(value, .truth).map { (.count, $0) }
    }

    fileprivate func quantiles(_ value: Value) -> (Reduction, FieldExpression?)? {
        value.section(of: [Keys.of, Keys.fractions]) { section in
            let expression = expression(section)
            let fractions = section.read(Keys.fractions) {
                $0.list(.atLeast(1), orLone: true, of: "numbers") { $0.number(.closed(0...1)) }
            }
            guard let expression, let fractions else { return nil }
            return (.quantiles(fractions), expression)
        }
    }

    fileprivate func histogram(_ value: Value) -> (Reduction, FieldExpression?)? {
        value.section(of: [Keys.of] + HistogramKeys.all) { section in
            let expression = expression(section)
            guard let edges = HistogramEdgesReader().read(section), let expression else { return nil }
            return (.histogram(edges: edges), expression)
        }
    }

    private func expression(_ section: Section) -> FieldExpression? {
        section.read(Keys.of) { context.system.nodeExpression($0, .number) }
    }

    private func groups(_ value: Value) -> ReductionGroups? {
        value.section(of: Keys.groups) { section in
            let key = section.read(Keys.groupNumber) { context.system.nodeExpression($0, .number) }
            let values = section.read(Keys.groupNumbers) { $0.distinct(of: "groups") { $0.integer() } }
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
