#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How a ``Worker`` tells a ``WorkerRunner`` of its run: a line of JSON, or `null` if the library does not offer the workload.
enum RunLine {
    static func text(of run: Run?) throws -> String {
        String(decoding: try JSONEncoder().encode(run), as: UTF8.self)
    }

    static func run(from bytes: [UInt8]) throws -> Run? {
        try JSONDecoder().decode(Run?.self, from: Data(bytes))
    }
}
