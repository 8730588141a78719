/// One observation of many objects, whatever the type of their messages: a seat for each, contiguous in memory.
///
/// An observation of its own for each object would take four times the memory.
@usableFromInline
class AnyCollectionObservation {
    /// Alive, because it keeps this alive and ends it when it dies.
    final let receiver: Unmanaged<Receiver>

    private final let seats: UnsafeMutablePointer<ObservationSeat>
    private final let capacity: Int
    private final var seatCount = 0

    /// The number of messengers that have a seat.
    private(set) final var occupiedCount = 0

    private enum Phase {
        case beginning, lasting, ended
    }

    private final var phase = Phase.beginning

    init(by receiver: Receiver, capacity: Int) {
        self.receiver = .passUnretained(receiver)
        self.capacity = capacity
        seats = .allocate(capacity: max(1, capacity))
    }

    deinit {
        seats.deallocate()
    }

    /// Stores the handler of the observation for one position where a block has its first.
    func initializeHandler(at place: UnsafeMutablePointer<ErasedHandler>, forPosition position: Int) {}

    /// True if there are seats that were never taken. A collection may have more elements than it says.
    final var hasFreeSeat: Bool { seatCount < capacity && phase == .beginning }

    /// Takes note that all have got seats who get one.
    @usableFromInline
    final func began() {
        guard phase == .beginning else { return }
        phase = .lasting
        forgetIfVacant()
    }

    private final func forgetIfVacant() {
        guard phase == .lasting, occupiedCount == 0 else { return }
        phase = .ended
        receiver._withUnsafeGuaranteedRef { $0.forget(self) }
    }

    /// Gives the next seat to a messenger that has no observation.
    final func seat(_ messenger: AnyMessenger, atPosition position: Int) {
        let seat = seats + seatCount
        seat.initialize(
            to: ObservationSeat(
                header: ObservationBlock.Header(count: UInt32(position), state: .seat),
                collection: .passUnretained(self), messenger: .passUnretained(messenger)))
        seatCount += 1
        occupiedCount += 1
        messenger.place(
            ObservationBlock(
                header: UnsafeMutableRawPointer(seat).assumingMemoryBound(to: ObservationBlock.Header.self)))
        messenger.observationBegan()
    }

    /// Takes note that a messenger has left its seat or has died.
    final func vacate(_ seat: UnsafeMutablePointer<ObservationSeat>) {
        seat.pointee.messenger = nil
        occupiedCount -= 1
        forgetIfVacant()
    }

    /// Ends the observation of all objects, apart from those that are just delivering, which leave their seats.
    final func end(into ended: inout EndedObservations) {
        phase = .ended
        for index in 0..<seatCount {
            guard let messenger = seats[index].messenger else { continue }
            messenger._withUnsafeGuaranteedRef {
                guard !seats[index].header.state.isDelivering else { return $0.leaveSeat() }
                $0.block = nil
                ended.addWindow(of: $0)
                seats[index].messenger = nil
            }
        }
        ended.add(self)
    }

    /// The memory that the seats take.
    final var byteCount: Int { seatCount * MemoryLayout<ObservationSeat>.stride }

    /// The messengers that have a seat.
    final var messengers: [AnyMessenger] {
        (0..<seatCount).compactMap { seats[$0].messenger?.takeUnretainedValue() }
    }
}

/// One observation of many objects that send messages of one type.
@usableFromInline
final class CollectionObservation<Message>: AnyCollectionObservation {
    @usableFromInline
    let receive: (Int, Message) -> Void

    @usableFromInline
    init(by receiver: Receiver, capacity: Int, receive: @escaping (Int, Message) -> Void) {
        self.receive = receive
        super.init(by: receiver, capacity: capacity)
    }

    /// Begins to observe the object at a position.
    @usableFromInline
    func observe(_ messenger: Messenger<Message>, atPosition position: Int) {
        if messenger.block == nil, hasFreeSeat {
            seat(messenger, atPosition: position)
        } else {
            receiver._withUnsafeGuaranteedRef { messenger.begin(by: $0, receive: receiveFromPosition(position)) }
        }
    }

    override func initializeHandler(at place: UnsafeMutablePointer<ErasedHandler>, forPosition position: Int) {
        UnsafeMutableRawPointer(place)
            .initializeMemory(as: MessageHandler<Message>.self, to: MessageHandler(receiveFromPosition(position)))
    }

    private func receiveFromPosition(_ position: Int) -> (Message) -> Void {
        { [receive] message in receive(position, message) }
    }
}
