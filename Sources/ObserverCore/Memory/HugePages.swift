#if canImport(Glibc)
    import Glibc
#endif

extension UnsafeMutableRawBufferPointer {
    /// Asks the system for pages of megabytes, for memory that is large, and of which all is going to be used, or parts in no order.
    ///
    /// The processor knows where some thousand pages lie. With pages of 4 KB that is less than what it has in its caches, so
    /// that each access to a large table would cost looking up its page, too; and the system gives pages out one by one, which takes
    /// longer than writing to them. To be called before the memory is written to for the first time; where a system does not offer
    /// such pages, nothing happens.
    package func preferHugePages() {
        #if canImport(Glibc)
            guard count >= 1 << 22, let start = baseAddress else { return }
            let page = Int(sysconf(Int32(_SC_PAGESIZE)))
            let first = start.alignedUp(toMultipleOf: page)
            _ = madvise(first, (start + count - first) / page * page, MADV_HUGEPAGE)
        #endif
    }
}
