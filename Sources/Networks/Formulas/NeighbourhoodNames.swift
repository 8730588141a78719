import Descriptions
import SimulationEngine

/// The names that formulas about a vertex with a named state may use: variables, parameters, and numbers of neighbours in a
/// state.
///
///     let names = try NeighbourhoodNames(states: ["S", "I"], parameters: [], variables: ["degree"], hidden: [])
///     let rate = try names.expression("0.3 * count(neighbours, I) / degree", parameters: [], parameter: "rate")
///
/// A state stands for its number, from 0.
struct NeighbourhoodNames: Sendable {
    /// The names of the states.
    let states: [String]

    /// The names of variables, which are the first fields of an expression; parameters and counts follow.
    let variables: [String]

    /// Names that formulas know elsewhere, but not here, and those by which counts are known inside.
    private let hidden: Set<String>

    /// - Throws: `ParameterError` if a name cannot be one, or would mean two things.
    init(
        states: [String], parameters: [String], variables: [String], hidden: Set<String>
    ) throws(ParameterError) {
        let counts = Self.countable(states, variables).map(Self.countName)
        let taken = counts + [Self.counting]
        for state in states where variables.contains(state) || taken.contains(state) {
            throw .unfit("states", because: "has '\(state)', which means something else in formulas")
        }
        try FormulaNames.checkVectors(parameters, besides: variables)
        for name in parameters.map({ FormulaNames.parts(of: $0).name }) where (states + taken).contains(name) {
            throw FormulaNames.unfit(name, "which means something else in formulas")
        }
        (self.states, self.variables, self.hidden) = (states, variables, hidden.union(counts))
    }

    /// Tests if names can be those of states.
    static func areStates(_ names: [String]) -> Bool {
        (2...256).contains(names.count) && Set(names).count == names.count && names.allSatisfy(FormulaNames.isName)
    }

    /// The names of all fields of an expression, with the names of its parameters.
    func fields(_ parameters: [String]) -> [String] {
        variables + parameters + countable.map(Self.countName)
    }

    /// The function that counts neighbours.
    private static let counting = "count"

    /// The variable that is the vertex' own state.
    private static let own = "state"

    /// The names by which neighbours can be counted: their states, or that of the vertex where formulas know it.
    private static func countable(_ states: [String], _ variables: [String]) -> [String] {
        variables.contains(own) ? states + [own] : states
    }

    private var countable: [String] { Self.countable(states, variables) }

    /// The field of the first count.
    func firstCount(_ parameterCount: Int) -> Int { variables.count + parameterCount }

    /// Reads a formula.
    ///
    /// - Parameters:
    ///   - text: The formula.
    ///   - parameters: The names of its parameters.
    ///   - parameter: The parameter that the formula is, for messages.
    ///   - item: Which item of that it is, if it is a list.
    ///   - key: Under which key of the item it stands, if that is a mapping.
    ///   - units: The units of its numbers, if they have some.
    ///   - unit: The unit in which it is to be then, if it is a number; that which follows unless given.
    /// - Returns: The expression, over ``fields(_:)``.
    /// - Throws: `FormulaError`.
    func expression(
        _ text: String, parameters: [String], parameter: String, item: Int? = nil, key: String? = nil,
        units: StateUnits? = nil, in unit: PhysicalUnit? = nil
    ) throws(FormulaError) -> FieldExpression {
        let visible = variables + VectorNames.vectors(among: parameters).map(\.name) + parameters + states
        var constants: [String: Double] = [:]
        for (number, state) in states.enumerated() { constants[state] = Double(number) }
        func failure(_ error: ExpressionError) -> FormulaError {
            FormulaError(parameter: parameter, item: item, key: key, names: [], error: error)
        }
        let translated: String
        do throws(ExpressionError) { translated = try self.translated(text, visible) } catch {
            throw failure(error)
        }
        do throws(ExpressionError) {
            return try FieldExpression(
                translated, fields: fields(parameters), constants: constants,
                units: units?.ofFormulas(variableCount: variables.count), in: units == nil ? nil : unit)
        } catch { throw failure(told(error, visible)) }
    }

    private static func countName(_ state: String) -> String { "count_\(state)" }

