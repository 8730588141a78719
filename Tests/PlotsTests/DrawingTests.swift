import Foundation
import ScenarioFiles
import TestSupport
import Testing

@testable import Drawing
@testable import Plots

/// Scripts, and pictures that are really drawn.
@Suite struct DrawingTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private static func figure(title: String = "Title", label: String = "label") -> Figure {
        var panel = Panel(x: Axis("time", unit: "ps"), y: Axis(label))
        panel.series = [
            Series(label, .line, rows: [[0, 1], [1, 3], [.nan, .nan], [2, 2]]),
            Series("band", .band, colour: 1, rows: [[0, 1, 2], [1, 2, 3]]),
            Series(nil, .errors, colour: 2, rows: [[0, 1, 0.1], [2, 2, 0.1]]),
        ]
        return Figure(name: "figure", title: title, panels: [panel])
    }

    @Test func `a script has labels with units, and a plot of each series`() {
        let script = GnuplotScript(Self.figure(), to: [(.png, "figure.png")]).text
        #expect(script.contains("set xlabel 'time in ps'"))
        #expect(script.contains("title 'label'") && script.contains("title 'band'") && script.contains("notitle"))
        #expect(script.components(separatedBy: " << END").count == 4)
        #expect(script.contains("1.0 3.0\n\n2.0 2.0"))
    }

    /// Text that would be a command, a macro or the end of a quotation.
    private static let hostile = "it's `touch hacked` \"x\" @macro \\n $d'\nsystem('touch hacked')\nEND\n"

    @Test(.enabled(if: canDraw)) func `no text is a command`() throws {
        let figure = Self.figure(title: Self.hostile, label: Self.hostile)
        let script = GnuplotScript(figure, to: [(.svg, "figure.svg")]).text
        try folder.write(script, to: "figure.gp")
        let log = folder.path(of: "log")
        try ExternalProgram.gnuplot.run(["-e", "cd '\(folder.path)'", folder.path(of: "figure.gp")], writingTo: log)
        #expect(!FileManager.default.fileExists(atPath: folder.path(of: "hacked")))
        #expect(!FileManager.default.fileExists(atPath: "hacked"))
        let picture = try folder.read("figure.svg")
        #expect(picture.contains("touch hacked") && picture.contains("time in ps"))
    }

    @Test(.enabled(if: canDraw)) func `pictures are drawn in both forms, and are not empty`() throws {
        let pictures = try folder.pictures(
            of: """
                name: Karl's run
                graph: {lattice: {sides: [12, 9]}}
                model: {diffusion: {concentration: {uniform: [0, 1]}}}
                integrate: {method: runge-kutta-4, step: 0.1, until: 2}
                observe: [{nodes: all, every: 1, name: map}, {quantity: {name: level, mean: concentration}, every: 0.1}]
                """)
        let paths = try pictures.draw()
        #expect(paths.count == 2 * pictures.figures.count && pictures.figures.count == 2)
        for path in paths {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(bytes.count > 3000)
            if path.hasSuffix(".png") { #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])) }
        }
        #expect(try folder.read("results/pictures/level.svg").contains("Karl"))
    }

    @Test(.enabled(if: canDraw)) func `a directory may be named from where one is`() throws {
        let scenario = try folder.write(
            """
            graph: {ring: {nodes: 4}}
            model: {diffusion: {concentration: [1, 0, 0, 0]}}
            integrate: {method: runge-kutta-4, step: 0.1, until: 2}
            observe: [{quantity: {name: level, maximum: concentration}, every: 0.1}]
            """, to: "relative.yml")
        try Scenario(contentsOf: scenario).run(in: ResultDirectory(creating: folder.path(of: "relative")))
        let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
        let path = String(repeating: "../", count: depth) + folder.path(of: "relative").drop { $0 == "/" }
        #expect(try Pictures(of: path).draw(as: [.svg]) == ["\(path)/pictures/level.svg"])
    }

    @Test func `a program that is not there is told with its package`() {
        let program = ExternalProgram(name: "no-such-plotter", package: "plotter")
        #expect(throws: PlotError.noProgram("no-such-plotter", package: "plotter")) {
            try program.run([], writingTo: "/dev/null")
        }
        let message = PlotError.noProgram("no-such-plotter", package: "plotter").description
        #expect(message.contains("apt-get install plotter"))
    }

    @Test func `a program that fails is told with its words`() throws {
        let program = ExternalProgram(name: "sh", package: "dash")
        #expect(throws: PlotError.failed(program: "sh", output: "no\n")) {
            try program.run(["-c", "echo no >&2; exit 3"], writingTo: folder.path(of: "log"))
        }
    }
}
