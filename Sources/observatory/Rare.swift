import ArgumentParser
import ScenarioFiles
import SimulationEngine

struct Rare: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rare",
        abstract: "Samples the rate of an event that is too rare to wait for.",
        discussion: """
            The block 'rare' of the scenario says which number has to reach which levels. Forward-flux sampling counts how often it \
            leaves its region, and by branches with luck of their own how often it goes on from each level to the next. The table, on \
            the standard output, has the rate, the mean time and all parts of them with standard errors. What is observed and when \
            the run ends is left aside.
            """)

    @OptionGroup var scenario: ScenarioArguments

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many runs are carried out at once; the result is the same.", valueName: "number"))
    var jobs = 1

    func validate() throws {
        guard jobs >= 1 else { throw ValidationError("At least one run must be carried out at once.") }
    }

    func run() throws {
        try reportingErrors {
            let (flux, rate) = try scenario.load().rareEventRate(threads: jobs)
            writeOutput("quantity,level,value,error")
            func cell(_ number: Double?) -> String { number.map { $0.isFinite ? "\($0)" : "" } ?? "" }
            func row(_ name: String, _ level: Double?, _ estimate: RareEventRate.Estimate) {
                writeOutput("\(name),\(cell(level)),\(cell(estimate.value)),\(cell(estimate.error))")
            }
            row("flux", flux.levels[0], rate.flux)
            for (level, probability) in zip(flux.levels.dropFirst(), rate.probabilities) {
                row("probability", level, probability)
            }
            row("rate", nil, rate.rate)
            row("mean-time", nil, rate.meanTime)
            writeOutput("simulated-time,,\(cell(rate.simulatedTime)),")
            writeOutput("gain,,\(cell(rate.gain)),")
            guard let place = rate.firstUnreached else { return }
            writeError(
                """
                warning: no branch has come from level \(flux.levels[place - 1]) to level \(flux.levels[place]), so that nothing is \
                known of the rate: place more levels between them, or have more branches
                """)
        }
    }
}
