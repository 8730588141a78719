import CHeap

/// The memory that the program has allocated.
public enum Heap {
    /// The bytes that are in use, with what the allocator adds to each piece; `nil` where the allocator does not tell.
    public static var bytesInUse: Int? {
        let bytes = Int(cheap_bytes_in_use())
        // An allocator that takes the place of the system's, such as that of AddressSanitizer, leaves it none to tell of.
        return bytes > 0 ? bytes : nil
    }

    /// The smallest count of pieces that are weighed.
    ///
    /// The allocator keeps a few freed pieces of each size at hand, which it counts as in use.
    public static let smallestCount = 1000

    /// Does a piece of work and returns by how many bytes the memory in use has grown, for each of a count, if
    /// that is at least the ``smallestCount``.
    ///
    /// Work that is repeated is weighed once: the allocator looks at all free memory to answer, which empties the caches.
    public static func growth(per count: Int, if isWeighed: Bool = true, _ work: () -> Void) -> Double? {
        let before = isWeighed && count >= smallestCount ? bytesInUse : nil
        work()
        guard let before, let after = bytesInUse else { return nil }
        return Double(after - before) / Double(count)
    }

    /// Makes objects and returns them with the memory that each of them takes.
    public static func growth<Object: AnyObject>(
        making count: Int, _ make: () -> Object
    ) -> (objects: [Object], bytes: Double?) {
        let count = max(0, count)
        var objects: [Object] = []
        // The array that holds them is not a part of them.
        objects.reserveCapacity(count)
        let bytes = growth(per: count) { for _ in 0..<count { objects.append(make()) } }
        return (objects, bytes)
    }

    /// Gives free memory back to the system, so that each run finds it as it is in a new program, however the run before
    /// it left it.
    static func tidy() {
        cheap_trim()
    }
}
