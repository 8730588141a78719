/// The observations of one messenger, in the order in which they began, in one piece of memory:
///
///     header | handler 0 … handler c−1 | link 0 … link c−1
///
/// A handler and the link with the same index make a *slot*. Passing a message on reads nothing but the handlers, which
/// lie as densely as an array of functions with context does in C.
///
/// The capacity c is not stored: it is the smallest power of two that holds `count` slots. Ended slots stay where they
/// are, so that ending is O(1) and keeps the order; compaction removes them once they are the majority.
@usableFromInline
struct ObservationBlock {
    @usableFromInline
    struct Header {
        /// Initialised slots, ended ones included.
        @usableFromInline
        var count: UInt32

        @usableFromInline
        var state: State
    }

    @usableFromInline
    let header: UnsafeMutablePointer<Header>

    @inlinable
    init(header: UnsafeMutablePointer<Header>) {
        self.header = header
    }

    /// One for each slot. An ended slot that has let go of its handler has none.
    @inlinable
    var handlers: UnsafeMutablePointer<ErasedHandler> {
        UnsafeMutableRawPointer(header + 1).assumingMemoryBound(to: ErasedHandler.self)
    }

    @inlinable
    var links: UnsafeMutablePointer<ObservationLink> {
        UnsafeMutableRawPointer(handlers + Self.capacity(for: count)).assumingMemoryBound(to: ObservationLink.self)
    }

    @inlinable
    var count: Int {
        get { Int(header.pointee.count) }
        nonmutating set { header.pointee.count = UInt32(truncatingIfNeeded: newValue) }
    }

    @inlinable
    var state: State {
        get { header.pointee.state }
        nonmutating _modify { yield &header.pointee.state }
    }
}

// MARK: - State

extension ObservationBlock {
    /// The number of ended slots, and flags.
    @usableFromInline
    struct State: Equatable {
        @usableFromInline
        var bits: UInt32

        @inlinable
        init(bits: UInt32) {
            self.bits = bits
        }

        @inlinable static var deliveringBit: UInt32 { 1 << 31 }
        @inlinable static var disturbedBit: UInt32 { 1 << 30 }
        @inlinable static var authoredBit: UInt32 { 1 << 29 }
        @inlinable static var seatBit: UInt32 { 1 << 28 }
        @inlinable static var soleBit: UInt32 { 1 << 27 }
        @inlinable static var rememberingBit: UInt32 { 1 << 26 }
        @inlinable static var endedMask: UInt32 { rememberingBit - 1 }

        /// The state of an ``ObservationSeat``.
        @inlinable static var seat: State { State(bits: seatBit) }

        /// The state of a ``SoleObservation``.
        static var sole: State { State(bits: soleBit) }

        /// True if there is nothing in it that parking would lose.
        var isParkable: Bool { bits == 0 }

        /// True if a message is being passed on.
        @inlinable
        var isDelivering: Bool { bits & Self.deliveringBit != 0 }

        /// True if all slots that have not ended hold a ``MessageHandler``, nothing is being delivered, and messages are
        /// not remembered.
        @inlinable
        var isPlain: Bool { bits & ~(Self.endedMask | Self.soleBit) == 0 }

        /// True if it is plain or would be if messages were not remembered.
        @inlinable
        var isPlainApartFromMemory: Bool { bits & ~(Self.endedMask | Self.soleBit | Self.rememberingBit) == 0 }

        /// True if the messenger has a memory. It stands here, too, so that a message need not look at the extras.
        @inlinable
        var isRemembering: Bool { bits & Self.rememberingBit != 0 }

        /// True if something happened during a delivery that must be seen to before the next handler is called or when
        /// the delivery is over: an observation ended, messages wait, or the block was replaced.
        @inlinable
        var isDisturbed: Bool { bits & Self.disturbedBit != 0 }

        /// True if what looks like a block is an ``ObservationSeat``.
        @inlinable
        var isSeat: Bool { bits & Self.seatBit != 0 }

        /// True if the block is a ``SoleObservation``.
        var isSole: Bool { bits & Self.soleBit != 0 }

        @inlinable
        var endedCount: Int { Int(bits & Self.endedMask) }

        @inlinable
        mutating func beginDelivery() { bits |= Self.deliveringBit }

        @inlinable
        mutating func endDelivery() { bits &= ~(Self.deliveringBit | Self.disturbedBit) }

        @inlinable
        mutating func disturb() { bits |= Self.disturbedBit }
        mutating func noteAuthoredHandler() { bits |= Self.authoredBit }
        mutating func noteMemory() { bits |= Self.rememberingBit }
        mutating func noteLeaving() { bits &= ~(Self.seatBit | Self.soleBit) }
        mutating func noteEnding() { bits += 1 }

