import ArgumentParser
import Catalogue
import ScenarioFiles

struct Describe: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe",
        abstract: "Describes what scenarios can be made of.",
        discussion: """
            Parameters with what they may be, what they are measured in and what they are unless given, equations, \
            references, and an example. Instead of a name words of the field can be given, such as 'velocity verlet' or \
            'erdos renyi'; if several things are about them, these are listed.
            """)

    @Argument(
        help: "The name of an interaction, a model, a graph or a method, such as lennard-jones, or words about it.",
        completion: .list(ComponentCatalogue.names))
    var words: [String]

    private var name: String { words.joined(separator: " ") }

    func validate() throws {
        do throws(UnknownComponent) {
            try ComponentCatalogue.check(name)
        } catch {
            throw ValidationError(error.description)
        }
    }

    func run() throws { try reportingErrors { try writeResult(try ComponentCatalogue.text(of: name)) } }
}
