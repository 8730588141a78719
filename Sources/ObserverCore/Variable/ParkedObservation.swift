/// The only observation of a window that nobody holds, without the window: kept by the source of the window, which needs no
/// variable to pass messages on.
///
/// The receiver's end leads to a ``ParkingPlace`` instead of the variable, with the index of the window.
///
/// Whoever needs the variable, at either end, has it made anew with this observation: ``Variable/takeOver(_:)``.
package struct ParkedObservation {
    /// The closure, for as long as the observation is parked.
    package let receiver: ParkedReceiver

    /// The other end.
    package let link: ObservationLink

    /// One that the source has kept in two pieces.
    package init(receiver: ParkedReceiver, link: ObservationLink) {
        self.receiver = receiver
        self.link = link
    }
}

/// The closure of a ``ParkedObservation``, which the observation keeps alive: a function, which is not null, and its context.
@usableFromInline
package struct ParkedReceiver {
    @usableFromInline
    let function: UInt

    @usableFromInline
    package let context: UInt

    /// No closure, but perhaps a word in place of its context.
    @inlinable
    package init(context: UInt = 0) {
        function = 0
        self.context = context
    }

    /// Stores a closure, which is kept alive from now on, where one of these lies.
    @inlinable
    @inline(__always)
    package static func store<Message>(
        _ receive: consuming @escaping (Message) -> Void, at place: UnsafeMutableRawPointer
    ) {
        place.initializeMemory(as: MessageHandler<Message>.self, to: MessageHandler(receive))
    }

    /// The closure that was stored, which is the caller's from now on.
    func take() -> ErasedHandler {
        var words = self
        return withUnsafeMutablePointer(to: &words) {
            UnsafeMutableRawPointer($0).bindMemory(to: ErasedHandler.self, capacity: 1).move()
        }
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

    /// Notes in the link of the observation that is parked for an index where its record is now.
    func noteRecord(_ record: UInt32, ofParkedAt index: Int)

    /// Hands over observations that are about to end: puts the closure of each in the place of the index at which it is parked,
    /// which is where a ``ParkedReceiver`` has its context.
    ///
    /// - Returns: The position of the index of that which is just receiving, and stays as it is, if it is one of them.
    func takeParked(_ receivers: UnsafeMutableBufferPointer<ParkedReceiver>) -> Int?
}

/// Stands in the records of receivers for all windows of one source whose observations are parked.
@usableFromInline
package final class ParkingPlace: AnyMessenger {
    /// Dies later than observations are parked here.
    @exclusivity(unchecked)
    package unowned(unsafe) var source: (any ParkingSource)?

    /// Creates the place of a source that is still to be named.
    package override init() {
        super.init()
    }

    override func unparked(at index: Int) -> AnyMessenger { source?.unpark(at: index) ?? self }

    override func takeParked(_ receivers: UnsafeMutableBufferPointer<ParkedReceiver>) -> Int? {
        source?.takeParked(receivers)
    }

    override func moveParkedRecord(at index: Int, to record: Int) {
        source?.noteRecord(UInt32(record), ofParkedAt: index)
    }
}

extension Receiver {
    /// Begins an observation of a window that nobody needs, which is parked from the beginning.
    ///
    /// - Parameters:
    ///   - index: The index of the window.
    ///   - place: Stands for the window.
    /// - Returns: The end of the source, which keeps it together with the closure: ``ParkedReceiver/store(_:at:)``.
    @inlinable
    @inline(__always)
    package final func beginParked(at index: Int, in place: ParkingPlace) -> ObservationLink {
        let record = records.append(ObservationRecord(messenger: place, slot: index))
        return ObservationLink(kind: .message, receiver: self, record: record)
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
            block.handlers.isPresent(0), extras?.isParkable ?? true
        else { return nil }
        let link = block.links.pointee
        link.receiver._withUnsafeGuaranteedRef {
            $0.records[Int(link.record)] = ObservationRecord(messenger: place, slot: index)
        }
        let receiver = UnsafeRawPointer(block.handlers).load(as: ParkedReceiver.self)
        self.block = nil
        block.deallocate()
        extras?.queue = nil
        extras?.isWindowObserved = false
        return ParkedObservation(receiver: receiver, link: link)
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
        let link = parked.link
        let block = ObservationBlock(count: 1)
        UnsafeMutableRawPointer(block.handlers).storeBytes(of: parked.receiver, as: ParkedReceiver.self)
        block.links.initialize(to: link)
        link.receiver._withUnsafeGuaranteedRef {
            $0.records[Int(link.record)] = ObservationRecord(messenger: self, slot: 0)
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
