import Essentials
import Foundation
import TestSupport
import Testing

@testable import ScenarioFiles
@testable import Sweeps

@Suite struct SweepSearchTests {
    // MARK: Known functions

    /// Searches for something in functions of the values of keys, one for each replicate, without any run.
    private func optima(
        _ block: String, count: Int, _ function: @escaping (_ replicate: Int, _ values: [Double]) -> Double
    ) throws -> [SweepOptimum] {
        let specification = try TemporaryDirectory().sweep(block).plan.specification
        let search = try #require(specification.search)
        return try SweepSearch(search, of: specification) { point in
            let values = point.compactMap { Double($0) }
            return (0..<count).map { function($0, values) }
        }.optima()
    }

    /// Where the functions of replicates have their minima or roots.
    private static let shifts = [0.02, -0.013, 0.005, 0.031, -0.024, -0.001]
    private static let mean = shifts.reduce(0, +) / 6
    private static let error = (shifts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 30).squareRoot()

    @Test("The minimum of a parabola is the mean of those of the replicates, with its standard error")
    func parabola() throws {
        let block = "{vary: {model.sir.infection: {from: 0, to: 4}}, minimise: infected, tolerance: 1e-7}"
        let found = try optima(block, count: 6) {
            ($1[0] - 1.7 - Self.shifts[$0]) * ($1[0] - 1.7 - Self.shifts[$0]) + 3
        }
        #expect(found.count == 1)
        let value = try #require(Double(found[0].values[0]))
        #expect(abs(value - 1.7 - Self.mean) < 1e-6)
        #expect(abs(try #require(found[0].errors[0]) - Self.error) < 1e-9)
        #expect(abs(found[0].quantity - 3 - 5 * Self.error * Self.error) < 1e-9)
    }

    @Test("A minimum over two keys that depend on each other has the errors of both, whatever else is varied")
    func valley() throws {
        let block = """
            {vary: {model.sir.infection: {from: 0, to: 2}, integrate.until: [2, 3], model.sir.recovery: {from: 1, to: 3}}, \
            by: [model.sir.recovery, model.sir.infection], minimise: infected, tolerance: 1e-6}
            """
        let found = try optima(block, count: 6) { replicate, values in
            let (x, y) = (
                values[0] - 0.8 - Self.shifts[replicate], values[2] - 0.7 * values[1] + 2 * Self.shifts[replicate]
            )
            return 2 * x * x + 1.5 * x * y + y * y
        }
        #expect(found.map { $0.values[1] } == ["2", "3"])
        for (optimum, until) in zip(found, [2.0, 3.0]) {
            let values = optimum.values.compactMap { Double($0) }
            #expect(abs(values[0] - 0.8 - Self.mean) < 1e-4)
            #expect(abs(values[2] - 0.7 * until + 2 * Self.mean) < 1e-4)
            #expect(optimum.errors[1] == nil)
            #expect(abs(try #require(optimum.errors[0]) - Self.error) < 1e-6)
            #expect(abs(try #require(optimum.errors[2]) - 2 * Self.error) < 1e-6)
        }
    }

    @Test(
        "A root has the error that follows from the slope, on linear and logarithmic ranges, from below and from above",
        arguments: ["linear", "logarithmic"], [1.0, -1.0])
    func root(scale: String, sign: Double) throws {
        let block = """
            {vary: {model.sir.infection: {from: 0.5, to: 8, scale: \(scale)}}, tolerance: 1e-9, \
            find: {quantity: infected, equals: \(sign)}}
            """
        let found = try optima(block, count: 6) { sign * (log($1[0] / 2) + 1 + Self.shifts[$0]) }
        let value = try #require(Double(found[0].values[0]))
        #expect(abs(value - 2 * exp(-Self.mean)) < 1e-7)
        // The slope of the logarithm is 1/x; it is taken over a tenth of the range, of whose form nothing is left on a logarithmic one.
        #expect(abs(try #require(found[0].errors[0]) / (Self.error * value) - 1) < (scale == "linear" ? 0.05 : 0.01))
        #expect(abs(found[0].quantity - sign) < 1e-7)
        #expect(found[0].evaluations < 30)
    }

