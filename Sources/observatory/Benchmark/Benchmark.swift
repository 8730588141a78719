import ArgumentParser

struct Benchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures what Observatory is built on.",
        subcommands: [BenchmarkObservers.self])
}
