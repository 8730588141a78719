import Foundation

/// A directory that is there for one test and removed with this object.
public final class TemporaryDirectory {
    /// Where it lies.
    public let path: String

    /// Creates an empty directory.
    public init() throws {
        path = Self.parent.appendingPathComponent("observatory-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    /// Where directories are made: in memory where there is enough of it, since tests make thousands of files that are waited for
    /// until a disk has them. Links are resolved, so that the system's names of open files begin with it.
    private static let parent: URL = {
        let memory = "/dev/shm"
        let room = try? FileManager.default.attributesOfFileSystem(forPath: memory)[.systemFreeSize] as? NSNumber
        let isInMemory = (room?.int64Value ?? 0) > 1 << 30 && FileManager.default.isWritableFile(atPath: memory)
        let url = isInMemory ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
        return url.resolvingSymlinksInPath()
    }()

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Where a file of that name lies.
    public func path(of name: String) -> String {
        "\(path)/\(name)"
    }

    /// Writes a file and tells where it lies.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        try text.write(toFile: path(of: name), atomically: false, encoding: .utf8)
        return path(of: name)
    }

    /// The text of a file.
    public func read(_ name: String) throws -> String {
        try String(contentsOfFile: path(of: name), encoding: .utf8)
    }
}
