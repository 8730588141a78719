/// Why formulas cannot be compiled. Without a compiler they have the same results.
public enum FormulaCompilerError: Error, Equatable, Sendable {
    /// There is no program of that name, or it cannot be run.
    case noCompiler(String)

    /// The compiler has failed, with what it said.
    case failed(compiler: String, output: String)

    /// There is neither `XDG_CACHE_HOME` nor `HOME`, so that it is not known where compiled formulas are kept.
    case noDirectory

    /// What is compiled cannot be kept in a directory, with what the system says.
    case unusableDirectory(String, reason: String)

    /// Others may write in the directory, so that what lies there must not be run.
    case openDirectory(String)

    /// What has been compiled cannot be loaded, with what the system says.
    case unloadable(String, reason: String)
}

extension FormulaCompilerError: CustomStringConvertible {
    /// What is wrong, and what would be right.
    public var description: String { "\(problem); formulas that are not compiled have the same results" }

    private var problem: String {
        switch self {
        case .noCompiler(let name):
            "formulas cannot be compiled: there is no program '\(name)' that can be run; install a compiler for C such as gcc or clang, "
                + "or name one by the environment variable CC"
        case .failed(let compiler, let output):
            "formulas cannot be compiled: '\(compiler)' has failed"
                + (output.isEmpty
                    ? " and has said nothing, as where a disk is full"
                    : ":\n\(output)\(output.hasSuffix("\n") ? "" : "\n")")
        case .noDirectory:
            "compiled formulas have no place: neither of the environment variables XDG_CACHE_HOME and HOME is a path from the root"
        case .unusableDirectory(let path, let reason):
            "compiled formulas cannot be kept in '\(path)': \(reason); another place can be named by the environment variable "
                + "XDG_CACHE_HOME"
        case .openDirectory(let path):
            "compiled formulas in '\(path)' are not used, since it is another user's or others may write there: 'chmod 700' it, "
                + "or name another place by the environment variable XDG_CACHE_HOME"
        case .unloadable(let path, let reason):
            "compiled formulas in '\(path)' cannot be loaded: \(reason); another place can be named by the environment variable "
                + "XDG_CACHE_HOME"
        }
    }
}
