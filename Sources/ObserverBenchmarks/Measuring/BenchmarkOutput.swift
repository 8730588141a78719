import Foundation

/// Where the table goes: standard output or a new file. Each row is written at once, so that a benchmark that is
/// interrupted leaves whole rows.
public struct BenchmarkOutput {
    private let name: String
    private let file: FileHandle

    /// Opens the output and writes the header.
    ///
    /// - Parameter path: Where to create a file; standard output if there is none.
    /// - Throws: ``BenchmarkError/cannotCreate(path:reason:)``, also if there is such a file already, or
    ///   ``BenchmarkError/cannotWrite(path:reason:)``.
    public init(path: String?) throws(BenchmarkError) {
        if let path {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else {
                throw .cannotCreate(path: path, reason: String(cString: strerror(errno)))
            }
            name = path
            file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        } else {
            name = "standard output"
            file = .standardOutput
        }
        try write(line: Figure.csvHeader)
    }

    /// Writes a row of the table.
    public func write(_ figure: Figure) throws(BenchmarkError) {
        try write(line: figure.csvRow)
    }

    private func write(line: String) throws(BenchmarkError) {
        do {
            try file.write(contentsOf: Data((line + "\n").utf8))
        } catch {
            throw .cannotWrite(path: name, reason: error.localizedDescription)
        }
    }
}
