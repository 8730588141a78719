import Descriptions
import SimulationEngine

/// The keys of an event that is too rare to wait for.
enum RareEventKeys {
    static let number = ParameterDescription("of", "the number that has to reach the levels", .quantity)
    static let start = Parameter("from", "up to where the number is in its region, in which it is at the beginning")
    static let levels = ParameterDescription(
        "levels", "levels that lead away from there, of which the last one is the event",
        .list(of: .number(.any), count: 1...10_000), .oneOf(["levels", "to"])
    ).example([0.5, 1].content)
    static let end = ParameterDescription(
        "to", "the event, with levels before it that a pilot places", .number(.any), .oneOf(["levels", "to"]))
    static let passages = Parameter(
        "passages", "how many passages of the first level a run waits for", in: 1...1_000_000, default: 100)
    static let branches = Parameter(
        "branches", "how many branches go on from each level", in: 1...1_000_000, default: 100)
    static let runs = Parameter(
        "runs", "how often all of this is done, with luck of its own, from which errors follow", in: 2...10_000,
        default: 10)
    static let all = [
        number, start.description, levels, end, passages.description, branches.description, runs.description,
    ]
}

/// An event that is too rare to wait for, and how its rate is sampled.
struct RareEventPlan<Model: SimulationModel> {
    let number: QuantityExpression<Model>

    /// The levels, of which there is only the last one yet if others are to be placed.
    let flux: ForwardFlux
    let placesLevels: Bool
}

/// Reads the block `rare`.
struct RareEventReader<Model: SimulationModel> {
    private typealias Keys = RareEventKeys

    let context: WatchContext<Model>

    func read(_ value: Value) -> RareEventPlan<Model>? {
        value.section(of: Keys.all) { section in
            let number = section.read(Keys.number) { NumberReader(context: context).number($0) }
            let start = section.value(of: Keys.start)
            let event = section.exactlyOne(of: [Keys.levels, Keys.end], in: "a rare event", to: "what the event is")
            let placesLevels = event?.key == Keys.end
            let levels = event.flatMap { _, value in
                placesLevels ? value.number().map { [$0] } : value.list(of: "levels") { $0.number() }
            }
            let passages = section.value(of: Keys.passages)
            let branches = section.value(of: Keys.branches)
            let runs = section.value(of: Keys.runs)
            guard let number, let start, let levels, let passages, let branches, let runs else { return nil }
            do {
                let flux = try ForwardFlux(
                    from: start, levels: levels, passages: passages, branches: branches, runs: runs)
                return RareEventPlan(number: number, flux: flux, placesLevels: placesLevels)
            } catch {
                value.report("\(error)")
                return nil
            }
        }
    }
}
