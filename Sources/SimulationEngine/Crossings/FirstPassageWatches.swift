import ObserverCore

/// The first passages that are watched in a simulation.
final class FirstPassageWatches {
    var watches: [Watch] = []

    /// Those that are observed, which are kept alive.
    private var observed: [FirstPassages] = []

    /// Whether the state was changed since the last step by somebody else than the integrator.
    var isChanged = false

    struct Watch {
        weak var passages: FirstPassages?
    }

    /// Adds a watch, which is kept alive only while it is observed.
    ///
    /// - Parameters:
    ///   - passages: The watch.
    ///   - began: Is called when somebody begins to observe it.
    func add(_ passages: FirstPassages, whenObserved began: @escaping () -> Void) {
        watches.append(Watch(passages: passages))
        passages.messenger.attach(
            ObservationWindow(
                began: { [weak self, weak passages] in
                    if let passages { self?.observed.append(passages) }
                    began()
                },
                ended: { [weak self, weak passages] in self?.observed.removeAll { $0 === passages } }))
    }

    /// Lets go of all.
    func removeAll() { _ = observed.takeAll() }

    func stateWasChanged() { isChanged = true }

    /// Before a step.
    func beginStep(at moment: Moment) {
        guard isChanged else { return }
        isChanged = false
        for watch in watches { watch.passages?.begin(at: moment) }
    }

    /// After a step.
    func noteStep(at moment: Moment) {
        guard !watches.isEmpty else { return }
        watches.removeAll { $0.passages == nil }
        for watch in watches { watch.passages?.noteStep(at: moment) }
    }
}
