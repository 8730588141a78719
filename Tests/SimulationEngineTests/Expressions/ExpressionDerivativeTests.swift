import Foundation
import SimulationEngine
import Testing

@Suite("Derivatives of expressions") struct ExpressionDerivativeTests {
    private static let times = [0.375, 1.3125, 2.71875]

    /// Derivatives with respect to time at these times, by mpmath 1.3 with 40 digits (`diff` of the same functions).
    private static let table: [(String, [Double])] = [
        ("3", [0, 0, 0]),
        ("time", [1, 1, 1]),
        ("2 * time - time^2 / 3 + 7", [1.75, 1.125, 0.1875]),
        ("-time^3 + (1 - time)^4", [-1.3984375, -5.0458984375, -1.8653564453125]),
        ("(time^2 + 1) / (3 - time)", [0.45124716553287982, 2.5116598079561043, 125.41975308641975]),
        ("time^5 - 2 * time^0.5 + time^-1.5", [-18.952709935188607, 13.204799790159825, 272.44931536082143]),
        ("2^time", [0.89890068094496246, 1.7215804821901558, 4.5630030782940216]),
        ("time^time", [0.013270911741352994, 1.8174807786542782, 30.339530422816279]),
        ("(1 + time)^sin(time)", [0.6323189647787548, 1.4219207265159167, -1.8639758672768697]),
        ("abs(time - 2) * time", [1.25, -0.625, 3.4375]),
        ("sqrt(1 + time^2)", [0.35112344158839169, 0.7954317200324987, 0.93852716335499465]),
        ("exp(-time^2 / 2)", [-0.34953843463482284, -0.5546630817304353, -0.067499940310350822]),
        ("log(1 + time * time)", [0.65753424657534247, 0.96413199426111908, 0.64796927731874782]),
        ("expm1(time / 2 - 1)", [0.22187365504053994, 0.35455309121869921, 0.71621693178253906]),
        ("log1p(time^2)", [0.65753424657534247, 0.96413199426111908, 0.64796927731874782]),
        ("log10(time)", [1.1581186184086715, 0.33089103383104901, 0.15974049909085125]),
        ("sin(2 * time) + 1", [1.4633777377476418, -1.7390143629319688, 1.3264370733887513]),
        ("cos(time^2)", [-0.10512147926029777, -2.5947899890801621, -4.8665262446338676]),
        ("tan(time / 3)", [0.33859640444923827, 0.40625712556989836, 0.87645160028301717]),
        ("asin(time / 4)", [0.25110592822973779, 0.26465267743153974, 0.34083078906188448]),
        ("acos(time / 4)", [-0.25110592822973779, -0.26465267743153974, -0.34083078906188448]),
        ("atan(3 * time)", [1.3241379310344828, 0.18177514792899408, 0.044428375153662593]),
        ("atan2(sin(time), 2 + cos(time))", [0.32802169722703219, 0.25090235900913152, -0.60922503734678828]),
        ("sinh(time) - cosh(2 * time)", [-0.57349311716707319, -11.739835885697699, -222.24878926543271]),
        ("tanh(time - 1)", [0.69241914796998807, 0.90836681976768162, 0.12069556941759785]),
        ("hypot(time, 3 - time^2)", [-0.61359811115087864, -1.1141504582429008, 5.1496251460431686]),
        ("min(time, 2, time^2 / 2)", [0.375, 1.3125, 0]),
        ("max(sin(time), cos(time))", [-0.36627252908604756, 0.2554337668888117, -0.91192613097069865]),
        ("mod(time^2, 1.5)", [0.75, 2.625, 5.4375]),
        ("mod(10, time)", [-26, -7, -3]),
        ("mod(-time, 1 + time / 7)", [-0.85714285714285714, -0.71428571428571429, -0.71428571428571429]),
        ("if(time < 1, time^2, 2 * time - 1)", [0.75, 2, 2]),
        (
            "if(time > 1 and not (time >= 2), sin(time), if(time == 3, 1, cos(time)))",
            [-0.36627252908604756, 0.2554337668888117, -0.41035439762821133]
        ),
        ("floor(time) * time + ceil(2 * time) + round(time)^2", [0, 1, 2]),
        ("sign(time - 1) * exp(time)", [-1.4549914146182013, 3.7154507379411041, 15.16135869683449]),
        ("exp(sin(log(1 + time^2) * sqrt(time)))", [0.55104653845287795, 1.5760432354580387, -1.1187521340242382]),
        (
            "(time + 1) * (time + 1) * sin(time + 1) / (time + 1)",
            [1.2483961555080131, -0.82487918726120878, -3.6620200816771794]
        ),
        // By scipy 1.17.1, `CubicSpline` with `bc_type="natural"`.
        (
            "spline(time, 0, 1, 1, -0.5, 2, 2, 3, 0.5)",
            [-2.2708333333333335, 2.8854166666666665, -2.516927083333333]
        ),
        ("norm([time, 2 * time + 1, 1])", [1.890103358634046, 2.1498297694071513, 2.2089811850076333]),
        ("dot([time, sin(time)], [2, time])", [2.7152128873031653, 3.3020833757377455, -0.06894477094837592]),
        ("cross([time, 2], [time^2, sin(time)])", [-0.7847871126968345, -3.9479166242622545, -12.943944770948375]),
        ("distance([time, 0], [1, time^2])", [-0.8109756097560976, 2.761338465606703, 5.522689649799783]),
        ("pi * e * time", [8.5397342226735671, 8.5397342226735671, 8.5397342226735671]),
    ]

