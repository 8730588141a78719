/// The inputs of formulas that are the values of others some time before: what `delayed(x, tau)` stands for.
///
/// Whoever runs a program of such formulas gives it these numbers, as those of other inputs.
package struct DelayedInputs: Sendable {
    /// The function by which formulas say them.
    package static let function = "delayed"

    /// The inputs of which earlier values are known.
    let sources: Set<Int>

    /// The inputs that delays may be made of, which do not change by themselves.
    let lasting: Set<Int>

    /// True if formulas may still say some.
    package var isOpen = true

    /// Those that formulas have said.
    package fileprivate(set) var all: [DelayedInput] = []

    package init(of sources: Set<Int>, by lasting: Set<Int>) { (self.sources, self.lasting) = (sources, lasting) }
}

/// An input that is the value of another one some time before.
package struct DelayedInput: Sendable {
    /// Which input it is.
    package let input: Int

    /// The input of which it is an earlier value.
    package let source: Int

    /// By how much earlier.
    package let delay: Formula
}

extension Formulas {
    /// The inputs that a formula follows from, without those of the delays of delayed ones.
    package func inputs(of formula: Formula) -> [Int] { graph.program(of: [formula.vertex]).usedFields }

    /// A delayed input as messages name it.
    package func words(for delayed: DelayedInput) -> String {
        let delay =
            constant(delayed.delay).map { $0.description } ?? input(delayed.delay).map { inputs[$0] } ?? "…"
        return "\(DelayedInputs.function)(\(inputs[delayed.source]), \(delay))"
    }

    /// The input that is an earlier value of another one, the same as before if formulas have said it.
    fileprivate mutating func delayedInput(of source: Int, by delay: Formula) -> Int {
        let known = delays?.all ?? []
        if let known = known.first(where: { $0.source == source && $0.delay == delay }) { return known.input }
        // No name that formulas can say.
        addInputs(["delayed \(known.count)"], units: [units?[source]])
        delays?.all.append(DelayedInput(input: inputs.count - 1, source: source, delay: delay))
        return inputs.count - 1
    }
}

extension ExpressionParser {
    /// The value of an input some time before.
    mutating func delayed(_ arguments: [Value], by name: ExpressionToken) throws(ExpressionError) -> Value {
        guard arguments.count == 2 else {
            throw problem(
                .wrongArgumentCount(function: name.text, expected: "a variable and a time", found: arguments.count),
                at: name)
        }
        var sources: [Int] = []
        for vertex in arguments[0].vector?.vertices ?? [arguments[0].vertex] {
            guard case .field(let source) = formulas.graph.vertices[vertex],
                formulas.delays?.sources.contains(source) == true
            else { throw problem(.notDelayable, at: arguments[0]) }
            sources.append(source)
        }
        let delay = try delay(arguments[1], by: name)
        let vertices = sources.map { source in
            let input = formulas.delayedInput(of: source, by: Formula(vertex: delay.vertex, kind: .number))
            return formulas.graph.add(.field(input))
        }
        return Value(
            vertex: vertices[0], kind: .number, start: name.offset, end: endOfLast, unit: arguments[0].unit,
            vector: arguments[0].vector.map { VectorComponents(vertices, names: $0.names) })
    }

    /// A time that does not change by itself, and is greater than 0 if it is known.
    private mutating func delay(_ written: Value, by name: ExpressionToken) throws(ExpressionError) -> Value {
        let delay = try inTime(try expect(.number, written, by: "'\(name.text)'"))
        let program = formulas.graph.program(of: [delay.vertex])
        guard !program.usesTime, !program.usesNode, formulas.delays?.lasting.isSuperset(of: program.usedFields) == true
        else { throw problem(.changingDelay, at: written) }
        if let number = formulas.graph.constant(at: delay.vertex), !(number > 0 && number < .infinity) {
            throw problem(.delayNotPositive(number), at: written)
        }
        return delay
    }
}
