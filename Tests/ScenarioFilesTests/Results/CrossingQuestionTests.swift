import ScenarioTestSupport
import SimulationEngine
import TestSupport
import Testing

@testable import ScenarioFiles

/// By which numbers the time of a crossing is moved: closed forms first.
@Suite struct CrossingQuestionTests {
    private typealias Number = CrossingSensitivity.Number
    private let folder: ScenarioFolder

    init() throws { folder = try ScenarioFolder() }

    // MARK: Asking

    private func question(
        _ scenario: String, first condition: String, node: String? = nil, of nodes: CrossingQuestion.Nodes = .allNodes
    ) throws -> CrossingQuestion {
        let results = try folder.run(scenario)
        return try CrossingQuestion(ofFirst: condition, ofNode: node, in: results.path, varying: nodes)
    }

    /// Compares derivatives with known ones, to a millionth unless they are less than a number, and demands that their errors hold.
    private func expect(
        _ rows: [CrossingSensitivity], _ known: [(Number, Double)], from least: Double = 0,
        at place: SourceLocation = #_sourceLocation
    ) throws {
        for (number, slope) in known {
            let row = try #require(rows.first { $0.number == number }, sourceLocation: place)
            guard case .moves(let found, let error) = row.effect else {
                Issue.record("\(row)", sourceLocation: place)
                continue
            }
            let words = "\(number): \(found) ± \(error), not \(slope)"
            #expect(abs(slope) < least || abs(found / slope - 1) <= 1e-6, "\(words)", sourceLocation: place)
            #expect(abs(found - slope) <= error, "\(words)", sourceLocation: place)
        }
    }

    private func equations(_ body: String, nodes: Int = 1, integrate: String) -> String {
        """
        graph: {isolated: {nodes: \(nodes)}}
        model:
          equations:
            \(body.split(separator: "\n").joined(separator: "\n    "))
        integrate: \(integrate)
        observe: [{nodes: all, every: 1}]

        """
    }

    private func parameter(_ name: String) -> Number { .parameter("model.equations.parameters.\(name)") }
    private func initial(_ field: String, _ node: String = "0") -> Number { .initialValue(field: field, node: node) }

    private static let exact = "{method: rk8pd, tolerance: 1e-13, step: 1, until: 20}"

    // MARK: Closed forms

    /// v = rest + (v₀ − rest) exp(−t/τ) comes to a level after τ log((v₀ − rest)/(level − rest)).
    @Test("numbers that are written with their units")
    func units() throws {
        let text = equations(
            """
            time-unit: ms
            variables: {v: -0.06 V}
            parameters: {rest: {value: -65 mV, unit: V}, tau: 0.01 s}
            rates: {v: (rest - v) / tau}
            """, integrate: "{method: rk8pd, tolerance: 1e-13, step: 0.001, until: 20}")
        let rows = try question(text, first: "v < -0.063", node: "0").sensitivities(jobs: 1)
        try expect(
            rows,
            [
                (parameter("tau"), 1000 * 0.9162907318741551), (parameter("rest.value"), 10 * (1 / 0.002 - 1 / 0.005)),
                (initial("v"), 10 / 0.005),
            ])
    }

    @Test("the first zero of a harmonic oscillator")
    func oscillator() throws {
        let (x, v, w) = (1.0, 0.5, 2.0)
        let text = equations(
            "variables: {x: 1, v: 0.5}\nparameters: {omega: 2}\nrates: {x: v, v: -omega^2 * x}", integrate: Self.exact)
        let question = try question(text, first: "x < 0", node: "0")
        let a = x * w / v
        let time = (Double.pi - 1.3258176636680326) / w  // atan 4
        #expect(abs(question.time - time) < 1e-11)
        let rows = question.sensitivities(jobs: 1)
        try expect(
            rows,
            [
                (parameter("omega"), -time / w - x / (v * w * (1 + a * a))), (initial("x"), -1 / (v * (1 + a * a))),
                (initial("v"), x / (v * v * (1 + a * a))),
                (.parameter("model.equations.variables.x"), -1 / (v * (1 + a * a))),
            ])
        #expect(rows.first?.number == parameter("omega"))
        #expect(rows.count == 5)
    }

