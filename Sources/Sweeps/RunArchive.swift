import ScenarioFiles
import SimulationEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Runs that are complete, in one file in the format of `tar` (POSIX.1-1988, "ustar"): a folder for each run, whose manifest is last.
///
/// `tar -xf` takes them out. Only one process at a time writes an archive, which it locks for that (`flock`). What was not written to
/// its end is cut off by the next one.
final class RunArchive {
    /// The runs that are in it.
    private(set) var names: Set<String> = []

    private let path: String
    private let descriptor: Int32

    /// Where the next run is written.
    private var end = 0

    /// Opens an archive to write, or creates it.
    ///
    /// - Returns: `nil` if another process writes it.
    /// - Throws: ``SweepError/file(path:reason:)``.
    init?(at path: String) throws(SweepError) {
        self.path = path
        do {
            try FileSystem.createFolder(Scenario.folder(of: path))
        } catch {
            throw .file(path: path, reason: error.reason)
        }
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Self.refused(path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            // It is closed with the object.
            if errno == EWOULDBLOCK { return nil }
            throw Self.refused(path)
        }
        let entries = try ArchiveEntries(of: descriptor, path)
        names = Set(entries.runs.keys)
        end = entries.end
        guard ftruncate(descriptor, off_t(end)) == 0 else { throw Self.refused(path) }
    }

    deinit {
        // Also where a child that was just forked has it, too.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static func refused(_ path: String) -> SweepError {
        .file(path: path, reason: DurableFile.Failure(path: path, code: errno).reason)
    }

    /// Puts the files of a run into the archive, and removes its folder; where they are not in that, only if nothing is.
    ///
    /// - Parameters:
    ///   - held: The files, if they wait in memory; `nil` if they are in the folder.
    ///   - folder: The folder.
    ///   - name: The name of the run.
    /// - Throws: ``SweepError/file(path:reason:)``; the archive is then as it was.
    func take(_ held: [String: [UInt8]]?, of folder: String, as name: String) throws(SweepError) {
        var bytes: [UInt8] = []
        do {
            let manifest = ResultManifest.fileName
            let names = held.map { Array($0.keys) } ?? FileSystem.names(in: folder) ?? []
            let files = names.filter { $0 != manifest && $0 != "unfinished" }.sorted()
            for file in files + [manifest] {
                let content = try held?[file] ?? InputFile("\(folder)/\(file)").bytes()
                bytes += try ArchiveHeader(name: "\(name)/\(file)", size: content.count).bytes()
                bytes += content
                bytes += [UInt8](repeating: 0, count: ArchiveHeader.padding(after: content.count))
            }
        } catch let error as SweepError {
            throw error
        } catch {
            throw .file(path: folder, reason: error.reason)
        }
        let written = bytes.withUnsafeBytes { buffer in
            lseek(descriptor, off_t(end), SEEK_SET) < 0 ? -1 : OpenFile(descriptor).write(buffer)
        }
        guard written == bytes.count else {
            let failure = Self.refused(path)
            ftruncate(descriptor, off_t(end))
            throw failure
        }
        end += written
        names.insert(name)
        guard held == nil else {
            rmdir(folder)
            return
        }
        do {
            try FileSystem.remove(folder)
        } catch {
            throw .file(path: folder, reason: error.reason)
        }
    }

    /// Has what was written reach the disk.
    ///
    /// - Throws: ``SweepError/file(path:reason:)``.
    func synchronize() throws(SweepError) {
        // Two blocks of zeros end an archive; the next run takes their place.
        let tail = [UInt8](repeating: 0, count: 2 * ArchiveHeader.blockSize)
        let isWritten = tail.withUnsafeBytes {
            lseek(descriptor, off_t(end), SEEK_SET) >= 0 && OpenFile(descriptor).write($0) == $0.count
        }
        guard isWritten, OpenFile(descriptor).synchronize() else { throw Self.refused(path) }
    }
}

