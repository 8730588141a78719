import ArgumentParser
import ScenarioFiles

struct Why: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Tells by which events a node came into its state, or something came to be so.",
        discussion: """
            The run, such as that of an epidemic, is carried out once more, and the causes of the last change of the node up to the time \
            are followed back to the beginning: who was infected by whom, and when. Where nodes have events, as neurons that fire, it is \
            the last event, and who had whom fire. With --first it is the event by which a condition first came to hold: one over \
            quantities, such as 'infected > 500', or with --node over the fields of the node.

            With --necessary it is carried out again without each edge along which something was passed on, with all luck that \
            this does not concern: the node may have come into the same state by then all the same, in another way.

            Where the state moves continuously and nodes have no events, or if --numbers is given, --first tells which numbers move the time at \
            which the condition first came to hold, most first: initial values of nodes, and numbers of the scenario. Each of them is moved four times, with a run up \
            to the crossing: by how much the time moves for one per cent of the number (of the greatest magnitude of the field for \
            an initial value), for one unit of it, and the numerical error of that.
            """)

    @Argument(help: "The directory that the run has written.")
    var directory: String

    @Option(help: "The name of the node, or its number where nodes have none.")
    var node: String?

    @Option(parsing: .unconditional, help: "Until when; until the end of the run unless given.")
    var time: Double?

    @Option(help: ArgumentHelp("What came to hold.", valueName: "condition"))
    var first: String?

    @Flag(help: "Also tell which of the contacts it would not have happened without.")
    var necessary = false

    @Flag(help: "Ask which numbers move the time, also where nodes have events.")
    var numbers = false

    @Option(
        help: ArgumentHelp(
            "The nodes whose initial values are asked about, such as 'node < 10'.", valueName: "condition"))
    var of: String?

    @Flag(help: "Ask about numbers of the scenario only, not about initial values.")
    var parametersOnly = false

    @Option(parsing: .unconditional, help: ArgumentHelp("How many numbers are told at most.", valueName: "number"))
    var limit: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many runs are carried out at once; the result is the same.", valueName: "number"))
    var jobs: Int?

    func validate() throws {
        _ = try subject
        guard of == nil || !parametersOnly else {
            throw ValidationError("There can be only one of --of and --parameters-only.")
        }
        guard limit ?? 1 >= 1 else { throw ValidationError("At least one number must be told.") }
        guard jobs ?? 1 >= 1 else { throw ValidationError("At least one run must be carried out at once.") }
    }

    private var subject: CauseQuestion.Subject {
        get throws {
            switch (first, node, time) {
            case (let condition?, let node, nil): .first(condition, ofNode: node)
            case (nil, let node?, let time): .state(of: node, time: time)
            default:
                throw ValidationError(
                    "Why is either --node NODE, also with --time TIME, or --first CONDITION, the latter also with --node."
                )
            }
        }
    }

    func run() throws {
        try reportingErrors {
            let method = try CrossingQuestion.method(in: directory)
            // Both can be asked where nodes that move continuously have events.
            let asksForNumbers =
                method.isContinuous && (!method.hasEvents || optionsOfSensitivities.contains(where: \.isGiven))
            let unfitOptions = asksForNumbers ? optionsOfCauses : optionsOfSensitivities
            if let option = unfitOptions.first(where: \.isGiven)?.name {
                throw ReplayError.unfitOption(option, method: method.name, isContinuous: method.isContinuous)
            }
            if let first, asksForNumbers { try tellSensitivities(ofFirst: first) } else { try tellCauses() }
        }
    }

    private var optionsOfCauses: [(name: String, isGiven: Bool)] {
        [("--time", time != nil), ("--necessary", necessary)]
    }

    private var optionsOfSensitivities: [(name: String, isGiven: Bool)] {
        [
            ("--numbers", numbers), ("--of", of != nil), ("--parameters-only", parametersOnly),
            ("--limit", limit != nil),
            ("--jobs", jobs != nil),
        ]
    }

    private func tellCauses() throws {
        let question = CauseQuestion(about: try subject, in: directory)
        let chain = try question.chain()
        writeOutput("\(chain)")
        guard necessary else { return }
        for event in chain.events {
            guard let neighbour = event.neighbour else { continue }
            let isNecessary = try question.isNecessary(from: neighbour, to: event.node, for: chain)
            writeOutput(
                "without the edge from \(neighbour) to \(event.node): "
                    + (isNecessary ? "it does not happen" : "it happens all the same"))
        }
    }

    private func tellSensitivities(ofFirst condition: String) throws {
        let nodes: CrossingQuestion.Nodes = parametersOnly ? .none : of.map { .matching($0) } ?? .allNodes
        let question = try CrossingQuestion(ofFirst: condition, ofNode: node, in: directory, varying: nodes)
        let count = question.numberCount
        writeError(
            "asking \(count) \(count == 1 ? "number" : "numbers") by \(CrossingQuestion.runsPerNumber * count) runs "
                + "up to time \(question.time)")
        let rows = question.sensitivities(jobs: jobs ?? 1)
        writeOutput(
            "\(SensitivityTable(rows, ofFirst: condition, ofNode: node, at: question.time, limit: limit ?? 20))")
    }
}
