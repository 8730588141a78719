import Foundation
import TestSupport
import Testing

/// `observatory benchmark observers`, on counts so small that it takes no time.
@Suite(.waitsForPrograms) struct BenchmarkTests {
    private static let header = "library,workload,count,nanoseconds,bytes,spread"

    private func observers(_ arguments: String...) throws -> Program.Outcome {
        try Program(folder: TemporaryDirectory()).run(["benchmark", "observers"] + arguments)
    }

    @Test func tableGoesToStandardOutputAndProgressToStandardError() throws {
        let outcome = try observers("--workloads", "fan-out", "death", "--counts", "1", "20", "--runs", "2", "--quick")
        #expect(outcome.status == 0)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first.map(String.init) == Self.header)
        let names = lines.dropFirst().map { $0.split(separator: ",").prefix(3).joined(separator: ",") }
        #expect(
            names == [
                "Swift closures,fan-out,1", "ObserverCore,fan-out,1", "Swift closures,fan-out,20",
                "ObserverCore,fan-out,20", "ObserverCore,death,1", "ObserverCore,death,20",
            ])
        for line in lines.dropFirst() {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            #expect(fields.count == 6)
            #expect(fields.count == 6 && Double(fields[3]) ?? 0 > 0 && Double(fields[5]) ?? -1 >= 0)
        }
        #expect(
            outcome.errors == """
                fan-out, 1 (1 of 4)
                fan-out, 20 (2 of 4)
                  without Swift closures, which does not offer this
                death, 1 (3 of 4)
                death, 20 (4 of 4)

                """)
    }

    @Test func everyWorkloadHasItsRows() throws {
        let outcome = try observers("--counts", "3", "--runs", "1", "--quick")
        let rows = outcome.output.split(separator: "\n").filter { $0.hasPrefix("ObserverCore,") }
        let workloads = rows.map { $0.split(separator: ",")[1] }
        #expect(
            workloads == [
                "fan-out", "population-begin", "population-change", "population-end", "population-loop", "unobserved",
                "churn", "chain", "chain-plain", "chain-capturing", "death", "collection", "re-entrant",
            ])
    }

    @Test func tableGoesToAFileThatIsNotOverwritten() throws {
        let folder = try TemporaryDirectory()
        let arguments = [
            "benchmark", "observers", "--workloads", "chain", "--counts", "1", "--quick", "--output", "chain.csv",
        ]
        let first = try Program(folder: folder).run(arguments)
        #expect(first == Program.Outcome(status: 0, output: "", errors: "chain, 1 (1 of 1)\n"))
        let table = try folder.read("chain.csv")
        #expect(table.hasPrefix(Self.header + "\n"))
        #expect(table.split(separator: "\n").count == 5)
        let second = try Program(folder: folder).run(arguments)
        let errors = "error: cannot create 'chain.csv': File exists\n"
        #expect(second == Program.Outcome(status: 73, output: "", errors: errors))
        #expect(try folder.read("chain.csv") == table)
    }

    @Test(arguments: [
        (["--counts", "10", "--largest", "10"], "Error: Give either '--counts' or '--largest'."),
        (["--counts", "10", "0"], "Error: 0 is not a number to measure with. Give one from 1 to 100000000."),
        (["--runs=-1"], "Error: -1 is not a number to measure with. Give one from 1 to 100000000."),
        (
            ["--largest", "100000001"],
            "Error: 100000001 is not a number to measure with. Give one from 1 to 100000000."
        ),
        (["--largest", "many"], "Error: The value 'many' is invalid for '--largest <count>'"),
    ])
    func wrongArguments(arguments: [String], error: String) throws {
        let outcome = try Program(folder: TemporaryDirectory()).run(["benchmark", "observers"] + arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output == "")
        #expect(outcome.errors.split(separator: "\n").first.map(String.init) == error)
    }

    @Test func anUnknownWorkloadIsAnsweredWithTheKnownOnes() throws {
        let outcome = try observers("--workloads", "fanout")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("'fanout'"))
        let workloads = [
            "fan-out", "population", "population-loop", "unobserved", "churn", "chain", "chain-capturing", "death",
            "collection", "re-entrant",
        ]
        for workload in workloads { #expect(outcome.errors.contains(workload)) }
    }
}