    /// All that formulas may say, with the names that are visible to them.
    private func sayable(_ visible: [String]) -> [String] {
        visible + ["count(neighbours, \(states[0]))", "pi", "e"]
    }

    /// The error with names as formulas write them.
    private func told(_ error: ExpressionError, _ visible: [String]) -> ExpressionError {
        let known = sayable(visible)
        let problem: ExpressionError.Problem
        switch error.problem {
        case .unknownName(let name, _) where name.hasPrefix(Equations.neighbourPrefix):
            let drawn = "'neighbour', the state of a neighbour that is drawn, or "
            let counted = "'count(neighbours, \(states[0]))': nothing else is known of neighbours"
            problem = .foreignName(name, meant: (variables.contains("neighbour") ? drawn : "") + counted)
        case .unknownName(let name, _): problem = .unknownName(name, known: known)
        case .unitWithoutName(let name, _): problem = .unitWithoutName(name, known: known)
        default: return error
        }
        return ExpressionError(problem: problem, offset: error.offset, length: error.length)
    }

    /// The text with the name of a field, and blanks after it, in the place of each `count(neighbours, S)`, so that all else
    /// stays where it is.
    private func translated(_ text: String, _ visible: [String]) throws(ExpressionError) -> String {
        var bytes = Array(text.utf8)
        var place = 0
        while place < bytes.count {
            guard bytes[place].isPartOfName else {
                place += 1
                continue
            }
            let word = place..<(bytes[place...].firstIndex { !$0.isPartOfName } ?? bytes.count)
            place = word.upperBound
            let written = String(decoding: bytes[word], as: UTF8.self)
            guard !hidden.contains(written) || visible.contains(written) else {
                throw ExpressionError(
                    problem: .unknownName(written, known: sayable(visible)), offset: word.lowerBound, length: word.count
                )
            }
            guard written == Self.counting else { continue }
            var scanner = CountScanner(bytes: bytes, place: place)
            guard let state = scanner.state(), let range = scanner.range else {
                throw ExpressionError(
                    problem: .wrongArgumentCount(
                        function: "count", expected: "'neighbours' and a state, as in count(neighbours, \(states[0]))",
                        found: scanner.argumentCount), offset: word.lowerBound, length: word.count)
            }
            guard countable.contains(state) else {
                throw ExpressionError(
                    problem: .unknownName(state, known: countable), offset: range.lowerBound, length: range.count)
            }
            let name = Array(Self.countName(state.withUnderscores).utf8)
            for index in word.lowerBound..<scanner.place {
                let offset = index - word.lowerBound
                bytes[index] = offset < name.count ? name[offset] : UInt8(ascii: " ")
            }
            place = scanner.place
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Reads what stands behind `count`.
private struct CountScanner {
    let bytes: [UInt8]

    /// Behind what was read.
    var place: Int

    /// Where the state stands.
    private(set) var range: Range<Int>?

    init(bytes: [UInt8], place: Int) { (self.bytes, self.place) = (bytes, place) }

    /// The state of `(neighbours, S)`; `nil` if something else stands there.
    mutating func state() -> String? {
        guard take("("), let subject = word(), subject == "neighbours" || subject == "neighbors", take(",") else {
            return nil
        }
        skipBlanks()
        let start = place
        guard let state = word() else { return nil }
        range = start..<place
        return take(")") ? state : nil
    }

    /// How many arguments there seem to be.
    var argumentCount: Int {
        let rest = bytes[min(place, bytes.count)...].prefix { $0 != UInt8(ascii: ")") }
        return rest.count { $0 == UInt8(ascii: ",") } + (range == nil ? 1 : 2)
    }

    private mutating func skipBlanks() {
        while place < bytes.count, bytes[place] == UInt8(ascii: " ") || bytes[place] == 9 { place += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    private mutating func word() -> String? {
        skipBlanks()
        let start = place
        while place < bytes.count, bytes[place].isPartOfName || bytes[place] == UInt8(ascii: "-") { place += 1 }
        return start < place ? String(decoding: bytes[start..<place], as: UTF8.self) : nil
    }
}

extension UInt8 {
    fileprivate var isPartOfName: Bool {
        self == UInt8(ascii: "_") || self == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}
