import SimulationEngine

/// Moves a model with a ``SynchronousRule`` on by steps in which all vertices change at once: time counts steps.
///
/// The random numbers of a step are keyed by its number and by runs of 1024 vertices, so that any number of threads gets the
/// same bytes.
///
/// Memory: as much again as the states.
public final class RuleSteps<Model: SynchronousRule>: Integrator {
    /// How many steps have been made.
    public internal(set) var stepCount = 0

    @usableFromInline var next: VertexStates<Model.NodeState>?
    private let streams: RandomStreams
    private let team: ThreadTeam

    /// Creates an integrator.
    ///
    /// - Parameters:
    ///   - streams: The random numbers.
    ///   - threads: The number of threads that work; it does not matter to the result.
    /// - Precondition: There is at least one thread.
    public init(streams: RandomStreams, threads: Int = 1) {
        self.streams = streams
        team = ThreadTeam(threadCount: threads)
    }

    /// Makes steps, as many as there are units of time between two times.
    ///
    /// - Throws: ``MonteCarloError/notWholeSweeps(step:)`` if that is no whole number, and what the model throws when it
    ///   gets ready. The states are then as before.
    /// - Complexity: O(n) updates for n vertices.
    @inlinable
    public func advance(_ model: Model, from start: Double, to end: Double) throws {
        let count = try MonteCarloError.sweeps(from: start, to: end)
        for _ in 0..<count {
            try model.prepareStep()
            if model.nodeCount > 0 { step(model) }
        }
    }

    @inlinable
    func step(_ model: Model) {
        let next = nextStates(of: model)
        let target = next.elements
        guard let states = UnsafePointer(model.states.elements.baseAddress) else { return }
        forEachRun(of: target.count) { run, words in
            var random = words
            for vertex in run { target[vertex] = model.next(vertex, in: states, &random) }
        }
        _ = next.exchange(model.states.exchange(target))
    }

    /// Forgets the memory of the last step.
    public func stateWasChanged() {
        next = nil
    }

    @usableFromInline
    func nextStates(of model: Model) -> VertexStates<Model.NodeState> {
        if let next { return next }
        let new = VertexStates(Array(model.states.elements))
        next = new
        return new
    }

    /// Calls a closure with runs of vertices and their random numbers, on all threads.
    @usableFromInline
    func forEachRun(of count: Int, _ body: (Range<Int>, RandomWords) -> Void) {
        let key = streams.key(for: .sweeps)
        let step = stepCount
        team.forEachRun(of: count) { run in
            body(run, RandomWords(key: key, node: run.lowerBound / ThreadTeam.runLength, step: step))
        }
        stepCount += 1
    }
}
