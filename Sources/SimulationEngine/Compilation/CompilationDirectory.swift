#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where compiled formulas are kept, each file by the checksum of what it was made from.
///
/// A file ends with the checksum of the bytes before, which loaders pass over: one that has been damaged is not loaded, and one that is
/// written at the same time by others takes its place as a whole. Since what lies there is run, nobody else may write there.
struct CompilationDirectory: Sendable {
    let path: String

    private static let checksumLength = 64

    /// Makes the directory, with those that lead to it, unless it is there.
    ///
    /// - Throws: ``FormulaCompilerError``, also if others may write there.
    init(_ path: String) throws(FormulaCompilerError) {
        self.path = path
        var prefix = path.hasPrefix("/") ? "" : "."
        var status = stat()
        for part in path.split(separator: "/") {
            prefix += "/\(part)"
            guard mkdir(prefix, 0o700) != 0 else { continue }
            // Those that are there may be where none can be made.
            let code = errno
            guard stat(prefix, &status) == 0 else { throw unusable(code) }
        }
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw unusable(ENOTDIR) }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else { throw .openDirectory(path) }
        guard access(path, W_OK | X_OK) == 0 else { throw unusable(errno) }
    }

    /// The directory of the user, by the environment.
    ///
    /// - Throws: ``FormulaCompilerError``.
    static func ofUser() throws(FormulaCompilerError) -> CompilationDirectory {
        func path(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        guard let folder = path("XDG_CACHE_HOME") ?? path("HOME").map({ "\($0)/.cache" }) else { throw .noDirectory }
        return try CompilationDirectory("\(folder)/observatory/formulas")
    }

    /// The path of what has been compiled, if it is there as it was written.
    func file(named name: String) -> String? {
        let file = path(of: name)
        guard let bytes = try? InputFile(file).bytes(), bytes.count > Self.checksumLength else { return nil }
        let end = bytes.count - Self.checksumLength
        return Self.checksum(of: bytes[..<end]) == String(decoding: bytes[end...], as: UTF8.self) ? file : nil
    }

    private func path(of name: String) -> String { "\(path)/\(name).so" }

    private static func checksum(of bytes: ArraySlice<UInt8>) -> String {
        var checksum = SHA256()
        bytes.withUnsafeBytes { checksum.add($0) }
        return checksum.hexadecimal()
    }

    /// Has something be made in a directory of its own, and keeps it.
    ///
    /// - Parameters:
    ///   - name: What it is kept as.
    ///   - text: The text of which it is made.
    ///   - make: Returns its bytes: is given the path of the text, and those of two files that it may write: for them, and for what is said.
    /// - Returns: Its path.
    /// - Throws: ``FormulaCompilerError``.
    func keep(
        as name: String, madeFrom text: String,
        _ make: (_ source: String, _ product: String, _ log: String) throws(FormulaCompilerError) -> [UInt8]
    ) throws(FormulaCompilerError) -> String {
        var template = Array("\(path)/\(name).XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw unusable(errno) }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let (source, product, log, kept) =
            ("\(folder)/formulas.c", "\(folder)/formulas.so", "\(folder)/log", "\(folder)/kept")
        defer {
            for file in [source, product, log, kept] { unlink(file) }
            rmdir(folder)
        }
        try write(Array(text.utf8), to: source)
        let bytes = try make(source, product, log)
        try write(bytes + Self.checksum(of: bytes[...]).utf8, to: kept)
        guard rename(kept, path(of: name)) == 0 else { throw unusable(errno) }
        return path(of: name)
    }

    private func write(_ bytes: [UInt8], to file: String) throws(FormulaCompilerError) {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unusable(errno) }
        var code: Int32 = 0
        if bytes.withUnsafeBytes({ OpenFile(descriptor).write($0) }) < bytes.count { code = errno }
        if close(descriptor) != 0, code == 0 { code = errno }
        guard code == 0 else { throw unusable(code) }
    }

    private func unusable(_ code: Int32) -> FormulaCompilerError {
        .unusableDirectory(path, reason: String(cString: strerror(code)))
    }
}
