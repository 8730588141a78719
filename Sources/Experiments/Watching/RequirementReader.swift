import Descriptions
import SimulationEngine

/// The keys of what must hold during a run.
package enum RequirementKeys {
    static let within = ParameterDescription("within", "the range, two numbers", .range)
        .example([-100.0, 100].content)
    static let nodes = ParameterDescription.fixedNodes("of which nodes, later ones included if of all")
    package static let ofField = ComponentDescription(
        key: "field", "a field that must not leave a range", .field, beside: [within, nodes])

    static let relativeChange = change("relative-change", "which part of what it is at the beginning")
    static let absoluteChange = change("change", "how much")
    static let every = ParameterDescription(
        "every", "when it is looked at", ScheduleKeys.interval, .derived("after each step of the method"))
    package static let ofQuantity = ComponentDescription(
        key: "quantity", "a quantity that must stay what it is", .expression(over: "quantities"),
        beside: [relativeChange, absoluteChange, every])

    private static func change(_ name: String, _ words: String) -> ParameterDescription {
        ParameterDescription(
            name, "by \(words) it may change", .number(.nonNegative), .oneOf(["relative-change", "change"])
        ).example(.number(0.001))
    }
}

/// Reads the block `require`.
struct RequirementReader<Model: SimulationModel> {
    private typealias Keys = RequirementKeys

    let context: WatchContext<Model>

    func read(_ value: Value) -> [Watching<Model>.PlacedPart]? {
        value.list(of: "requirements") { item in
            let isOfQuantity = item.hasKey(Keys.ofQuantity.name)
            let keys = isOfQuantity ? Keys.ofQuantity : Keys.ofField
            let part = item.section(of: keys.parameters) { section in
                isOfQuantity ? ofQuantity(section) : ofField(section)
            }
            return item.placing(part)
        }
    }

    // MARK: Fields

    private func ofField(_ section: Section) -> Watching<Model>.Part? {
        let field = section.read(Keys.ofField.parameters[0]) { $0.choice(of: context.system.names.fields) }
        let range = section.read(Keys.within) { self.range($0) }
        // All nodes are also those that come later.
        let nodes: [Int]?? = section.read(Keys.nodes, else: .some(nil)) {
            $0.word == "all" ? .some(nil) : context.nodes.fixed($0).map(Optional.some)
        }
        guard let field, let range, let nodes else { return nil }
        return { try $0.simulation.require(field, within: range, ofNodes: nodes) }
    }

    private func range(_ value: Value) -> ClosedRange<Double>? {
        guard let bounds = value.list(.exactly(2), of: "two numbers", { $0.number() }) else { return nil }
        guard bounds[0] <= bounds[1] else {
            value.report("the first number of \(value.name) must not be greater than the second")
            return nil
        }
        return bounds[0]...bounds[1]
    }

    // MARK: Quantities

    private func ofQuantity(_ section: Section) -> Watching<Model>.Part? {
        let quantity = section.read(Keys.ofQuantity.parameters[0]) { QuantityReader(context: context).read($0) }
        let limit = quantityLimit(section)
        let interval = section.readIfGiven(Keys.every) { ScheduleReader(context: context).interval($0) }
        for key in [Keys.within, Keys.nodes] {
            section.refuse(key, because: "'\(key.name)' is about a field, not about a quantity")
        }
        guard let quantity, let limit, let interval else { return nil }
        return { run in
            let quantity = quantity.quantity(run.simulation)
            switch limit {
            case .relative(let limit):
                try run.simulation.require(quantity, relativeChange: limit, every: interval)
            case .absolute(let limit): try run.simulation.require(quantity, change: limit, every: interval)
            }
        }
    }

    private enum Limit {
        case relative(Double)
        case absolute(Double)
    }

    private func quantityLimit(_ section: Section) -> Limit? {
        let keys = [Keys.relativeChange, Keys.absoluteChange]
        let choice = section.exactlyOne(of: keys, in: "a requirement of a quantity", to: "by how much it may change")
        guard let (key, value) = choice, let limit = value.number(.nonNegative) else { return nil }
        return key == Keys.absoluteChange ? .absolute(limit) : .relative(limit)
    }
}