/// The header of each file of an archive.
struct ArchiveHeader {
    static let blockSize = 512

    let name: String
    let size: Int

    /// How many zeros stand behind a file.
    static func padding(after size: Int) -> Int { (blockSize - size % blockSize) % blockSize }

    private static let longestName = 100
    private static let magic = Array("ustar\0".utf8)

    init(name: String, size: Int) { (self.name, self.size) = (name, size) }

    /// The block, which is the same whenever it is written.
    ///
    /// - Throws: ``SweepError/file(path:reason:)`` if the name is too long, or the file.
    func bytes() throws(SweepError) -> [UInt8] {
        guard name.utf8.count <= Self.longestName, size < 1 << 33 else {
            throw .file(
                path: name,
                reason:
                    "names in archives have at most \(Self.longestName) bytes and files 8 GiB: use 'store: directories'"
            )
        }
        var block = [UInt8](repeating: 0, count: Self.blockSize)
        func put(_ text: String, at place: Int) {
            block.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
        }
        func put(octal number: Int, digits: Int, at place: Int) {
            for digit in 0..<digits {
                block[place + digits - 1 - digit] = UInt8(ascii: "0") + UInt8(number >> (3 * digit) & 7)
            }
        }
        put(name, at: 0)
        put("0000644\0000000\0000000", at: 100)
        put(octal: size, digits: 11, at: 124)
        put(octal: 0, digits: 11, at: 136)
        put("        0", at: 148)
        block.replaceSubrange(257..<257 + Self.magic.count, with: Self.magic)
        put("00", at: 263)
        put(octal: Self.sum(block[...]), digits: 6, at: 148)
        put("\0 ", at: 154)
        return block
    }

    /// Reads a block.
    ///
    /// - Returns: `nil` if it is none.
    init?(_ block: ArraySlice<UInt8>) {
        let start = block.startIndex
        guard block.count == Self.blockSize, Array(block[start + 257..<start + 263]) == Self.magic else { return nil }
        var blank = block
        for place in 148..<156 { blank[start + place] = UInt8(ascii: " ") }
        guard Self.number(block[start + 148..<start + 154]) == Self.sum(blank),
            let size = Self.number(block[start + 124..<start + 135])
        else { return nil }
        name = String(decoding: block[start..<start + 100].prefix { $0 != 0 }, as: UTF8.self)
        self.size = size
    }

    private static func sum(_ block: ArraySlice<UInt8>) -> Int { block.reduce(0) { $0 + Int($1) } }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        Int(String(decoding: digits, as: UTF8.self), radix: 8)
    }
}

/// Where the files of the runs are in an archive.
struct ArchiveEntries {
    /// The places of the files of each run that is complete.
    private(set) var runs: [String: [String: Range<Int>]] = [:]

    /// Where the last complete run ends.
    private(set) var end = 0

    /// Reads the headers of an archive that is open.
    ///
    /// - Complexity: O(n) for n files.
    /// - Throws: ``SweepError/file(path:reason:)``.
    init(of descriptor: Int32, _ path: String) throws(SweepError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw .file(path: path, reason: DurableFile.Failure(path: path, code: errno).reason)
        }
        let length = Int(status.st_size)
        var place = 0
        var files: [String: Range<Int>] = [:]
        var block = [UInt8](repeating: 0, count: ArchiveHeader.blockSize)
        while place + block.count <= length {
            guard pread(descriptor, &block, block.count, off_t(place)) == block.count,
                let header = ArchiveHeader(block[...]), let slash = header.name.firstIndex(of: "/")
            else { return }
            let start = place + block.count
            place = start + header.size + ArchiveHeader.padding(after: header.size)
            guard place <= length else { return }
            let (run, file) = (String(header.name[..<slash]), String(header.name[header.name.index(after: slash)...]))
            files[file] = start..<start + header.size
            guard file == ResultManifest.fileName else { continue }
            runs[run] = files
            files = [:]
            end = place
        }
    }
}
