import TestSupport
import Testing

@Suite struct ValidateTests {
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

    @Test func dataFilesAreFoundFromAnyFolder() throws {
        let place = try Workplace()
        let file = place.directory.path(of: "Scenarios/karate-club.yml")
        let elsewhere = try TemporaryDirectory()
        let outcome = try Program(folder: elsewhere).run(["validate", file])
        #expect(outcome.output == "\(file): valid (34 nodes, 1000 steps)\n")
    }
}
