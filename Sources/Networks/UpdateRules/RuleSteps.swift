import SimulationEngine

/// Moves a model with a ``SynchronousRule`` on by steps in which all vertices change at once: time counts steps.
///
/// The random numbers of a step are keyed by its number and by runs of 1024 vertices, so that any number of threads gets the
/// same bytes.
///
/// Memory: as much again as the states.
public final class RuleSteps<Model: SynchronousRule>: SweepIntegrator {
    /// Is asked between steps.
    public var shouldInterrupt: (() -> Bool)?

    /// How many steps have been made.
    public internal(set) var stepCount = 0

    /// Where the next states are put while the present ones are read, so that these stay where they are.
    @usableFromInline var next: VertexStates<Model.NodeState>?
    private let streams: RandomStreams
    private let team: ThreadTeam

    /// Creates an integrator.
    ///
    /// - Parameters:
    ///   - streams: The random numbers.
    ///   - threads: The number of threads that work, at least 1; it does not matter to the result.
    public init(streams: RandomStreams, threads: Int = 1) {
        self.streams = streams
        team = ThreadTeam(threadCount: threads)
    }

    /// Looks at the sizes of the model.
    ///
    /// - Throws: `SimulationError.sizeMismatch(of:count:nodeCount:)` if there are not as many states as vertices.
    public func prepareSweeps(of model: Model) throws { try model.checkStates() }

    /// Makes a step.
    ///
    /// - Throws: Errors of the model when it gets ready, the states being as before then, or when it finishes.
    /// - Complexity: O(n) updates for n vertices.
    @inlinable
    public func sweep(_ model: Model) throws {
        try model.prepareStep()
        if model.nodeCount > 0 { step(model) }
        try model.finishStep()
    }

    @inlinable
    func step(_ model: Model) {
        let target = nextStates(of: model).elements
        let present = model.states.elements
        forEachRun(of: target.count) { run, words in
            let states = UnsafeBufferPointer(present).span
            var part = UnsafeMutableBufferPointer(rebasing: target[run]).mutableSpan
            if model.next(ofAll: run, in: states, into: &part, words) { return }
            var random = words
            for vertex in run { target[vertex] = model.next(vertex, in: states, &random) }
        }
        replace(present, by: target)
        endStep(of: model)
    }

    /// Nothing of a state is kept, but for memory.
    public func stateWasChanged() {}

    @usableFromInline
    func nextStates(of model: Model) -> VertexStates<Model.NodeState> {
        if let next, next.count == model.states.count { return next }
        let new = VertexStates(Array(model.states.elements))
        next = new
        return new
    }

    @usableFromInline
    func replace(
        _ states: UnsafeMutableBufferPointer<Model.NodeState>, by new: UnsafeMutableBufferPointer<Model.NodeState>
    ) {
        guard let target = states.baseAddress, let source = new.baseAddress else { return }
        // Memory is copied as a whole even where this is not specialised.
        team.forEachRun(of: new.count) { run in
            (target + run.lowerBound).update(from: source + run.lowerBound, count: run.count)
        }
    }

    /// Calls a closure with runs of vertices and their random numbers, on all threads.
    @usableFromInline
    func forEachRun(of count: Int, _ body: (Range<Int>, RandomWords) -> Void) {
        forEachRun(of: count, for: .sweeps, body)
    }

    /// Has states exchange their vertices when all are new.
    @usableFromInline
    func endStep(of model: Model) {
        model.moveStates { body in forEachRun(of: model.states.count, for: .moves, body) }
        stepCount += 1
    }

    private func forEachRun(of count: Int, for purpose: RandomPurpose, _ body: (Range<Int>, RandomWords) -> Void) {
        let key = streams.key(for: purpose)
        let step = stepCount
        team.forEachRun(of: count) { run in
            body(run, RandomWords(key: key, node: run.lowerBound / ThreadTeam.runLength, step: step))
        }
    }
}
