import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms) struct InterruptionTests {
    /// More steps than any machine takes while the tests run.
    private static let endless = ["--set", "integrate.until=36525000000"]
    private static let stopping = "observatory: stopping after this step; press Ctrl-C again to end at once\n"
    private static let solarSystem = "Scenarios/outer-solar-system.yml"

    @Test func interruptedRunLeavesCompleteRows() throws {
        let place = try Workplace()
        let run = try place.program.start(["run", Self.solarSystem, "-o", "long"] + Self.endless)
        // The header is there at once; the rows follow some 64 KiB at a time.
        try waitUntil { (try? place.data("long/angular-momentum.csv").count > 1000) == true }
        run.interrupt()
        let outcome = try run.outcome()
        #expect(outcome.status == 130)
        #expect(outcome.output == "Results: long\n")
        let words = /interrupted: the results end early; to go on from step \d+: observatory resume long\n/
        #expect(outcome.errors.hasPrefix(Self.stopping))
        #expect(try words.wholeMatch(in: outcome.errors.dropFirst(Self.stopping.count)) != nil, "\(outcome.errors)")

        let reference = try place.observatory(
            "run", Self.solarSystem, "-o", "short", "--set", "integrate.until=10000")
        #expect(reference.status == 0)
        for table in ["positions.csv", "total-energy.csv", "angular-momentum.csv"] {
            let text = try place.directory.read("long/\(table)")
            #expect(text.hasSuffix("\n"))
            #expect(text.hasPrefix(try place.directory.read("short/\(table)")), "\(table)")
            let commas = text.split(separator: "\n").map { line in line.count { $0 == "," } }
            #expect(Set(commas).count == 1)
        }
        // All tables end at the same moment: nothing that was recorded is lost in a buffer.
        let times = try ["positions.csv", "total-energy.csv", "angular-momentum.csv"].map { table in
            try CSVColumns(contentsOf: place.directory.path(of: "long/\(table)")).numbers("time").last
        }
        #expect(Set(times).count == 1)
    }

    /// A signal that comes before anybody listens ends the program, as that of any other; afterwards none is lost. Several programs
    /// at a time keep threads from beginning at once, so that signals come at all moments of that.
    @Test func noSignalIsLostWhileARunBegins() throws {
        let place = try Workplace()
        for round in 0..<3 {
            let names = (0..<8).map { "early-\(round)-\($0)" }
            let runs = try names.map {
                try place.program.start(["run", Self.solarSystem, "--quiet", "-o", $0] + Self.endless)
            }
            for (name, run) in zip(names, runs) {
                try waitUntil { FileManager.default.fileExists(atPath: place.directory.path(of: name)) }
                run.interrupt()
            }
            for run in runs {
                do { #expect(try run.outcome().status == 130) } catch Program.Failure.killed(SIGINT) {}
            }
        }
    }

    @Test("A run is also interrupted by SIGTERM, and when its terminal is closed", arguments: [SIGTERM, SIGHUP])
    func otherSignals(number: Int32) throws {
        let place = try Workplace()
        let run = try place.program.start(["run", Self.solarSystem, "-o", "long"] + Self.endless)
        try waitUntil { (try? place.data("long/angular-momentum.csv").count > 1000) == true }
        run.interrupt(by: number)
        #expect(try run.outcome().status == 130)
        #expect(try place.files(in: "long").contains("checkpoint"))
    }

    @Test("A run that is to outlive its terminal does")
    func nohup() throws {
        let place = try Workplace()
        let outcome = try place.program.shell(
            """
            trap '' HUP
            "$0" run \(Self.solarSystem) -o out --set integrate.until=200000 & run=$!
            while [ ! -s out/angular-momentum.csv ]; do sleep 0.05; done
            kill -HUP $run
            wait $run
            """)
        #expect(outcome == Program.Outcome(status: 0, output: "Results: out\n", errors: ""))
    }

    /// A step of an adaptive method may be many steps of the method, between which signals are heard, and from the last of
    /// which a run goes on.
    @Test func aSignalIsHeardWithinAnAdaptiveStep() throws {
        let place = try Workplace()
        let hasBegun = { (try? place.data("long/scenario.yml").isEmpty) == false }
        let run = try startLongStep(in: place, isTaken: { _ in hasBegun() }) { directory in
            [
                "Scenarios/karate-club.yml", "-o", directory, "--set", "integrate.until=1e6", "--set",
                "observe=[{nodes: [1], every: 1e6}]",
            ]
        }
        #expect(
            try run.outcome()
                == Program.Outcome(
                    status: 130, output: "Results: \(run.name)\n",
                    errors: Self.stopping
                        + "interrupted: the results end early; to go on from step 0: observatory resume "
                        + "\(run.name)\n"))
        let phases = try CSVColumns(contentsOf: place.directory.path(of: "\(run.name)/nodes.csv"))
        #expect(phases.numbers("time") == [0])
    }

    /// The steps of other methods end when they end, which is told, and a second signal ends the program at once.
    @Test func secondSignalEndsALongStep() throws {
        let place = try Workplace()
        let rows = (0..<60_000).map { "1,\($0),0,0\n" }
        try place.directory.write("mass,x,y,z\n" + rows.joined(), to: "many.csv")
        try place.directory.write(
            """
            particles: {file: many.csv}
            model: {gravity: {constant: 1}}
            integrate: {method: leapfrog, step: 1, until: 1}
            observe: [{nodes: [0], fields: [x], to: standard-output}]
            """, to: "many.yml")
        let run = try startLongStep(in: place, isTaken: { try $0.output() == "time,node,x\n0.0,0,0.0\n" }) {
            ["many.yml", "-o", $0]
        }
        try waitUntil { try run.program.errors() == Self.stopping }
        #expect(!run.program.hasEnded(within: 0.3))
        run.program.interrupt()
        let message = "interrupted again: rows that were not yet written are lost\n"
        let outcome = try run.outcome()
        #expect(outcome.status == 130)
        #expect(outcome.errors == Self.stopping + message)
    }

    /// A run that was interrupted within its first step.
    private struct InterruptedRun {
        let program: RunningProgram
        let name: String

        func outcome() throws -> Program.Outcome { try program.outcome() }
    }

    /// Starts a run whose first step takes long, and interrupts it once during that step.
    private func startLongStep(
        in place: Workplace, isTaken: (RunningProgram) throws -> Bool, arguments: (_ directory: String) -> [String]
    ) throws -> InterruptedRun {
        let name = "long"
        let program = try place.program.start(["run"] + arguments(name))
        try waitUntil { try isTaken(program) }
        // What was recorded last is written just before the step. However busy the machine is, who computes has begun with it.
        let before = try program.processorTime()
        try waitUntil { try program.processorTime() > before + 0.3 }
        program.interrupt()
        return InterruptedRun(program: program, name: name)
    }
}
