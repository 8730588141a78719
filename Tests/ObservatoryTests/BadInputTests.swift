import Foundation
import TestSupport
import Testing

@testable import ScenarioFiles

/// Whatever is wrong with the input is told word by word, and nothing is written.
@Suite(.waitsForPrograms) struct BadInputTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
    }

    /// A scenario in which nothing is wrong.
    private static let good = """
        graph:
          edge-list: {file: edges.csv}
        model:
          kuramoto: {coupling: 1, frequency: 1}
        integrate: {method: runge-kutta-4, step: 0.5, until: 10}
        observe:
          - quantity: order-parameter
            every: 1

        """

    private static let goodEdges = "source,target\n1,2\n2,3\n"

    /// Runs and validates, and checks that both refuse, say the same and leave all files as they were.
    private func expect(
        _ errors: String, status: Int32 = 65, file: String = "bad.yml",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try place.files()
        let expected = Program.Outcome(status: status, output: "", errors: errors + "\n")
        #expect(try place.observatory("validate", file) == expected, sourceLocation: sourceLocation)
        #expect(try place.observatory("run", file) == expected, sourceLocation: sourceLocation)
        #expect(
            try place.observatory("run", file, "--output", "new/directory") == expected, sourceLocation: sourceLocation)
        #expect(try place.files() == before, sourceLocation: sourceLocation)
    }

    private func write(_ scenario: String, edges: String = goodEdges) throws {
        try place.directory.write(scenario, to: "bad.yml")
        try place.directory.write(edges, to: "edges.csv")
    }

    /// The good scenario with a piece of text replaced.
    private func write(replacing old: String, by new: String) throws {
        try #require(Self.good.contains(old))
        try write(Self.good.replacingOccurrences(of: old, with: new))
    }

    // MARK: The file

    @Test func theGoodScenarioIsGood() throws {
        try write(Self.good)
        #expect(try place.observatory("validate", "bad.yml").output == "bad.yml: valid (3 nodes, 20 steps)\n")
    }

    @Test func missingFile() throws {
        try expect(
            """
            nowhere.yml: error: no such file
            1 error
            """, status: 66, file: "nowhere.yml")
    }

    @Test func folder() throws {
        try expect(
            """
            Scenarios: error: this is a folder, not a file
            1 error
            """, status: 66, file: "Scenarios")
    }

    @Test func emptyFile() throws {
        try write("")
        try expect(
            """
            bad.yml: error: the file is empty
              expected: keys with values, such as 'seed: 42'
            1 error
            """)
    }

    // MARK: YAML

    @Test func syntaxError() throws {
        try write(replacing: "edge-list: {file: edges.csv}", by: "edge-list: {file: edges.csv")
        try expect(
            """
            bad.yml:3:6: error: the mapping lacks a ',' or '}'
              model:
                   ^
              the mapping begins on line 2
            1 error
            """)
    }

    @Test func unknownKey() throws {
        try write(replacing: "every: 1", by: "evry: 1")
        try expect(
            """
            bad.yml:8:5: error: unknown key 'evry' in 'observe[0]'
              evry: 1
              ^~~~
              did you mean 'every'?
            1 error
            """)
    }

    @Test func duplicateKey() throws {
        try write(replacing: "step: 0.5,", by: "step: 0.5, step: 1,")
        try expect(
            """
            bad.yml:5:47: error: duplicate key 'step'
              integrate: {method: runge-kutta-4, step: 0.5, step: 1, until: 10}
                                                            ^~~~
              first used on line 5
            1 error
            """)
    }

    @Test func missingBlankAfterAColon() throws {
        try write(replacing: "{method: runge-kutta-4,", by: "{method:runge-kutta-4,")
        try expect(
            """
            bad.yml:5:13: error: a blank is missing after the colon in 'method:runge-kutta-4'
              integrate: {method:runge-kutta-4, step: 0.5, until: 10}
                          ^~~~~~~~~~~~~~~~~~~~
              expected: 'method: runge-kutta-4'
            1 error
            """)
    }

    // MARK: Values

    @Test func wrongType() throws {
        try write(replacing: "coupling: 1", by: "coupling: strong")
        try expect(
            """
            bad.yml:4:24: error: 'coupling' must be a number, not the text 'strong'
              kuramoto: {coupling: strong, frequency: 1}
                                   ^~~~~~
            1 error
            """)
    }

    @Test func negativeStep() throws {
        try write(replacing: "step: 0.5", by: "step: -0.5")
        try expect(
            """
            bad.yml:5:42: error: 'step' must be greater than 0
              integrate: {method: runge-kutta-4, step: -0.5, until: 10}
                                                       ^~~~
            1 error
            """)
    }

    @Test func toleranceBelowTheRoundingOfNumbers() throws {
        try write(replacing: "runge-kutta-4, step: 0.5,", by: "rkf45, tolerance: 1e-30,")
        try expect(
            """
            bad.yml:5:39: error: 'tolerance' is smaller than the rounding of numbers
              integrate: {method: rkf45, tolerance: 1e-30, until: 10}
                                                    ^~~~~
              expected: 1e-15 or greater
            1 error
            """)
    }

    @Test func recordsBeyondTheEnd() throws {
        try write(replacing: "every: 1", by: "every: 20")
        try expect(
            """
            bad.yml:8:12: error: 'every' is longer than the run: only the initial state would be recorded
              every: 20
                     ^~
              expected: at most 10, the end of the run
            1 error
            """)
    }

    @Test func unknownModel() throws {
        try write(replacing: "kuramoto:", by: "kuramotto:")
        try expect(
            """
            bad.yml:4:3: error: unknown key 'kuramotto' in 'model'
              kuramotto: {coupling: 1, frequency: 1}
              ^~~~~~~~~
              did you mean 'kuramoto'?
              allowed: \(NetworkReader.modelNames.joined(separator: ", "))
            1 error
            """)
    }

    @Test func unknownMethodIsTheOnlyProblem() throws {
        // Whether a step is needed depends on the method, so that nothing is said about the step.
        try write(replacing: "runge-kutta-4, step: 0.5,", by: "rk8dp,")
        try expect(
            """
            bad.yml:5:21: error: 'method' cannot be 'rk8dp'
              integrate: {method: rk8dp, until: 10}
                                  ^~~~~
              did you mean 'rk8pd'?
              allowed: runge-kutta-4, rk2, rk4, rkf45, rkck, rk8pd, msadams, msbdf, bsimp, rk4imp
            1 error
            """)
    }

    // MARK: Data

    @Test func vertexOutOfRange() throws {
        try write(
            Self.good.replacingOccurrences(of: "edges.csv}", with: "edges.csv, vertices: 3, numbered-from: 1}"),
            edges: "source,target\n1,2\n2,34\n0,1\n")
        try expect(
            """
            edges.csv:3:3: error: vertex 34 is out of range: there are 3 vertices, numbered from 1 to 3
              2,34
                ^~
            edges.csv:4:1: error: vertex 0 is out of range: there are 3 vertices, numbered from 1 to 3
              0,1
              ^
            2 errors
            """)
    }

    @Test func notANumberInData() throws {
        try place.directory.write(
            "name,mass,x,y,z\nSun,1,0,0,0\nEarth,nan,1,0,inf\n", to: "Scenarios/data/outer-solar-system.csv")
        try expect(
            """
            Scenarios/data/outer-solar-system.csv:3:7: error: 'nan' is not a finite number
              Earth,nan,1,0,inf
                    ^~~
            Scenarios/data/outer-solar-system.csv:3:15: error: 'inf' is not a finite number
              Earth,nan,1,0,inf
                            ^~~
            2 errors
            """, file: "Scenarios/outer-solar-system.yml")
    }

    @Test func particlesInOnePlace() throws {
        try place.directory.write(
            "name,mass,x,y,z\nSun,1,0,0.5,0\nEarth,1,1,0,0\nSun 2,1,0,0.5,0\n",
            to: "Scenarios/data/outer-solar-system.csv")
        try expect(
            """
            Scenarios/data/outer-solar-system.csv:4:9: error: 'Sun 2' is in the same place as 'Sun' in line 2, \
            (0.0, 0.5, 0.0): gravity has no bounds there
              Sun 2,1,0,0.5,0
                      ^
            1 error
            """, file: "Scenarios/outer-solar-system.yml")
    }

    @Test func semicolonsInData() throws {
        try write(Self.good, edges: "source;target\n1;2\n2;3\n")
        try expect(
            """
            edges.csv:1:7: error: the separator seems to be ';', but fields must be separated by ',' (and decimals by \
            '.')
              source;target
                    ^
            1 error
            """)
    }

    @Test func missingDataFile() throws {
        try write(replacing: "edges.csv", by: "edgse.csv")
        try expect(
            """
            bad.yml:2:21: error: the file 'edgse.csv' does not exist
              edge-list: {file: edgse.csv}
                                ^~~~~~~~~
              expected: a path from the folder of the scenario
            1 error
            """)
    }

    // MARK: Overrides and results

    @Test func overrideIsShownAsItWasTyped() throws {
        try write(Self.good)
        let before = try place.files()
        let outcome = try place.observatory("run", "bad.yml", "--set", "integrate.step=-1", "--set", "foo")
        let errors = """
            --set integrate.step=-1:1:16: error: 'step' must be greater than 0
              integrate.step=-1
                             ^~
            --set foo:1:1: error: missing '='
              foo
              ^~~
              expected: key.path=value
            2 errors

            """
        #expect(outcome == Program.Outcome(status: 65, output: "", errors: errors))
        #expect(try place.files() == before)
    }

    @Test(arguments: ["Scenarios", "Scenarios/karate-club.yml", "dangling"])
    func outputThatExists(output: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: place.directory.path(of: "dangling"), withDestinationPath: "nowhere")
        let before = try place.files()
        let outcome = try place.observatory("run", "Scenarios/karate-club.yml", "--output", output)
        let error =
            "error: '\(output)' exists already: results are never overwritten, name a directory that does not exist, or an "
            + "empty one\n"
        #expect(outcome == Program.Outcome(status: 73, output: "", errors: error))
        #expect(try place.files() == before)
    }

    /// It would be a pity to read large data first.
    @Test func outputIsCheckedBeforeTheScenarioIsRead() throws {
        let outcome = try place.observatory("run", "nowhere.yml", "--output", "Scenarios")
        #expect(outcome.status == 73)
        #expect(outcome.errors.hasPrefix("error: 'Scenarios' exists already"))
    }

    @Test func outputThatCannotBeCreated() throws {
        let name = String(repeating: "x", count: 300)
        let before = try place.files()
        let outcome = try place.observatory("run", "Scenarios/karate-club.yml", "--output", name)
        let error = "error: '\(name)' cannot be created: file name too long\n"
        #expect(outcome == Program.Outcome(status: 73, output: "", errors: error))
        #expect(try place.files() == before)
    }

    // MARK: All at once

    @Test func severalProblemsAtOnce() throws {
        try write(
            """
            seed: -1
            sed: 2
            graph:
              edge-list: {file: edges.csv}
            model:
              kuramoto: {coupling: strong, frequency: {normal: {mean: 0, deviation: -1}}}
            integrate: {method: runge-kutta-4, step: 0.3, until: 10, tolerance: 1}
            observe:
              - nodes: [1, Jupiter, 1]
                fields: [phase, phases]
                every: never
              - quantity: order
              - {quantity: order-parameter, fields: [phase]}
            """, edges: "source,target\n1,2\n2,3\n")
        try expect(
            """
            bad.yml:1:7: error: 'seed' must be between 0 and 18446744073709551615
              seed: -1
                    ^~
            bad.yml:2:1: error: unknown key 'sed'
              sed: 2
              ^~~
              did you mean 'seed'?
            bad.yml:6:24: error: 'coupling' must be a number, not the text 'strong'
              kuramoto: {coupling: strong, frequency: {normal: {mean: 0, deviation: -1}}}
                                   ^~~~~~
            bad.yml:6:73: error: 'deviation' must be 0 or greater
              kuramoto: {coupling: strong, frequency: {normal: {mean: 0, deviation: -1}}}
                                                                                    ^~
            bad.yml:7:54: error: 'until' must be a whole number of steps, each 0.3 long
              integrate: {method: runge-kutta-4, step: 0.3, until: 10, tolerance: 1}
                                                                   ^~
            bad.yml:7:69: error: 'tolerance' has no meaning for 'runge-kutta-4', whose step is fixed
              integrate: {method: runge-kutta-4, step: 0.3, until: 10, tolerance: 1}
                                                                                  ^
              expected: no 'tolerance', or one of the adaptive methods rk2, rk4, rkf45, rkck, rk8pd, msadams, msbdf, bsimp, rk4imp
            bad.yml:9:16: error: there is no node 'Jupiter'
              - nodes: [1, Jupiter, 1]
                           ^~~~~~~
              allowed: 1, 2, 3
            bad.yml:9:25: error: '1' stands twice in the list of nodes
              - nodes: [1, Jupiter, 1]
                                    ^
            bad.yml:10:21: error: 'fields[1]' cannot be 'phases'
              fields: [phase, phases]
                              ^~~~~~
              did you mean 'phase'?
              allowed: phase
            bad.yml:11:12: error: 'every' must be a number, not the text 'never'
              every: never
                     ^~~~~
            bad.yml:12:15: error: 'quantity' cannot be 'order'
              - quantity: order
                          ^~~~~
              allowed: order-parameter
            bad.yml:13:41: error: 'fields' has no meaning for a quantity, only for 'nodes'
              - {quantity: order-parameter, fields: [phase]}
                                                    ^~~~~~~
            12 errors
            """)
    }

    @Test func problemsOfScenarioDataAndOverridesStandTogether() throws {
        try write(Self.good.replacingOccurrences(of: "coupling: 1, ", with: ""), edges: "source,target\n1,1\n2,\n")
        let before = try place.files()
        let outcome = try place.observatory("run", "bad.yml", "--set", "integrate.until=never")
        let errors = """
            bad.yml:4:3: error: missing key 'coupling' in 'kuramoto'
              kuramoto: {frequency: 1}
              ^~~~~~~~
              expected: 'coupling', the coupling strength K of the sum over edges, or that of a mean field
            --set integrate.until=never:1:17: error: 'until' must be a number, not the text 'never'
              integrate.until=never
                              ^~~~~
            edges.csv:2:1: error: the edge joins vertex 1 to itself: the graph must be simple
              1,1
              ^
            edges.csv:3:3: error: the vertex is missing
              2,
                ^
            4 errors

            """
        #expect(outcome == Program.Outcome(status: 65, output: "", errors: errors))
        #expect(try place.files() == before)
    }
}
