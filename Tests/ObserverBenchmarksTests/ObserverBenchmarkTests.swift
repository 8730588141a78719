import Testing

@testable import ObserverBenchmarks

@Suite struct ObserverBenchmarkTests {
    private func figures(
        of contestants: [any Contestant], _ plan: BenchmarkPlan, progress: @escaping (String) -> Void = { _ in }
    ) throws -> [Figure] {
        var figures: [Figure] = []
        let benchmark = ObserverBenchmark(contestants, plan: plan, showProgress: progress)
        try benchmark.run { figure throws(BenchmarkError) in figures.append(figure) }
        return figures
    }

    @Test func figuresComeByWorkloadAndCountForOneContestantAfterTheOther() throws {
        let plan = BenchmarkPlan(workloads: [.fanOut, .population], counts: [1, 20], runs: 2, isQuick: true)
        let figures = try figures(of: [SwiftClosures(), ObserverCoreContestant()], plan)
        let rows = ["fan-out"] + ["population-begin", "population-change", "population-end"]
        #expect(figures.count == 2 * 2 * rows.count)
        let names = ["Swift closures", "ObserverCore"]
        #expect(figures.prefix(4).map(\.library) == names + names)
        #expect(figures.prefix(4).map(\.count) == [1, 1, 20, 20])
        #expect(Set(figures.map(\.row.rawValue)) == Set(rows))
        #expect(figures.allSatisfy { $0.nanoseconds > 0 && $0.spread >= 0 })
    }

    @Test func lostMessagesAreAnError() throws {
        struct Forgetful: Contestant {
            let name = "Forgetful"
            func fanOut(_ work: Work) -> Outcome? {
                Outcome(
                    Phase(.fanOut, nanoseconds: 1e9, operations: work.count), received: Reception(messages: 2, sum: 3))
            }
        }
        let expected = BenchmarkError.wrongReception(
            library: "Forgetful", workload: .fanOut, count: 3, received: Reception(messages: 2, sum: 3),
            expected: Reception(messages: 3, sum: 3))
        #expect(throws: BenchmarkError.incomplete([expected])) {
            _ = try figures(of: [Forgetful()], BenchmarkPlan(workloads: [.fanOut], counts: [3]))
        }
        #expect(
            expected.description
                == "Forgetful delivered wrongly in 'fan-out' at 3: 2.0 messages with a sum of 3.0 arrived instead of "
                + "3.0 messages with a sum of 3.0")
    }

    @Test func whatIsLeftOutIsTold() throws {
        struct Slow: Contestant {
            let name = "Slow"
            let limit: Limit? = Limit(10, because: "it takes for ever")
            func fanOut(_ work: Work) -> Outcome? { SwiftClosures().fanOut(work) }
        }
        var lines: [String] = []
        let plan = BenchmarkPlan(workloads: [.fanOut, .death], counts: [10, 11], runs: 1, isQuick: true)
        let figures = try figures(of: [Slow()], plan) { lines.append($0) }
        #expect(figures.map(\.count) == [10])
        #expect(
            lines == [
                "fan-out, 10 (1 of 4)", "fan-out, 11 (2 of 4)",
                "  without Slow, which stops at 10 because it takes for ever",
                "  without Slow, which does not offer this", "death, 10 (3 of 4)", "death, 11 (4 of 4)",
            ])
    }

    @Test func roundsAreAddedUntilARunIsLongEnough() throws {
        let plan = BenchmarkPlan(workloads: [.fanOut], counts: [1], runs: 1, isQuick: true)
        final class Log { var rounds: [Int] = [] }
        struct Timer: Contestant {
            let name = "Timer"
            let log: Log
            func fanOut(_ work: Work) -> Outcome? {
                log.rounds.append(work.rounds)
                let received = Reception(
                    messages: Double(work.rounds), sum: Double(work.rounds * (work.rounds + 1) / 2))
                return Outcome(
                    Phase(.fanOut, nanoseconds: Double(10 * work.rounds), operations: work.rounds), received: received)
            }
        }
        let log = Log()
        _ = try figures(of: [Timer(log: log)], plan)
        // The first asks whether the workload is offered; a step adds two digits at most; the last is the one that counts.
        #expect(log.rounds == [1, 1, 100, 10_000, 24_000, 24_000])
    }
}

@Suite struct FigureTests {
    private func phase(_ nanoseconds: Double, bytes: Double? = nil) -> Phase {
        Phase(.fanOut, nanoseconds: nanoseconds, operations: 10, bytes: bytes)
    }

    @Test(
        arguments: [
            ([30.0], 3.0, 0.0), ([50.0, 10.0, 30.0], 3.0, 4.0 / 3), ([40.0, 10.0, 30.0, 20.0], 2.5, 1.2),
            ([0.0, 0.0], 0.0, 0.0),
        ] as [([Double], Double, Double)])
    func medianAndSpread(times: [Double], nanoseconds: Double, spread: Double) {
        let figure = Figure(library: "A", count: 1, row: .fanOut, runs: times.map { phase($0) })
        #expect(abs(figure.nanoseconds - nanoseconds) < 1e-12)
        #expect(abs(figure.spread - spread) < 1e-12)
    }

    @Test func rowsHaveSixFields() {
        let measured = Figure(library: "A", count: 7, row: .fanOut, runs: [phase(12.345, bytes: 96.04)])
        #expect(measured.csvRow == "A,fan-out,7,1.23,96.0,0.0")
        let unweighed = Figure(library: "A", count: 7, row: .fanOut, runs: [phase(12)])
        #expect(unweighed.csvRow == "A,fan-out,7,1.2,,0.0")
    }
}
