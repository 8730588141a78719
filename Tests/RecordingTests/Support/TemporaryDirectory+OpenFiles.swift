import Foundation
import TestSupport

extension TemporaryDirectory {
    /// The numbers by which this process writes to a file.
    func descriptors(of name: String) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int32.init).filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path(of: name)
        }
    }

    /// Fills the disk, as far as one open file can tell.
    func fillDisk(of name: String) throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        for descriptor in try descriptors(of: name) { dup2(full, descriptor) }
    }
}
