/// A function that formulas may call, in words.
struct FormulaFunction: Sendable {
    let name: String

    /// How it is called.
    let call: String

    /// What it gives.
    let summary: String

    private init(_ call: String, _ summary: String) {
        name = String(call.prefix { $0 != "(" })
        (self.call, self.summary) = (call, summary)
    }

    /// All of them, those of vectors last.
    static let all = [
        FormulaFunction("abs(x)", "the absolute value"),
        FormulaFunction("sqrt(x)", "the square root"),
        FormulaFunction("exp(x)", "the exponential function"),
        FormulaFunction("log(x)", "the natural logarithm"),
        FormulaFunction("log10(x)", "the decimal logarithm"),
        FormulaFunction("expm1(x)", "exp(x) - 1, exact near 0"),
        FormulaFunction("log1p(x)", "log(1 + x), exact near 0"),
        FormulaFunction("sin(x)", "the sine of an angle in radians"),
        FormulaFunction("cos(x)", "the cosine of an angle in radians"),
        FormulaFunction("tan(x)", "the tangent of an angle in radians"),
        FormulaFunction("asin(x)", "the angle in radians of which x is the sine"),
        FormulaFunction("acos(x)", "the angle in radians of which x is the cosine"),
        FormulaFunction("atan(x)", "the angle in radians of which x is the tangent"),
        FormulaFunction("atan2(y, x)", "the angle in radians of the direction from the origin to (x, y)"),
        FormulaFunction("sinh(x)", "the hyperbolic sine"),
        FormulaFunction("cosh(x)", "the hyperbolic cosine"),
        FormulaFunction("tanh(x)", "the hyperbolic tangent"),
        FormulaFunction("floor(x)", "the greatest whole number that is not greater"),
        FormulaFunction("ceil(x)", "the least whole number that is not less"),
        FormulaFunction("round(x)", "the nearest whole number, of halves the one farther from 0"),
        FormulaFunction("sign(x)", "-1, 0 or 1"),
        FormulaFunction("min(a, b, …)", "the least of two numbers or more"),
        FormulaFunction("max(a, b, …)", "the greatest of two numbers or more"),
        FormulaFunction("mod(a, b)", "the rest of a division by b, with the sign of b"),
        FormulaFunction("hypot(x, y)", "the root of x^2 + y^2"),
        FormulaFunction(
            "spline(x, x0, y0, x1, y1, …)", "the natural cubic spline through points, and not a number beyond them"),
        FormulaFunction("if(condition, a, b)", "a where the condition holds, else b; of two vectors one of them"),
        FormulaFunction(
            "delayed(x, tau)",
            "the value of a variable, or of a vector, the time tau ago; in rates, noise and edges of 'equations'"),
        FormulaFunction(
            "count(neighbours, S)", "how many neighbours are in the state S; in 'transitions' and 'rule'"),
        FormulaFunction("dot(a, b)", "the scalar product of two vectors, such as [x, y, z]: a number"),
        FormulaFunction(
            "cross(a, b)", "the cross product of two vectors of three components; of two components a number"),
        FormulaFunction("norm(a)", "the length of a vector: the root of dot(a, a)"),
        FormulaFunction("distance(a, b)", "the length of the difference of two vectors: norm(a - b)"),
    ]

    /// All that is known of it.
    var text: String { "\(call) (functions of formulas): \(summary)" }

    /// The functions in whose words all of some words occur, one a line under what they are; empty if there are none.
    static func list(about words: [String]) -> String {
        let searched = words.flatMap { $0.searched.split(separator: " ") }
        let found = all.filter { function in
            let text = " " + "\(function.name) \(function.summary) functions of formulas".searched
            return !searched.isEmpty && searched.allSatisfy { text.contains(" " + $0) }
        }
        guard !found.isEmpty else { return "" }
        let width = found.map(\.call.count).max() ?? 0
        let lines = found.map { function in
            "  \(function.call)\(String(repeating: " ", count: width - function.call.count))  \(function.summary)"
        }
        return (["functions of formulas"] + lines).joined(separator: "\n")
    }
}
