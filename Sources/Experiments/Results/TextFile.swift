import SimulationEngine

/// A file with a text that the program writes for somebody to go on with, such as a scenario.
package enum TextFile {
    /// Creates the file.
    ///
    /// - Throws: ``ResultError`` if there is one of that name, which is left as it is, or it cannot be written.
    package static func create(_ path: String, with text: String) throws(ResultError) {
        guard !FileSystem.isTaken(path) else { throw .cannotCreate(path: path, reason: "it exists already") }
        do throws(DurableFile.Failure) {
            try DurableFile(path: path).write(Array(text.utf8))
        } catch {
            throw .cannotCreate(path: path, reason: error.reason)
        }
    }
}
