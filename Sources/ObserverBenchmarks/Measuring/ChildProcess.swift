#if canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Darwin)
    @preconcurrency import Darwin
#endif

/// A process that reads nothing and whose output is read to its end.
struct ChildProcess {
    /// Why a process could not be started: the words of the operating system.
    struct StartFailure: Error {
        let reason: String
    }

    /// How a process ended.
    enum End: Equatable {
        case exit(Int32)
        case signal(Int32)
    }

    /// The bytes that it wrote to its standard output.
    let output: [UInt8]
    let end: End

    /// Starts a program with this environment, waits for its end, and reads meanwhile what it writes.
    ///
    /// - Throws: ``StartFailure``.
    init(running program: String, _ arguments: [String]) throws(StartFailure) {
        let (source, sink) = try Self.pipe()
        defer { close(source) }
        let process = try Self.spawn(program, arguments, closing: sink)
        output = Self.readAll(source)
        end = Self.wait(for: process)
    }

    /// Both ends of a pipe that other processes do not inherit, or the reader would wait for these as well.
    private static func pipe() throws(StartFailure) -> (source: Int32, sink: Int32) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Glibc)
            let result = Glibc.pipe(&ends)
        #else
            let result = Darwin.pipe(&ends)
        #endif
        guard result == 0 else { throw StartFailure(reason: String(cString: strerror(errno))) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Starts the program, which alone keeps the sink of the pipe.
    private static func spawn(
        _ program: String, _ arguments: [String], closing output: Int32
    ) throws(StartFailure) -> pid_t {
        defer { close(output) }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        let words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        defer { words.forEach { free($0) } }
        var process = pid_t()
        let code = posix_spawn(&process, program, &actions, nil, words + [nil], environ)
        guard code == 0 else { throw StartFailure(reason: String(cString: strerror(code))) }
        return process
    }

    private static func readAll(_ source: Int32) -> [UInt8] {
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(source, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return output }
            output += buffer[..<count]
        }
    }

    private static func wait(for process: pid_t) -> End {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
    }
}
