import ObserverCore

/// The first passages that are watched in a simulation.
final class PassageWatches {
    private var watches: [Watch] = []

    /// Whether the state was changed since the last step by somebody else than the integrator.
    private var isChanged = false

    private struct Watch {
        weak var passages: FirstPassages?
    }

    /// Adds a watch, which is kept alive only while it is observed.
    func add(_ passages: FirstPassages) {
        watches.append(Watch(passages: passages))
        var kept: FirstPassages?
        passages.messenger.attach(
            ObservationWindow(began: { [weak passages] in kept = passages }, ended: { kept = nil }))
        _ = kept
    }

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
