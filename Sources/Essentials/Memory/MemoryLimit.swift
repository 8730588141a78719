#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How much memory the program can have, and what sets the limit.
public struct MemoryLimit: Equatable, Sendable {
    /// The cause of a limit.
    public enum Cause: Sendable {
        /// The memory of the machine, whether it is free or not.
        case machine

        /// The control group of the program, as of a container or a job: beyond it the system kills programs.
        case controlGroup

        /// The space of addresses of the process, `ulimit -v`, or its data, `ulimit -d`.
        case process
    }

    /// The cause of the limit.
    public let cause: Cause

    /// How many bytes.
    public let bytes: Double

    init(_ cause: Cause, bytes: Double) {
        self.cause = cause
        self.bytes = bytes
    }

    /// The least of all limits.
    ///
    /// The process's is what is left of it, since the program itself and what it has count; those of the machine and the
    /// control group are the whole.
    package static var present: MemoryLimit {
        let rest = (ProcessMemory.rest.map { MemoryLimit(.process, bytes: $0) })
        return rest.flatMap { $0.bytes < lasting.bytes ? $0 : nil } ?? lasting
    }

    /// The lesser one of those that do not change while the program runs.
    private static let lasting: MemoryLimit = {
        let machine = Double(sysconf(Int32(_SC_PHYS_PAGES))) * Double(sysconf(Int32(_SC_PAGESIZE)))
        guard let group = ControlGroup().memoryLimit, group < machine else { return .init(.machine, bytes: machine) }
        return .init(.controlGroup, bytes: group)
    }()
}

extension MemoryLimit: CustomStringConvertible {
    /// The words for the cause of the limit and its size, as the end of a sentence.
    public var description: String {
        let size = Self.gigabytes(bytes)
        return switch cause {
        case .machine: "the machine has \(size)"
        case .controlGroup: "the control group of the program has \(size)"
        case .process: "the limits of the process ('ulimit -v', 'ulimit -d') leave \(size)"
        }
    }

    static func gigabytes(_ bytes: Double) -> String {
        "\((bytes / 1e8).rounded(.up) / 10) GB"
    }
}

/// The memory that the limits of the process leave it (`getrlimit`).
private enum ProcessMemory {
    /// How many bytes the process may still ask for; `nil` without a limit, or where it is not known what the process has.
    static var rest: Double? {
        #if os(Linux)
            let limits = (limit(of: RLIMIT_AS), limit(of: RLIMIT_DATA))
            guard limits.0 != nil || limits.1 != nil, let sizes = try? InputFile("/proc/self/statm").text() else {
                return nil
            }
            // Pages: all that is mapped, and, sixth, what is written to.
            let pages = sizes.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
            guard pages.count >= 6 else { return nil }
            let page = Double(sysconf(Int32(_SC_PAGESIZE)))
            let rests = [limits.0.map { $0 - page * pages[0] }, limits.1.map { $0 - page * pages[5] }]
            return rests.compactMap { $0 }.min().map { max(0, $0) }
        #else
            return nil
        #endif
    }

    #if os(Linux)
        private static func limit(of resource: __rlimit_resource) -> Double? {
            var limit = rlimit()
            guard getrlimit(Int32(resource.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max else { return nil }
            return Double(limit.rlim_cur)
        }
    #endif
}
