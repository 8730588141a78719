/// An instant of a simulation at which its state is complete: the number of steps taken and the time.
public struct Moment: Equatable, Sendable, BitwiseCopyable {
    /// The number of steps since the beginning.
    public let step: Int

    /// The time, in the units of the model.
    public let time: Double

    /// Creates a moment.
    public init(step: Int, time: Double) {
        self.step = step
        self.time = time
    }
}
