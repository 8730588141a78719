import ArgumentParser
import Foundation
import ObserverBenchmarks

/// Measures how observation scales with this package and with others, side by side.
@main
struct ObserverScaling: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "observer-scaling",
        abstract: "Measures how observation scales with ObserverCore and with other libraries.",
        discussion: """
            The result is CSV, as of 'observatory benchmark observers', which measures the library of this package only. \
            Everything takes about half an hour; '--quick' gives a rough result in a minute.
            """)

    @OptionGroup var arguments: BenchmarkArguments

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Who is measured, such as 'ObserverCore'. Unless given, all.", valueName: "library"))
    var libraries: [String] = []

    func run() throws {
        let contestants = try chosen(from: contestants())
        do throws(BenchmarkError) {
            let output = try BenchmarkOutput(path: arguments.output)
            let benchmark = ObserverBenchmark(contestants, plan: arguments.plan, showProgress: writeError)
            try benchmark.run { figure throws(BenchmarkError) in try output.write(figure) }
        } catch {
            writeError("error: \(error)")
            throw ExitCode(error.isAboutWriting ? 73 : 1)
        }
    }

    private func chosen(from contestants: [any Contestant]) throws -> [any Contestant] {
        let names = contestants.map(\.name)
        for library in libraries where !names.contains(library) {
            throw ValidationError("There is no '\(library)'. Give some of: '\(names.joined(separator: "', '"))'.")
        }
        return libraries.isEmpty ? contestants : contestants.filter { libraries.contains($0.name) }
    }

    /// The floors first, then ours, then the others.
    private func contestants() -> [any Contestant] {
        let signalLibraries: [SignalLibrary] = [.boost, .sigcxx].filter { library in
            if !library.isInstalled { writeError("without \(library.name), which was not installed at the build") }
            return library.isInstalled
        }
        return [
            CFunctions(), SwiftClosures(), ObserverCoreContestant(), PassthroughSubjects(), CurrentValueSubjects(),
            Notifications(), StandardObservation(),
        ] + signalLibraries
    }
}

/// Writes a line to standard error. If that is closed there is nobody left to tell.
private func writeError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
}
