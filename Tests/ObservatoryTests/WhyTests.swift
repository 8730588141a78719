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

    @Test("Of neurons that fire both can be asked: who had them fire, and which numbers move that time")
    func neurons() throws {
        try place.directory.write(
            """
            graph: {complete: {nodes: 2}}
            model:
              equations:
                variables: {v: [0.5, 0]}
                rates: {v: 1 - v / 2}
                events: [{when: v > 1, set: {v: 0}, send: {v: 2}, delay: 0.25}]
            integrate: {method: runge-kutta-4, step: 0.0625, until: 1.25}
            observe: [{nodes: all, every: 0.25}]

            """, to: "neurons.yml")
        #expect(try place.program.run(["run", "neurons.yml", "--output", "neurons"]).status == 0)
        let cause = try place.program.run(["why", "neurons", "--node", "1", "--time", "1.2"])
        #expect(cause.status == 0, "\(cause.errors)")
        #expect(cause.output.contains("event 0 of 1, by its neighbour 0\n"), "\(cause.output)")
        // The event ends at once what its condition says.
        let first = try place.program.run(["why", "neurons", "--node", "1", "--first", "v > 1"])
        #expect(first.status != 0)
        #expect(first.errors.contains("or for no time, if an event ends it at once"), "\(first.errors)")
        let outcome = try place.program.run(["why", "neurons", "--node", "0", "--first", "v > 1", "--numbers"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("v of node 0"), "\(outcome.output)")
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
