/// A function of vectors. A name that stands for something else goes before it.
enum VectorFunction: String, CaseIterable {
    case dot
    case cross
    case norm
    case distance

    var argumentCount: Int { self == .norm ? 1 : 2 }
}

/// Vectors, which are known while formulas are read: each of their components is a vertex, computed as a person would have written it.
extension ExpressionParser {
    /// A list of components, of which the opening bracket is the present word.
    mutating func parseVector() throws(ExpressionError) -> Value {
        let opening = token
        var components: [Value] = []
        repeat {
            try advance()
            if components.isEmpty, token.kind == .closingBracket {
                try advance()
                let whole = Value(vertex: 0, kind: .number, start: opening.offset, end: endOfLast)
                throw problem(.shortVector, at: whole)
            }
            components.append(try expect(.number, try parse(atLeast: .or), by: "a component of a vector"))
        } while token.kind == .comma
        switch token.kind {
        case .closingBracket: try advance()
        case .end, .closing: throw problem(.unclosedBracket, at: opening)
        default: throw problem(.missingOperator(found: token.text))
        }
        let whole = Value(vertex: components[0].vertex, kind: .number, start: opening.offset, end: endOfLast)
        guard components.count > 1 else { throw problem(.shortVector, at: whole) }
        // The unit of the first that has one, so that zeros before it do not matter.
        let first = components.first { $0.unit != nil } ?? components[0]
        var vertices: [Int] = []
        for component in components { vertices.append(try alike(first, component, by: opening).second.vertex) }
        return vector(VectorComponents(vertices), like: whole, unit: first.unit)
    }

    /// The component of a vector that a name with a point says; `nil` if what is before the point is no vector.
    func component(_ name: ExpressionToken) throws(ExpressionError) -> Value? {
        guard let (base, component) = VectorNames.parts(of: name.text),
            case .definition(let formula) = meaning(of: base)
        else { return nil }
        if formula.isRefused { throw problem(.refusedName(base), at: name) }
        guard let vector = formula.vector else { return nil }
        guard let index = vector.sayable.firstIndex(of: component) else {
            throw problem(.unknownComponent(component, of: base, known: vector.sayable), at: name)
        }
        return Value(
            vertex: vector.vertices[index], kind: .number, start: name.offset, end: name.offset + name.length,
            unit: formula.unit)
    }

    /// A value with each of its numbers replaced.
    mutating func each(of value: Value, _ change: (inout ExpressionGraph, Int) -> Int) -> Value {
        var changed = value
        guard let vector = value.vector else {
            changed.vertex = change(&formulas.graph, value.vertex)
            return changed
        }
        let vertices = vector.vertices.map { change(&formulas.graph, $0) }
        changed.vertex = vertices[0]
        changed.vector = VectorComponents(vertices, names: vector.names)
        return changed
    }

    mutating func opposite(of operand: Value, start: Int) -> Value {
        var value = each(of: operand) { $0.apply(.negate, $1) }
        (value.start, value.end) = (start, endOfLast)
        return value
    }

    /// The value of an operator for numbers between two operands of which one is a vector at least.
    mutating func calculateVector(
        _ left: Value, _ infix: InfixOperator, _ sign: ExpressionToken, _ right: Value
    ) throws(ExpressionError) -> Value {
        let consumer = "'\(sign.text)'"
        for side in [left, right] where side.vector == nil { _ = try expect(.number, side, by: consumer) }
        let whole = Value(vertex: left.vertex, kind: .number, start: left.start, end: right.end)
        switch infix {
        case .plus, .minus:
            let (left, right, unit) = try alikeVectors(left, right, within: whole, by: sign)
            return combined(infix == .plus ? .add : .subtract, left, right, like: whole, unit: unit)
        case .times:
            guard left.vector == nil || right.vector == nil else { throw problem(.productOfVectors, at: whole) }
            var value =
                left.vector == nil
                ? each(of: right) { $0.apply(.multiply, left.vertex, $1) }
                : each(of: left) { $0.apply(.multiply, $1, right.vertex) }
            (value.start, value.end, value.unit) = (whole.start, whole.end, product(left, right))
            return value
        case .over:
            guard right.vector == nil else { throw problem(.divisionByVector, at: right) }
            var value = each(of: left) { $0.apply(.divide, $1, right.vertex) }
            (value.end, value.unit) = (whole.end, quotient(left, right))
            return value
        default:
            let vector = left.vector == nil ? right : left
            throw problem(.numberNotVector(by: consumer, count: vector.count ?? 0), at: vector)
        }
    }

    /// `if` with vectors, of which 0 may be one.
    mutating func chooseVector(
        _ arguments: [Value], within whole: Value, by name: ExpressionToken
    ) throws(ExpressionError) -> Value {
        let count = arguments[1].count ?? arguments[2].count ?? 0
        let (first, second, unit) = try alikeVectors(
            spread(arguments[1], over: count), spread(arguments[2], over: count), within: whole, by: name)
        let vertices = zip(first.vector?.vertices ?? [], second.vector?.vertices ?? []).map {
            formulas.graph.apply(.select, arguments[0].vertex, $0, $1)
        }
        let components = VectorComponents(vertices, names: first.vector?.names ?? [])
        var value = vector(components, like: whole, unit: unit)
        (value.start, value.end) = (name.offset, endOfLast)
        return value
    }

