/// An observer without any other purpose: hold it for as long as its observations shall last.
public final class FreeObserver: Observer {
    /// Keeps the observations alive.
    public let receiver = Receiver()

    /// Creates an observer without observations.
    public init() {}
}
