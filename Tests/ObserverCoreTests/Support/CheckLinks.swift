import Testing

@testable import ObserverCore

/// Expects that each observation of these messengers by these receivers is known, once, at both of its ends.
func expectIntactLinks(
    _ messengers: [AnyMessenger], _ receivers: [Receiver], sourceLocation: SourceLocation = #_sourceLocation
) {
    var activeCount = 0
    for messenger in messengers {
        guard let block = messenger.block else { continue }
        #expect(!block.isDelivering, sourceLocation: sourceLocation)
        #expect(block.count > block.endedCount, sourceLocation: sourceLocation)
        var endedCount = 0
        for index in 0..<block.count {
            let slot = block.slots + index
            guard slot.pointee.kind != .ended else {
                endedCount += 1
                #expect(slot.pointee.handler == nil, sourceLocation: sourceLocation)
                continue
            }
            activeCount += 1
            let record = slot.pointee.receiver.records[Int(slot.pointee.record)]
            #expect(record.messenger === messenger, sourceLocation: sourceLocation)
            #expect(Int(record.slot) == index, sourceLocation: sourceLocation)
        }
        #expect(endedCount == block.endedCount, sourceLocation: sourceLocation)
    }
    #expect(activeCount == receivers.map(\.records.count).reduce(0, +), sourceLocation: sourceLocation)
}
