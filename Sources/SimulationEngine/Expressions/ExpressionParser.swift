/// Reads an expression by precedence climbing, and adds what it computes to formulas on the way.
struct ExpressionParser {
    /// A part that has been read: the vertex of its value, of what kind it is, and where its text is.
    struct Value {
        var vertex: Int
        var kind: FieldExpression.Kind
        var start: Int
        var end: Int

        /// The unit of a number; `nil` if any will do, as for 0, or where formulas have no units.
        var unit: PhysicalUnit?

        /// True if it is a comparison outside of parentheses.
        var isOpenComparison = false

        /// The components of a vector, the first of which is ``vertex``; `nil` of a number or a truth value.
        var vector: VectorComponents?
    }

    var formulas: Formulas

    /// The prefix of those names for which there is a meaning with it.
    private let scope: String
    private(set) var token: ExpressionToken
    private var lexer: ExpressionLexer
    private var depth = 0
    private(set) var endOfLast = 0

    init(_ text: String, in formulas: Formulas, scope: String) throws(ExpressionError) {
        guard text.utf8.count <= FieldExpression.longestText else {
            throw ExpressionError(
                problem: .tooLong(limit: FieldExpression.longestText), offset: FieldExpression.longestText,
                length: text.utf8.count - FieldExpression.longestText)
        }
        self.formulas = formulas
        self.scope = scope
        lexer = ExpressionLexer(text)
        token = try lexer.next()
    }

    /// The whole text.
    mutating func parse() throws(ExpressionError) -> Value {
        if token.kind == .end { throw problem(.empty) }
        let value = try parse(atLeast: .or)
        switch token.kind {
        case .end: return value
        case .closing: throw problem(.unopenedParenthesis)
        case .closingBracket: throw problem(.unopenedBracket)
        case .comma: throw problem(.misplacedComma)
        default: throw problem(.missingOperator(found: token.text))
        }
    }

    /// An expression whose operators outside of parentheses bind at least as strongly as a precedence.
    mutating func parse(atLeast minimum: InfixOperator.Precedence) throws(ExpressionError) -> Value {
        depth += 1
        defer { depth -= 1 }
        guard depth <= FieldExpression.deepestNesting else {
            throw problem(.tooDeep(limit: FieldExpression.deepestNesting))
        }
        var left = try parsePrefix()
        while case .infix(let infix) = token.kind, infix.precedence.rawValue >= minimum.rawValue {
            let sign = token
            try advance()
            // Powers are the only operators that are read from the right, and their exponent may have a sign.
            let right = try parse(atLeast: infix == .power ? .sign : infix.precedence.next)
            left = try combine(left, infix, sign, right)
        }
        return left
    }

    // A function for each beginning, so that little lies on the stack while they call each other.
    private mutating func parsePrefix() throws(ExpressionError) -> Value {
        switch token.kind {
        case .number(let number): return try parseNumber(number)
        case .name: return try parseName()
        case .opening: return try parseParentheses()
        case .openingBracket: return try parseVector()
        case .not: return try parseNot()
        case .infix(.minus): return try parseMinus()
        case .infix(.plus): return try parsePlus()
        case .infix, .closing, .closingBracket, .comma, .end:
            throw problem(.missingOperand(found: token.kind == .end ? nil : token.text))
        }
    }

    private mutating func parseNumber(_ number: Double) throws(ExpressionError) -> Value {
        let start = token.offset
        try advance()
        let value = Value(
            vertex: formulas.graph.constant(number), kind: .number, start: start, end: endOfLast,
            unit: number == 0 ? nil : pure)
        guard token.kind == .name, formulas.units != nil, meaning(of: token.text) == nil,
            PhysicalUnit(symbol: token.text[...]) != nil
        else { return value }
        // The unit of the number, which may be a power: `20 mV^2` is `20 * mV^2`.
        return try combine(value, .times, token, try parse(atLeast: .power))
    }

    private mutating func parseName() throws(ExpressionError) -> Value {
        let name = token
        try advance()
        return token.kind == .opening ? try parseCall(of: name) : try named(name)
    }

    private mutating func parseNot() throws(ExpressionError) -> Value {
        let sign = token
        try advance()
        let operand = try expect(.truth, try parse(atLeast: .comparison), by: "'\(sign.text)'")
        return result(.not, [operand], .truth, start: sign.offset, unit: nil)
    }

    private mutating func parseMinus() throws(ExpressionError) -> Value {
        let start = token.offset
        try advance()
        let operand = try parse(atLeast: .power)
        if operand.vector != nil { return opposite(of: operand, start: start) }
        _ = try expect(.number, operand, by: "'-'")
        return result(.negate, [operand], .number, start: start, unit: operand.unit)
    }