    @Test("a particle that falls to the ground")
    func fall() throws {
        try folder.directory.write("mass,x,y,z\n2,0,0,20\n", to: "stone.csv")
        let text = """
            particles: {file: stone.csv}
            interactions: [{uniform-field: {acceleration: [0, 0, -10]}}]
            integrate: {method: leapfrog, step: 0.125, until: 4}
            observe: [{nodes: all, every: 1}]

            """
        let question = try question(text, first: "z < 0", node: "0")
        #expect(abs(question.time - 2) < 1e-12)
        let rows = question.sensitivities(jobs: 1)
        let field = "interactions.0.uniform-field.acceleration"
        try expect(
            rows,
            [(initial("z"), 0.05), (initial("vz"), 0.1), (.parameter("\(field).2"), 0.1)])
        #expect(rows.first { $0.number == .parameter("\(field).0") }?.effect == CrossingSensitivity.Effect.none)
        #expect(rows.first { $0.number == initial("vx") }?.effect == CrossingSensitivity.Effect.none)
    }

    @Test("logistic growth to a level, with steps of fixed length")
    func logistic() throws {
        let (x, k, level) = (0.1, 2.0, 1.5)
        let text = equations(
            "variables: {x: 0.1}\nparameters: {r: 1.25, K: 2}\nrates: {x: r * x * (1 - x / K)}",
            integrate: "{method: runge-kutta-4, step: 0.00390625, until: 4}")
        let question = try question(text, first: "x >= 1.5", node: "0", of: .none)
        let time = 4.04305126783455 / 1.25  // ln(1.5 · 1.9 / (0.1 · 0.5))
        #expect(abs(question.time - time) < 1e-10)
        try expect(
            question.sensitivities(jobs: 1),
            [
                (parameter("r"), -time / 1.25), (parameter("K"), (1 / (k - x) - 1 / (k - level)) / 1.25),
                (.parameter("model.equations.variables.x"), (-1 / (k - x) - 1 / x) / 1.25),
            ])
    }

    /// t = ln(I/(I − 1)). The second neuron is not connected with it.
    @Test("the first spike of a neuron, which resets it at that time")
    func spike() throws {
        let text = equations(
            "variables: {v: 0}\nparameters: {current: 1.5}\nrates: {v: current - v}\nevents: [{when: v > 1, set: {v: 0}}]",
            nodes: 2, integrate: "{method: runge-kutta-4, step: 0.001953125, until: 2}")
        let question = try question(text, first: "v > 1", node: "1")
        #expect(abs(question.time - 1.0986122886681098) < 1e-10)
        let rows = question.sensitivities(jobs: 1)
        try expect(rows, [(parameter("current"), 1 / 1.5 - 1 / 0.5), (initial("v", "1"), -1 / 1.5)])
        #expect(rows.first { $0.number == initial("v", "0") }?.effect == CrossingSensitivity.Effect.none)
    }

    /// With φ the difference of phases, tan(φ/2) falls as exp(−2Kt), and the order is cos(φ/2).
    @Test("two oscillators that come to an order, which is a quantity")
    func oscillators() throws {
        let text = """
            graph: {complete: {nodes: 2}}
            model: {kuramoto: {coupling: 0.75, frequency: 0.3, phase: [0, 2]}}
            integrate: \(Self.exact)
            observe: [{quantity: order-parameter, every: 1}]

            """
        let question = try question(text, first: "order-parameter > 0.9")
        // tan 1 = 1.5574077246549023, tan(arccos 0.9) = √0.19 / 0.9
        let rate = 1.1680278118699217 / question.time
        #expect(abs(rate - 1.5) < 1e-9)
        let slope = 1 / (1.5 * 0.9092974268256817)  // sin 2
        let rows = question.sensitivities(jobs: 1)
        try expect(
            rows,
            [
                (.parameter("model.kuramoto.coupling"), -question.time / 0.75), (initial("phase", "1"), slope),
                (initial("phase", "0"), -slope), (.parameter("model.kuramoto.phase.1"), slope),
            ])
    }

