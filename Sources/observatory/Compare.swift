import ArgumentParser
import ScenarioFiles

struct Compare: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Tells where the results of two runs first differ, and how they do in the end.",
        discussion: """
            Tables of the same name and columns are compared line by line: where they first differ and at which node, which nodes \
            differ in the end, and by how much numbers differ, as the second run less the first one.

            With --what-if the second run is made of the first one, with all random numbers that the change does not concern: \
            --what-if 'intervene=[{when: {at: 2}, set: {nodes: [7], compartment: recovered}}]'. Each value replaces one of the \
            scenario, as --set does. To see which nodes differ, the runs must have recorded nodes, 'changes' or 'causes'.
            """)

    @Argument(help: "The directory of the first run.")
    var first: String

    @Argument(help: "That of the second one, which is created with --what-if.")
    var second: String

    @Option(
        name: .customLong("what-if"), parsing: .singleValue,
        help: ArgumentHelp("What is different in the second run; may be given several times.", valueName: "key=value"))
    var changes: [String] = []

    @OptionGroup var carryingOut: RunArguments

    func run() throws {
        try reportingErrors {
            if !changes.isEmpty { try carryingOut.reading { try makeSecondRun() } }
            writeOutput("\(try RunComparison(of: first, and: second))")
        }
    }

    private func makeSecondRun() throws {
        try ResultDirectory.checkIsFree(second)
        let other = try ReplayedRun(of: first, changing: changes.map { Override($0, option: "--what-if") })
        let results = try ResultDirectory(creating: second)
        try carryingOut.carryOut(other.scenario, in: second) { try other.carryOut(in: results, monitor: $0) }
    }
}