    /// The value of a function of vectors.
    mutating func call(
        _ function: VectorFunction, _ name: ExpressionToken, _ arguments: [Value]
    ) throws(ExpressionError) -> Value {
        guard arguments.count == function.argumentCount else {
            let expected = function.argumentCount == 1 ? "one argument" : "two arguments"
            throw problem(
                .wrongArgumentCount(function: name.text, expected: expected, found: arguments.count), at: name)
        }
        for argument in arguments where argument.vector == nil {
            throw problem(.vectorExpected(by: "'\(name.text)'"), at: argument)
        }
        let (first, last) = (arguments[0], arguments[arguments.count - 1])
        let whole = Value(vertex: first.vertex, kind: .number, start: name.offset, end: endOfLast)
        guard let a = first.count, let b = last.count, a == b else {
            throw problem(.unlikeCounts(by: "'\(name.text)'", [first.count ?? 0, last.count ?? 0]), at: whole)
        }
        switch function {
        case .dot: return dot(first, last, like: whole, unit: product(first, last))
        case .norm: return norm(first, like: whole)
        case .distance:
            let (first, last, unit) = try alike(first, last, by: name)
            return norm(combined(.subtract, first, last, like: whole, unit: unit), like: whole)
        case .cross: return try cross(first, last, like: whole)
        }
    }

    /// The value as what the whole formula is to be.
    mutating func shaped(_ value: Value, as shape: FormulaShape) throws(ExpressionError) -> Value {
        switch shape {
        case .any: return value
        case .number:
            if let count = value.count { throw problem(.isVector(count: count), at: value) }
            return value
        case .vector(let count, let spreads):
            if let found = value.count {
                guard found == count else { throw problem(.wrongCount(found, expected: count), at: value) }
                return value
            }
            guard value.kind == .number else { throw problem(.isNoVector(expected: count), at: value) }
            let vector = spreads ? vector(copies: count, of: value) : spread(value, over: count)
            guard vector.vector != nil else { throw problem(.isNoVector(expected: count), at: value) }
            return vector
        }
    }
}

extension ExpressionParser.Value {
    /// How many components it has; `nil` if it is no vector.
    fileprivate var count: Int? { vector?.vertices.count }
}

// MARK: - Components

extension ExpressionParser {
    private func vector(_ vector: VectorComponents, like whole: Value, unit: PhysicalUnit?) -> Value {
        var value = whole
        (value.vertex, value.kind, value.unit, value.vector) = (vector.vertices[0], .number, unit, vector)
        return value
    }

    private func vector(copies count: Int, of value: Value) -> Value {
        let components = VectorComponents([Int](repeating: value.vertex, count: count))
        return vector(components, like: value, unit: value.unit)
    }

    /// The vector of zeros where a number is 0, which fits any vector as it fits any unit; any other value is left as it is.
    private func spread(_ value: Value, over count: Int) -> Value {
        guard value.vector == nil, value.kind == .number, formulas.graph.constant(at: value.vertex) == 0 else {
            return value
        }
        return vector(copies: count, of: value)
    }

    /// Two vectors of the same number of components, in one unit.
    private mutating func alikeVectors(
        _ left: Value, _ right: Value, within whole: Value, by consumer: ExpressionToken
    ) throws(ExpressionError) -> (first: Value, second: Value, unit: PhysicalUnit?) {
        guard let a = left.count, let b = right.count else {
            throw problem(.mixedShapes(by: "'\(consumer.text)'"), at: whole)
        }
        guard a == b else { throw problem(.unlikeCounts(by: "'\(consumer.text)'", [a, b]), at: whole) }
        return try alike(left, right, by: consumer)
    }

    /// An operation on the components of two vectors.
    private mutating func combined(
        _ operation: ExpressionOperation, _ left: Value, _ right: Value, like whole: Value, unit: PhysicalUnit?
    ) -> Value {
        let vertices = zip(left.vector?.vertices ?? [], right.vector?.vertices ?? []).map {
            formulas.graph.apply(operation, $0, $1)
        }
        // What was written down without names takes those of the other.
        let names = [left, right].compactMap(\.vector?.names)
        let own = names.first { $0 != VectorComponents(vertices).names } ?? names.first ?? []
        return vector(VectorComponents(vertices, names: own), like: whole, unit: unit)
    }

    /// The sum of products, in the order of the components.
    private mutating func dot(_ left: Value, _ right: Value, like whole: Value, unit: PhysicalUnit?) -> Value {
        var value = whole
        let products = zip(left.vector?.vertices ?? [], right.vector?.vertices ?? []).map {
            formulas.graph.apply(.multiply, $0, $1)
        }
        value.vertex = products.dropFirst().reduce(products[0]) { formulas.graph.apply(.add, $0, $1) }
        value.unit = unit
        return value
    }

    private mutating func norm(_ vector: Value, like whole: Value) -> Value {
        var value = dot(vector, vector, like: whole, unit: nil)
        value.vertex = formulas.graph.apply(.sqrt, value.vertex)
        value.unit = vector.unit
        return value
    }

    private mutating func cross(_ left: Value, _ right: Value, like whole: Value) throws(ExpressionError) -> Value {
        let (a, b) = (left.vector?.vertices ?? [], right.vector?.vertices ?? [])
        func component(_ i: Int, _ j: Int) -> Int {
            let (first, second) = (
                formulas.graph.apply(.multiply, a[i], b[j]), formulas.graph.apply(.multiply, a[j], b[i])
            )
            return formulas.graph.apply(.subtract, first, second)
        }
        switch a.count {
        case 2:
            var value = whole
            (value.vertex, value.unit) = (component(0, 1), product(left, right))
            return value
        case 3:
            let vertices = [component(1, 2), component(2, 0), component(0, 1)]
            let components = VectorComponents(vertices, names: left.vector?.names ?? [])
            return vector(components, like: whole, unit: product(left, right))
        default: throw problem(.crossProduct(count: a.count), at: whole)
        }
    }
}
