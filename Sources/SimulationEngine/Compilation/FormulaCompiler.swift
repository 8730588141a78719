import CKernels

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Has the arithmetic of formulas compiled by a compiler for C, which computes them faster and with the same bits.
///
///     let compiled = try equations.compiled(by: FormulaCompiler())
///
/// It is never needed. What has been compiled is kept in a directory, and used again by whoever has the same formulas.
public struct FormulaCompiler: Sendable {
    /// The path of the compiler, and words behind it.
    private let compiler: [String]
    private let directory: CompilationDirectory

    /// Has the equations of scenarios be compiled that are read meanwhile.
    @TaskLocal package static var current: FormulaCompiler?

    /// Finds a compiler, and a place for what it makes.
    ///
    /// - Parameters:
    ///   - command: The compiler's name or path, GCC's or Clang's, and perhaps words behind it, such as `ccache gcc`: by default what the
    ///     environment variable `CC` says, else `cc`.
    ///   - directory: Where compiled formulas are kept, by default `observatory/formulas` in `$XDG_CACHE_HOME`, else in `~/.cache`. It is
    ///     made unless it is there. Nobody else may write there.
    /// - Throws: ``FormulaCompilerError``.
    public init(_ command: String? = nil, keepingIn directory: String? = nil) throws(FormulaCompilerError) {
        let known = getenv("CC").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        compiler = try Self.compiler(command ?? known ?? "cc")
        if let directory {
            self.directory = try CompilationDirectory(directory)
        } else {
            self.directory = try .ofUser()
        }
    }

    /// The compiler of the environment, if it compiles: so that one that does not is told before anything else is begun.
    ///
    /// - Throws: ``FormulaCompilerError``.
    package static func working() throws(FormulaCompilerError) -> FormulaCompiler {
        let compiler = try FormulaCompiler()
        _ = try compiler.functions(of: "_Bool trial(void) { return 1; }\n")("trial")
        return compiler
    }

    private static func compiler(_ command: String) throws(FormulaCompilerError) -> [String] {
        // A path may have spaces.
        if let path = ExternalProcess.path(of: command) { return [path] }
        let words = command.split(separator: " ").map(String.init)
        guard let name = words.first, let path = ExternalProcess.path(of: name) else { throw .noCompiler(command) }
        return [path] + words.dropFirst()
    }
}

extension FormulaCompiler {
    /// Compiles programs, all at once.
    ///
    /// - Returns: The same programs, which are run as they were compiled.
    /// - Throws: ``FormulaCompilerError``.
    /// - Complexity: O(instructions), some tenths of a second, unless they have been compiled before.
    package func compile(_ programs: [ExpressionProgram]) throws(FormulaCompilerError) -> [ExpressionProgram] {
        var (names, text): ([String: String], String) = ([:], CompiledText.beginning)
        let runs = programs.map { program in
            program.runs.map { range in
                let function = RunText(of: program, range).text
                if let name = names[function] { return (range, name) }
                let name = "formula_\(names.count)"
                names[function] = name
                text += function.replacing("NAME", with: name) + "\n"
                return (range, name)
            }
        }
        guard !names.isEmpty else { return programs }
        let functions = try functions(of: text)
        var compiled = programs
        for index in programs.indices {
            var known: [CompiledRun] = []
            for (range, name) in runs[index] {
                known.append(CompiledRun(instructions: range, function: try functions(name)))
            }
            compiled[index].compiled = CompiledRuns(all: known)
        }
        return compiled
    }

    /// Compiles a text, unless that has been done.
    ///
    /// - Returns: The function of a name.
    private func functions(
        of text: String
    ) throws(FormulaCompilerError) -> (String) throws(FormulaCompilerError) -> CompiledRun.Function {
        let words = compiler + Self.flags
        let name = SHA256.hexadecimal(of: ([text] + words).joined(separator: "\n"))
        if let file = directory.file(named: name), let known = try? Self.load(file) { return known }
        let file = try directory.keep(as: name, madeFrom: text) { source, product, log throws(FormulaCompilerError) in
            try run(words + ["-o", product, source, "-lm"], writingTo: log)
            do throws(InputFile.Failure) {
                return try InputFile(product).bytes()
            } catch {
                throw .failed(compiler: compiler[0], output: "what it has made cannot be read: \(error.words)")
            }
        }
        return try Self.load(file)
    }

    private func run(_ words: [String], writingTo log: String) throws(FormulaCompilerError) {
        do throws(ExternalProcess.Failure) {
            try ExternalProcess(words[0], Array(words.dropFirst())).run(writingTo: log, within: Self.longestTime)
        } catch {
            throw .failed(compiler: compiler[0], output: error.output)
        }
    }

    /// In seconds, how long compilers are waited for, which may hang: much more than they take.
    private static let longestTime = 600.0

    /// Bits are those of one operation after the other, rounded each, whatever the user's own words ask for: nothing is linked that would
    /// have the processor round otherwise from then on. The instructions are those of the kernels, which the processor has.
    private static var flags: [String] {
        let ofSet: [String] =
            switch k_best_instruction_set() {
            case k_avx512: ["-mavx2", "-mfma", "-mavx512f", "-mavx512dq", "-mavx512vl"]
            case k_avx2: ["-mavx2", "-mfma"]
            default: []
            }
        return [
            "-std=gnu11", "-O3", "-w", "-fno-fast-math", "-fno-unsafe-math-optimizations", "-ffp-contract=off",
            "-fno-math-errno", "-fno-trapping-math",
            "-shared", "-fPIC", "-nostartfiles",
        ] + ofSet
    }

    /// Loads a file, which is never unloaded.
    private static func load(
        _ file: String
    ) throws(FormulaCompilerError) -> (String) throws(FormulaCompilerError) -> CompiledRun.Function {
        guard let library = dlopen(file, RTLD_NOW | RTLD_LOCAL) else { throw unloadable(file) }
        return { name throws(FormulaCompilerError) in
            guard let symbol = dlsym(library, name) else { throw unloadable(file) }
            return unsafeBitCast(symbol, to: CompiledRun.Function.self)
        }
    }

    private static func unloadable(_ file: String) -> FormulaCompilerError {
        .unloadable(file, reason: dlerror().map { String(cString: $0) } ?? "")
    }
}
