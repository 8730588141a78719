/// The observations of one messenger: a header of eight bytes and contiguous slots, in the order in which the
/// observations began.
///
/// The capacity is not stored: it is the smallest power of two that holds `count` slots. Ended slots stay where they
/// are, so that ending is O(1) and keeps the order; compaction removes them once they are the majority.
@usableFromInline
struct ObservationBlock {
    @usableFromInline
    struct Header {
        /// Initialised slots, ended ones included.
        @usableFromInline
        var count: UInt32

        /// The number of ended slots, and in the highest bit whether a delivery is going on.
        @usableFromInline
        var endedAndDelivering: UInt32
    }

    @usableFromInline
    let header: UnsafeMutablePointer<Header>

    @inlinable
    var slots: UnsafeMutablePointer<ObservationSlot> {
        UnsafeMutableRawPointer(header + 1).assumingMemoryBound(to: ObservationSlot.self)
    }

    @inlinable
    var count: Int {
        get { Int(header.pointee.count) }
        nonmutating set { header.pointee.count = UInt32(newValue) }
    }

    @inlinable
    static var deliveringBit: UInt32 { 1 << 31 }

    @inlinable
    var endedCount: Int {
        get { Int(header.pointee.endedAndDelivering & ~Self.deliveringBit) }
        nonmutating set {
            header.pointee.endedAndDelivering =
                UInt32(newValue) | (header.pointee.endedAndDelivering & Self.deliveringBit)
        }
    }

    @inlinable
    var isDelivering: Bool {
        get { header.pointee.endedAndDelivering & Self.deliveringBit != 0 }
        nonmutating set {
            if newValue {
                header.pointee.endedAndDelivering |= Self.deliveringBit
            } else {
                header.pointee.endedAndDelivering &= ~Self.deliveringBit
            }
        }
    }
}

extension ObservationBlock {
    /// The most slots that one messenger can have: all must fit, as ended ones, beside the delivering bit, and the
    /// capacity that holds them is a power of two.
    static var maximumCount: Int { 1 << 30 }

    static func capacity(for count: Int) -> Int {
        count <= 1 ? 1 : 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
    }

    var isFull: Bool { count == Self.capacity(for: count) }

    private static func byteCount(for count: Int) -> Int {
        MemoryLayout<Header>.stride + capacity(for: count) * MemoryLayout<ObservationSlot>.stride
    }

    /// The size of the block in memory.
    var byteCount: Int { Self.byteCount(for: count) }

    init(capacityFor count: Int) {
        let bytes = Self.byteCount(for: count)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: MemoryLayout<Int>.alignment)
        header = memory.bindMemory(to: Header.self, capacity: 1)
        header.initialize(to: Header(count: 0, endedAndDelivering: 0))
        UnsafeMutableRawPointer(header + 1)
            .bindMemory(to: ObservationSlot.self, capacity: Self.capacity(for: count))
    }

    /// Frees the memory without touching the slots, which have been moved elsewhere or deinitialised.
    func deallocate() {
        UnsafeMutableRawPointer(header).deallocate()
    }

    /// Moves all slots, ended ones included, into a block of twice the capacity.
    func grown() -> ObservationBlock {
        let larger = ObservationBlock(capacityFor: count + 1)
        larger.slots.moveInitialize(from: slots, count: count)
        larger.header.pointee = header.pointee
        return larger
    }
}
