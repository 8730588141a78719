/// Names that other languages have for functions and the like, and how these are written in an expression.
enum ForeignNames {
    /// Functions.
    static let functions = [
        "ln": "'log', which is the natural logarithm", "lg": "'log10'", "log2": "'log(x) / log(2)'", "pow": "'x^y'",
        "power": "'x^y'", "exp2": "'2^x'", "cbrt": "'sign(x) * abs(x)^(1 / 3)'", "sqr": "'x^2'", "square": "'x^2'",
        "arcsin": "'asin'", "arccos": "'acos'", "arctan": "'atan'", "arctan2": "'atan2'", "tg": "'tan'",
        "sgn": "'sign'", "signum": "'sign'", "fabs": "'abs'", "fmod": "'mod'", "ceiling": "'ceil'",
        "int": "'floor'", "trunc": "'sign(x) * floor(abs(x))'", "heaviside": "'if(x > 0, 1, 0)'",
        "step": "'if(x > 0, 1, 0)'", "where": "'if'", "select": "'if'", "piecewise": "'if'", "minimum": "'min'",
        "maximum": "'max'", "delay": "'delayed(x, tau)'", "lag": "'delayed(x, tau)'",
        "sind": "'sin(x * pi / 180)': angles are in radians",
        "cosd": "'cos(x * pi / 180)': angles are in radians", "radians": "'x * pi / 180'", "degrees": "'x * 180 / pi'",
    ]

    /// Other names.
    static let names = [
        "t": "'time'", "i": "'node'", "π": "'pi'", "true": "a condition such as '1 == 1'",
        "false": "a condition such as '1 == 0'", "then": "'if(condition, a, b)'", "else": "'if(condition, a, b)'",
        "deg": "'* pi / 180': angles are in radians", "degree": "'* pi / 180': angles are in radians",
    ]

    /// How a name is written here, if it is one of others: perhaps with other capitals, or without the name of a library.
    static func meaning(of name: String, among known: [String: String], or ours: [String]) -> String? {
        let parts = name.split(separator: ".").map(String.init)
        // Of another node, or of an edge, it is something else.
        guard let first = parts.first, let last = parts.last, !["from", "to", "edge", "neighbour"].contains(first)
        else {
            return nil
        }
        if let meant = known[last.lowercased()] { return meant }
        return ours.first { $0 == last.lowercased() }.map { "'\($0)'" }
    }
}
