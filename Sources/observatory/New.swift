import ArgumentParser
import Catalogue
import ScenarioFiles

struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Writes a scenario to begin with.",
        discussion: """
            A scenario that runs, with an interaction, a model, a graph or a method in it and comments on all of its \
            parameters. Without a name, tells what there is.
            """)

    @Argument(
        help: "The name of what the scenario is to have, such as kuramoto.", completion: .list(NewScenario.names)
    )
    var component: String?

    @OptionGroup var destination: WrittenText

    func validate() throws {
        do throws(UnknownComponent) {
            _ = try component.map { name throws(UnknownComponent) in try NewScenario(with: name) }
        } catch {
            throw ValidationError(error.description)
        }
        guard component != nil || destination.output == nil else {
            throw ValidationError("What the scenario is to have is missing, such as 'observatory new kuramoto'.")
        }
    }

    func run() throws {
        guard let component else { return try reportingErrors { try writeResult(NewScenario.choices) } }
        try destination.write(try NewScenario(with: component).text)
    }
}
