import GSL

/// The parts that the methods of fixed step for stochastic differential equations have in common: the noise, the memory, and what
/// is done with the new state.
///
/// It does not depend on the type of the model: types of a type that is not known would be looked up at each step.
struct StochasticStep {
    private let noise: NoiseIncrements
    private var increments: [Double] = []
    private let next = NextState()
    private let memory: WorkColumns

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
        memory = WorkColumns(count: columnCount)
    }

    /// Moves the state on by one step.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - start: The time at the beginning.
    ///   - end: The time at the end.
    ///   - form: Forms the new state, with columns to work in, which are not initialised. Returns true if it has found all its
    ///     numbers to be finite.
    /// - Throws: ``IntegrationError/stateNotFinite(_:)``; the state is then as it was.
    mutating func advance<Model: StochasticDifferentialEquations>(
        _ model: Model, from start: Double, to end: Double,
        _ form: (Numbers, _ next: UnsafeMutablePointer<Double>, _ columns: WorkColumns) -> Bool
    ) throws(IntegrationError) {
        let count = model.state.count
        guard count > 0, let state = model.state.elements.baseAddress else { return }
        if increments.count != count {
            increments = [Double](repeating: 0, count: count)
            memory.clear(length: count)
        }
        let next = next.numbers(count: count)
        let hasNoise =
            model.state.tailNoise != nil
            || (0..<model.state.columnCount).contains { model.hasNoise(inColumn: $0) }
        if hasNoise {
            noise.draw(for: model, from: start, to: end, into: &increments)
        } else if hadNoise {
            increments = [Double](repeating: 0, count: count)
            memory.clear(length: count)
        }
        hadNoise = hasNoise
        let numbers = Numbers(
            state: state, count: count, start: start, end: end, increments: increments, hasNoise: hasNoise)
        let isFinite = form(numbers, next, memory)
        model.state.placeHeld(at: end, in: next)
        if !isFinite || !model.state.holdsNothing {
            try IntegrationError.check(next, of: model, from: start, to: end)
        }
        self.next.exchange(with: model.state)
    }
}

extension StochasticStep {
    /// The noise of a field.
    ///
    /// - Parameters:
    ///   - field: The field, whose numbers are a column of the state.
    ///   - model: The model.
    ///   - columns: The columns that hold the strengths *g* of the step that was taken last, of which the mean counts.
    /// - Returns: The noise; `nil` if the field is no column of the state.
    func makeNoise(
        ofField field: Int, in model: some StochasticDifferentialEquations, strengths columns: ClosedRange<Int>
    ) -> FieldNoise? {
        let (state, memory) = (model.state, memory)
        guard field < state.columnCount else { return nil }
        let noiseOfNode = { (node: Int) -> StepNoise in
            let component = field * state.rowCount + node
            guard !state.isHeld(component) else { return .none }
            let strength = memory.mean(of: columns, at: component)
            return strength == 0 ? .none : .ofValue(variance: strength * strength)
        }
        let greatest = { () -> StepNoise in
            let first = field * state.rowCount
            let strength = memory.greatest(of: columns, at: first..<first + state.rowCount)
            return .ofValue(variance: strength * strength)
        }
        return FieldNoise(ofField: field, streams: noise.streams, greatest: greatest, ofNode: noiseOfNode)
    }
}

/// Where a method forms the new state beside the old one, in whose place it is put then.
private final class NextState {
    @exclusivity(unchecked)
    private var memory: UnsafeMutableBufferPointer<Double> = .allocateLines(capacity: 0)

    deinit {
        memory.deallocate()
    }

    /// Where as many numbers lie as the state has, which mean nothing.
    func numbers(count: Int) -> UnsafeMutablePointer<Double> {
        if memory.count != count {
            memory.deallocate()
            memory = .allocateLines(capacity: count)
            memory.initialize(repeating: 0)
        }
        guard let first = memory.baseAddress else { preconditionFailure("there are no numbers") }
        return first
    }

    func exchange(with state: StateVector) { state.exchange(&memory) }
}

/// Columns of numbers to work in, which lie next to each other.
final class WorkColumns {
    @exclusivity(unchecked)
    private var memory: UnsafeMutableBufferPointer<Double> = .allocate(capacity: 0)
    private let count: Int

    /// How many numbers a column has.
    @exclusivity(unchecked)
    private var length = 0

    init(count: Int) {
        self.count = count
    }

    deinit {
        memory.deallocate()
    }

    /// Sets all numbers to 0.
    func clear(length: Int) {
        if self.length != length {
            memory.deallocate()
            memory = .allocate(capacity: count * length)
            self.length = length
        }
        memory.initialize(repeating: 0)
    }

    /// The mean of columns at a place, 0 if there is none.
    func mean(of columns: ClosedRange<Int>, at index: Int) -> Double {
        guard index < length else { return 0 }
        let sum = columns.dropFirst().reduce(memory[columns.lowerBound * length + index]) {
            $0 + memory[$1 * length + index]
        }
        return sum / Double(columns.count)
    }

    /// The greatest absolute value of the mean of columns at some places.
    func greatest(of columns: ClosedRange<Int>, at indices: Range<Int>) -> Double {
        indices.reduce(0) { max($0, abs(mean(of: columns, at: $1))) }
    }

    subscript(column: Int) -> UnsafeMutablePointer<Double> {
        guard let first = memory.baseAddress, (column + 1) * length <= memory.count else {
            preconditionFailure("there is no such column")
        }
        return first + column * length
    }
}
