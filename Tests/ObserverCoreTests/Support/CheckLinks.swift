import Testing

@testable import ObserverCore

/// Expects that each observation of these messengers by these receivers is known, once, at both of its ends.
func expectIntactLinks(
    _ messengers: [AnyMessenger], _ receivers: [Receiver], sourceLocation: SourceLocation = #_sourceLocation
) {
    var activeCount = 0
    for messenger in messengers {
        guard let block = messenger.block else { continue }
        #expect(!block.state.isDelivering, sourceLocation: sourceLocation)
        guard !block.state.isSeat else {
            activeCount += 1
            #expect(block.seat.pointee.messenger?.toOpaque() == Unmanaged.passUnretained(messenger).toOpaque())
            continue
        }
        #expect(block.count > block.state.endedCount, sourceLocation: sourceLocation)
        var endedCount = 0
        for index in 0..<block.count {
            let link = block.links[index]
            guard link.kind != .ended else {
                endedCount += 1
                #expect(!block.handlers.isPresent(index), sourceLocation: sourceLocation)
                continue
            }
            activeCount += 1
            guard !block.state.isSole else {
                let messengerOfPlace = SoleObservation(block).messenger?.toOpaque()
                #expect(
                    messengerOfPlace == Unmanaged.passUnretained(messenger).toOpaque(), sourceLocation: sourceLocation)
                continue
            }
            let record = link.receiver.takeUnretainedValue().records[Int(link.record)]
            #expect(record.isOf(messenger), sourceLocation: sourceLocation)
            #expect(Int(record.slot) == index, sourceLocation: sourceLocation)
        }
        #expect(endedCount == block.state.endedCount, sourceLocation: sourceLocation)
    }
    #expect(activeCount == receivers.map(\.observationCount).reduce(0, +), sourceLocation: sourceLocation)
}
