#if canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Darwin)
    @preconcurrency import Darwin
#endif

/// A compiler for C, which is started without a shell.
struct CompilerProcess: Sendable {
    /// Its path, and the words that stand behind it before all others.
    let words: [String]

    var path: String { words[0] }

    /// Finds a compiler.
    ///
    /// - Parameter command: Its name or path, and perhaps words behind it.
    /// - Throws: ``FormulaCompilerError/noCompiler(_:)``.
    init(_ command: String) throws(FormulaCompilerError) {
        let words = command.split(separator: " ").map(String.init)
        let name = words.first ?? ""
        let paths =
            name.contains("/")
            ? [name] : Self.folders.split(separator: ":").map { "\($0)/\(name)" }
        guard !name.isEmpty, let path = paths.first(where: { access($0, X_OK) == 0 }) else { throw .noCompiler(name) }
        self.words = [path] + words.dropFirst()
    }

    private static var folders: String { getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin" }

    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - arguments: The words behind its own.
    ///   - output: The file that receives what it says.
    /// - Throws: ``FormulaCompilerError/failed(compiler:output:)``.
    func run(_ arguments: [String], writingTo output: String) throws(FormulaCompilerError) {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        let words: [UnsafeMutablePointer<CChar>?] = (words + arguments).map { strdup($0) }
        defer { words.forEach { free($0) } }
        var process = pid_t()
        let code = posix_spawn(&process, path, &actions, nil, words + [nil], environ)
        guard code == 0 else { throw .failed(compiler: path, output: String(cString: strerror(code))) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw .failed(compiler: path, output: Self.beginning(of: output)) }
    }

    /// The first lines of a file.
    private static func beginning(of path: String) -> String {
        guard let bytes = try? InputFile(path).bytes() else { return "" }
        let lines = String(decoding: bytes.prefix(2000), as: UTF8.self).split(separator: "\n").prefix(6)
        return lines.joined(separator: "\n")
    }
}
