#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// That a graph or a model would need more memory than the machine has.
public struct MemoryShortage: Equatable, Sendable {
    /// What needs it.
    public let subject: String

    /// How many bytes it needs at least.
    public let needed: Double

    /// How many bytes of memory the machine has.
    public let available: Double

    /// The shortage of a graph, or `nil` if the machine has as much memory, whether it is free or not.
    ///
    /// - Parameters:
    ///   - vertexCount: How many vertices the graph has.
    ///   - edgeCount: How many edges it has.
    ///   - bytesPerVertex: What a vertex takes while the graph is made.
    ///   - bytesPerEdge: What an edge takes: the columns, and both of its ends in the rows.
    init?(vertexCount: Int, edgeCount: Double, bytesPerVertex: Double = 16, bytesPerEdge: Double = 20) {
        self.init(of: "the graph", bytes: Double(vertexCount) * bytesPerVertex + edgeCount * bytesPerEdge)
    }

    /// The shortage of anything, or `nil` if the machine has as much memory, whether it is free or not.
    ///
    /// - Parameters:
    ///   - subject: What needs memory, such as `the graph`.
    ///   - bytes: How many bytes it needs at least.
    package init?(of subject: String, bytes: Double) {
        self.subject = subject
        needed = bytes
        available = Self.machineMemory
        guard needed > available else { return nil }
    }

    private static let machineMemory = Double(sysconf(Int32(_SC_PHYS_PAGES))) * Double(sysconf(Int32(_SC_PAGESIZE)))
}

extension MemoryShortage: CustomStringConvertible {
    /// What is needed, and what there is.
    public var description: String {
        "\(subject) needs at least \(Self.gigabytes(needed)) of memory, but the machine has \(Self.gigabytes(available))"
    }

    private static func gigabytes(_ bytes: Double) -> String {
        "\((bytes / 1e8).rounded(.up) / 10) GB"
    }
}
