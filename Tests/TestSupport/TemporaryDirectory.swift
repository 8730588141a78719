import Foundation

/// A directory that is there for one test and removed with this object.
public final class TemporaryDirectory {
    /// Where it lies.
    public let path: String

    /// Creates an empty directory.
    public init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("observatory-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

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