    @Test("One replicate has no error, nor has what lies at a bound")
    func noErrors() throws {
        let block = "{vary: {model.sir.infection: {from: 0, to: 4}}, minimise: infected}"
        let one = try optima(block, count: 1) { ($1[0] - 1) * ($1[0] - 1) }
        #expect(one[0].errors == [nil])
        #expect(one[0].quantityError == nil)
        let edge = try optima(block, count: 6) { $1[0] + Self.shifts[$0] }
        #expect(try #require(Double(edge[0].values[0])) < 0.02)
        #expect(edge[0].errors == [nil])
        #expect(edge[0].quantityError != nil)
    }

    @Test("What cannot be found is told")
    func failures() throws {
        let find = "{vary: {model.sir.infection: {from: 1, to: 4}}, find: {quantity: infected, equals: 9}}"
        #expect(throws: SweepError.noRoot("infected", 9, atBounds: [1, 4])) { try optima(find, count: 1) { $1[0] } }
        #expect(throws: SweepError.notFinite("infected", at: ["model.sir.infection=1"])) {
            try optima(find, count: 2) { $0 == 1 ? .nan : $1[0] }
        }
        let many = "{vary: {model.sir.infection: {from: 1, to: 4}}, minimise: infected, evaluations: 5}"
        #expect(throws: SweepError.tooManyEvaluations(5)) { try optima(many, count: 1) { cos($1[0]) } }
    }

    // MARK: Runs

    /// Nodes that only recover: at time 1 a part of exp(−γ) is left on the average.
    private static let decay = """
        seed: 11
        graph: {isolated: {nodes: 400}}
        model: {sir: {infection: 0, recovery: 1, initial: {infected: 1}}}
        integrate: {method: event-driven, until: 1, step: 0.25}
        observe: [{quantity: infected, every: 0.5}]
        """
    private static let half = """
        vary: {model.sir.recovery: {from: 0.2, to: 2}}, find: {quantity: infected, equals: 200}, replicates: 10
        """

    @Test("The rate at which half of all nodes recover is ln 2, within an error that is that of binomial numbers")
    func halfLife() throws {
        let place = try TemporaryDirectory()
        let sweep = try place.sweep("{\(Self.half)}", Self.decay)
        #expect(sweep.outcome == .unfinished)
        let progress = try sweep.carryOut()
        #expect(progress.isComplete)
        guard case .found(let optima)? = try Sweep(reading: sweep.path).outcome else {
            Issue.record("nothing was found")
            return
        }
        let (value, error) = (try #require(Double(optima[0].values[0])), try #require(optima[0].errors[0]))
        // √(p (1 − p) / (n R)) / p for p = 1/2; its estimate by ten replicates is off by more than a factor of two once in 10³ times,
        // and Student's t of nine degrees of freedom exceeds 6.6 once in 10⁴.
        let expected = 1 / (400.0 * 10).squareRoot()
        #expect(0.5 * expected < error && error < 2 * expected)
        #expect(abs(value - log(2)) < 6.6 * error + 1e-3 * 1.8)
        #expect(progress.runCount == 10 * optima[0].evaluations)
        let table = try String(contentsOfFile: place.path(of: "out/found.csv"), encoding: .utf8)
        #expect(
            table == """
                model.sir.recovery,model.sir.recovery-error,infected,infected-error,replicates,evaluations
                \(value),\(error),\(optima[0].quantity),\(try #require(optima[0].quantityError)),10,\(optima[0].evaluations)

                """)
    }

    @Test(
        "A search that is stopped anywhere goes on by the runs that are complete, also beside others, and finds the same",
        arguments: ["directories", "packed"])
    func stopped(store: String) throws {
        let place = try TemporaryDirectory()
        let whole = try place.sweep("{\(Self.half)}", Self.decay, in: "whole")
        let expected = try whole.carryOut()
        let block = "{\(Self.half), store: \(store)}"
        var completed = 0
        for stop in [3, 40, 100] {
            let asked = Count()
            let progress = try place.sweep(block, Self.decay).carryOut(
                monitor: SweepMonitor(shouldStop: {
                    asked.add()
                    return asked.value > stop
                }))
            #expect(progress.wasStopped)
            #expect(progress.earlier == completed)
            completed += progress.completed
            #expect(try Sweep(reading: place.path(of: "out")).outcome == .unfinished)
        }
        let sweep = try place.sweep(block, Self.decay)
        let others = Count()
        let hears = SweepMonitor(onRun: { _, end, _ in
            if end == .completed { others.add() }
            if case .failed(let reason) = end { Issue.record("\(reason)") }
        })
        WorkerThreads.perform(on: 3) { _ = try? sweep.carryOut(monitor: hears) }
        #expect(completed + others.value == expected.completed)
        let last = try sweep.carryOut()
        #expect(last == SweepProgress(runCount: expected.runCount, earlier: expected.runCount))
        let (one, other) = (try Sweep(reading: whole.path), try Sweep(reading: sweep.path))
        #expect(one.outcome == other.outcome)
        #expect(one.found != nil)
        #expect(try one.collected() == other.collected())
    }

    @Test("A quantity that no table has, or several have, is told, and 'table' chooses")
    func tables() throws {
        let place = try TemporaryDirectory()
        let scenario = Self.decay.replacingOccurrences(
            of: "every: 0.5}", with: "every: 0.5}, {quantity: infected, every: 1, name: last}")
        let block = "vary: {model.sir.recovery: {from: 0.2, to: 2}}, find: {quantity: infected, equals: 200}"
        #expect(throws: SweepError.noQuantity("infected", tables: ["infected", "last"])) {
            try place.sweep("{\(block)}", scenario).carryOut()
        }
        let failed = try Sweep(reading: place.path(of: "out"))
        #expect(failed.outcome == .failed(.noQuantity("infected", tables: ["infected", "last"])))
        #expect(try place.sweep("{\(block), table: last}", scenario).carryOut().isComplete)
        #expect(throws: SweepError.noQuantity("dead", tables: [])) {
            try place.sweep("{vary: {model.sir.recovery: {from: 1, to: 2}}, minimise: dead}", scenario, in: "b")
                .carryOut()
        }
    }

    @Test(
        "What cannot be looked for is refused with what would be right",
        arguments: [
            ("{vary: {model.sir.infection: [1, 2]}, minimise: infected}", "must have a range without 'count'"),
            ("{vary: {model.sir.infection: {from: 0, to: 1, count: 3}}, minimise: infected}", "without 'count'"),
            (
                "{vary: {model.sir.infection: {from: 0, to: 1}}, minimise: infected, by: [model.sir]}",
                "'model.sir' is not varied"
            ),
            ("{minimise: infected}", "there is no key whose value could be looked for"),
            (
                "{vary: {model.sir.infection: {from: 0, to: 1}, model.sir.recovery: {from: 0, to: 1}}, "
                    + "find: {quantity: infected, equals: 1}}", "'find' looks for the value of one key"
            ),
            (
                "{vary: {model.sir.infection: {from: 0, to: 1}}, minimise: infected, find: {quantity: infected, equals: 1}}",
                "either 'minimise' or 'find', not both"
            ),
            (
                "{vary: {model.sir.infection: {from: 0, to: 1}}, minimise: infected, seeds: independent}",
                "the same random numbers"
            ),
            ("{vary: {model.sir.infection: [1]}, tolerance: 0.01}", "'tolerance' has no meaning without"),
            ("{vary: {model.sir.infection: {from: 0, to: 1}}, find: {quantity: infected}}", "missing key 'equals'"),
        ])
    func refused(block: String, words: String) throws {
        let error = try #require(throws: (any Error).self) { try TemporaryDirectory().sweep(block) }
        #expect("\(error)".contains(words), "\(error)")
    }
}
