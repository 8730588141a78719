import SimulationEngine

/// A program of others that draws.
struct ExternalProgram {
    let name: String

    /// The package of Debian that has it.
    let package: String

    static let gnuplot = ExternalProgram(name: "gnuplot", package: "gnuplot-nox")
    static let sfdp = ExternalProgram(name: "sfdp", package: "graphviz")
    static let ffmpeg = ExternalProgram(name: "ffmpeg", package: "ffmpeg")
    static let viewer = ExternalProgram(name: "xdg-open", package: "xdg-utils")

    /// True if it is installed.
    var isInstalled: Bool { ExternalProcess.path(of: name) != nil }

    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - arguments: The words behind its name.
    ///   - output: The file that receives what it writes.
    /// - Throws: ``PlotError/noProgram(_:package:)``, ``PlotError/failed(program:output:)`` with the beginning of what it wrote.
    func run(_ arguments: [String], writingTo output: String) throws(PlotError) {
        guard let path = ExternalProcess.path(of: name) else { throw .noProgram(name, package: package) }
        do throws(ExternalProcess.Failure) {
            try ExternalProcess(path, arguments).run(writingTo: output)
        } catch {
            throw .failed(program: name, output: error.output)
        }
    }
}
