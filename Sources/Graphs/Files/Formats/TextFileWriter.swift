import CZlib
import Essentials

/// Writes a text into a file piece by piece, packed by gzip if its name ends in `.gz`.
struct TextFileWriter: ~Copyable {
    private let file: gzFile
    private let name: String
    private var buffer = ""
    private var isGood = true

    /// How many bytes are kept before they are written.
    private static let capacity = 1 << 18

    init(_ path: String) throws(DataFileError) {
        // T: as it is, not packed.
        guard let file = gzopen(path, path.lowercased().hasSuffix(".gz") ? "wb" : "wbT") else {
            throw DataFileError(file: path, problems: [.init("the file cannot be written")])
        }
        self.file = file
        name = path
    }

    mutating func append(_ text: String) {
        buffer += text
        if buffer.utf8.count >= Self.capacity { flush() }
    }

    /// Writes what is left.
    ///
    /// - Throws: `DataFileError` if something could not be written.
    consuming func finish() throws(DataFileError) {
        flush()
        guard gzclose(file) == Z_OK, isGood else {
            throw DataFileError(file: name, problems: [.init("the file cannot be written to its end")])
        }
    }

    private mutating func flush() {
        let count = UInt32(buffer.utf8.count)
        if count > 0, gzwrite(file, buffer, count) != Int32(count) { isGood = false }
        buffer.removeAll(keepingCapacity: true)
    }
}
