import Foundation
import TestSupport
import Testing

@Suite struct InterruptionTests {
    /// More steps than any machine takes while the tests run.
    private static let endless = ["--set", "integrate.until=36525000000"]
    private static let solarSystem = "Scenarios/outer-solar-system.yml"

    @Test func interruptedRunLeavesCompleteRows() throws {
        let place = try Workplace()
        let run = try place.program.start(["run", Self.solarSystem, "-o", "long"] + Self.endless)
        // The header is there at once; the rows follow some 64 KiB at a time.
        try waitUntil { (try? place.data("long/angular-momentum.csv").count > 1000) == true }
        run.interrupt()
        let outcome = try run.outcome()
        #expect(
            outcome
                == Program.Outcome(
                    status: 130, output: "Results: long\n", errors: "interrupted: the results end early\n"))

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

    @Test func secondSignalEndsALongStep() throws {
        let place = try Workplace()
        let run = try startLongStep(in: place)
        #expect(!run.hasEnded(within: 0.5))
        run.interrupt()
        let message = "interrupted again: rows that were not yet written are lost\n"
        #expect(try run.outcome() == Program.Outcome(status: 130, output: "", errors: message))
    }

    /// Starts a run whose first step takes hours, and interrupts it once during that step.
    private func startLongStep(in place: Workplace) throws -> RunningProgram {
        // Nothing tells from outside that the step has begun. A signal that comes before it ends the run regularly.
        for delay in [0.3, 1, 3, 9] {
            let run = try place.program.start([
                "run", "Scenarios/karate-club.yml", "-o", "long-\(delay)", "--set", "integrate.until=1e9", "--set",
                "observe=[]",
            ])
            try waitUntil { (try? place.data("long-\(delay)/scenario.yml").isEmpty) == false }
            usleep(UInt32(1e6 * delay))
            run.interrupt()
            if !run.hasEnded(within: 0.5) { return run }
        }
        throw Program.Failure.endedTooEarly
    }

    private func waitUntil(_ condition: () -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while !condition() {
            try #require(ContinuousClock.now < deadline)
            usleep(10_000)
        }
    }
}
