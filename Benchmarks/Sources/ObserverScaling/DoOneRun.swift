import ArgumentParser
import ObserverBenchmarks

/// What this program starts itself as, for each run.
struct DoOneRun: ParsableCommand {
    static let name = "do-one-run"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Does one run and writes what it took as a line of JSON.", shouldDisplay: false)

    @Argument var library: String
    @Argument var workload: Workload
    @Argument var count: Int
    @Argument var rounds: Int
    @Argument(help: "After how many seconds it gives up.") var patience: Int

    func run() throws {
        for contestant in try Contestants.named([library]) {
            print(try Worker.answer(workload, Work(count: count, rounds: rounds), by: contestant, patience: patience))
        }
    }
}
