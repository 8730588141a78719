import ArgumentParser
import Foundation
import ObserverBenchmarks

/// Measures how observation scales with this package and with others, side by side.
@main
struct ObserverScaling: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "observer-scaling",
        abstract: "Measures how observation scales with ObserverCore and with other libraries.",
        usage: "observer-scaling [<options>]",
        discussion: """
            The result is CSV, as of 'observatory benchmark observers', which measures the library of this package only. \
            Each run is done by a process of its own, and the libraries take turns. Everything takes about twenty minutes \
            and up to three gigabytes of memory; '--quick' gives a rough result in a minute.
            """,
        subcommands: [DoOneRun.self])

    @OptionGroup var arguments: BenchmarkArguments

    func run() throws {
        let contestants = try Contestants.named(arguments.libraries)
        for library in Contestants.signalLibraries where !library.isInstalled {
            writeError("without \(library.name), which was not installed at the build")
        }
        do throws(BenchmarkError) {
            let output = try BenchmarkOutput(path: arguments.output)
            let benchmark = ObserverBenchmark(
                contestants, plan: arguments.plan, runner: runner, showProgress: writeError)
            try benchmark.run { figure throws(BenchmarkError) in try output.write(figure) }
        } catch {
            writeError("error: \(error)")
            throw ExitCode(error.isAboutWriting ? 73 : 1)
        }
    }

    private var runner: WorkerRunner {
        let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
        return WorkerRunner(executable: program, arguments: [DoOneRun.name], patience: arguments.plan.patience)
    }
}

/// Writes a line to standard error. If that is closed there is nobody left to tell.
private func writeError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
}
