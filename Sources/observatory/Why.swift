import ArgumentParser
import ScenarioFiles

struct Why: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tells by which events a node came into its state.",
        discussion: """
            The run of an epidemic is carried out once more, and the causes of the last change of the node up to the time are \
            followed back to the beginning: who was infected by whom, and when.

            With --necessary it is carried out again without each edge along which something was passed on, with all luck that \
            this does not concern: the node may have come into the same state by then all the same, in another way.
            """)

    @Argument(help: "The directory that the run has written.")
    var directory: String

    @Option(help: "The name of the node, or its number where nodes have none.")
    var node: String

    @Option(help: "Until when.")
    var time: Double

    @Flag(help: "Also tell which of the contacts it would not have happened without.")
    var necessary = false

    func run() throws {
        try reportingErrors {
            let question = CauseQuestion(directory: directory, node: node, time: time)
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
