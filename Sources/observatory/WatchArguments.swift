import ArgumentParser
import ScenarioFiles
import Viewer

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The arguments that let a run be looked at.
struct WatchArguments: ParsableArguments {
    @Flag(
        help: """
            Serves a page on which the run is looked at while it goes on, to this machine alone; its address is on standard error. \
            When the run has ended, the program waits until no page is open.
            """)
    var watch = false

    @OptionGroup var page: PageArguments

    @Flag(help: "The run waits before its first step until the page has it go on.")
    var paused = false

    func validate() throws {
        guard watch || page.port == nil && !paused else {
            throw ValidationError("'--port' and '--paused' are about the page of '--watch'.")
        }
    }

    /// Serves the page of a run, if it is to be looked at.
    ///
    /// - Throws: `ViewerError.cannotServe`.
    func serve(_ scenario: Scenario, in directory: String, shouldStop: @escaping @Sendable () -> Bool) throws
        -> RunPage?
    {
        guard watch else { return nil }
        let session = ViewerSession(
            record: ViewerRecord(in: directory), isPaused: paused, shouldStop: shouldStop)
        let server = try page.serve(session, ViewerGreeting(of: scenario, in: directory))
        return RunPage(session: session, server: server)
    }
}

/// The arguments of a page.
struct PageArguments: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The port of the page; a free one unless given.", valueName: "number"))
    var port: Int?

    func validate() throws {
        guard port.map({ (1...65_535).contains($0) }) ?? true else {
            throw ValidationError("The port must be from 1 to 65535.")
        }
    }

    /// Serves a page, and says where.
    ///
    /// - Throws: `ViewerError.cannotServe`.
    func serve(_ session: ViewerSession, _ greeting: ViewerGreeting) throws -> ViewerServer {
        let server = try ViewerServer(of: session, greeting: greeting, port: port ?? 0)
        writeError("Watch: \(server.address.url)")
        return server
    }
}

/// The page of a run.
struct RunPage {
    let session: ViewerSession
    let server: ViewerServer

    /// The run has ended: pages show its last state until they are closed, or somebody interrupts.
    func end(unless shouldStop: () -> Bool) {
        session.end()
        while session.hasPages, !shouldStop() { usleep(50_000) }
        server.close()
    }
}
