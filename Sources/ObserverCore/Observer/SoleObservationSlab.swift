/// A piece of memory for some ``SoleObservation``s, which stay where they are:
///
///     header | place 0 … place c−1
///
/// It is freed with the last of its observations, which may be after the death of the receiver.
struct SoleObservationSlab: Equatable {
    private struct Header {
        /// Alive, because it takes its slabs from itself when it dies; `nil` if that has happened.
        var owner: Unmanaged<SoleObservations>?
        var next: SoleObservationSlab?
        var previous: SoleObservationSlab?
        let capacity: UInt32
        /// Places that have been in use, which are the first ones.
        var initializedCount: UInt32 = 0
        /// Places that are in use, and one while handlers are being let go of.
        var usedCount: UInt32 = 0
        /// The position of a free one among the initialised places; each names the next in place of a count.
        var firstFree = Self.none

        static var none: UInt32 { .max }
    }

    private let header: UnsafeMutablePointer<Header>

    init(capacity: Int, owner: SoleObservations) {
        let bytes = Self.byteCount(forCapacity: capacity)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: MemoryLayout<UInt>.alignment)
        header = memory.bindMemory(to: Header.self, capacity: 1)
        header.initialize(to: Header(owner: .passUnretained(owner), capacity: UInt32(capacity)))
    }

    /// The slab in which a block lies at a position.
    init(containing block: ObservationBlock, at position: Int) {
        let offset = MemoryLayout<Header>.stride + position * SoleObservation.byteCount
        header = (UnsafeMutableRawPointer(block.header) - offset).assumingMemoryBound(to: Header.self)
    }

    private static func byteCount(forCapacity capacity: Int) -> Int {
        MemoryLayout<Header>.stride + capacity * SoleObservation.byteCount
    }

    /// The size in memory.
    var byteCount: Int { Self.byteCount(forCapacity: Int(header.pointee.capacity)) }

    /// The one whose observations these are, or `nil` if it has died.
    var owner: Unmanaged<SoleObservations>? {
        get { header.pointee.owner }
        nonmutating set { header.pointee.owner = newValue }
    }
}

// MARK: - Places

extension SoleObservationSlab {
    func place(_ position: Int) -> UnsafeMutableRawPointer {
        UnsafeMutableRawPointer(header + 1) + position * SoleObservation.byteCount
    }

    private func observation(_ position: Int) -> SoleObservation {
        SoleObservation(ObservationBlock(header: place(position).assumingMemoryBound(to: ObservationBlock.Header.self)))
    }

    var hasFreePlace: Bool { header.pointee.usedCount < header.pointee.capacity }

    /// Takes a free place, which must be there.
    ///
    /// - Returns: Its position.
    func takePlace() -> Int {
        precondition(hasFreePlace, "a slab of observations is full")
        let position = takeFreedPosition() ?? takeFreshPosition()
        header.pointee.usedCount += 1
        if !hasFreePlace { owner?._withUnsafeGuaranteedRef { $0.slabs.noteFull(self) } }
        return position
    }

    private func takeFreedPosition() -> Int? {
        let position = header.pointee.firstFree
        guard position != Header.none else { return nil }
        header.pointee.firstFree = observation(Int(position)).block.header.pointee.count
        return Int(position)
    }

    private func takeFreshPosition() -> Int {
        header.pointee.initializedCount += 1
        return Int(header.pointee.initializedCount) - 1
    }

    /// Frees a place, and the slab with the last one.
    func free(_ position: Int) {
        if !hasFreePlace { owner?._withUnsafeGuaranteedRef { $0.slabs.noteFree(self) } }
        observation(position).block.header.pointee.count = header.pointee.firstFree
        header.pointee.firstFree = UInt32(position)
        release()
    }

    private func release() {
        header.pointee.usedCount -= 1
        guard header.pointee.usedCount == 0 else { return }
        owner?._withUnsafeGuaranteedRef { $0.slabs.remove(self) }
        UnsafeMutableRawPointer(header).deallocate()
    }

    /// Calls a closure with the observations that messengers have.
    @inline(__always)
    func forEachMessenger(_ body: (SoleObservation, AnyMessenger) -> Void) {
        for position in 0..<Int(header.pointee.initializedCount) {
            let observation = observation(position)
            guard let messenger = observation.messenger else { continue }
            messenger._withUnsafeGuaranteedRef { body(observation, $0) }
        }
    }

    /// Lets go of the handlers of all observations, which messengers do not have any more, and frees their places.
    func letGo() {
        // Whatever code runs, the slab stays until this is done.
        header.pointee.usedCount += 1
        for position in 0..<Int(header.pointee.initializedCount) {
            let observation = observation(position)
            guard observation.messenger != nil else { continue }
            observation.messenger = nil
            observation.block.handlers.letGo()
            header.pointee.usedCount -= 1
        }
        release()
    }
}

// MARK: - Lists

extension SoleObservationSlab {
    /// Slabs that are linked with each other.
    struct List {
        private(set) var first: SoleObservationSlab?
        private(set) var last: SoleObservationSlab?

        private mutating func prepend(_ slab: SoleObservationSlab) {
            slab.header.pointee.previous = nil
            slab.header.pointee.next = first
            if let first { first.header.pointee.previous = slab } else { last = slab }
            first = slab
        }

        mutating func append(_ slab: SoleObservationSlab) {
            slab.header.pointee.previous = last
            slab.header.pointee.next = nil
            if let last { last.header.pointee.next = slab } else { first = slab }
            last = slab
        }

        mutating func remove(_ slab: SoleObservationSlab) {
            let (previous, next) = (slab.header.pointee.previous, slab.header.pointee.next)
            if let previous { previous.header.pointee.next = next } else { first = next }
            if let next { next.header.pointee.previous = previous } else { last = previous }
        }

        /// Keeps slabs with free places behind one that has none any more.
        mutating func noteFull(_ slab: SoleObservationSlab) {
            guard let previous = slab.header.pointee.previous, previous.hasFreePlace else { return }
            remove(slab)
            prepend(slab)
        }

        /// Moves a slab that was full, and is about to have a free place, behind the full ones.
        mutating func noteFree(_ slab: SoleObservationSlab) {
            remove(slab)
            append(slab)
        }

        func forEach(_ body: (SoleObservationSlab) -> Void) {
            var slab = first
            while let present = slab {
                slab = present.header.pointee.next
                body(present)
            }
        }
    }
}
