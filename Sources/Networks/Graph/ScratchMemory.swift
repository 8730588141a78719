import SimulationEngine

/// Memory that lives as long as somebody refers to it. It begins with a line of the cache, and lies in huge pages if it is
/// large.
final class ScratchMemory<Element: BitwiseCopyable> {
    let pointer: UnsafeMutablePointer<Element>

    /// For how many values there is room.
    let capacity: Int

    /// Memory without values.
    init(capacity: Int) {
        self.capacity = capacity
        let bytes = UnsafeMutableRawPointer.allocate(
            byteCount: max(1, capacity) * MemoryLayout<Element>.stride, alignment: 64)
        pointer = bytes.bindMemory(to: Element.self, capacity: capacity)
        UnsafeMutableBufferPointer(start: pointer, count: capacity).preferHugePages()
    }

    convenience init(count: Int, repeating element: Element) {
        self.init(capacity: count)
        pointer.initialize(repeating: element, count: count)
    }

    convenience init(copying elements: ContiguousArray<Element>) {
        // One more, so that the end can be read.
        self.init(capacity: elements.count + 1)
        elements.withUnsafeBufferPointer { elements in
            if let base = elements.baseAddress { pointer.initialize(from: base, count: elements.count) }
        }
    }

    deinit {
        pointer.deallocate()
    }
}
