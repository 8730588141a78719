import Foundation
import TestSupport
import Testing

/// Streams that are closed, full, or read by somebody who goes away, and limits of the system.
@Suite(.waitsForPrograms) struct StreamTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
        try place.directory.write(
            """
            graph: {ring: {nodes: 50}}
            model: {kuramoto: {coupling: 1, frequency: 1}}
            integrate: {method: runge-kutta-4, step: 0.5, until: 1000}
            observe:
              - {nodes: all}
              - {quantity: order-parameter}
            """, to: "ring.yml")
    }

    private static let piped = "--set 'observe.0.to=standard-output'"
    private static let results = "Results: out\n"

    @Test("A reader that goes away ends the run with an error, and the other tables are complete rows")
    func closedPipe() throws {
        for (name, format) in [("csv", ""), ("json", "--set observe.0.format=json-lines")] {
            let outcome = try place.program.shell(
                "(\"$0\" run ring.yml -o \(name) \(Self.piped) \(format); echo $? > status) | head -n 1")
            #expect(outcome.output.split(separator: "\n").count == 1)
            #expect(
                outcome.errors
                    == "Results: \(name)\nerror: the standard output cannot be written: Broken pipe\n")
            #expect(try place.directory.read("status") == "73\n")
            #expect(try place.directory.read("\(name)/order-parameter.csv").hasSuffix("\n"))
        }
    }

    @Test("What is said about the results goes to standard error where standard output cannot be written")
    func outputThatCannotBeWritten() throws {
        for redirection in [">&-", ">/dev/full"] {
            let outcome = try place.program.shell("\"$0\" run ring.yml -o out \(redirection)")
            #expect(outcome == Program.Outcome(status: 0, output: "", errors: Self.results))
            // Nothing but rows got into the tables.
            let rows = try place.directory.read("out/order-parameter.csv").split(separator: "\n").dropFirst()
            #expect(rows.count == 2001)
            #expect(rows.allSatisfy { $0.split(separator: ",").compactMap { Double($0) }.count == 2 })
            try FileManager.default.removeItem(atPath: place.directory.path(of: "out"))
        }
        let outcome = try place.program.shell("\"$0\" validate ring.yml >/dev/full")
        #expect(outcome == Program.Outcome(status: 0, output: "", errors: "ring.yml: valid (50 nodes, 2000 steps)\n"))
    }

    @Test(
        "A text that is asked for and cannot be written is an error", arguments: ["new kuramoto", "schema", "models"])
    func textThatCannotBeWritten(command: String) throws {
        let outcome = try place.program.shell("\"$0\" \(command) >/dev/full")
        #expect(outcome.status == 73)
        #expect(outcome.errors == "error: the standard output cannot be written: No space left on device\n")
    }

    @Test("Rows for a standard output that is closed or full end the run with an error")
    func rowsThatCannotBeWritten() throws {
        for (redirection, reason) in [(">&-", "Bad file descriptor"), (">/dev/full", "No space left on device")] {
            let outcome = try place.program.shell("\"$0\" run ring.yml -o out \(Self.piped) \(redirection)")
            #expect(
                outcome
                    == Program.Outcome(
                        status: 73, output: "",
                        errors: Self.results + "error: the standard output cannot be written: \(reason)\n"))
            try FileManager.default.removeItem(atPath: place.directory.path(of: "out"))
        }
    }

    @Test("A file that may not get larger ends the run with complete rows, and it goes on where it may")
    func limitOfFiles() throws {
        #expect(try place.observatory("run", "ring.yml", "-o", "whole").status == 0)
        let outcome = try place.program.shell("ulimit -f 512; exec \"$0\" run ring.yml -o out")
        #expect(
            outcome
                == Program.Outcome(
                    status: 73, output: Self.results,
                    errors: "error: the file 'out/nodes.csv' cannot be written: File too large\n"))
        let rows = try place.directory.read("out/nodes.csv")
        #expect(rows.hasSuffix("\n"))
        #expect(try place.directory.read("whole/nodes.csv").hasPrefix(rows))
        #expect(try place.observatory("resume", "out", "--quiet").status == 0)
        for file in try place.files(in: "whole") {
            #expect(try place.data("out/\(file)") == place.data("whole/\(file)"), "\(file)")
        }
    }

    @Test("A scenario can come through a pipe")
    func scenarioThroughAPipe() throws {
        let outcome = try place.program.shell("cat ring.yml | \"$0\" validate /dev/stdin")
        #expect(
            outcome
                == Program.Outcome(status: 0, output: "/dev/stdin: valid (50 nodes, 2000 steps)\n", errors: ""))
        #expect(
            try place.program.shell("bash -c '\"$0\" validate <(cat ring.yml)' \"$0\"").output
                .hasSuffix(": valid (50 nodes, 2000 steps)\n"))
    }

    @Test("What comes through a pipe is called 'scenario', and its data lie in the present folder, but are no pipes")
    func nameOfWhatComesThroughAPipe() throws {
        try place.directory.write("source,target\na,b\n", to: "pair.csv")
        let scenario = "sed -e 's/ring: .*/file: pair.csv}/' -e 's/1000/1/' ring.yml"
        let outcome = try place.program.shell("\(scenario) | \"$0\" run /dev/stdin")
        #expect(outcome == Program.Outcome(status: 0, output: "Results: Results/scenario\n", errors: ""))
        #expect(try place.directory.read("Results/scenario/manifest.json").contains("\"name\" : \"scenario\""))
        #expect(try place.observatory("run", "Results/scenario/scenario.yml", "-o", "again").status == 0)
        #expect(try place.data("again/nodes.csv") == place.data("Results/scenario/nodes.csv"))
        let data = "cat pair.csv | \"$0\" validate ring.yml --set 'graph={edge-list: {file: /dev/stdin}}'"
        #expect(try place.program.shell(data).errors.contains("error: '/dev/stdin' is a named pipe, not a file\n"))
    }

    @Test(
        "A directory that cannot be is told, with the reason",
        arguments: [
            ("ring.yml/out", "'ring.yml/out' cannot be created: 'ring.yml' is a file, not a folder"),
            ("ring.yml/a/b/out", "'ring.yml/a/b/out' cannot be created: 'ring.yml' is a file, not a folder"),
            ("", "'' cannot be created: it must have a name"),
            ("/proc/out", "'/proc/out' cannot be created: no such file or directory"),
        ])
    func directories(path: String, message: String) throws {
        let before = try place.files()
        #expect(
            try place.observatory("run", "ring.yml", "-o", path)
                == Program.Outcome(status: 73, output: "", errors: "error: \(message)\n"))
        #expect(try place.files() == before)
    }
}
