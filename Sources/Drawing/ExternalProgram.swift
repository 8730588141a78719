import Essentials

/// A program of others that draws.
package struct ExternalProgram {
    package let name: String

    /// The package of Debian that has it.
    package let package: String

    package static let gnuplot = ExternalProgram(name: "gnuplot", package: "gnuplot-nox")
    package static let sfdp = ExternalProgram(name: "sfdp", package: "graphviz")
    package static let ffmpeg = ExternalProgram(name: "ffmpeg", package: "ffmpeg")
    package static let viewer = ExternalProgram(name: "xdg-open", package: "xdg-utils")

    /// True if it is installed.
    package var isInstalled: Bool { ExternalProcess.path(of: name) != nil }

    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - arguments: The words behind its name.
    ///   - output: The file that receives what it writes.
    /// - Throws: ``PlotError/noProgram(_:package:)``, ``PlotError/failed(program:output:)`` with the beginning of what it wrote.
    package func run(_ arguments: [String], writingTo output: String) throws(PlotError) {
        guard let path = ExternalProcess.path(of: name) else { throw .noProgram(name, package: package) }
        do throws(ExternalProcess.Failure) {
            try ExternalProcess(path, arguments).run(writingTo: output)
        } catch {
            throw .failed(program: name, output: error.output)
        }
    }
}
