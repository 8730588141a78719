import SimulationEngine

/// Reads an item of the block `require` that is about a quantity.
struct QuantityRequirementReader<Model: SimulationModel> {
    private typealias Keys = RequirementKeys

    let context: WatchContext<Model>

    func read(_ section: Section) -> Watching<Model>.Part? {
        let quantity = section.read(Keys.ofQuantity.parameters[0]) { QuantityReader(context: context).read($0) }
        let limit = limit(section)
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

    private func limit(_ section: Section) -> Limit? {
        let keys = [Keys.relativeChange, Keys.absoluteChange]
        let choice = section.exactlyOne(of: keys, in: "a requirement of a quantity", to: "by how much it may change")
        guard let (key, value) = choice, let limit = value.number(.nonNegative) else { return nil }
        return key == Keys.absoluteChange ? .absolute(limit) : .relative(limit)
    }
}
