#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A run of a workload, and how long it took with all that it prepares.
public struct Run: Codable, Sendable {
    /// The times and messages of the run.
    public let outcome: Outcome

    /// The time of everything, in nanoseconds.
    public let nanoseconds: Double

    /// Creates a run.
    public init(_ outcome: Outcome, nanoseconds: Double) {
        self.outcome = outcome
        self.nanoseconds = nanoseconds
    }
}

/// How a ``Worker`` tells a ``WorkerRunner`` of its run: a line of JSON, or `null` if the library does not offer the workload.
enum RunLine {
    static func text(of run: Run?) throws -> String {
        String(decoding: try JSONEncoder().encode(run), as: UTF8.self)
    }

    static func run(from bytes: [UInt8]) throws -> Run? {
        try JSONDecoder().decode(Run?.self, from: Data(bytes))
    }
}
