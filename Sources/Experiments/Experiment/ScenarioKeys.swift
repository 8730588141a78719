import Descriptions

/// The keys at the top of a scenario, whatever it is about.
package enum ScenarioKeys {
    package static let name = ParameterDescription(
        "name", "what the scenario is called", .text, .derived("the name of the file without its ending"))
    package static let seed = ParameterDescription(
        "seed", "the seed of its random numbers", .integer(0...Int.max), .default(.integer(0)))
    package static let threads = Parameter("threads", "how many threads share the work", in: 1...1024, default: 1)
    package static let integrate = ParameterDescription(
        "integrate", "how the state is moved on, and until when", .component(of: .methods))
    package static let sweep = ParameterDescription(
        "sweep", SweepKeys.description.summary, .record(SweepKeys.description.parameters), .optional)
    static let units = ParameterDescription(
        "units", "what numbers are measured in",
        .either(UnitKeys.systems, or: .record(UnitKeys.description.parameters)),
        .default(.text("reduced")))
    package static let all = [ParameterDescription](name, seed, units, threads, integrate, sweep) + WatchingBlocks.all
}
