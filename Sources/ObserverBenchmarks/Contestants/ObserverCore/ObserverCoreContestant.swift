import ObserverCore

/// The library of this package.
public struct ObserverCoreContestant: Contestant {
    /// The name in the table.
    public var name: String { "ObserverCore" }

    /// Creates the contestant.
    public init() {}

    final class Listener: Observer {
        let receiver = Receiver()
        let tally: Tally

        init(_ tally: Tally = Tally()) {
            self.tally = tally
        }
    }

    func listeners(_ count: Int) -> [Listener] {
        Tally.row(of: count).map { Listener($0) }
    }

    func variables(_ count: Int) -> [Var<Double>] {
        (0..<count).map { _ in Var(0.0) }
    }
}
