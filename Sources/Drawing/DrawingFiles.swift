import Documents
import Essentials

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes a file that whoever draws reads.
func write(_ text: String, to path: String) throws(PlotError) {
    do throws(DurableFile.Failure) {
        try DurableFile(path: path).write(Array(text.utf8), synchronizing: false)
    } catch {
        throw .cannotWrite(path: path, reason: error.reason)
    }
}

/// Removes a file that was there for a program that draws only.
func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
}
