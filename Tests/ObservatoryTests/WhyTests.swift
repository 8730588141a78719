import Foundation
import TestSupport
import Testing

/// Which numbers move a crossing, as the program tells it.
@Suite(.waitsForPrograms) struct WhyTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    @Test(
        "The example of the documentation is what the program prints, on any number of jobs, and leaves nothing behind")
    func example() throws {
        let run = ["run", "Scenarios/neuron-ring.yml", "--set", "integrate.until=10", "--output", "Results/neurons"]
        #expect(try place.program.run(run).status == 0)
        let files = try place.files()
        let outcome = try place.observatory(
            "why", "Results/neurons", "--first", "v > 0", "--node", "10", "--of", "node >= 8 and node < 11", "--jobs",
            "2")
        #expect(outcome.status == 0)
        #expect(outcome.errors == "asking 13 numbers by 52 runs up to time 7.1110850319010686\n")
        #expect(try place.files() == files)
        let article = try String(
            contentsOfFile: packageFolder + "/Sources/ScenarioFiles/ScenarioFiles.docc/WhatIf.md", encoding: .utf8)
        let lines = outcome.output.split(separator: "\n").map { "    \($0)\n" }
        #expect(lines.count == 15)
        #expect(article.contains(lines.joined()))
    }

    @Test("Options that have no meaning are refused with the reason")
    func options() throws {
        let run = ["run", "Scenarios/neuron-ring.yml", "--set", "integrate.until=2", "--output", "out"]
        #expect(try place.program.run(run).status == 0)
        let continuous =
            "has no meaning for 'runge-kutta-4', which moves the state continuously, so that nothing is brought about by single "
            + "events; '--first CONDITION' alone asks which numbers move the time at which the condition comes to hold\n"
        for (arguments, option) in [
            (["--node", "1", "--time", "2"], "--time"), (["--first", "v > 0", "--necessary"], "--necessary"),
        ] {
            let outcome = try place.program.run(["why", "out"] + arguments)
            #expect(outcome == Program.Outcome(status: 65, output: "", errors: "error: '\(option)' \(continuous)"))
        }
        let epidemic = ["run", "Scenarios/epidemic.yml", "--set", "integrate.until=1", "--output", "epidemic"]
        #expect(try place.program.run(epidemic).status == 0)
        let outcome = try place.observatory("why", "epidemic", "--first", "infected > 50", "--jobs", "2")
        #expect(outcome.status == 65)
        #expect(
            outcome.errors
                == "error: '--jobs' has no meaning for 'event-driven', which does not move the state continuously: "
                + "there are causes, but no derivatives\n")
        for arguments in [["--parameters-only", "--of", "v > 0"], ["--limit", "0"], ["--jobs", "0"]] {
            #expect(try place.program.run(["why", "out", "--first", "v > 0"] + arguments).status == 64)
        }
    }
}