    @Test("initial values are those after interventions at the beginning, which may be anything before")
    func interventions() throws {
        let text =
            equations(
                "variables: {v: 0.5}\nparameters: {current: 1.5}\nrates: {v: current - v}", integrate: Self.exact)
            + "intervene: [{set: {v: 0}}, {when: {at: 1}, kick: {v: 0.25}}]\n"
        let question = try question(text, first: "v > 1.25", node: "0", of: .matching("v < 0.1"))
        // v = 1.5 (1 − 1/e) + 1/4 at time 1, then 1.5 − (1.25 − v(1)) …
        let rows = question.sensitivities(jobs: 1)
        let gap = 1.5 / 2.718281828459045 - 0.25
        try expect(rows, [(initial("v"), -(1 / 2.718281828459045) / gap)])
        #expect(rows.first { $0.number == initial("v") }?.value == 0)
        #expect(rows.last?.number == .parameter("model.equations.variables.v"))
        #expect(rows.last?.effect == CrossingSensitivity.Effect.none)
    }

    /// x = sin t, which a kick lets be more than 2 from 0.1 on.
    @Test("what an intervention makes hold at once is not taken for a crossing")
    func jumpOverLevel() throws {
        let text =
            equations(
                "variables: {x: 0, v: 1}\nrates: {x: v, v: -x}", integrate: "{method: rk8pd, step: 0.05, until: 10}")
            + "intervene: [{when: {at: 0.1}, kick: {x: 5}}]\n"
        #expect {
            try question(text, first: "x > 2", node: "0", of: .none)
        } throws: { error in
            guard case ReplayError.isMadeToHold("x > 2", _) = error else { return false }
            return true
        }
    }

    // MARK: Networks

    /// The tangent equations, which are integrated here: dt/dp = −(∂x₀/∂p) / ẋ₀ at the crossing.
    @Test("twenty nodes on a ring against variational equations")
    func variations() throws {
        let starts = (0..<20).map { (node: Int) in 0.05 + 0.01 * Double(node * 7 % 20) }
        let text = """
            graph: {ring: {nodes: 20}}
            model:
              equations:
                variables: {x: [\(starts.map { "\($0)" }.joined(separator: ", "))]}
                parameters: {a: 1.5, c: 0.25}
                edges: {pull: from.x - x}
                rates: {x: a * x * (1 - x) + c * pull}
            integrate: \(Self.exact)
            observe: [{nodes: all, every: 1}]

            """
        let question = try question(text, first: "x > 0.5", node: "0")
        let course = RingVariations(of: starts, a: 1.5, c: 0.25, until: question.time)
        #expect(abs(course.x[0] - 0.5) < 1e-9)
        let known = (0..<20).map { (initial("x", "\($0)"), course.slopeOfTime(byColumn: $0)) }
        let rows = question.sensitivities(jobs: 1)
        try expect(
            rows,
            known + [
                (parameter("a"), course.slopeOfTime(byColumn: 20)), (parameter("c"), course.slopeOfTime(byColumn: 21)),
            ], from: 1e-4)
        #expect(rows.first?.number == parameter("a"))
        let sizes = rows.compactMap(\.forOnePerCent).map { abs($0) }
        #expect(sizes == sizes.sorted(by: >))
        #expect(question.sensitivities(jobs: 3) == rows)
    }

    // MARK: Where there is no derivative

    @Test("a crossing that another value of the number lets vanish is told, and so is a number that cannot be moved")
    func vanishing() throws {
        let text = equations(
            "variables: {v: 0}\nparameters: {current: 1.00001}\nrates: {v: current - v}", integrate: Self.exact)
        let rows = try question(text, first: "v > 1", node: "0").sensitivities(jobs: 1)
        #expect(rows.first?.number == parameter("current"))
        #expect(rows.first?.effect == .vanishes(with: 1.00001 - 0x1p-12 * 1.00001))
        let damped = """
            graph: {complete: {nodes: 2}}
            model: {kuramoto: {coupling: 1, frequency: 0, phase: [0, 2], inertia: 1, damping: 0}}
            integrate: \(Self.exact)
            observe: [{quantity: order-parameter, every: 1}]

            """
        let results = try folder.run(damped, to: "damped")
        let row = try CrossingQuestion(
            ofFirst: "order-parameter > 0.9", ofNode: nil, in: results.path, varying: .none
        ).sensitivities(jobs: 1).last
        #expect(row?.number == .parameter("model.kuramoto.damping"))
        #expect(row?.effect == .unknown("'damping' must be 0 or greater"))
    }

    /// amplitude · sin(10 t) + t/10 just comes to the level at one of its peaks, or at the next one.
    @Test("a crossing whose place another one takes is told")
    func jump() throws {
        let peak = 9.58185759344887  // 3.05 · 2π / 10, at which the slope is 1/10 more than 0
        let level = 1 + peak / 10
        let text = equations(
            "variables: {x: 0}\nparameters: {amplitude: 1}\nrates: {x: 10 * amplitude * cos(10 * time) + 0.1}",
            integrate: "{method: runge-kutta-4, step: 0.00390625, until: 12}")
        let question = try question(text, first: "x > \(level)", node: "0", of: .none)
        #expect(abs(question.time - peak) < 1e-3)
        let rows = question.sensitivities(jobs: 1)
        let row = try #require(rows.first { $0.number == parameter("amplitude") })
        guard case .jumps(let values, let times) = row.effect else {
            Issue.record("\(row)")
            return
        }
        let change: Double = 0x1p-12
        #expect(values.lowerBound == 1 - change && values.upperBound == 1 + change)
        #expect(times.lowerBound < peak && times.upperBound > peak + 0.5 && times.upperBound < peak + 0.7)
    }

    @Test("a crossing whose place another one takes is told where the method's error is large, too")
    func jumpUnderLooseTolerance() throws {
        let text = equations(
            "variables: {x: 0}\nparameters: {amplitude: 1}\nrates: {x: 10 * amplitude * cos(10 * time) + 0.5}",
            integrate: "{method: rkf45, tolerance: 1e-3, until: 12}")
        // A little below the peak of sin(10 t) + t/2 at 9.587, so that the error of the method does not matter.
        let rows = try question(text, first: "x > 5.742", node: "0", of: .none).sensitivities(jobs: 1)
        let row = try #require(rows.first { $0.number == parameter("amplitude") })
        guard case .jumps(_, let times) = row.effect else {
            Issue.record("\(row)")
            return
        }
        #expect(times.upperBound - times.lowerBound > 0.5)
    }

    @Test("differences are exact for polynomials up to the fourth degree, and errors cover jumps, kinks and noise")
    func differences() {
        func difference(noise: Double = 0, _ function: (Double) -> Double) -> CentralDifference {
            CentralDifference(of: [-2, -1, 0, 1, 2].map { function(0.5 * $0) }, distance: 0.5, noise: noise)
        }
        for power in 0...3 {
            let polynomial = difference { x in (0..<power).reduce(7.0) { product, _ in product * (x + 1) } }
            #expect(polynomial.slope == 7 * Double(power))
            #expect(polynomial.isSmooth)
        }
        let kink = difference { $0 > 0 ? 3 * $0 : $0 }
        #expect(kink.slope == 2 && kink.error >= 1 && !kink.isSmooth)
        let small = difference { $0 > 0 ? 3.1 * $0 : 3 * $0 }
        #expect(small.error >= 0.05 && small.error < 0.06 && small.isSmooth)
        for place in [0.25, 0.75] {
            let jump = difference { $0 + ($0 > place ? 1 : 0) }
            #expect(jump.error >= abs(jump.slope - 1) && !jump.isSmooth)
            #expect(difference(noise: 4) { $0 + ($0 > place ? 1 : 0) }.isSmooth)
        }
    }

    // MARK: What is asked

    @Test("what cannot be asked is refused with the reason, and nothing is left behind")
    func refusals() throws {
        let body = "variables: {v: 0}\nparameters: {current: 1.5}\nrates: {v: current - v}"
        let results = try folder.run(equations(body, integrate: Self.exact))
        let files = try results.files()
        func ask(_ condition: String, of node: String? = "0", _ nodes: CrossingQuestion.Nodes = .allNodes) throws {
            _ = try CrossingQuestion(ofFirst: condition, ofNode: node, in: results.path, varying: nodes)
        }
        #expect(throws: ReplayError.neverComesToHold("v > 2")) { try ask("v > 2") }
        #expect(throws: ReplayError.neverComesToHold("v < 1")) { try ask("v < 1") }
        #expect(throws: ReplayError.noNode("1")) { try ask("v > 1", of: "1") }
        for condition in ["v >", "v", "w > 1", "node"] {
            #expect(throws: ScenarioError.self) { try ask(condition) }
        }
        #expect(throws: ScenarioError.self) { try ask("v > 1", of: nil) }
        #expect(throws: ScenarioError.self) { try ask("v > 1", .matching("w > 1")) }
        try ask("v > 1", .none)
        #expect(try results.files() == files)
        let short = try folder.run(equations(body, integrate: Self.exact) + "stop: [{when: {at: 1}}]\n", to: "short")
        #expect(throws: ReplayError.neverComesToHold("v > 1")) {
            try CrossingQuestion(ofFirst: "v > 1", ofNode: "0", in: short.path, varying: .none)
        }
        let noisy = try folder.run(
            equations(
                body + "\nnoise: {v: 0.1}", integrate: "{method: euler-maruyama, step: 0.0625, until: 8}"), to: "noisy")
        #expect(throws: ReplayError.isRandom(method: "euler-maruyama")) {
            try CrossingQuestion(ofFirst: "v > 1", ofNode: "0", in: noisy.path, varying: .none)
        }
        #expect(try CrossingQuestion.method(in: noisy.path).isContinuous)
        let epidemic = try folder.run(
            """
            graph: {complete: {nodes: 9}}
            model: {si: {infection: 1, initial: {infected: {count: 1}}}}
            integrate: {method: event-driven, until: 1}
            observe: [{quantity: infected, every: 1}]

            """, to: "epidemic")
        #expect(try !CrossingQuestion.method(in: epidemic.path).isContinuous)
    }

    @Test("numbers of a scenario are those that need not be integers, in the blocks that say what is simulated")
    func numbers() throws {
        let numbers = try folder.scenario(
            """
            graph: {erdos-renyi: {nodes: 12, probability: 0.5}}
            model: {kuramoto: {coupling: 2, frequency: {normal: {mean: 0, deviation: 0.5}}, phase: 1e-3}}
            integrate: {method: rk4, step: 0.5, until: 2}
            observe: [{nodes: all, every: 0.5}]
            intervene: [{when: {at: 1}, kick: {phase: 0.25}}]

            """
        ).numbers()
        let model = "model.kuramoto"
        #expect(
            numbers == [
                ScenarioNumber(path: "\(model).coupling", value: 2),
                ScenarioNumber(path: "\(model).frequency.normal.mean", value: 0),
                ScenarioNumber(path: "\(model).frequency.normal.deviation", value: 0.5),
                ScenarioNumber(path: "\(model).phase", value: 0.001),
            ])
    }

    @Test("the table has as many digits as are known, and says what there is to say of each number")
    func table() {
        func row(
            _ number: Number, _ value: Double, scale: Double? = nil, _ effect: CrossingSensitivity.Effect
        ) -> CrossingSensitivity {
            CrossingSensitivity(number: number, value: value, scale: scale ?? abs(value), effect: effect)
        }
        let rows = [
            row(.parameter("model.a"), 3, .none),
            row(.parameter("model.d"), 0, scale: 1, .unknown("'d' must be 0 or greater")),
            row(initial("v", "ann"), -0.25, scale: 2, .moves(by: 0.123456789, error: 0.00021)),
            row(.parameter("model.b"), 200, .moves(by: -31.4159, error: 3)),
            row(.parameter("model.c"), 1, .vanishes(with: 0.5)),
            row(.parameter("model.e"), 1, .jumps(0.5...1.5, times: 2...2.5)),
            row(initial("v", "bob"), 1, .moves(by: 0, error: 1e-9)),
        ]
        func text(limit: Int) -> String {
            SensitivityTable(rows.mostFirst, ofFirst: "v > 1", ofNode: "bob", at: 2, limit: limit).description
        }
        #expect(
            text(limit: 4) == """
                'v > 1' comes to hold for node bob at time 2
                  number         value  for 1 %  for 1   error
                  model.c        1      it does not come to hold until 1.25 times that time with 0.5
                  model.e        1      no derivative: the time is between 2 and 2.5 for 0.5 to 1.5
                  model.b        200    -63      -31     3
                  v of node ann  -0.25  0.00247  0.1235  0.0003
                1 more moves it less
                1 more does not move it
                model.d = 0 is left out: 'd' must be 0 or greater
                """)
        #expect(text(limit: 5).contains("\n  v of node bob  1      0        0       1e-09\n1 more does not move it\n"))
    }
}