        /// Takes note that all ended slots were removed.
        mutating func compacted(hasAuthoredHandlers: Bool) {
            bits &= ~(Self.endedMask | Self.authoredBit)
            if hasAuthoredHandlers { noteAuthoredHandler() }
        }
    }
}

// MARK: - Memory

extension ObservationBlock {
    /// The most slots that one messenger can have: their number has to fit beside the flags of the state.
    static var maximumCount: Int { 1 << 25 }

    @inlinable
    static func capacity(for count: Int) -> Int {
        count <= 1 ? 1 : 1 &<< (Int.bitWidth &- (count &- 1).leadingZeroBitCount)
    }

    var isFull: Bool { count == Self.capacity(for: count) }

    private static var slotByteCount: Int {
        MemoryLayout<ErasedHandler>.stride + MemoryLayout<ObservationLink>.stride
    }

    /// The size of the block in memory.
    var byteCount: Int { Self.byteCount(forCapacity: Self.capacity(for: count)) }

    static func byteCount(forCapacity capacity: Int) -> Int {
        MemoryLayout<Header>.stride + capacity * slotByteCount
    }

    /// Creates a block for a number of slots, which the caller initialises.
    init(count: Int) {
        let bytes = Self.byteCount(forCapacity: Self.capacity(for: count))
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: MemoryLayout<Int>.alignment)
        UnsafeMutableRawBufferPointer(start: memory, count: bytes).preferHugePages()
        header = memory.bindMemory(to: Header.self, capacity: 1)
        header.initialize(to: Header(count: UInt32(count), state: State(bits: 0)))
    }

    /// Frees the memory without touching the handlers, which have been moved elsewhere or let go of.
    func deallocate() {
        guard !state.isSole else { return SoleObservation(self).deallocate() }
        UnsafeMutableRawPointer(header).deallocate()
    }

    /// Lets go of all handlers, which may run any code, and frees the memory.
    func destroy() {
        for index in 0..<count where handlers.isPresent(index) { (handlers + index).letGo() }
        deallocate()
    }

    /// Moves all slots, ended ones included, into a new block with one slot more, which the caller initialises.
    func grown() -> ObservationBlock {
        let larger = ObservationBlock(count: count + 1)
        larger.state = state
        larger.state.noteLeaving()
        larger.handlers.moveInitialize(from: handlers, count: count)
        larger.links.update(from: links, count: count)
        return larger
    }

    /// Another block all of whose observations ended too, and which is let go of after this one. It lies where the first
    /// link has its receiver, which nobody looks at any more.
    var nextEnded: ObservationBlock? {
        get { placeOfNextEnded.pointee }
        nonmutating set { placeOfNextEnded.pointee = newValue }
    }

    private var placeOfNextEnded: UnsafeMutablePointer<ObservationBlock?> {
        UnsafeMutableRawPointer(links).assumingMemoryBound(to: ObservationBlock?.self)
    }

    /// Takes the handler out of a slot, if it is still there.
    func takeHandler(at index: Int) -> ErasedHandler? {
        guard handlers.isPresent(index) else { return nil }
        let handler = (handlers + index).move()
        handlers.markAbsent(index)
        return handler
    }
}

extension UnsafeMutablePointer where Pointee == ErasedHandler {
    /// Tests if there is a handler in a place. The function of a closure is never null, which marks its absence.
    @inlinable
    @inline(__always)
    func isPresent(_ index: Int) -> Bool {
        UnsafeRawPointer(self + index).load(as: UInt.self) != 0
    }

    func markAbsent(_ index: Int) {
        UnsafeMutableRawPointer(self + index).storeBytes(of: 0, as: UInt.self)
    }

    /// Lets go of a handler, which may run any code.
    ///
    /// As a closure, since the compiler goes by way of tables to let go of a type that is not public.
    @inline(__always)
    func letGo() {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: (() -> Void).self).deinitialize(count: 1)
    }

    /// The handlers of slots of kind ``ObservationLink/Kind/message``, whose messenger sends messages of that type.
    @inlinable
    @inline(__always)
    func receiving<Message>(_: Message.Type) -> UnsafeMutablePointer<MessageHandler<Message>> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: MessageHandler<Message>.self)
    }

    /// The handlers of slots of kind ``ObservationLink/Kind/authoredMessage``.
    @inlinable
    @inline(__always)
    func receivingWithAuthor<Message>(_: Message.Type) -> UnsafeMutablePointer<AuthoredMessageHandler<Message>> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: AuthoredMessageHandler<Message>.self)
    }
}
