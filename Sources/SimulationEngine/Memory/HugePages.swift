#if canImport(Glibc)
    import Glibc
#endif

extension UnsafeMutableBufferPointer {
    /// Asks the system for pages of megabytes, for memory that is going to be read or written in no order.
    ///
    /// The processor knows where some thousand pages lie. With pages of 4 KB that is less than what it has in its caches, so
    /// that each access to a large table would cost looking up its page, too. To be called before the memory is written to
    /// for the first time; where a system does not offer such pages, nothing happens.
    package func preferHugePages() {
        #if os(Linux)
            let bytes = UnsafeMutableRawBufferPointer(self)
            guard bytes.count >= 1 << 22, let start = bytes.baseAddress else { return }
            let page = Int(sysconf(Int32(_SC_PAGESIZE)))
            let first = start.alignedUp(toMultipleOf: page)
            _ = madvise(first, (start + bytes.count - first) / page * page, MADV_HUGEPAGE)
        #endif
    }
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
