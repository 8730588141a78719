import ObserverCore

extension UnsafeMutableBufferPointer {
    /// Asks the system for pages of megabytes, before the memory is written to for the first time.
    package func preferHugePages() { UnsafeMutableRawBufferPointer(self).preferHugePages() }
}

extension ContiguousArray where Element: BitwiseCopyable {
    /// An array of a known length, whose memory lies in huge pages if it is large.
    ///
    /// - Parameters:
    ///   - count: The number of elements.
    ///   - fill: Gives each of them a value.
    package init(count: Int, filledBy fill: (UnsafeMutableBufferPointer<Element>) -> Void) {
        // All empty arrays share their storage, into which the count must not be written.
        self.init(unsafeUninitializedCapacity: Swift.max(count, 1)) { memory, initialized in
            let buffer = UnsafeMutableBufferPointer(rebasing: memory[..<count])
            buffer.preferHugePages()
            fill(buffer)
            initialized = count
        }
    }
}
