import ObserverCore

/// Sends a ``Moment`` whenever it is due, to those who observe it.
///
///     recorder.observe(try simulation.every(time: 100)) { moment in … }
///
/// A trigger fires when the state of its moment is complete and all nodes and quantities have been published. It fires
/// at the start and then at each whole multiple of its interval, so also at the end if that is one.
///
/// The simulation keeps its triggers, and hands out the same one for the same interval.
public final class Trigger: ObservableObject {
    /// The number of steps from one message to the next.
    public let interval: Int

    /// Carries the moments.
    public let messenger = Messenger<Moment>()

    init(interval: Int) {
        self.interval = interval
    }

    func isDue(at step: Int) -> Bool {
        step.isMultiple(of: interval)
    }
}
