import Testing

@testable import ObserverBenchmarks

/// Who is measured when, with a runner whose runs take as long as it is told.
@Suite struct RaceTests {
    /// Says how long runs take, and keeps a list of them.
    private final class Script: Runner {
        private(set) var runs: [String] = []
        private let outcome: (String, Work) throws(BenchmarkError) -> (timed: Double, all: Double)

        init(_ outcome: @escaping (String, Work) throws(BenchmarkError) -> (timed: Double, all: Double)) {
            self.outcome = outcome
        }

        func run(_ workload: Workload, _ work: Work, by contestant: any Contestant) throws(BenchmarkError) -> Run? {
            runs.append("\(contestant.name) \(work.count)×\(work.rounds)")
            let (timed, all) = try outcome(contestant.name, work)
            let phase = Phase(.fanOut, nanoseconds: timed, operations: work.count * work.rounds)
            return Run(Outcome(phase, received: workload.expectedReception(work)), nanoseconds: all)
        }
    }

    private struct Named: Contestant {
        let name: String
    }

    private struct Result {
        var rows: [String] = []
        var lines: [String] = []
        var error: BenchmarkError?
    }

    /// Measures A and B.
    private func measure(_ script: Script, counts: [Int], runs: Int = 2, patience: Int = 60) -> Result {
        var result = Result()
        var lines: [String] = []
        let plan = BenchmarkPlan(workloads: [.fanOut], counts: counts, runs: runs, patience: patience)
        let benchmark = ObserverBenchmark([Named(name: "A"), Named(name: "B")], plan: plan, runner: script) {
            lines.append($0)
        }
        do {
            try benchmark.run { figure throws(BenchmarkError) in result.rows.append(figure.csvRow) }
        } catch {
            result.error = error
        }
        result.lines = lines
        return result
    }

    @Test("libraries take turns")
    func turns() {
        let script = Script { _, _ in (timed: 6e6, all: 7e6) }
        let result = measure(script, counts: [10], runs: 3)
        let turn = ["A 10×1", "B 10×1"]
        // Two to see who offers the workload, two to find the rounds.
        #expect(script.runs == ["A 1×1", "B 1×1"] + turn + turn + turn + turn)
        #expect(result.rows == ["A,fan-out,10,600000.0,,0.0", "B,fan-out,10,600000.0,,0.0"])
        #expect(result.error == nil)
    }

    @Test("a run of a second counts, even if it was to find the rounds")
    func longRunsCount() {
        let script = Script { name, _ in (timed: 6e6, all: name == "A" ? 1e9 : 1e6) }
        _ = measure(script, counts: [10])
        #expect(script.runs == ["A 1×1", "B 1×1", "A 10×1", "B 10×1", "B 10×1", "A 10×1", "B 10×1"])
    }

    @Test("where preparing takes long, rounds are added only as long as a run stays near a second")
    func expensivePreparation() {
        let script = Script { _, work in (timed: 1e3 * Double(work.rounds), all: 2e8 * Double(work.rounds)) }
        _ = measure(script, counts: [10], runs: 1)
        #expect(script.runs.filter { $0.hasPrefix("A") } == ["A 1×1", "A 10×1", "A 10×5"])
    }

    @Test("who fails once has no row at that count, and the others have theirs")
    func failure() {
        let broken = BenchmarkError.runFailed(library: "A", workload: .fanOut, count: 20, reason: "it broke")
        var isFirst = true
        let script = Script { name, work throws(BenchmarkError) in
            guard name == "A", work.count == 20 else { return (timed: 6e6, all: 7e6) }
            defer { isFirst = false }
            if !isFirst { throw broken }
            return (timed: 6e6, all: 7e6)
        }
        let result = measure(script, counts: [10, 20, 30])
        #expect(
            result.rows.map { String($0.prefix(12)) } == [
                "A,fan-out,10", "B,fan-out,10", "B,fan-out,20", "A,fan-out,30", "B,fan-out,30",
            ])
        #expect(
            result.lines == [
                "fan-out, 10 (1 of 3)", "fan-out, 20 (2 of 3)", "  failed: A failed in 'fan-out' at 20: it broke",
                "fan-out, 30 (3 of 3)",
            ])
        #expect(result.error == .incomplete([broken]))
        #expect(
            result.error?.description
                == "this could not be measured:\n  A failed in 'fan-out' at 20: it broke")
    }

    @Test("who would lose patience is left out before it is tried, and that is told")
    func patience() {
        let script = Script { name, work in
            (timed: 6e6, all: name == "A" ? 2e8 * Double(work.count) : 1e6)
        }
        let result = measure(script, counts: [1, 10, 100], runs: 1, patience: 19)
        #expect(script.runs.filter { $0.hasPrefix("A") } == ["A 1×1", "A 1×1", "A 1×1", "A 10×1"])
        #expect(result.rows.filter { $0.hasPrefix("A") }.count == 2)
        #expect(result.rows.filter { $0.hasPrefix("B") }.count == 3)
        #expect(result.lines.last == "  without A, which would take 20 s a run")
        #expect(result.error == nil)
    }

    @Test("who loses patience has no row, is not tried at larger counts, and is no failure")
    func lostPatience() {
        let script = Script { name, work throws(BenchmarkError) in
            if name == "A", work.count == 10 {
                throw .tookTooLong(library: "A", workload: .fanOut, count: 10, seconds: 5)
            }
            return (timed: 6e6, all: 7e6)
        }
        let result = measure(script, counts: [1, 10, 100], runs: 1, patience: 5)
        #expect(result.rows.map { String($0.prefix(9)) } == ["A,fan-out", "B,fan-out", "B,fan-out", "B,fan-out"])
        #expect(
            result.lines == [
                "fan-out, 1 (1 of 3)", "fan-out, 10 (2 of 3)", "  without A, which takes longer than 5 s a run",
                "fan-out, 100 (3 of 3)", "  without A, which would take 50 s a run",
            ])
        #expect(result.error == nil)
    }
}
