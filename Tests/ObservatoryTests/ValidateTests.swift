import TestSupport
import Testing

@Suite(.waitsForPrograms) struct ValidateTests {
    @Test(arguments: [
        ("Scenarios/outer-solar-system.yml", [], "6 nodes, 7305 steps"),
        ("Scenarios/karate-club.yml", [], "34 nodes, 1000 steps"),
        ("./Scenarios/karate-club.yml", ["--set", "integrate.until=0.5", "--set", "observe=[]"], "34 nodes, 1 step"),
    ])
    func shippedScenario(file: String, options: [String], size: String) throws {
        let place = try Workplace()
        let before = try place.files()
        let outcome = try place.program.run(["validate", file] + options)
        #expect(outcome == Program.Outcome(status: 0, output: "\(file): valid (\(size))\n", errors: ""))
        #expect(try place.files() == before)
    }

    @Test(arguments: ["validate", "run"])
    func warningsAreToldAndDoNotFail(command: String) throws {
        let place = try Workplace()
        try place.directory.write(
            """
            graph: {ring: {nodes: 4}}
            model: {kuramoto: {coupling: 1, frequency: 0}}
            integrate: {method: runge-kutta-4, step: 1, until: 2}
            stop: [{crossing: {of: order-parameter, above: 2}}]

            """, to: "rare.yml")
        let outcome = try place.observatory(command, "rare.yml")
        #expect(outcome.status == 0)
        let output = command == "run" ? "Results: Results/rare" : "rare.yml: valid (4 nodes, 2 steps)"
        #expect(outcome.output == output + "\n")
        #expect(
            outcome.errors == """
                rare.yml:4:19: warning: 'crossing' is looked at only 2 times in the run, and misses what happens in between
                  stop: [{crossing: {of: order-parameter, above: 2}}]
                                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                  expected: 100 times or more, by shorter steps or intervals

                """)
    }

    @Test func dataFilesAreFoundFromAnyFolder() throws {
        let place = try Workplace()
        let file = place.directory.path(of: "Scenarios/karate-club.yml")
        let elsewhere = try TemporaryDirectory()
        let outcome = try Program(folder: elsewhere).run(["validate", file])
        #expect(outcome.output == "\(file): valid (34 nodes, 1000 steps)\n")
    }
}
