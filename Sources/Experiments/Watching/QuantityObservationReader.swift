import Descriptions
import Recording
import SimulationEngine

/// The keys of observations of quantities.
enum QuantityObservation {
    static let ofOne = ComponentDescription(
        key: "quantity", "a quantity of the whole: by name, defined here, or an expression, whose text is its name",
        .quantity, beside: others)
    static let ofSeveral = ComponentDescription(
        key: "quantities", "several quantities in one table, by name or as expressions",
        .items(.expression(over: "quantities")), beside: others)

    private static let others = ScheduleKeys.ofSamples + [RingKeys.ring] + TableKeys.all
}

struct QuantityObservationReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    func readOne(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        // Those that are defined have been read before all others.
        let defined = context.quantities.observed[value.path].map { $0.map { PlannedQuantity($0) } }
        return read((defined ?? QuantityReader(context: context).read(value)).map { [$0] }, section)
    }

    func readSeveral(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let reader = QuantityReader(context: context)
        var planned: [PlannedQuantity<Model>] = []
        if value.form == .mapping {
            value.report(
                "'quantities' must be a list of names of quantities or expressions, not a mapping",
                expected: "'quantity', behind which one stands that is defined here")
            return read(nil, section)
        }
        let names = value.distinct(of: "quantities") { item -> String? in
            if item.form == .mapping {
                item.report(
                    "\(item.name) must be the name of a quantity or an expression, not a mapping",
                    expected: "one that is defined by itself, as 'quantity: {mean: x, name: average}' in another item")
                return nil
            }
            return reader.read(item).map { planned.append($0) }.flatMap { item.word }
        }
        return read(names.map { _ in planned }, section)
    }

    private func read(_ planned: [PlannedQuantity<Model>]?, _ section: Section) -> Watching<Model>.Part? {
        let schedule = ScheduleReader(context: context).read(section)
        let ring = RingReader(context: context).read(section)
        let name = planned.map { $0.count == 1 ? $0[0].tableName : "quantities" }
        let table = context.tables.read(section, defaultName: name)
        guard let planned, let schedule, let ring, let table else { return nil }
        return { run in
            let simulation = run.simulation
            run.keep(
                try QuantityRecorder(
                    simulation, quantities: planned.map { $0.quantity(simulation) },
                    at: schedule.trigger(in: simulation), to: try ring.destination(table, in: run)))
        }
    }
}
