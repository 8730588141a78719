import SimulationEngine

/// Reads the block
///
///     require:
///       - field: x                a field
///         within: [-10, 10]       the range that it must not leave
///         nodes: all              optional: of which nodes, all unless given
///
/// and items about quantities; see ``QuantityRequirementReader``.
struct RequirementReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    func read(_ value: Value) -> [Watching<Model>.PlacedPart]? {
        value.list(of: "requirements") { item in
            let part = item.section { section in
                section.keys.contains("quantity")
                    ? QuantityRequirementReader(context: context).read(section) : requirement(section)
            }
            return item.placing(part)
        }
    }

    private func requirement(_ section: Section) -> Watching<Model>.Part? {
        let field = section.required("field", for: "the field").flatMap { $0.choice(of: Model.fields) }
        let range = section.required("within", for: "the range, two numbers").flatMap { self.range($0) }
        // All nodes are also those that come later.
        let given = section.optional("nodes").flatMap { $0.word == "all" ? nil : $0 }
        let nodes = given.map { NodeReader(context: context).fixed($0) }
        section.noteDefault("nodes", "all")
        guard let field, let range else { return nil }
        if case .some(.none) = nodes { return nil }
        return { try $0.simulation.require(field, within: range, ofNodes: nodes ?? nil) }
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
