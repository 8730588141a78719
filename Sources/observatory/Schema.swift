import ArgumentParser
import Catalogue
import ScenarioFiles

struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Writes the JSON Schema of scenarios, by which editors complete and check them.",
        discussion: """
            A scenario names it in its first line, '# yaml-language-server: $schema=observatory.schema.json', which editors \
            with a YAML language server heed.
            """)

    @OptionGroup var destination: WrittenText

    func run() throws { try destination.write(ScenarioSchema.text) }
}
