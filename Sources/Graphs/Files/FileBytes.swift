import Essentials

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
    /// - Throws: `DataFileError` if it does not exist, is no file, cannot be read, is packed but damaged, or has more packed than
    ///   there is memory for.
    convenience init(contentsOf path: String, named name: String) throws(DataFileError) {
        let file: InputFile
        do throws(InputFile.Failure) {
            file = try InputFile(path)
        } catch {
            throw DataFileError(file: name, problems: [.init(error.sentence)])
        }
        if Self.isPacked(file.descriptor) {
            let packed = try FileBytes(mapping: file.descriptor, count: file.byteCount, named: name)
            try self.init(unpacking: packed)
        } else {
            try self.init(mapping: file.descriptor, count: file.byteCount, named: name)
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
    private static func isPacked(_ descriptor: Int32) -> Bool {
        var magic: (UInt8, UInt8) = (0, 0)
        return pread(descriptor, &magic, 2, 0) == 2 && magic == (0x1F, 0x8B)
    }

    private convenience init(unpacking packed: FileBytes) throws(DataFileError) {
        var inflation = Inflation()
        let isWhole = inflation.unpack(packed.bytes)
        guard isWhole, inflation.restIsZeros else {
            let what =
                isWhole
                ? "bytes that gzip has not packed stand behind"
                : "the file is packed by gzip, but damaged or cut short after"
            inflation.memory.deallocate()
            let message = inflation.shortage.map { "\($0)" } ?? "\(what) \(inflation.count) bytes of text"
            throw DataFileError(file: packed.name, problems: [.init(message)])
        }
        let memory = inflation.memory
        self.init(memory, count: inflation.count, named: packed.name) { memory.deallocate() }
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

extension FileBytes {
    /// - Throws: `DataFileError` if there are more vertices than a graph, or the memory of the machine, has room for.
    func checkVertexCount(_ count: Int, in line: Int?, bytesPerVertex: Double = 32) throws(DataFileError) {
        do {
            // The graph and its names, or more.
            try Graph.check(vertexCount: count, bytesPerVertex: bytesPerVertex)
        } catch {
            throw DataFileError(
                file: name, problems: [.init(line: line, column: line.map { _ in 1 }, length: 1, "\(error)")])
        }
    }

    /// The problem of the first carriage return in a range behind which no line feed stands.
    func loneCarriageReturn(in range: Range<Int>) -> DataFileError.Problem? {
        let index = range.first { index in
            bytes[index] == UInt8(ascii: "\r")
                && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"))
        }
        return index.map {
            problem(
                from: $0, to: $0 + 1,
                "a line ends by a carriage return alone: lines must end by a line feed, as by `tr '\\r' '\\n'`")
        }
    }

    /// - Throws: `DataFileError` with the first place that is not UTF-8.
    func checkUTF8() throws(DataFileError) {
        var parser = Unicode.UTF8.ForwardParser()
        var position = bytes.firstIndex { $0 >= 0x80 } ?? bytes.count
        var rest = bytes[position...].makeIterator()
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar): position += scalar.count
            case .emptyInput: return
            case .error(let length):
                let problem = problem(
                    from: position, to: position + length,
                    "this is not UTF-8 text: convert it, such as ISO 8859-1 by `iconv -f latin1 -t utf-8`")
                throw DataFileError(file: name, problems: [problem])
            }
        }
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
