import ArgumentParser
import Catalogue
import ScenarioFiles

struct Models: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "Lists what scenarios can be made of.",
        discussion: """
            Interactions, particles, graphs, models and methods of integration, by their kinds, with a line for each. \
            'observatory describe' tells more of one of them.
            """)

    @Argument(help: "Words that must all occur in names, descriptions, parameters or references, such as gillespie.")
    var words: [String] = []

    @Flag(help: .private)
    var markdown = false

    func validate() throws {
        guard ComponentCatalogue.isAnything(about: words) else {
            throw ValidationError("Nothing is about '\(words.joined(separator: " "))'.")
        }
    }

    func run() throws {
        try reportingErrors {
            try writeResult(markdown ? ComponentCatalogue.markdown : ComponentCatalogue.list(of: words))
        }
    }
}
