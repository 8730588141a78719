import SimulationEngine

/// Moves a model with an ``AsynchronousRule`` on by sweeps, each of which updates as many vertices as there are.
///
/// A step of the simulation is a whole number of sweeps: time counts sweeps. The random numbers of a sweep are keyed by its
/// number.
public final class RuleSweeps<Model: AsynchronousRule>: SweepIntegrator {
    /// In which order vertices are updated.
    public enum Order: String, CaseIterable, Sendable {
        /// As many vertices as there are, each drawn anew.
        case random

        /// Each vertex once, in the order of their numbers.
        case sequential
    }

    /// In which order vertices are updated.
    public let order: Order

    /// Is asked between sweeps.
    public var shouldInterrupt: (() -> Bool)?

    /// How many sweeps have been made.
    public internal(set) var sweepCount = 0

    private let streams: RandomStreams

    /// Those who take down what happens, if the model knows any.
    private weak var sweepTraces: SweepTraces?

    /// Creates an integrator.
    public init(order: Order = .random, streams: RandomStreams) {
        self.order = order
        self.streams = streams
    }

    /// Looks at the sizes of the model.
    ///
    /// - Throws: `SimulationError.sizeMismatch(of:count:nodeCount:)` if there are not as many states as vertices.
    public func prepareSweeps(of model: Model) throws {
        try model.checkStates()
        sweepTraces = (model as? any CopyingRule)?.sweepTraces
    }

    /// Makes a sweep.
    ///
    /// - Throws: Errors of the model when it gets ready, the states being as before then, or when it finishes.
    /// - Complexity: O(n) updates for n vertices.
    @inlinable
    public func sweep(_ model: Model) throws {
        let vertexCount = model.nodeCount
        guard vertexCount > 0 else { return }
        try model.prepareStep()
        var random = nextWords()
        if order == .random {
            for _ in 0..<vertexCount { model.update(random.below(vertexCount), &random) }
        } else {
            for vertex in 0..<vertexCount { model.update(vertex, &random) }
        }
        try model.finishStep()
    }

    /// Nothing is kept.
    public func stateWasChanged() {}

    /// The random numbers of the next sweep.
    @usableFromInline
    func nextWords() -> RandomWords {
        sweepCount += 1
        sweepTraces?.time = Double(sweepCount)
        return streams.words(for: .sweeps, step: sweepCount - 1)
    }
}
