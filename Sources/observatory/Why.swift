import ArgumentParser
import ScenarioFiles

struct Why: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tells by which events a node came into its state, or something came to be so.",
        discussion: """
            The run, such as that of an epidemic, is carried out once more, and the causes of the last change of the node up to the time \
            are followed back to the beginning: who was infected by whom, and when. Where nodes have events, as neurons that fire, it is \
            the last event, and who had whom fire. With --first it is the event by which a condition first came to hold: one over \
            quantities, such as 'infected > 500', or with --node over the fields of the node.

            With --necessary it is carried out again without each edge along which something was passed on, with all luck that \
            this does not concern: the node may have come into the same state by then all the same, in another way.
            """)

    @Argument(help: "The directory that the run has written.")
    var directory: String

    @Option(help: "The name of the node, or its number where nodes have none.")
    var node: String?

    @Option(help: "Until when.")
    var time: Double?

    @Option(help: ArgumentHelp("What came to hold.", valueName: "condition"))
    var first: String?

    @Flag(help: "Also tell which of the contacts it would not have happened without.")
    var necessary = false

    func validate() throws { _ = try subject }

    private var subject: CauseQuestion.Subject {
        get throws {
            switch (first, node, time) {
            case (let condition?, let node, nil): .first(condition, ofNode: node)
            case (nil, let node?, let time?): .state(of: node, time: time)
            default:
                throw ValidationError(
                    "Why is either --node NODE --time TIME, or --first CONDITION, the latter also with --node.")
            }
        }
    }

    func run() throws {
        try reportingErrors {
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
    }
}
