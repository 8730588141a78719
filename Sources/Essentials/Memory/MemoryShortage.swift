/// That something would need more memory than the program can have, as far as is known before it is tried.
public struct MemoryShortage: Equatable, Sendable {
    /// The name of what needs it.
    public let subject: String

    /// How many bytes it needs at least.
    public let needed: Double

    /// How many there are, and by what.
    public let limit: MemoryLimit

    /// The least need that is looked at: asking the system would take longer for less.
    private static let leastSize = 0x1p24

    /// The shortage of anything, or `nil` if there is as much memory, whether it is free or not.
    ///
    /// - Parameters:
    ///   - subject: The subject, such as `the graph`.
    ///   - bytes: How many bytes it needs at least.
    package init?(of subject: String, bytes: Double) {
        guard bytes > Self.leastSize, case let limit = MemoryLimit.present, bytes > limit.bytes else { return nil }
        self.subject = subject
        needed = bytes
        self.limit = limit
    }
}

extension MemoryShortage: CustomStringConvertible {
    /// The message: what is needed, and what there is.
    public var description: String {
        "\(subject) needs at least \(MemoryLimit.gigabytes(needed)) of memory, but \(limit)"
    }
}
