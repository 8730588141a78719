import SimulationEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension Error {
    /// Why something could not be done with a file, in the words of the operating system if it was the cause.
    package var reason: String {
        if let failure = self as? DurableFile.Failure { return Documents.reason(ofCode: failure.code) }
        if let failure = self as? InputFile.Failure { return failure.words.withLowercaseStart }
        return String(describing: self)
    }
}

/// The words of the operating system for an error code, such as `permission denied`.
package func reason(ofCode code: Int32) -> String {
    String(cString: strerror(code)).withLowercaseStart
}

extension String {
    fileprivate var withLowercaseStart: String { prefix(1).lowercased() + dropFirst() }
}
