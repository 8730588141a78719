import SimulationEngine
import Testing

@Suite struct ElementaryFunctionTests {
    /// The greatest errors in units in the last place, as the kernel states them.
    private static let bounds = [
        "exp(x)": 0.86, "log(x)": 0.85, "log10(x)": 0.72, "x^y": 0.86, "sin(x)": 0.79, "cos(x)": 0.78, "tan(x)": 2.2,
        "asin(x)": 1.14, "acos(x)": 1.01, "atan(x)": 1.9, "atan2(x,y)": 1.9, "sinh(x)": 1.7, "cosh(x)": 1.3,
        "tanh(x)": 1.3, "hypot(x,y)": 1.2,
    ]

    private func value(_ text: String, _ x: Double, _ y: Double = 0) throws -> Double {
        NumberEvaluator(try FieldExpression(text, fields: ["x", "y"])).value(of: [x, y], at: 0)
    }

    @Test("Functions are as near to the exact values as is said")
    func accuracy() throws {
        var rowCount = 0
        for row in ElementaryFunctionTable.rows.split(separator: "\n") {
            let words = row.split(separator: " ").map(String.init)
            let numbers = words.dropFirst().compactMap { Double($0) }
            try #require(numbers.count == 3)
            let (exact, found) = (numbers[2], try value(words[0], numbers[0], numbers[1]))
            let bound = try #require(Self.bounds[words[0]])
            // The value in the table is rounded itself.
            #expect(abs(found - exact) <= (bound + 0.5) * exact.ulp, "\(row): \(found)")
            rowCount += 1
        }
        #expect(rowCount > 250)
    }

    @Test("Zeros, infinities and what is not a number give what IEEE 754 says")
    func specialValues() throws {
        let (infinity, none) = (Double.infinity, Double.nan)
        let cases: [(String, Double, Double, Double)] = [
            ("exp(x)", -infinity, 0, 0), ("exp(x)", infinity, 0, infinity), ("exp(x)", 709.79, 0, infinity),
            ("exp(x)", -746, 0, 0), ("exp(x)", 1e300, 0, infinity), ("log(x)", 0, 0, -infinity),
            ("log(x)", -0.0, 0, -infinity), ("log(x)", -1, 0, none), ("log(x)", infinity, 0, infinity),
            ("log10(x)", 1, 0, 0), ("log10(x)", -5e-324, 0, none), ("sin(x)", -0.0, 0, -0.0),
            ("sin(x)", infinity, 0, none),
            ("cos(x)", 0, 0, 1), ("tan(x)", -0.0, 0, -0.0), ("asin(x)", -0.0, 0, -0.0), ("asin(x)", 1.1, 0, none),
            ("acos(x)", 1, 0, 0), ("acos(x)", -infinity, 0, none), ("atan(x)", -0.0, 0, -0.0),
            ("atan(x)", -infinity, 0, -.pi / 2), ("sinh(x)", -0.0, 0, -0.0), ("sinh(x)", -infinity, 0, -infinity),
            ("sinh(x)", 710.5, 0, infinity), ("cosh(x)", -infinity, 0, infinity), ("tanh(x)", -0.0, 0, -0.0),
            ("tanh(x)", infinity, 0, 1), ("x^y", none, 0, 1), ("x^y", 1, none, 1), ("x^y", -1, infinity, 1),
            ("x^y", 0, -0.5, infinity), ("x^y", -0.0, -3, -infinity), ("x^y", -0.0, 3, -0.0), ("x^y", -0.0, 2.5, 0),
            ("x^y", -8, 1.0 / 3, none), ("x^y", -infinity, 3, -infinity), ("x^y", -infinity, 0.5, infinity),
            ("x^y", 0.5, infinity, 0), ("x^y", 0.5, -infinity, infinity), ("x^y", 5e-324, 1e300, 0),
            ("x^y", -2, 1e300, infinity), ("x^y", -2, 1075, -infinity), ("x^y", 3, -infinity, 0),
            ("atan2(x,y)", 0, 0, 0), ("atan2(x,y)", 0, -0.0, .pi), ("atan2(x,y)", -0.0, -1, -.pi),
            ("atan2(x,y)", infinity, -infinity, 3 * .pi / 4), ("atan2(x,y)", 1, infinity, 0),
            ("atan2(x,y)", -infinity, 1, -.pi / 2), ("hypot(x,y)", infinity, none, infinity),
            ("hypot(x,y)", 5e-324, 0, 5e-324), ("mod(x,y)", 5, infinity, 5), ("mod(x,y)", 1, 0, none),
        ]
        for (text, x, y, expected) in cases {
            let found = try value(text, x, y)
            let isRight = expected.isNaN ? found.isNaN : found.bitPattern == expected.bitPattern
            #expect(isRight, "\(text) of \(x), \(y): \(found)")
        }
        for name in ["exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh"] {
            #expect(try value("\(name)(x)", none).isNaN, "\(name)")
        }
    }

    @Test("Whole powers are products, those on the other side of 0 their reciprocals")
    func wholePowers() throws {
        let x = 1.1
        #expect(try value("x^2", x) == x * x)
        #expect(try value("x^5", x) == (x * x) * (x * x) * x)
        #expect(try value("x^-3", x) == 1 / (x * x * x))
        #expect(try value("x^0", .nan) == 1)
        // Each factor adds an error of half a unit at most.
        for exponent in [7, 12, 31, 32, 33] {
            let (product, power) = (try value("x^\(exponent)", x), try value("x^y", x, Double(exponent)))
            #expect(abs(product - power) <= Double(exponent) / 2 * power.ulp)
        }
    }
}
