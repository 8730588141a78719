import ArgumentParser
import Plots

struct Plot: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plot",
        abstract: "Draws what a run or a sweep has recorded.",
        discussion: """
            There is a picture for each table: numbers over time, particles, graphs and lattices, events, distributions, \
            correlations, and for a sweep means with errors against the keys that are varied. What is drawn follows from what the \
            scenario observes. Beside each picture lies the script of gnuplot that draws it, to be changed as one likes.

            This needs gnuplot, for graphs Graphviz, and for films ffmpeg: apt-get install gnuplot-nox graphviz ffmpeg.
            """)

    @Argument(help: "The directory that a run or a sweep has written.")
    var directory: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The folder to write pictures into, over those of the same name; 'pictures' in the directory unless given.",
            valueName: "folder"))
    var output: String?

    @Option(help: "How pictures are written, svg or png; both unless given.")
    var format: PictureFormat?

    @Flag(help: "Makes films (MP4) of nodes that were recorded at several moments, instead of pictures.")
    var film = false

    @Flag(help: "Opens the first one.")
    var open = false

    func run() throws {
        try reportingErrors {
            let pictures = try Pictures(of: directory, in: output)
            for omission in pictures.omissions { writeError("warning: \(omission)") }
            let paths =
                film ? try pictures.film() : try pictures.draw(as: format.map { [$0] } ?? PictureFormat.allCases)
            for path in paths { writeOutput(path) }
            if open, let first = paths.first { try Pictures.open(first) }
        }
    }
}

extension PictureFormat: ExpressibleByArgument {}
