/// Memory for numbers that grows when asked and forgets its contents then. Begins at a cache line.
struct GrowingMemory<Element: BitwiseCopyable>: ~Copyable {
    private(set) var start: UnsafeMutablePointer<Element>
    private(set) var capacity: Int

    init(capacity: Int = 0) {
        self.capacity = capacity
        start = Self.allocate(capacity)
    }

    deinit {
        UnsafeMutableRawPointer(start).deallocate()
    }

    /// Makes room for a number of elements. What was there is lost if there was less room.
    mutating func reserve(_ count: Int) {
        guard count > capacity else { return }
        UnsafeMutableRawPointer(start).deallocate()
        capacity = count
        start = Self.allocate(count)
    }

    /// Makes room for a number of elements and keeps the first ones.
    mutating func grow(to count: Int, keeping kept: Int) {
        guard count > capacity else { return }
        let new = Self.allocate(count)
        new.update(from: start, count: kept)
        UnsafeMutableRawPointer(start).deallocate()
        capacity = count
        start = new
    }

    private static func allocate(_ count: Int) -> UnsafeMutablePointer<Element> {
        UnsafeMutableRawPointer.allocate(byteCount: max(1, count) * MemoryLayout<Element>.stride, alignment: 64)
            .bindMemory(to: Element.self, capacity: max(1, count))
    }
}
