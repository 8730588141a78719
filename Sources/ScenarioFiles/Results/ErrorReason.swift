import SimulationEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension Error {
    /// Why something could not be done with a file, in the words of the operating system if it was the cause.
    var reason: String {
        (self as? DurableFile.Failure).map { ScenarioFiles.reason(ofCode: $0.code) } ?? String(describing: self)
    }
}

/// The words of the operating system for an error code, such as `permission denied`.
func reason(ofCode code: Int32) -> String {
    let words = String(cString: strerror(code))
    return words.prefix(1).lowercased() + words.dropFirst()
}
