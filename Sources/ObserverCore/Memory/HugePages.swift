#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension UnsafeMutableRawBufferPointer {
    /// From how many bytes on memory has pages of megabytes in it wherever it begins.
    fileprivate static var hugePageMinimum: Int { 1 << 22 }

    /// Asks the system for pages of megabytes, for memory that is large, and of which all is going to be used, or parts in no order.
    ///
    /// The processor knows where some thousand pages lie. With pages of 4 KB that is less than what it has in its caches, so
    /// that each access to a large table would cost looking up its page, too; and the system gives pages out one by one, which takes
    /// longer than writing to them. To be called before the memory is written to for the first time; where a system does not offer
    /// such pages, nothing happens.
    package func preferHugePages() {
        #if canImport(Glibc)
            guard count >= Self.hugePageMinimum, let start = baseAddress else { return }
            let page = Int(sysconf(Int32(_SC_PAGESIZE)))
            let first = start.alignedUp(toMultipleOf: page)
            _ = madvise(first, (start + count - first) / page * page, MADV_HUGEPAGE)
        #endif
    }
}

extension UnsafeMutableRawPointer? {
    /// Memory of more bytes with the first ones of this, whose place it takes. It is to be freed by `free`, and so is this.
    ///
    /// Small pages move as they are, which spares those that would be given out for a copy. Huge ones would be taken apart.
    func grown(_ usedCount: Int, toByteCount byteCount: Int) -> UnsafeMutableRawPointer {
        let isHuge = byteCount >= UnsafeMutableRawBufferPointer.hugePageMinimum
        guard let new = isHuge ? malloc(byteCount) : realloc(self, byteCount) else {
            preconditionFailure("there is no memory for \(byteCount) bytes")
        }
        guard isHuge else { return new }
        UnsafeMutableRawBufferPointer(start: new, count: byteCount).preferHugePages()
        if let self { new.copyMemory(from: self, byteCount: usedCount) }
        free(self)
        return new
    }
}
