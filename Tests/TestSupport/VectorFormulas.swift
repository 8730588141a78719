/// The names that random formulas of vectors use.
public struct VectorFormulaNames: Sendable {
    /// Numbers, components of vectors among them.
    public var numbers: [String]

    /// Vectors of two components and of three.
    public var ofTwo: [String], ofThree: [String]

    /// Creates names, of each kind one or more.
    public init(numbers: [String], ofTwo: [String], ofThree: [String]) {
        (self.numbers, self.ofTwo, self.ofThree) = (numbers, ofTwo, ofThree)
    }
}

/// A random formula that is a number, as text with vectors and as text without.
public struct NumberFormula {
    /// The formula with vectors.
    public let text: String

    /// The formula of their components.
    public let writtenOut: String

    /// Makes a formula of some names in which operations are within each other.
    public init(of names: VectorFormulaNames, depth: Int, _ random: inout SeededGenerator) {
        guard depth > 0 else {
            text = names.numbers[random.below(names.numbers.count)]
            writtenOut = text
            return
        }
        func number() -> NumberFormula { NumberFormula(of: names, depth: depth - 1, &random) }
        let count = 2 + random.below(2)
        func vector() -> VectorFormula { VectorFormula(of: names, count: count, depth: depth - 1, &random) }
        switch random.below(8) {
        case 0:
            let (a, b) = (number(), number())
            (text, writtenOut) = ("(\(a.text) + \(b.text))", "(\(a.writtenOut) + \(b.writtenOut))")
        case 1:
            let (a, b) = (number(), number())
            (text, writtenOut) = ("(\(a.text) * \(b.text))", "(\(a.writtenOut) * \(b.writtenOut))")
        case 2:
            let a = number()
            (text, writtenOut) = ("sin(\(a.text))", "sin(\(a.writtenOut))")
        case 3, 4:
            let (a, b) = (vector(), vector())
            text = "dot(\(a.text), \(b.text))"
            writtenOut = Self.sum(a.components, b.components)
        case 5:
            let a = vector()
            text = "norm(\(a.text))"
            writtenOut = "sqrt(\(Self.sum(a.components, a.components)))"
        case 6:
            let (a, b) = (vector(), vector())
            let difference = zip(a.components, b.components).map { "(\($0) - \($1))" }
            text = "distance(\(a.text), \(b.text))"
            writtenOut = "sqrt(\(Self.sum(difference, difference)))"
        default:
            let (a, b) = (
                VectorFormula(of: names, count: 2, depth: depth - 1, &random),
                VectorFormula(of: names, count: 2, depth: depth - 1, &random)
            )
            text = "cross(\(a.text), \(b.text))"
            writtenOut = "(\(a.components[0]) * \(b.components[1]) - \(a.components[1]) * \(b.components[0]))"
        }
    }

    private static func sum(_ a: [String], _ b: [String]) -> String {
        "(" + zip(a, b).map { "\($0) * \($1)" }.joined(separator: " + ") + ")"
    }
}

/// A random formula that is a vector of so many components, and those of each component without vectors.
public struct VectorFormula {
    /// The formula with vectors.
    public let text: String

    /// The formulas of its components.
    public let components: [String]

    /// Makes a formula of two components or three.
    public init(of names: VectorFormulaNames, count: Int, depth: Int, _ random: inout SeededGenerator) {
        guard depth > 0 else {
            let known = count == 2 ? names.ofTwo : names.ofThree
            let name = known[random.below(known.count)]
            (text, components) = (name, ["x", "y", "z"].prefix(count).map { "\(name).\($0)" })
            return
        }
        func vector() -> VectorFormula { VectorFormula(of: names, count: count, depth: depth - 1, &random) }
        func number() -> NumberFormula { NumberFormula(of: names, depth: depth - 1, &random) }
        switch random.below(count == 3 ? 9 : 8) {
        case 0:
            let numbers = (0..<count).map { _ in number() }
            text = "[\(numbers.map(\.text).joined(separator: ", "))]"
            components = numbers.map(\.writtenOut)
        case 1:
            let (a, b) = (vector(), vector())
            text = "(\(a.text) + \(b.text))"
            components = zip(a.components, b.components).map { "(\($0) + \($1))" }
        case 2:
            let (a, b) = (vector(), vector())
            text = "(\(a.text) - \(b.text))"
            components = zip(a.components, b.components).map { "(\($0) - \($1))" }
        case 3:
            let (a, b) = (number(), vector())
            (text, components) = ("(\(a.text) * \(b.text))", b.components.map { "(\(a.writtenOut) * \($0))" })
        case 4:
            let (a, b) = (number(), vector())
            (text, components) = ("(\(b.text) * \(a.text))", b.components.map { "(\($0) * \(a.writtenOut))" })
        case 5:
            let (a, b) = (number(), vector())
            (text, components) = ("(\(b.text) / \(a.text))", b.components.map { "(\($0) / \(a.writtenOut))" })
        case 6:
            let a = vector()
            (text, components) = ("(-\(a.text))", a.components.map { "(-\($0))" })
        case 7:
            let (a, b, c) = (number(), vector(), vector())
            text = "if(\(a.text) > 0.1, \(b.text), \(c.text))"
            components = zip(b.components, c.components).map { "if(\(a.writtenOut) > 0.1, \($0), \($1))" }
        default:
            let (a, b) = (vector(), vector())
            text = "cross(\(a.text), \(b.text))"
            components = [(1, 2), (2, 0), (0, 1)].map { i, j in
                "(\(a.components[i]) * \(b.components[j]) - \(a.components[j]) * \(b.components[i]))"
            }
        }
    }
}
