import ArgumentParser
import ObserverBenchmarks

/// Does one run of one workload with ObserverCore and nothing else, so that its instructions can be counted.
@main
struct ObserverWork: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "observer-work",
        abstract: "Does one run of a workload with ObserverCore, for 'Benchmarks/count-instructions'.")

    @Argument(help: "What is done.")
    var workload: Workload

    @Argument(help: "How many observers, objects or messages there are.")
    var count: Int

    @Argument(help: "How often it is repeated.")
    var rounds: Int

    func run() throws {
        _ = ObserverCoreContestant().perform(workload, Work(count: count, rounds: rounds))
    }
}

extension Workload: @retroactive ExpressibleByArgument {}
