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

    /// Archives the random numbers, and what can happen.
    mutating func archive(in archive: StateArchive) throws(CheckpointError)
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
