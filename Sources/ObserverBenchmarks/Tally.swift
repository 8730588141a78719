/// Counts and sums what an observer receives.
///
/// There is one for all Swift libraries, so that receiving costs the same with each. Its accesses are single loads and
/// stores that cannot overlap, and checking that would cost more than some messages.
public final class Tally {
    @exclusivity(unchecked)
    @usableFromInline
    var count = 0

    @exclusivity(unchecked)
    @usableFromInline
    var total = 0.0

    /// Creates an empty tally.
    public init() {}

    /// Creates tallies one after the other, before whatever holds them, so that they lie in memory alike with each library.
    public static func row(of count: Int) -> [Tally] {
        (0..<max(0, count)).map { _ in Tally() }
    }

    /// The number of messages.
    public var messages: Int { count }

    /// The sum of their values.
    public var sum: Double { total }

    /// Counts a message and adds its value.
    @inlinable
    @inline(__always)
    public func add(_ value: Double) {
        count += 1
        total += value
    }
}

/// The messages that all observers together received.
public struct Reception: Codable, Equatable, Sendable {
    /// The number of messages.
    public let messages: Double

    /// The sum of their values.
    public let sum: Double

    /// Creates a reception.
    public init(messages: Double, sum: Double) {
        self.messages = messages
        self.sum = sum
    }

    /// Adds up tallies.
    public init(_ tallies: [Tally]) {
        messages = tallies.reduce(0) { $0 + Double($1.messages) }
        sum = tallies.reduce(0) { $0 + $1.sum }
    }
}
