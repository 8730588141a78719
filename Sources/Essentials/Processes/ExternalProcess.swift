#if canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Darwin)
    @preconcurrency import Darwin
#endif

/// A program of the system that is started without a shell, reads nothing, and is waited for.
package struct ExternalProcess {
    /// Why a program has not done its work, with the beginning of what it wrote, or the words of the operating system.
    package struct Failure: Error {
        package let output: String
    }

    private let words: [String]

    /// Names a program, which need not be there.
    ///
    /// - Parameters:
    ///   - path: Its path.
    ///   - arguments: The words behind it.
    package init(_ path: String, _ arguments: [String]) {
        words = [path] + arguments
    }

    /// The path of a program that can be run, which is looked for where the system looks unless the name is one.
    package static func path(of name: String) -> String? {
        guard !name.isEmpty else { return nil }
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let paths = name.contains("/") ? [name] : folders.split(separator: ":").map { "\($0)/\(name)" }
        return paths.first { path in
            var status = stat()
            return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
        }
    }

    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - output: The file that receives what it writes.
    ///   - seconds: How long it may take, after which it is ended.
    /// - Throws: ``Failure``.
    package func run(writingTo output: String, within seconds: Double = .infinity) throws(Failure) {
        let process = try start(writingTo: output)
        guard let status = Self.wait(for: process, within: seconds) else {
            throw Failure(output: "it has been ended, since it took more than \(seconds) seconds")
        }
        guard status == 0 else { throw Failure(output: Self.beginning(of: output)) }
    }

    private func start(writingTo output: String) throws(Failure) -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        defer { arguments.forEach { free($0) } }
        var process = pid_t()
        let code = posix_spawn(&process, words[0], &actions, nil, arguments + [nil], environ)
        guard code == 0 else { throw Failure(output: String(cString: strerror(code))) }
        return process
    }

    /// Waits for a process, and ends it when its time is over.
    ///
    /// - Returns: Its status, 0 if the system does not tell it; `nil` if it has been ended.
    private static func wait(for process: pid_t, within seconds: Double) -> Int32? {
        let end = ContinuousClock.now + .seconds(min(seconds, 1e9))
        var status: Int32 = 0
        while true {
            let found = waitpid(process, &status, seconds < .infinity ? WNOHANG : 0)
            if found == process || found < 0 && errno != EINTR { return status }
            if ContinuousClock.now > end { break }
            if found == 0 { usleep(1000) }
        }
        kill(process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return nil
    }

    private static func beginning(of path: String) -> String {
        let bytes = (try? InputFile(path).bytes()) ?? []
        return String(decoding: bytes.prefix(1000), as: UTF8.self)
    }
}
