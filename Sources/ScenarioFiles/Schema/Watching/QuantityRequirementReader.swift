import SimulationEngine

/// Reads an item of the block `require` that is about a quantity:
///
///     - quantity: total-energy        a quantity, or an expression over quantities
///       relative-change: 1e-3         by which part of what it is at the beginning it may change at most
///       change: 0.1                   or by how much
///       every: 0.1                    optional: when it is looked at, after each step unless given
struct QuantityRequirementReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    func read(_ section: Section) -> Watching<Model>.Part? {
        let quantity = section.required("quantity", for: "the quantity").flatMap {
            QuantityReader(context: context).read($0)
        }
        let limit = limit(section)
        let every = section.optional("every")
        let interval = every.flatMap { ScheduleReader(context: context).interval($0) }
        for key in ["within", "nodes"] {
            section.optional(key)?.report("'\(key)' is about a field, not about a quantity")
        }
        guard let quantity, let limit, every == nil || interval != nil else { return nil }
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
        let keys = ["relative-change", "change"]
        let choice = section.exactlyOne(of: keys, in: "a requirement of a quantity", to: "by how much it may change")
        guard let (key, value) = choice, let limit = value.number(.nonNegative) else { return nil }
        return key == "change" ? .absolute(limit) : .relative(limit)
    }
}
