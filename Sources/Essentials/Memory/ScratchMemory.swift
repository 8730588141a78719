import ObserverCore

/// Memory that lives as long as somebody refers to it. It begins with a line of the cache, and lies in huge pages if it is
/// large.
package final class ScratchMemory<Element: BitwiseCopyable> {
    package let pointer: UnsafeMutablePointer<Element>

    /// For how many values there is room.
    package let capacity: Int

    /// Memory without values.
    @inlinable
    package init(capacity: Int) {
        self.capacity = capacity
        let bytes = UnsafeMutableRawPointer.allocate(
            byteCount: max(1, capacity) * MemoryLayout<Element>.stride, alignment: 64)
        pointer = bytes.bindMemory(to: Element.self, capacity: capacity)
        UnsafeMutableRawBufferPointer(start: bytes, count: capacity * MemoryLayout<Element>.stride).preferHugePages()
    }

    @inlinable
    package convenience init(count: Int, repeating element: Element) {
        self.init(capacity: count)
        pointer.initialize(repeating: element, count: count)
    }

    @inlinable
    package convenience init(copying elements: ContiguousArray<Element>) {
        // One more, so that the end can be read.
        self.init(capacity: elements.count + 1)
        elements.withUnsafeBufferPointer { elements in
            if let base = elements.baseAddress { pointer.initialize(from: base, count: elements.count) }
        }
    }

    @inlinable
    deinit {
        pointer.deallocate()
    }
}
