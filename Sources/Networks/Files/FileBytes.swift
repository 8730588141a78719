import CZlib
import SimulationEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes of a file, unpacked if gzip has packed it.
///
/// Memory: a file that is not packed is mapped and takes none of its own; it must not be cut short meanwhile. A packed one
/// takes what it is unpacked, and up to three times that while it is unpacked.
///
/// Behind the bytes there are ``padding`` zeros that can be read.
final class FileBytes {
    /// The bytes.
    let bytes: UnsafeBufferPointer<UInt8>

    /// The file, as it was named by the user.
    let name: String

    /// How many zeros can be read behind the bytes.
    static let padding = 16

    private let release: () -> Void

    private init(_ start: UnsafeMutableRawPointer, count: Int, named name: String, release: @escaping () -> Void) {
        bytes = UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
        self.name = name
        self.release = release
    }

    /// Opens a file.
    ///
    /// - Throws: `DataFileError` if it does not exist, cannot be read, or is packed but damaged.
    convenience init(contentsOf path: String, named name: String) throws(DataFileError) {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else {
            let reason = errno == ENOENT ? "does not exist" : "cannot be read: \(String(cString: strerror(errno)))"
            throw DataFileError(file: name, problems: [.init("the file \(reason)")])
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw DataFileError(file: name, problems: [.init("this is not a file, but a folder or a device")])
        }
        if Self.isPacked(descriptor) {
            try self.init(unpacking: path, named: name)
        } else {
            try self.init(mapping: descriptor, count: Int(status.st_size), named: name)
        }
    }

    /// The bytes of a text.
    convenience init(text: String, named name: String) {
        let utf8 = Array(text.utf8)
        let start = UnsafeMutableRawPointer.allocate(byteCount: utf8.count + Self.padding, alignment: 16)
        start.initializeMemory(as: UInt8.self, repeating: 0, count: utf8.count + Self.padding)
        utf8.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: start, count: utf8.count).copyMemory(from: $0) }
        self.init(start, count: utf8.count, named: name) { start.deallocate() }
    }

    private convenience init(mapping descriptor: Int32, count: Int, named name: String) throws(DataFileError) {
        // Pages of zeros, the first of which the file then takes the places of.
        let length = count + Int(sysconf(Int32(_SC_PAGESIZE)))
        guard let start = mmap(nil, length, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), start != MAP_FAILED,
            count == 0 || mmap(start, count, PROT_READ, MAP_PRIVATE | MAP_FIXED, descriptor, 0) == start
        else {
            throw DataFileError(
                file: name, problems: [.init("the file cannot be read: \(String(cString: strerror(errno)))")])
        }
        _ = madvise(start, count, MADV_SEQUENTIAL)
        self.init(start, count: count, named: name) { munmap(start, length) }
    }

    deinit {
        release()
    }
}

// MARK: - gzip

extension FileBytes {
    /// How many bytes are unpacked at once.
    private static let chunk = 1 << 20

    private static func isPacked(_ descriptor: Int32) -> Bool {
        var magic: (UInt8, UInt8) = (0, 0)
        return pread(descriptor, &magic, 2, 0) == 2 && magic == (0x1F, 0x8B)
    }

    private convenience init(unpacking path: String, named name: String) throws(DataFileError) {
        guard let file = gzopen(path, "rb") else {
            throw DataFileError(file: name, problems: [.init("the file cannot be read")])
        }
        gzbuffer(file, UInt32(Self.chunk))
        var capacity = 4 * Self.chunk
        var start = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        var count = 0
        var read = Int32(0)
        repeat {
            if count + Self.chunk + Self.padding > capacity {
                let grown = UnsafeMutableRawPointer.allocate(byteCount: 2 * capacity, alignment: 16)
                grown.copyMemory(from: start, byteCount: count)
                start.deallocate()
                (start, capacity) = (grown, 2 * capacity)
            }
            read = gzread(file, start + count, UInt32(Self.chunk))
            count += Int(max(0, read))
        } while read > 0
        // What ends in the middle of a stream is told only when the file is closed.
        guard gzclose(file) == Z_OK, read == 0 else {
            start.deallocate()
            throw DataFileError(
                file: name,
                problems: [.init("the file is packed by gzip, but damaged or cut short after \(count) bytes of text")])
        }
        (start + count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
        let unpacked = start
        self.init(unpacked, count: count, named: name) { unpacked.deallocate() }
    }
}

// MARK: - Places

extension FileBytes {
    /// The number of the line, from 1, that begins at or before a position, counted from the beginning of the bytes.
    ///
    /// - Complexity: O(n) for n bytes.
    func problem(from start: Int, to end: Int, _ message: String) -> DataFileError.Problem {
        let line = 1 + bytes[..<start].count { $0 == UInt8(ascii: "\n") }
        let lineStart = bytes[..<start].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return problem(inLine: line, startingAt: lineStart, from: start, to: end, message)
    }

    /// A problem with bytes of a line whose number and beginning are known.
    func problem(
        inLine line: Int, startingAt lineStart: Int, from start: Int, to end: Int, _ message: String
    ) -> DataFileError.Problem {
        let first = lineStart == 0 ? bytes.textStart : lineStart
        let column = 1 + bytes[first..<max(first, start)].scalarCount
        let length = max(1, bytes[start..<max(start, end)].scalarCount)
        return DataFileError.Problem(line: line, column: column, length: length, message)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Where the text begins: behind a byte order mark.
    var textStart: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// The number of Unicode scalars: of all bytes but those that continue one.
    fileprivate var scalarCount: Int { count { $0 & 0xC0 != 0x80 } }
}