    private func value(_ expression: FieldExpression, _ numbers: [Double] = [], at time: Double) -> Double {
        NumberEvaluator(expression).value(of: numbers, at: time)
    }

    private func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-14 * max(1, abs(b)) }

    @Test("every function and operator with respect to time", arguments: table)
    func rules(text: String, expected: [Double]) throws {
        let derivative = try FieldExpression(text, fields: []).derivative(withRespectTo: .time)
        for (time, expected) in zip(Self.times, expected) {
            let found = value(derivative, at: time)
            #expect(isClose(found, expected), "at \(time): \(found) instead of \(expected)")
        }
    }

    @Test("all functions of the language are in the table")
    func completeness() throws {
        let error = #expect(throws: ExpressionError.self) { try FieldExpression("nothing(1)", fields: []) }
        guard case .unknownFunction(_, let functions) = error?.problem else { return }
        #expect(functions.count == 31)
        for function in functions {
            #expect(Self.table.contains { $0.0.contains(function + "(") }, "\(function)")
        }
    }

    @Test("with respect to a field, which may be differentiated with respect to others again")
    func fields() throws {
        let energy = try FieldExpression("k * x^2 / 2 + x * y^3 - cos(x * time) + node", fields: ["x", "k", "y"])
        let (x, k, y, time) = (0.7, 3.0, -1.3, 0.4)
        func derivative(_ variables: [FieldExpression.Variable]) -> Double {
            value(variables.reduce(energy) { $0.derivative(withRespectTo: $1) }, [x, k, y], at: time)
        }
        #expect(isClose(derivative([.field(0)]), k * x + y * y * y + time * sin(x * time)))
        #expect(isClose(derivative([.field(1)]), x * x / 2))
        #expect(isClose(derivative([.field(2)]), 3 * x * y * y))
        #expect(isClose(derivative([.time]), x * sin(x * time)))
        #expect(isClose(derivative([.field(0), .field(0)]), k + time * time * cos(x * time)))
        #expect(isClose(derivative([.field(0), .field(2)]), 3 * y * y))
        #expect(isClose(derivative([.field(2), .field(0)]), 3 * y * y))
        #expect(isClose(derivative([.field(0), .time]), sin(x * time) + x * time * cos(x * time)))
        #expect(derivative([.field(1), .field(2)]) == 0)
    }

    @Test("the tenth derivative of an exponential is that to the tenth power of its rate")
    func manyTimes() throws {
        var expression = try FieldExpression("exp(-2 * time)", fields: [])
        for _ in 0..<10 { expression = expression.derivative(withRespectTo: .time) }
        #expect(isClose(value(expression, at: 0.3), 1024 * exp(-0.6)))
    }

    @Test(
        "at the edges of what there is",
        arguments: [
            // Powers of 0.
            ("time^2", 0, 0), ("time^1", 0, 1), ("(time - 1)^0", 1, 0), ("time^1.5", 0, 0), ("0^(1 + time)", 0, 0),
            ("time^(1 + 0 * time)", 0, 1), ("(-2)^(2 + floor(time))", 0.5, 0), ("(time - 3)^3", 0, 27),
            // Far from 0.
            ("tanh(time)", 20, 1.6993417021166355e-17), ("tanh(time)", 800, 0), ("atan(time)", 1e200, 0),
            ("hypot(time, 1e300)", 1e300, 0.5.squareRoot()), ("atan2(time, 1e300)", 1e300, 0.5e-300),
            ("1 / time", 1e150, -1e-300),
            // Beside what has no derivative, in the piece in which the time is.
            ("if(time > 0, sqrt(time), 0)", -1, 0), ("if(time > 0, log(time), 0)", 2, 0.5), ("abs(time)", 0, 0),
            ("min(time, 0)", 1e-300, 0), ("max(time, 0)", 1e-300, 1), ("floor(3 * time)", 0.5, 0),
            ("asin(time)", 1 - 0x1p-53, 67108864),
        ] as [(String, Double, Double)])
    func edges(text: String, time: Double, expected: Double) throws {
        let derivative = try FieldExpression(text, fields: []).derivative(withRespectTo: .time)
        let found = value(derivative, at: time)
        #expect(abs(found - expected) <= 1e-8 * abs(expected), "\(found)")
    }

    @Test("a truth value is constant but for jumps")
    func truth() throws {
        let derivative = try FieldExpression("time > 1 or time < 0", fields: []).derivative(withRespectTo: .time)
        #expect(derivative.kind == .number)
        #expect(!derivative.usesTime)
        #expect(value(derivative, at: 0.5) == 0)
        #expect(derivative.text == "the derivative of 'time > 1 or time < 0' with respect to 'time'")
    }

    @Test("what an expression and its derivative have in common is computed once")
    func size() throws {
        // Without sharing, each nesting would double it.
        let text = String(repeating: "sin(", count: 40) + "time" + String(repeating: ")", count: 40)
        let derivative = try FieldExpression(text, fields: []).derivative(withRespectTo: .time)
        var (product, inner) = (1.0, 0.8)
        for _ in 0..<40 {
            product *= cos(inner)
            inner = sin(inner)
        }
        #expect(abs(value(derivative, at: 0.8) - product) < 1e-14)
    }
}
