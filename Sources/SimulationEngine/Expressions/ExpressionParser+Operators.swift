extension ExpressionParser {
    /// The value of an operator between two operands.
    mutating func combine(
        _ left: Value, _ infix: InfixOperator, _ sign: ExpressionToken, _ right: Value
    ) throws(ExpressionError) -> Value {
        let consumer = "'\(sign.text)'"
        switch infix.precedence {
        case .or, .and:
            let operands = [try expect(.truth, left, by: consumer), try expect(.truth, right, by: consumer)]
            return result(infix == .or ? .or : .and, operands, .truth, start: left.start, unit: nil)
        case .comparison:
            return try compare(left, infix, sign, right)
        default:
            if left.vector != nil || right.vector != nil { return try calculateVector(left, infix, sign, right) }
            return try calculate(
                try expect(.number, left, by: consumer), infix, sign, try expect(.number, right, by: consumer))
        }
    }

    private mutating func compare(
        _ left: Value, _ infix: InfixOperator, _ sign: ExpressionToken, _ right: Value
    ) throws(ExpressionError) -> Value {
        let consumer = "'\(sign.text)'"
        let whole = Value(vertex: left.vertex, kind: .truth, start: left.start, end: right.end)
        if left.isOpenComparison { throw problem(.chainedComparison, at: whole) }
        if infix == .equal || infix == .notEqual {
            for side in [left, right] where side.vector != nil { _ = try expect(.number, side, by: consumer) }
            guard left.kind == right.kind else { throw problem(.mixedKinds(by: consumer), at: whole) }
        } else {
            _ = try expect(.number, left, by: consumer)
            _ = try expect(.number, right, by: consumer)
        }
        let (left, right, _) = try alike(left, right, by: sign)
        let (operation, operands): (ExpressionOperation, [Value]) =
            switch infix {
            case .equal: (.equal, [left, right])
            case .notEqual: (.notEqual, [left, right])
            case .less: (.less, [left, right])
            case .lessOrEqual: (.lessOrEqual, [left, right])
            case .greater: (.less, [right, left])
            default: (.lessOrEqual, [right, left])
            }
        var value = result(operation, operands, .truth, start: left.start, unit: nil)
        value.isOpenComparison = true
        return value
    }

    private mutating func calculate(
        _ left: Value, _ infix: InfixOperator, _ sign: ExpressionToken, _ right: Value
    ) throws(ExpressionError) -> Value {
        switch infix {
        case .plus, .minus:
            let (left, right, unit) = try alike(left, right, by: sign)
            return result(infix == .plus ? .add : .subtract, [left, right], .number, start: left.start, unit: unit)
        case .times: return result(.multiply, [left, right], .number, start: left.start, unit: product(left, right))
        case .over: return result(.divide, [left, right], .number, start: left.start, unit: quotient(left, right))
        default:
            let (left, right, unit) = try measuredPower(of: left, right)
            let power = formulas.graph.power(left.vertex, right.vertex)
            let (base, exponent) = (formulas.graph.constant(at: left.vertex), formulas.graph.constant(at: right.vertex))
            if let base, let exponent, base < 0, exponent.isFinite, exponent != exponent.rounded() {
                let whole = Value(vertex: power, kind: .number, start: left.start, end: right.end)
                throw problem(.powerOfNegative(exponent: exponent), at: whole)
            }
            return Value(vertex: power, kind: .number, start: left.start, end: right.end, unit: unit)
        }
    }

    /// A function with its arguments, of which the opening parenthesis is the present word.
    mutating func parseCall(of name: ExpressionToken) throws(ExpressionError) -> Value {
        // Arguments are parsed here alone, and nothing else is on the stack meanwhile.
        let callee = try callee(of: name)
        return try call(callee, name, try parseArguments())
    }

    /// What a name with arguments stands for.
    private enum Callee {
        case function(ExpressionFunction)
        case table(CubicSpline)
        case delayed
        case vector(VectorFunction)
    }

    private func callee(of name: ExpressionToken) throws(ExpressionError) -> Callee {
        if let function = ExpressionFunction.named(name.text) { return .function(function) }
        if let table = formulas.tables[name.text] { return .table(table) }
        if name.text == DelayedInputs.function, meaning(of: name.text) == nil {
            guard formulas.delays?.isOpen == true else { throw problem(.noDelays, at: name) }
            return .delayed
        }
        if meaning(of: name.text) != nil {
            guard VectorFunction(rawValue: name.text) != nil || name.text == DelayedInputs.function else {
                throw problem(.missingOperator(found: "("))
            }
            throw problem(.hiddenFunction(name.text), at: name)
        }
        if let function = VectorFunction(rawValue: name.text) { return .vector(function) }
        let known =
            ExpressionFunction.all.map(\.name) + VectorFunction.allCases.map(\.rawValue) + formulas.tables.keys.sorted()
        let meant = ForeignNames.meaning(of: name.text, among: ForeignNames.functions, or: known)
        throw problem(
            meant.map { .foreignName(name.text, meant: $0) } ?? .unknownFunction(name.text, known: known), at: name)
    }

    private mutating func call(
        _ callee: Callee, _ name: ExpressionToken, _ arguments: [Value]
    ) throws(ExpressionError) -> Value {
        switch callee {
        case .function(let function): try call(function, name, arguments)
        case .table(let table): try lookUp(table, arguments, by: name)
        case .delayed: try delayed(arguments, by: name)
        case .vector(let function): try call(function, name, arguments)
        }
    }

    private mutating func call(
        _ function: ExpressionFunction, _ name: ExpressionToken, _ arguments: [Value]
    ) throws(ExpressionError) -> Value {
        guard function.accepts(arguments.count) else {
            throw problem(
                .wrongArgumentCount(
                    function: name.text, expected: function.expectedArguments, found: arguments.count), at: name)
        }
        if function.operation == .select { return try choose(arguments, by: name) }
        for argument in arguments { _ = try expect(.number, argument, by: "'\(name.text)'") }
        if function.operation == .spline { return try spline(arguments, by: name) }
        let (arguments, unit) = try measure(arguments, of: function, name)
        guard function.folds else {
            return result(function.operation, arguments, .number, start: name.offset, unit: unit)
        }
        return arguments.dropFirst().reduce(arguments[0]) {
            result(function.operation, [$0, $1], .number, start: name.offset, unit: unit)
        }
    }

    mutating func parseArguments() throws(ExpressionError) -> [Value] {
        let opening = token
        try advance()
        var arguments: [Value] = []
        if token.kind == .closing {
            try advance()
            return arguments
        }
        arguments.append(try parse(atLeast: .or))
        while token.kind == .comma {
            try advance()
            arguments.append(try parse(atLeast: .or))
        }
        try close(opening)
        return arguments
    }

    /// A function that is given by points.
    private mutating func lookUp(
        _ table: CubicSpline, _ arguments: [Value], by name: ExpressionToken
    ) throws(ExpressionError) -> Value {
        guard arguments.count == 1 else {
            throw problem(
                .wrongArgumentCount(function: name.text, expected: "one argument", found: arguments.count), at: name)
        }
        let number = try expect(.number, arguments[0], by: "'\(name.text)'")
        return value(of: table, at: try withoutUnit(number, by: "'\(name.text)'"), by: name, unit: pure)
    }

    /// A spline at the first argument, through the points that are the others.
    private mutating func spline(_ arguments: [Value], by name: ExpressionToken) throws(ExpressionError) -> Value {
        var points: [(x: Double, y: Double)] = []
        let measured = stride(from: 2, to: arguments.count, by: 2).first { arguments[$0].unit != nil } ?? 2
        for index in stride(from: 1, to: arguments.count, by: 2) {
            let x = try alike(arguments[0], arguments[index], by: name).second
            let y = try alike(arguments[measured], arguments[index + 1], by: name).second
            guard let first = formulas.graph.constant(at: x.vertex) else { throw problem(.variablePoint, at: x) }
            guard let second = formulas.graph.constant(at: y.vertex) else { throw problem(.variablePoint, at: y) }
            guard points.last.map({ $0.x < first }) ?? true else { throw problem(.unorderedPoints, at: x) }
            points.append((first, second))
        }
        guard let spline = CubicSpline(points) else { throw problem(.unorderedPoints, at: name) }
        return value(of: spline, at: arguments[0], by: name, unit: arguments[measured].unit)
    }

    private mutating func value(
        of spline: CubicSpline, at argument: Value, by name: ExpressionToken, unit: PhysicalUnit?
    ) -> Value {
        let (numbers, order) = (formulas.graph.add(.spline(spline)), formulas.graph.constant(0))
        let vertex = formulas.graph.apply(.spline, argument.vertex, numbers, order)
        return Value(vertex: vertex, kind: .number, start: name.offset, end: endOfLast, unit: unit)
    }

    private mutating func choose(_ arguments: [Value], by name: ExpressionToken) throws(ExpressionError) -> Value {
        let condition = try expect(.truth, arguments[0], by: "the condition of '\(name.text)'")
        let both = Value(
            vertex: condition.vertex, kind: .truth, start: arguments[1].start, end: arguments[2].end)
        if arguments.contains(where: { $0.vector != nil }) {
            return try chooseVector(arguments, within: both, by: name)
        }
        guard arguments[1].kind == arguments[2].kind else {
            throw problem(.mixedKinds(by: "'\(name.text)'"), at: both)
        }
        let (first, second, unit) = try alike(arguments[1], arguments[2], by: name)
        return result(.select, [condition, first, second], first.kind, start: name.offset, unit: unit)
    }
}
