import GSL

/// What the methods of fixed step for stochastic differential equations have in common: the noise, the memory, and what is
/// done with the new state.
struct StochasticStep<Model: StochasticDifferentialEquations> {
    private let noise: NoiseIncrements
    private let columnCount: Int
    private var increments: [Double] = []
    private var next: [Double] = []
    private var memory = WorkColumns(count: 0, length: 0)

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
    }

    /// - Parameters:
    ///   - streams: What is drawn from.
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
        noise.draw(for: model, from: start, to: end, into: &increments)
        form(Numbers(state: state, count: count, start: start, end: end, increments: increments), &next, memory)
        model.state.placeHeld(at: end, in: &next)
        try IntegrationError.check(next, of: model, from: start, to: end)
        _ = model.state.elements.update(fromContentsOf: next)
    }
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

    /// A column.
    subscript(column: Int) -> UnsafeMutablePointer<Double> {
        guard let first = memory.baseAddress, (column + 1) * length <= memory.count else {
            preconditionFailure("there is no such column")
        }
        return first + column * length
    }
}
