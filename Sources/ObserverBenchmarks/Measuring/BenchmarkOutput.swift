#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where the table goes: standard output or a new file. Each row is written at once, so that a benchmark that is
/// interrupted leaves whole rows.
public final class BenchmarkOutput {
    private let name: String
    private let descriptor: Int32

    /// Opens the output and writes the header.
    ///
    /// - Parameter path: Where to create a file; standard output if there is none.
    /// - Throws: ``BenchmarkError/cannotCreate(path:reason:)``, also if there is such a file already, or
    ///   ``BenchmarkError/cannotWrite(path:reason:)``.
    public init(path: String?) throws(BenchmarkError) {
        name = path ?? "standard output"
        descriptor = path.map { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) } ?? STDOUT_FILENO
        guard descriptor >= 0 else {
            throw .cannotCreate(path: name, reason: String(cString: strerror(errno)))
        }
        try write(line: Figure.csvHeader)
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
    }

    /// Writes a row of the table.
    public func write(_ figure: Figure) throws(BenchmarkError) {
        try write(line: figure.csvRow)
    }

    private func write(line: String) throws(BenchmarkError) {
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                #if canImport(Glibc)
                    Glibc.write(descriptor, bytes.baseAddress, bytes.count)
                #else
                    Darwin.write(descriptor, bytes.baseAddress, bytes.count)
                #endif
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .cannotWrite(path: name, reason: String(cString: strerror(errno))) }
            rest.removeFirst(count)
        }
    }
}
