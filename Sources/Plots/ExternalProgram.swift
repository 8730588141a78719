import ScenarioFiles
import SimulationEngine

#if canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Darwin)
    @preconcurrency import Darwin
#endif

/// A program of others that draws.
struct ExternalProgram {
    let name: String

    /// The package of Debian that has it.
    let package: String

    static let gnuplot = ExternalProgram(name: "gnuplot", package: "gnuplot-nox")
    static let sfdp = ExternalProgram(name: "sfdp", package: "graphviz")
    static let ffmpeg = ExternalProgram(name: "ffmpeg", package: "ffmpeg")
    static let viewer = ExternalProgram(name: "xdg-open", package: "xdg-utils")

    /// True if it is installed.
    var isInstalled: Bool {
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return folders.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - arguments: The words behind its name.
    ///   - output: The file that receives what it writes.
    /// - Throws: ``PlotError/noProgram(_:package:)``, ``PlotError/failed(program:output:)`` with the beginning of what it wrote.
    func run(_ arguments: [String], writingTo output: String) throws(PlotError) {
        guard isInstalled else { throw .noProgram(name, package: package) }
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
        let words: [UnsafeMutablePointer<CChar>?] = ([name] + arguments).map { strdup($0) }
        defer { words.forEach { free($0) } }
        var process = pid_t()
        let code = posix_spawnp(&process, name, &actions, nil, words + [nil], environ)
        guard code == 0 else { throw .failed(program: name, output: String(cString: strerror(code))) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw .failed(program: name, output: Self.beginning(of: output)) }
    }

    private static func beginning(of path: String) -> String {
        let bytes = (try? InputFile(path).bytes()) ?? []
        return String(decoding: bytes.prefix(600), as: UTF8.self)
    }
}
