import TestSupport
import Testing

@testable import SimulationEngine

/// Conditions of the time come to be others where closed forms say, however far one looks ahead.
@Suite struct SwitchingTimesTests {
    private func times(_ formula: String) throws -> [SwitchingTimes] {
        try FieldExpression(formula, fields: []).timeConditions().map { SwitchingTimes($0) }
    }

    /// All switches of a formula from one time to another, looking ahead by so much at a time.
    private func switches(_ formula: String, from start: Double, to end: Double, ahead: Double) throws -> [Double] {
        let times = try times(formula)
        var (time, found) = (start, [Double]())
        while time < end {
            let stretch = times.stretch(from: time, to: min(time + ahead, end))
            try #require(stretch.end > time)
            time = stretch.end
            if stretch.endsAtSwitch, found.last.map({ time - $0 > 1e-9 }) ?? true { found.append(time) }
        }
        return found
    }

    private struct Case {
        let formula: String
        let expected: [Double]

        init(_ formula: String, _ expected: [Double]) { (self.formula, self.expected) = (formula, expected) }
    }

    @Test(
        "of periodic functions, pulses and remainders",
        arguments: [0.01, 0.7, 5, 1000, 1e9])
    func closedForms(ahead: Double) throws {
        let end = min(100, 1000 * ahead)
        // asin 0.9999 before and behind each crest.
        let crests: [Double] = (0..<16).flatMap { (turn: Int) -> [Double] in
            let start: Double = 2 * .pi * Double(turn)
            return [start + 1.5566540733173846, start + .pi - 1.5566540733173846]
        }
        let pulses: [Double] = [0.125, 20, 20.125, 40, 40.125, 60, 60.125, 80, 80.125, 100]
        let cases: [Case] = [
            Case("if(time > 50 and time < 50.001, 1, 0)", [50, 50.001]),
            Case("if(mod(time, 20) < 0.125, 1, 0)", pulses),
            Case("max(time - 7.5, 0) + floor(time / 30)", [7.5, 30, 60, 90]),
            Case("if(sin(time) > 0.9999, 1, 0)", crests),
            // Where the exponent is -4/3 and -4, too.
            Case("abs(exp(-time) - 0.25)", [4.0 / 3, 1.3862943611198906, 4]),
            Case("if((time - 3)^2 < 0.0001, 2, 1)", [2.99, 3.01]),
            // From 1 on it holds, whatever is beyond 16.
            Case("if(1 / (time + 1) < 0.5 or sqrt(time) > 4, 1, 0)", [1]),
            Case("if(1 / (time + 1) < 0.5, 1, 0) + if(sqrt(time) > 4, 1, 0)", [1, 16]),
            Case("if(atan2(2, time - 10) > pi / 4, 1, 0)", [12]),
            Case("min(time, 5) + if(time < 5 and time > 2 and time > 1, 1, 0)", [2, 5]),
            Case("min(time, 5) + if(time < 5 and sin(time) > 2, 1, 0)", [5]),
            Case("if(not (time > 3 and time < 4) or time > 3.5, 1, 0) + if(time > 90 and 2 < 1, 1, 0)", [3, 3.5]),
            Case(
                "if(time > 7 and floor(time / 10) == 2, 1, 0) + if(time > 7, 1, 0)",
                [7, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]),
            // Straight lines.
            Case("if(spline(time, -1, -1, 20, 20, 50, 50, 300, 300) > 42, 1, 0)", [42]),
        ]
        for example in cases {
            let (formula, expected) = (example.formula, example.expected)
            let found = try switches(formula, from: 0, to: end, ahead: ahead)
            let within = expected.filter { $0 < end }
            // What begins or ends at the end itself may count or not.
            let known = found.filter { $0 < end - 1e-9 }
            let wanted = within.filter { $0 < end - 1e-9 }
            #expect(known.count == wanted.count, "\(formula): \(known)")
            #expect(zip(known, wanted).allSatisfy { abs($0 - $1) < 1e-9 }, "\(formula): \(known)")
        }
    }

    @Test("to the last bit: just before, the condition is another") func toTheBit() throws {
        let evaluator = NumberEvaluator(try FieldExpression("sin(3 * time) > 0.3", fields: []))
        for time in try switches("if(sin(3 * time) > 0.3, 1, 0)", from: 0, to: 30, ahead: 4) {
            #expect(evaluator.value(of: [], at: time) != evaluator.value(of: [], at: time.nextDown))
        }
    }

