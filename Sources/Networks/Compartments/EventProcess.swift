import SimulationEngine

/// A way of making the events of a compartment model, one after the other.
protocol EventProcess {
    /// How many events have happened.
    var eventCount: Int { get set }

    /// Of which graph this is the process.
    var revision: Int { get }

    /// The random numbers with which a process of another graph, or of other rates, would go on.
    var random: RandomWords { get }

    /// Looks at all compartments anew, and draws what comes next from a time on.
    mutating func begin(at time: Double)

    /// Makes all events up to and including a time.
    mutating func advance(to end: Double)

    /// Makes events up to and including a time, or all of the time at which one changes a vertex that is watched.
    ///
    /// - Returns: The time of that event; the end if there was none.
    mutating func advance(to end: Double, until watch: JumpWatch) -> Double

    /// Archives the random numbers, and what can happen.
    mutating func archive(in archive: StateArchive) throws(CheckpointError)
}

/// Is told which vertices change. A process makes its loop for each kind of listener, so that a run in which nothing is
/// watched has nothing to ask.
protocol JumpListener {
    /// Notes that a vertex has changed.
    func note(_ vertex: Int)

    /// Whether a change was noted that ends the advance.
    var hasNoted: Bool { get }
}

extension JumpWatch: JumpListener {}

/// Listens to nothing.
struct NoJumpListener: JumpListener {
    @inline(__always)
    func note(_ vertex: Int) {}

    @inline(__always)
    var hasNoted: Bool { false }
}

extension EventDrivenIntegrator {
    /// The quickest process that a model allows.
    func makeProcess(
        of model: CompartmentModel<State>, _ random: RandomWords, eventCount: Int = 0
    ) -> any EventProcess {
        let rates = TransitionRates(model.transitions)
        if let outbreak = OutbreakProcess(model, rates, random: random, eventCount: eventCount) { return outbreak }
        return ContactProcess(model, rates, random: random, eventCount: eventCount)
    }
}
