/// The only observation of a window that nobody holds, without the window: an ``ObservationBlock`` of one slot, kept by the
/// source of the window, which needs no variable to pass messages on.
///
/// The receiver's end leads to a ``ParkingPlace`` instead of the variable, with the index of the window. A block of a receiver
/// of many has that index as its count, and its state says so; see ``ObservationBlock/State-swift.struct/isParked``.
///
/// Whoever needs the variable, at either end, has it made anew with this observation: ``Variable/takeOver(_:)``.
@usableFromInline
package struct ParkedObservation {
    @usableFromInline
    let block: ObservationBlock

    init(_ block: ObservationBlock) {
        self.block = block
    }

    /// The one that lies at an address.
    package init(address: UnsafeMutableRawPointer) {
        block = ObservationBlock(header: address.assumingMemoryBound(to: ObservationBlock.Header.self))
    }

    /// Where it lies: a multiple of eight bytes.
    package var address: UnsafeMutableRawPointer { UnsafeMutableRawPointer(block.header) }

    /// The closure, for as long as the observation is parked.
    package var receiver: ParkedReceiver {
        UnsafeRawPointer(block.handlers).load(as: ParkedReceiver.self)
    }
}

/// The closure of a ``ParkedObservation``, which the observation keeps alive: a function, which is not null, and its context.
@usableFromInline
package struct ParkedReceiver {
    @usableFromInline
    let function: UInt

    @usableFromInline
    package let context: UInt

    /// No closure.
    @inlinable
    package init() {
        function = 0
        context = 0
    }

    /// True if there is a closure.
    @inlinable
    @inline(__always)
    package var isPresent: Bool { function != 0 }

    /// Calls the closure.
    ///
    /// Nothing tells the observation that it is being delivered to: whoever calls this knows it, and has to tell the
    /// variable that takes it over meanwhile; see ``Variable/beginDeliveryOfParked()``. That variable lets go of the closure
    /// when the delivery is over.
    @inlinable
    @inline(__always)
    package func receive<Value: Equatable>(_ update: Update<Value>) {
        // Borrowed from here, the closure is not retained.
        withUnsafePointer(to: self) {
            UnsafeRawPointer($0).assumingMemoryBound(to: MessageHandler<Update<Value>>.self).pointee.call(update)
        }
    }
}

/// A keeper of parked observations.
package protocol ParkingSource: AnyObject {
    /// Makes the variable at an index anew, which takes over the observation that is parked there, and keeps it alive.
    func unpark(at index: Int) -> AnyMessenger

    /// Where the observation lies that is parked for an index.
    func addressOfParked(at index: Int) -> UnsafeMutableRawPointer?

    /// Hands over the observation that is parked at an index, and which is about to end.
    ///
    /// - Returns: The observation; `nil` if it is just receiving.
    func takeParked(at index: Int) -> ParkedObservation?
}

/// Stands in the records of receivers for all windows of one source whose observations are parked.
package final class ParkingPlace: AnyMessenger {
    /// Dies later than observations are parked here.
    @exclusivity(unchecked)
    package unowned(unsafe) var source: (any ParkingSource)?

    /// Creates the place of a source that is still to be named.
    package override init() {
        super.init()
    }

    override func unparked(at index: Int) -> AnyMessenger { source?.unpark(at: index) ?? self }

    override func takeParked(at index: Int) -> ParkedObservation? { source?.takeParked(at: index) }

    override func moveParkedRecord(at index: Int, to record: Int) {
        guard let address = source?.addressOfParked(at: index) else { return }
        let header = address.assumingMemoryBound(to: ObservationBlock.Header.self)
        ObservationBlock(header: header).links.pointee.record = UInt32(record)
    }
}

