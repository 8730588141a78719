import ArgumentParser
import ScenarioFiles

/// The arguments of commands that write a text.
struct WrittenText: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to create, which must not exist; the standard output unless given.", valueName: "file"))
    var output: String?

    /// Writes a text to the file, or to the standard output.
    func write(_ text: String) throws {
        try reportingErrors {
            guard let output else { return try writeResult(text) }
            try TextFile.create(output, with: text + "\n")
        }
    }
}
