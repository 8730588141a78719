import ArgumentParser
import Plots
import ScenarioFiles
import Viewer

struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Shows a run again, at any of its moments.",
        discussion: """
            Serves a page on which the run of a directory is looked at, to this machine alone; its address is on standard error. The \
            page is that of 'observatory run --watch', with a slider over time: nodes are clicked, and their numbers read, at any \
            moment. The run is carried out once more for that, from the last moment before of which it has kept a checkpoint \
            ('checkpoints: {every: …, keep: all}'), or from its beginning. Nothing is written, and the page changes nothing. \
            Control-C ends the program.
            """)

    @Argument(help: "The directory that the run has written.")
    var directory: String

    @OptionGroup var page: PageArguments

    func run() throws {
        try reportingErrors {
            let shown = try ShownRun(of: directory, preferring: ViewerRecord.fileName)
            let scenario = try shown.scenario()
            let interruption = Interruption()
            let session = ViewerSession(
                record: nil, isPaused: true, shouldStop: interruption.wasRequestedOnAnyThread)
            let greeting = ViewerGreeting(of: scenario, in: directory, canSeek: true, recorded: recordedCurves())
            let server = try page.serve(session, greeting)
            defer { server.close() }
            while !interruption.wasRequested {
                let monitor = RunMonitor(
                    shouldStop: { interruption.wasRequested || session.isSoughtBack },
                    onWarning: { writeError("warning: \($0)") })
                monitor.viewer = session
                do {
                    try shown.carryOut(before: session.takeSoughtStep(), monitor: monitor)
                } catch  where session.isSoughtBack || interruption.wasRequested {
                    // It has been shown up to there, and an earlier moment is sought.
                    session.notify("the run ends with an error: \(error)")
                }
            }
        }
    }

    /// More points than a page is wide would not be seen.
    private static let greatestPointCount = 2000

    private func recordedCurves() -> [ViewerCurve] {
        do {
            let recorded = try RecordedCurves(of: directory, atMost: Self.greatestPointCount)
            return recorded.curves.map { ViewerCurve(name: $0.name, points: $0.points) }
        } catch {
            writeError("warning: what was recorded is not drawn: \(error)")
            return []
        }
    }
}
