import Descriptions
import SimulationEngine

/// The keys of what must hold during a run.
enum RequirementKeys {
    static let within = ParameterDescription("within", "the range, two numbers", .range)
        .example([-100.0, 100].content)
    static let nodes = ParameterDescription.fixedNodes("of which nodes, later ones included if of all")
    static let ofField = ComponentDescription(
        key: "field", "a field that must not leave a range", .field, beside: [within, nodes])

    static let relativeChange = change("relative-change", "which part of what it is at the beginning")
    static let absoluteChange = change("change", "how much")
    static let every = ParameterDescription(
        "every", "when it is looked at", ScheduleKeys.interval, .derived("after each step of the method"))
    static let ofQuantity = ComponentDescription(
        key: "quantity", "a quantity that must stay what it is", .expression(over: "quantities"),
        beside: [relativeChange, absoluteChange, every])

    private static func change(_ name: String, _ words: String) -> ParameterDescription {
        ParameterDescription(
            name, "by \(words) it may change", .number(.nonNegative), .oneOf(["relative-change", "change"]))
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
                isOfQuantity ? QuantityRequirementReader(context: context).read(section) : requirement(section)
            }
            return item.placing(part)
        }
    }

    private func requirement(_ section: Section) -> Watching<Model>.Part? {
        let field = section.read(Keys.ofField.parameters[0]) { $0.choice(of: Model.fields) }
        let range = section.read(Keys.within) { self.range($0) }
        // All nodes are also those that come later.
        let nodes: [Int]?? = section.read(Keys.nodes, else: .some(nil)) {
            $0.word == "all" ? .some(nil) : NodeReader(context: context).fixed($0).map(Optional.some)
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
}
