import Foundation

/// A directory that is removed with all that is in it when this dies.
final class TemporaryDirectory {
    let path: String

    init() throws {
        // Links are resolved, so that the system's names of open files begin with it.
        let parent = URL(fileURLWithPath: NSTemporaryDirectory()).resolvingSymlinksInPath()
        path = parent.appendingPathComponent("observatory-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    subscript(name: String) -> String { path + "/" + name }

    func text(of name: String) throws -> String {
        try String(contentsOfFile: self[name], encoding: .utf8)
    }

    /// The numbers by which this process writes to a file.
    func descriptors(of name: String) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int32.init).filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == self[name]
        }
    }

    /// Fills the disk, as far as one open file can tell.
    func fillDisk(of name: String) throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        for descriptor in try descriptors(of: name) { dup2(full, descriptor) }
    }
}
