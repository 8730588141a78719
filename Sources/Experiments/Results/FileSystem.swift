import SimulationEngine

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file system as scenarios and their results use it, with failures that have the error codes of the operating system.
package enum FileSystem {
    /// Tests if there is a file or folder, also where a symbolic link leads.
    package static func exists(_ path: String) -> Bool { mode(of: path) != nil }

    /// Tests if there is anything of a name, which may be a symbolic link that leads nowhere.
    package static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Tests if there is a folder, also where a symbolic link leads.
    package static func isFolder(_ path: String) -> Bool { mode(of: path).map { $0 & S_IFMT == S_IFDIR } ?? false }

    private static func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : nil
    }

    /// The names in a folder, in no order; none if it cannot be read.
    package static func names(in folder: String) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: folder)
    }

    /// Creates a folder, and those that it lies in, where they are missing.
    package static func createFolder(_ path: String) throws(DurableFile.Failure) {
        try attempt(path) {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
    }

    /// Removes a file, or a folder with all that is in it.
    package static func remove(_ path: String) throws(DurableFile.Failure) {
        try attempt(path) { try FileManager.default.removeItem(atPath: path) }
    }

    /// Creates a folder that nobody else uses, where folders for a short time lie.
    ///
    /// - Throws: `ResultError/cannotCreate(path:reason:)`.
    package static func createTemporaryFolder() throws(ResultError) -> String {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/observatory-XXXXXX".utf8CString)
        let path = template.withUnsafeMutableBufferPointer { template in
            template.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let path else {
            throw .cannotCreate(path: parent, reason: DurableFile.Failure(path: parent, code: errno).reason)
        }
        return path
    }

    private static func attempt(_ path: String, _ act: () throws -> Void) throws(DurableFile.Failure) {
        do {
            try act()
        } catch {
            let cause = (error as? CocoaError)?.underlying as? POSIXError
            throw DurableFile.Failure(path: path, code: cause?.code.rawValue ?? EIO)
        }
    }
}

// MARK: - Paths

extension FileSystem {
    /// The last part of a path.
    package static func name(of path: String) -> String { URL(fileURLWithPath: path).lastPathComponent }

    /// The last part of a path without its ending.
    package static func stem(of path: String) -> String {
        URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    }

    /// The folder that something lies in.
    package static func folder(of path: String) -> String {
        URL(fileURLWithPath: path).deletingLastPathComponent().path
    }

    /// Tests if a path, of which the last folders need not be there, leads into a folder.
    package static func isPath(_ path: String, in folder: String) -> Bool {
        let resolved = { URL(fileURLWithPath: $0).resolvingSymlinksInPath().standardizedFileURL.pathComponents }
        var parent = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent()
        while !exists(parent.path), parent.path != "/" {
            parent.deleteLastPathComponent()
        }
        return resolved(parent.path).starts(with: resolved(folder))
    }
}
