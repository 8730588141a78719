import ArgumentParser
import ScenarioFiles

struct Cite: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cite",
        abstract: "Tells what to cite for what a scenario uses.",
        discussion: """
            Where the model, the interactions, the graph, the method and what else a scenario is made of come from, and the \
            program itself.
            """)

    @OptionGroup var scenario: ScenarioArguments

    @Flag(help: "As BibTeX.")
    var bibtex = false

    func run() throws {
        try reportingErrors {
            let citations = try scenario.load().citations
            try writeResult(bibtex ? citations.bibTeX : citations.text)
        }
    }
}
