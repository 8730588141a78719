import GSL

/// The parts that the methods of fixed step for stochastic differential equations have in common: the noise, the memory, and what
/// is done with the new state.
struct StochasticStep<Model: StochasticDifferentialEquations> {
    private let noise: NoiseIncrements
    private let columnCount: Int
    private var increments: [Double] = []
    private var next: [Double] = []
    private var memory = WorkColumns(count: 0, length: 0)

    /// True if the last step had noise.
    private var hadNoise = false

    /// The numbers of a step.
    struct Numbers {
        /// The state at the beginning.
        let state: UnsafePointer<Double>

        /// How many numbers it has.
        let count: Int

        /// The time at the beginning.
        let start: Double

        /// The time at the end.
        let end: Double

        /// The length *h* of the step.
        var length: Double { end - start }

        /// The increments Δ*W* of the Wiener processes.
        let increments: [Double]

        /// False if all strengths are 0, and the increments of no use.
        let hasNoise: Bool
    }

    /// - Parameters:
    ///   - streams: The random numbers.
    ///   - columnCount: How many columns, as long as the state, the method needs besides the new state.
    init(streams: RandomStreams, columnCount: Int) {
        noise = NoiseIncrements(streams: streams)
        self.columnCount = columnCount
    }

    /// Moves the state on by one step.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - start: The time at the beginning.
    ///   - end: The time at the end.
    ///   - form: Forms the new state, with columns to work in, which are not initialised.
    /// - Throws: ``IntegrationError/stateNotFinite(_:)``; the state is then as it was.
    mutating func advance(
        _ model: Model, from start: Double, to end: Double,
        _ form: (Numbers, _ next: inout [Double], _ columns: WorkColumns) -> Void
    ) throws(IntegrationError) {
        let count = model.state.count
        guard count > 0, let state = model.state.elements.baseAddress else { return }
        if increments.count != count {
            increments = [Double](repeating: 0, count: count)
            next = increments
            memory = WorkColumns(count: columnCount, length: count)
        }
        let hasNoise = (0..<model.state.columnCount).contains { model.hasNoise(inColumn: $0) }
        if hasNoise {
            noise.draw(for: model, from: start, to: end, into: &increments)
        } else if hadNoise {
            increments = [Double](repeating: 0, count: count)
            memory = WorkColumns(count: columnCount, length: count)
        }
        hadNoise = hasNoise
        let numbers = Numbers(
            state: state, count: count, start: start, end: end, increments: increments, hasNoise: hasNoise)
        form(numbers, &next, memory)
        model.state.placeHeld(at: end, in: &next)
        try IntegrationError.check(next, of: model, from: start, to: end)
        _ = model.state.elements.update(fromContentsOf: next)
    }
}

extension StochasticStep {
    /// The noise of a field.
    ///
    /// - Parameters:
    ///   - field: The field, whose numbers are a column of the state.
    ///   - model: The model.
    ///   - strength: Returns *g* of a number of the state in the step that was taken last, from the columns of that.
    /// - Returns: The noise; `nil` if the field is no column of the state.
    func makeNoise(
        ofField field: Int, in model: Model, strength: @escaping (_ component: Int) -> Double
    ) -> FieldNoise? {
        let state = model.state
        guard field < state.columnCount else { return nil }
        let noiseOfNode = { (node: Int) -> StepNoise in
            let component = field * state.rowCount + node
            guard !state.isHeld(component) else { return .none }
            let strength = strength(component)
            return strength == 0 ? .none : .ofValue(variance: strength * strength)
        }
        let greatest = { () -> StepNoise in
            let first = field * state.rowCount
            let strength = (first..<first + state.rowCount).reduce(0) { max($0, abs(strength($1))) }
            return .ofValue(variance: strength * strength)
        }
        return FieldNoise(ofField: field, streams: noise.streams, greatest: greatest, ofNode: noiseOfNode)
    }

    /// The number of a column of the step that was taken last, 0 before any.
    func number(_ component: Int, inColumn column: Int) -> Double { memory.number(component, inColumn: column) }
}

/// Columns of numbers to work in, which lie next to each other.
final class WorkColumns {
    private let memory: UnsafeMutableBufferPointer<Double>
    private let length: Int

    init(count: Int, length: Int) {
        memory = .allocate(capacity: count * length)
        memory.initialize(repeating: 0)
        self.length = length
    }

    deinit {
        memory.deallocate()
    }

    /// A number of a column, 0 if there is none.
    func number(_ index: Int, inColumn column: Int) -> Double {
        index < length ? memory[column * length + index] : 0
    }

    /// A column.
    subscript(column: Int) -> UnsafeMutablePointer<Double> {
        guard let first = memory.baseAddress, (column + 1) * length <= memory.count else {
            preconditionFailure("there is no such column")
        }
        return first + column * length
    }
}