extension Receiver {
    /// Begins an observation of a window that nobody needs, which is parked from the beginning.
    ///
    /// - Parameters:
    ///   - index: The index of the window.
    ///   - place: Stands for the window.
    /// - Returns: The observation, whose handler the caller stores: ``ParkedObservation/store(_:)``.
    package final func beginParked(at index: Int, in place: ParkingPlace) -> ParkedObservation {
        if let sole = addSoleObservation(.message, of: place) {
            sole.markParked(at: UInt32(index))
            return ParkedObservation(sole)
        }
        let block = ObservationBlock(count: 1)
        let record = records.append(ObservationRecord(messenger: place, slot: index))
        block.links.initialize(to: ObservationLink(kind: .message, receiver: self, record: record))
        return ParkedObservation(block)
    }
}

extension ParkedObservation {
    /// Stores the closure of an observation that has just begun.
    @inlinable
    @inline(__always)
    package func store<Message>(_ receive: consuming @escaping (Message) -> Void) {
        UnsafeMutableRawPointer(block.handlers)
            .initializeMemory(as: MessageHandler<Message>.self, to: MessageHandler(receive))
    }
}

extension ObservationBlock {
    /// Takes note that this ``SoleObservation`` is parked for an index, after which its link cannot be reached.
    fileprivate func markParked(at index: UInt32) {
        state = .parkedSole
        header.pointee.count = index
    }
}

extension AnyMessenger {
    /// This object as one that is not counted.
    package final var asAny: Unmanaged<AnyMessenger> { .passUnretained(self) }

    /// Tests if nobody but one knows of an object: neither does a weak nor an unowned reference.
    package static func isKnownToOneOnly(_ messenger: inout AnyMessenger) -> Bool {
        // Both counts begin at one.
        isKnownUniquelyReferenced(&messenger) && _getUnownedRetainCount(messenger) == 1
            && _getWeakRetainCount(messenger) == 1
    }
}

extension AnyMessenger {
    /// Hands over the observation of this window, if that is its only one, receives messages only, and if there is nothing
    /// else to remember than that: the window can die then.
    ///
    /// - Returns: The observation; `nil` if the window has to live.
    package final func park(at index: Int, in place: ParkingPlace) -> ParkedObservation? {
        guard let block, block.state.isParkable, block.count == 1, block.links.pointee.kind == .message,
            block.handlers.isPresent(0), extras?.isParkable ?? true, let count = UInt32(exactly: index)
        else { return nil }
        if block.state.isSole {
            SoleObservation(block).messenger = .passUnretained(place)
            block.markParked(at: count)
        } else {
            let link = block.links.pointee
            link.receiver._withUnsafeGuaranteedRef {
                $0.records[Int(link.record)] = ObservationRecord(messenger: place, slot: index)
            }
        }
        self.block = nil
        extras?.queue = nil
        extras?.isWindowObserved = false
        return ParkedObservation(block)
    }

    /// Makes a window that nobody knows one on the value at another index of its source.
    package final func moveWindow(to index: Int) {
        guard let window = extras?.window else { return }
        unsafeDowncast(window, to: IndexedWindow.self).index = index
    }

    /// Makes a window that nobody knows one on nothing, whose death nobody is told of.
    package final func closeWindow() { extras = nil }
}

extension Variable {
    /// Takes over an observation that was parked, as the only one of this variable.
    package func takeOver(_ parked: ParkedObservation) {
        let block = parked.block
        if block.state.isParked {
            block.count = 1
            block.state = .sole
            SoleObservation(block).messenger = .passUnretained(self)
        } else {
            let link = block.links.pointee
            link.receiver._withUnsafeGuaranteedRef {
                $0.records[Int(link.record)] = ObservationRecord(messenger: self, slot: 0)
            }
        }
        self.block = block
        extras?.isWindowObserved = true
    }

    /// Takes note that an update is just being delivered to the observation that was taken over.
    package func beginDeliveryOfParked() {
        block?.state.beginDelivery()
    }

    /// Carries that delivery to its end.
    package func endDeliveryOfParked(_ update: Update<Value>) {
        finishDisturbedDelivery(update, remaining: 0..<0)
    }

    /// Tells the observers of a window that its value is now another.
    @inlinable
    @inline(__always)
    package func publish(_ update: Update<Value>, from author: AnyAuthor) {
        deliver(update, from: author)
    }
}
