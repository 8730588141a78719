import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

@Suite struct ObservationTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func runNetwork(_ observe: String) throws -> ScenarioFolder.Results {
        try folder.run(ScenarioFolder.network + "observe: \(observe)")
    }

    private func runParticles(_ observe: String) throws -> ScenarioFolder.Results {
        try folder.run(ScenarioFolder.particles + "observe: \(observe)")
    }

    // MARK: Which nodes, which fields

    @Test(arguments: [
        ("all", ["a", "b", "c"]), ("b", ["b"]), ("[b]", ["b"]), ("[c, a]", ["c", "a"]), ("['b', \"c\"]", ["b", "c"]),
    ])
    func selectionByName(nodes: String, rows: [String]) throws {
        let results = try runNetwork("[{nodes: \(nodes), every: 2}]")
        #expect(try results.column(1, of: "nodes.csv") == rows + rows)
    }

    @Test(arguments: [("all", ["0", "1", "2"]), ("2", ["2"]), ("[2, 0]", ["2", "0"])])
    func selectionByNumber(nodes: String, rows: [String]) throws {
        let results = try folder.run(
            ScenarioFolder.particles + "observe: [{nodes: \(nodes), every: 2}]", set: ["particles.file=points.csv"])
        #expect(try results.column(1, of: "nodes.csv") == rows + rows)
    }

    /// Where vertices have numbers in their file, these are their names.
    @Test func selectionOfNumberedVertices() throws {
        try folder.directory.write("source,target\n7,9\n9,10\n", to: "edges.csv")
        let results = try runNetwork("[{nodes: [10, 7], every: 2}]")
        #expect(try results.column(1, of: "nodes.csv") == ["10", "7", "10", "7"])
    }

    @Test(arguments: [
        ("", "time,node,x,y,z,vx,vy,vz"), (", fields: [position]", "time,node,x,y,z"), (", fields: vy", "time,node,vy"),
        (", fields: [vx, position]", "time,node,vx,x,y,z"),
    ])
    func fields(fields: String, header: String) throws {
        #expect(try runParticles("[{nodes: all\(fields)}]").header("nodes.csv") == header)
    }

    @Test(arguments: [
        ("quantity: total-energy", "total-energy.csv", "time,total-energy"),
        ("quantity: momentum", "momentum.csv", "time,momentum-x,momentum-y,momentum-z"),
        ("quantities: [kinetic-energy]", "kinetic-energy.csv", "time,kinetic-energy"),
        (
            "quantities: [potential-energy, kinetic-energy]", "quantities.csv",
            "time,potential-energy,kinetic-energy"
        ),
    ])
    func quantities(text: String, file: String, header: String) throws {
        let results = try runParticles("[{\(text)}]")
        #expect(try results.header(file) == header)
    }

    // MARK: When

    @Test(arguments: [
        ("", ["0.0", "0.5", "1.0", "1.5", "2.0"]), (", every: 0.5", ["0.0", "0.5", "1.0", "1.5", "2.0"]),
        (", every: 1", ["0.0", "1.0", "2.0"]), (", every: 1.5", ["0.0", "1.5"]), (", every: 2", ["0.0", "2.0"]),
        (", every: {steps: 2}", ["0.0", "1.0", "2.0"]), (", every: {steps: 1}", ["0.0", "0.5", "1.0", "1.5", "2.0"]),
    ])
    func interval(every: String, times: [String]) throws {
        let results = try runNetwork("[{quantity: order-parameter\(every)}]")
        #expect(try results.column(0, of: "order-parameter.csv") == times)
    }

    // MARK: Names of files

    @Test func filesAreNamedAfterWhatTheyShow() throws {
        let results = try runNetwork(
            """

              - nodes: all
              - nodes: a
              - quantity: order-parameter
              - quantity: order-parameter
                every: 1
              - quantities: [order-parameter]
              - nodes: [b, c]
                name: rest_1.long
            """)
        #expect(
            try results.files() == [
                "data/edges.csv", "manifest.json", "nodes-2.csv", "nodes.csv", "order-parameter-2.csv",
                "order-parameter-3.csv", "order-parameter.csv", "rest_1.long.csv", "scenario.yml",
            ])
        #expect(try results.column(1, of: "nodes-2.csv").first == "a")
        #expect(try results.column(0, of: "order-parameter-2.csv") == ["0.0", "1.0", "2.0"])
        #expect(try results.column(1, of: "rest_1.long.csv").prefix(2) == ["b", "c"])
    }

    @Test func nothingNeedsToBeObserved() throws {
        let files = ["data/edges.csv", "manifest.json", "scenario.yml"]
        #expect(try runNetwork("[]").files() == files)
        #expect(try folder.run(ScenarioFolder.network, to: "second").files() == files)
    }

    // MARK: Problems

    @Test(arguments: [
        ("nodes: [a, d]", "there is no node 'd'"),
        ("nodes: 0", "there is no node '0'"),
        ("nodes: []", "'nodes' must have at least 1 item, not 0"),
        ("nodes: [a, b, a]", "'a' stands twice in the list of nodes"),
        ("nodes: [[a]]", "'nodes[0]' must be the name of a node, not a list"),
        ("nodes: ", "'nodes' has no value"),
        ("nodes: all, fields: [phase, phase]", "'phase' stands twice in the list of fields"),
        ("nodes: all, fields: []", "'fields' must have at least 1 item, not 0"),
        ("nodes: all, fields: position", "'fields' cannot be 'position'"),
        ("quantity: order-parameter, fields: [phase]", "'fields' has no meaning for a quantity, only for 'nodes'"),
        ("quantity: [order-parameter]", "'quantity' must be one of order-parameter, not a list"),
        ("quantity: total-energy", "'quantity' cannot be 'total-energy'"),
        ("quantities: []", "'quantities' must have at least 1 item, not 0"),
        (
            "quantities: [order-parameter, order-parameter]",
            "'order-parameter' stands twice in the list of quantities"
        ),
        ("nodes: all, quantity: order-parameter", "an observation must have only one of nodes and quantity"),
        ("every: 1", "an observation must say what to observe"),
        ("nodes: all, every: 0", "'every' must be greater than 0"),
        ("nodes: all, every: 0.7", "'every' must be a whole number of steps, each 0.5 long"),
        ("nodes: all, every: 0.25", "'every' must be a whole number of steps, each 0.5 long"),
        ("nodes: all, every: {steps: 0}", "'steps' must be 1 or greater"),
        ("nodes: all, every: {steps: 1.5}", "'steps' must be an integer, not the number 1.5"),
        ("nodes: all, every: 2.5", "'every' is longer than the run: only the initial state would be recorded"),
        ("nodes: all, every: {steps: 5}", "'steps' is longer than the run: only the initial state would be recorded"),
        ("nodes: all, every: {}", "missing key 'steps' in 'every'"),
        ("nodes: all, name: ../out", "'../out' cannot be the name of a file"),
        ("nodes: all, name: .hidden", "'.hidden' cannot be the name of a file"),
        ("nodes: all, name: ''", "'name' must not be empty"),
        ("nodes: all, color: red", "unknown key 'color' in 'observe[0]'"),
    ])
    func refusal(observation: String, message: String) throws {
        let problems = try #require(try folder.problems(ScenarioFolder.network + "observe: [{\(observation)}]"))
        #expect(problems.contains("error: \(message)\n"), "\(problems)")
        #expect(problems.hasSuffix("\n1 error"))
    }

    @Test func numberedNodesHaveARange() throws {
        let problems = try folder.problems(
            ScenarioFolder.particles + "observe: [{nodes: [2, 3, -1, Sun, 2]}]", set: ["particles.file=points.csv"])
        #expect(
            problems == """
                test.yml:4:23: error: 'nodes[1]' must be between 0 and 2
                  observe: [{nodes: [2, 3, -1, Sun, 2]}]
                                        ^
                test.yml:4:26: error: 'nodes[2]' must be between 0 and 2
                  observe: [{nodes: [2, 3, -1, Sun, 2]}]
                                           ^~
                test.yml:4:30: error: 'nodes[3]' must be an integer, not the text 'Sun'
                  observe: [{nodes: [2, 3, -1, Sun, 2]}]
                                               ^~~
                test.yml:4:35: error: '2' stands twice in the list of nodes
                  observe: [{nodes: [2, 3, -1, Sun, 2]}]
                                                    ^
                4 errors
                """)
    }

    @Test func manyNodesAreNotListed() throws {
        let edges = (1...13).map { "\($0),\($0 + 1)\n" }.joined()
        try folder.directory.write("source,target\n" + edges, to: "edges.csv")
        #expect(
            try folder.problems(ScenarioFolder.network + "observe: [{nodes: 15}]") == """
                test.yml:4:19: error: there is no node '15'
                  observe: [{nodes: 15}]
                                    ^~
                  expected: one of the 14 nodes, '1' to '14'
                1 error
                """)
    }

    @Test func stepsNeedAStep() throws {
        let text = ScenarioFolder.network + "observe: [{nodes: all, every: {steps: 2}}]"
        #expect(
            try folder.problems(text, set: ["integrate={method: rk4, until: 2}"]) == """
                test.yml:4:39: error: 'steps' needs a 'step' in 'integrate'
                  observe: [{nodes: all, every: {steps: 2}}]
                                                        ^
                  expected: 'every' as a time
                1 error
                """)
        #expect(try folder.problems(text, set: ["integrate={method: rk4, until: 2, step: 1}"]) == nil)
    }

    @Test func twoTablesCannotShareAFile() throws {
        #expect(
            try folder.problems(ScenarioFolder.network + "observe: [{nodes: all}, {nodes: a, name: nodes}]") == """
                test.yml:4:42: error: two observations are called 'nodes': their files would be the same
                  observe: [{nodes: all}, {nodes: a, name: nodes}]
                                                           ^~~~~
                  expected: names that differ by more than upper and lower case, which some file systems ignore
                1 error
                """)
    }

    /// Some file systems take `Nodes.csv` and `nodes.csv` for the same file.
    @Test func namesDifferByMoreThanCase() throws {
        let text = ScenarioFolder.network + "observe: [{nodes: all, name: Ä}, {nodes: a, name: ä}]"
        #expect(
            try folder.problems(text)?.hasPrefix(
                "test.yml:4:51: error: two observations are called 'ä': their files would be the same\n") == true)
        let results = try runNetwork("[{nodes: all, name: Nodes}, {nodes: a}, {nodes: b}]")
        #expect(
            try results.files() == [
                "Nodes.csv", "data/edges.csv", "manifest.json", "nodes-2.csv", "nodes-3.csv", "scenario.yml",
            ])
    }

    @Test func recordsAreWithinTheRun() throws {
        #expect(
            try folder.problems(ScenarioFolder.network + "observe: [{nodes: a, every: 2.5}]") == """
                test.yml:4:29: error: 'every' is longer than the run: only the initial state would be recorded
                  observe: [{nodes: a, every: 2.5}]
                                              ^~~
                  expected: at most 2, the end of the run
                1 error
                """)
        #expect(
            try folder.problems(ScenarioFolder.network + "observe: [{nodes: a, every: {steps: 5}}]") == """
                test.yml:4:37: error: 'steps' is longer than the run: only the initial state would be recorded
                  observe: [{nodes: a, every: {steps: 5}}]
                                                      ^
                  expected: at most 4, with which the run ends at 2
                1 error
                """)
    }

    @Test(arguments: [
        ("x, position", "position", "x"), ("position, z", "position", "z"), ("vx, velocity, x", "velocity", "vx"),
    ])
    func noFieldStandsTwiceThroughAGroup(fields: String, group: String, double: String) throws {
        let parts = group == "position" ? "x, y and z" : "vx, vy and vz"
        let problems = try folder.problems(ScenarioFolder.particles + "observe: [{nodes: all, fields: [\(fields)]}]")
        #expect(
            problems?.contains(
                "error: the field '\(double)' stands twice in the list of fields: '\(group)' stands for \(parts)\n")
                == true, "\(problems ?? "")")
        #expect(problems?.hasSuffix("\n1 error") == true)
    }

    /// What is shown as allowed can be copied into the file.
    @Test func allowedNamesAreWrittenAsTheyHaveToBe() throws {
        let names = ["Sun", "a b", "x: y", "c, d", "'q'", "it's", "-1", "- e", "#1", "null", "say \"no\""]
        let rows = names.enumerated().map { index, name in
            "\"\(name.replacing("\"", with: "\"\""))\",1,\(index),0,0\n"
        }
        try folder.directory.write("name,mass,x,y,z\n" + rows.joined(), to: "bodies.csv")
        let text = ScenarioFolder.particles + "observe: [{nodes: Moon}]"
        let problems = try #require(try folder.problems(text))
        let line = try #require(problems.split(separator: "\n").first { $0.hasPrefix("  allowed: ") })
        let allowed = line.dropFirst("  allowed: ".count)
        #expect(
            allowed
                == "Sun, a b, 'x: y', 'c, d', '''q''', it's, -1, '- e', '#1', 'null', say \"no\"")
        let results = try folder.run(ScenarioFolder.particles + "observe: [{nodes: [\(allowed)], every: 2}]")
        #expect(try Array(results.column(1, of: "nodes.csv").prefix(3)) == ["Sun", "a b", "x: y"])
    }
}