    private mutating func parsePlus() throws(ExpressionError) -> Value {
        let start = token.offset
        try advance()
        var operand = try parse(atLeast: .power)
        if operand.vector == nil { _ = try expect(.number, operand, by: "'+'") }
        operand.start = start
        return operand
    }

    private mutating func parseParentheses() throws(ExpressionError) -> Value {
        let opening = token
        try advance()
        var value = try parse(atLeast: .or)
        try close(opening)
        value.start = opening.offset
        value.end = endOfLast
        value.isOpenComparison = false
        return value
    }

    private func unknown(_ name: ExpressionToken) -> ExpressionError {
        if ExpressionFunction.named(name.text) != nil || VectorFunction(rawValue: name.text) != nil {
            return problem(.functionWithoutArguments(name.text), at: name)
        }
        let meant = ForeignNames.meaning(of: name.text, among: ForeignNames.names, or: ["pi", "time", "node"])
        // Some inputs have names that nobody can write.
        let known = formulas.names.all.filter { !$0.contains(" ") }
        if let meant { return problem(.foreignName(name.text, meant: meant), at: name) }
        // Where formulas have no units, a letter is rather the name of something that has been forgotten.
        let isUnit = PhysicalUnit(symbol: name.text[...]) != nil && (formulas.units != nil || name.text.count > 1)
        return problem(
            isUnit ? .unitWithoutName(name.text, known: known) : .unknownName(name.text, known: known), at: name)
    }

    func meaning(of name: String) -> ExpressionNames.Meaning? {
        formulas.names.meaning(of: scope + name) ?? formulas.names.meaning(of: name)
    }

    private mutating func named(_ name: ExpressionToken) throws(ExpressionError) -> Value {
        let vertex: Int
        var vector: VectorComponents?
        var kind = FieldExpression.Kind.number
        var unit = pure
        switch meaning(of: name.text) {
        case .input(let input): (vertex, unit) = (formulas.graph.add(.field(input)), formulas.units?[input])
        case .constant(let number): vertex = formulas.graph.constant(number)
        case .definition(let formula) where formula.isRefused: throw problem(.refusedName(name.text), at: name)
        case .definition(let formula):
            (vertex, kind, unit, vector) = (formula.vertex, formula.kind, formula.unit, formula.vector)
        case .node: vertex = formulas.graph.add(.node)
        case .time: (vertex, unit) = (formulas.graph.add(.time), formulas.units?.time)
        case nil:
            if let component = try component(name) { return component }
            guard let named = formulas.units?.unit(named: name.text) else { throw unknown(name) }
            (vertex, unit) = (formulas.graph.constant(1), named)
        }
        return Value(
            vertex: vertex, kind: kind, start: name.offset, end: name.offset + name.length, unit: unit, vector: vector)
    }
}

// MARK: - Words and problems

extension ExpressionParser {
    mutating func advance() throws(ExpressionError) {
        endOfLast = token.offset + token.length
        token = try lexer.next()
    }

    /// Reads the parenthesis that belongs to an opening one.
    mutating func close(_ opening: ExpressionToken) throws(ExpressionError) {
        switch token.kind {
        case .closing: try advance()
        case .end, .closingBracket: throw problem(.unclosedParenthesis, at: opening)
        case .comma: throw problem(.misplacedComma)
        default: throw problem(.missingOperator(found: token.text))
        }
    }

    /// A problem with the present word.
    func problem(_ problem: ExpressionError.Problem) -> ExpressionError {
        self.problem(problem, at: token)
    }

    func problem(_ problem: ExpressionError.Problem, at token: ExpressionToken) -> ExpressionError {
        ExpressionError(problem: problem, offset: token.offset, length: token.length)
    }

    func problem(_ problem: ExpressionError.Problem, at value: Value) -> ExpressionError {
        ExpressionError(problem: problem, offset: value.start, length: value.end - value.start)
    }

    /// The value, if it is of the kind that its consumer needs.
    func expect(
        _ kind: FieldExpression.Kind, _ value: Value, by consumer: String
    ) throws(ExpressionError) -> Value {
        if let vector = value.vector {
            throw problem(
                kind == .number
                    ? .numberNotVector(by: consumer, count: vector.vertices.count) : .truthNotVector(by: consumer),
                at: value)
        }
        guard value.kind != kind else { return value }
        throw problem(kind == .number ? .numberExpected(by: consumer) : .truthExpected(by: consumer), at: value)
    }

    /// The value of an operation, whose text reaches up to the last word that was read.
    mutating func result(
        _ operation: ExpressionOperation, _ operands: [Value], _ kind: FieldExpression.Kind, start: Int,
        unit: PhysicalUnit?
    ) -> Value {
        Value(
            vertex: formulas.graph.apply(operation, operands.map(\.vertex)), kind: kind, start: start, end: endOfLast,
            unit: unit)
    }
}