    /// At which −36, −12 and −4 are passed, −4 and −4/3 also on the way back.
    @Test("and where peaks and steps of the time begin", arguments: [0.01, 0.7, 5, 1000, 1e9])
    func onsets(ahead: Double) throws {
        let end = min(100, 1000 * ahead)
        let cases: [Case] = [
            Case(
                "exp(-((time - 5) / 0.1)^2)",
                [4.4, 5 - 0.2 * 3.0.squareRoot(), 4.8, 5 - 0.2 / 3.0.squareRoot(), 5 + 0.2 / 3.0.squareRoot(), 5.2]),
            Case("1 / (1 + exp(-10 * (time - 6)))", [2.4, 4.8, 5.6, 6 - 2 / 15.0, 6 + 2 / 15.0, 6.4]),
            Case("tanh(2 * (time - 9.5))", [0.5, 6.5, 8.5, 9.5 - 1 / 3.0, 9.5 + 1 / 3.0, 10.5]),
            Case(
                "1 / cosh(time - 40) + exp(-2 * time)",
                [2 / 3.0, 2, 4, 28, 36, 40 - 4 / 3.0, 40 + 4 / 3.0, 44]),
        ]
        for example in cases {
            let found = try switches(example.formula, from: 0, to: end, ahead: ahead)
            let known = found.filter { $0 < end - 1e-9 }
            let wanted = example.expected.filter { $0 < end - 1e-9 }
            #expect(known.count == wanted.count, "\(example.formula): \(known)")
            #expect(zip(known, wanted).allSatisfy { abs($0 - $1) < 1e-9 }, "\(example.formula): \(known)")
        }
    }

    /// Among a thousand sets, some of them the same, against the least of what each of them gives by itself.
    @Test(
        "of many sets of inputs the first, and none in between",
        arguments: [
            "if(time > start and time < start + width, 1, 0)", "if(mod(time + start, 40) < width, 1, 0)",
            "if(start + sin(time / width) > 10, 1, 0)", "floor(time - start) * width",
        ], [0.03, 2, 500])
    func manySets(formula: String, ahead: Double) throws {
        let found = try FieldExpression(formula, fields: ["start", "width"]).timeConditions(of: [0, 1])
        let conditions = try #require(found.first)
        var generator = SeededGenerator(seed: 4)
        var sets = (0..<700).map { _ in
            [Double.random(in: 0..<20, using: &generator), Double.random(in: 0.01..<2, using: &generator)]
        }
        sets += sets.prefix(150)
        let all = SwitchingTimes(conditions, count: sets.count) { sets[$0][conditions.inputs[$1]] }
        let each = sets.map { set in SwitchingTimes(conditions) { set[conditions.inputs[$1]] } }
        var (time, count) = (0.0, 0)
        while time < 20, count < 400 {
            let end = time + ahead
            let stretch = all.stretch(from: time, to: end)
            let expected = each.map { $0.stretch(from: time, to: end) }
            #expect(stretch.end == expected.map(\.end).min())
            #expect(stretch.endsAtSwitch == expected.contains { $0.endsAtSwitch && $0.end == stretch.end })
            try #require(stretch.end > time)
            (time, count) = (stretch.end, count + 1)
        }
        #expect(count > 30)
    }

    @Test("a formula that is smooth in the time, or reads more than it, has no conditions of it")
    func none() throws {
        func conditions(_ formula: String, _ fields: [String] = []) throws -> [TimeConditions] {
            try FieldExpression(formula, fields: fields).timeConditions()
        }
        #expect(try conditions("sin(time)^2 + exp(-2) * time").isEmpty)
        #expect(try conditions("if(x > time, 1, 0) + abs(x) + exp(x - time)", ["x"]).isEmpty)
        #expect(try conditions("if(x > time, 1, 0) + abs(time)", ["x"]).map(\.inputs) == [[]])
        #expect(try conditions("exp(-time^2)").map(\.kind) == [.kinks, .onsets])
        #expect(try conditions("abs(tanh(time)) + floor(time)").map(\.kind) == [.jumps, .kinks, .onsets])
    }

    @Test(
        "what cannot be told does not hold up who asks",
        arguments: [
            "if(sin(time)^2 + cos(time)^2 > 1, 1, 0)", "if(log(time - 1e9) > 1, 1, 0)", "if(time == 5, 1, 0)",
            "if(spline(time, 0, 0, 1, 1, 2, 0) > 0.5, 1, 0)", "if(0 * time > 0, 1, 0)",
            "if(sin(1e20 * time) > 2, 1, 0)",
        ])
    func untold(formula: String) throws {
        let times = try times(formula)
        var (time, asked) = (0.0, 0)
        while time < 1000, asked < 100_000 {
            let stretch = times.stretch(from: time, to: time + 10)
            try #require(stretch.end > time)
            (time, asked) = (stretch.end, asked + 1)
        }
        #expect(asked < 2000, "\(formula): \(asked)")
    }
}
