import TestSupport
import Testing

@testable import ObserverCore

/// Simulations have millions of these.
@Suite struct SizeTests {
    @Test func anObservationTakesThirtyTwoBytes() {
        #expect(MemoryLayout<ErasedHandler>.stride + MemoryLayout<ObservationLink>.stride == 32)
        #expect(MemoryLayout<ObservationBlock.Header>.size == 8)
        #expect(MemoryLayout<ObservationRecord>.stride == 16)
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5, 8, 9, 1000, 1024, 1025])
    func capacityIsTheSmallestPowerOfTwo(count: Int) {
        let capacity = ObservationBlock.capacity(for: count)
        #expect(capacity >= max(count, 1))
        #expect(capacity.nonzeroBitCount == 1)
        #expect(capacity == 1 || capacity / 2 < count)
    }

    /// A slot is written and called as a typed handler, and moved and cleared as an erased one.
    @Test func handlersOfAllTypesHaveTheLayoutOfTheErasedOne() {
        let size = MemoryLayout<ErasedHandler>.size
        #expect(MemoryLayout<MessageHandler<Int>>.size == size)
        #expect(MemoryLayout<MessageHandler<Void>>.size == size)
        #expect(MemoryLayout<MessageHandler<Update<String>>>.size == size)
        #expect(MemoryLayout<AuthoredMessageHandler<String>>.size == size)
    }

    /// Tried with closures that capture something and closures that do not.
    @Test func closuresLieInMemoryAsExpected() {
        #expect(ClosureLayout.isAsExpected && ClosureLayout.tellsOfCaptures)
    }

    @Test(.tracksLifetimes) func aVariableTakesFortyBytes() {
        #expect(instanceSize(of: track(Var(1.0))) <= 40)
        #expect(instanceSize(of: track(Messenger<Void>())) <= 32)
    }

    @Test(.tracksLifetimes) func aMessengerThatNobodyObservesHoldsNoMemory() {
        let observer = TestObserver()
        let variable = track(Var(1.0))
        #expect(variable.block == nil)
        observer.observe(variable) { _ in }
        observer.stopObserving(variable)
        variable.value = 2
        #expect(variable.block == nil)
        #expect(variable.extras == nil)
    }
}

/// The size that the runtime allocates for an object of a class, as its metadata says: after the metadata's kind, the
/// superclass, two words, the flags and the instance's address point (Swift ABI, *TypeMetadata.rst*, class metadata).
private func instanceSize(of object: AnyObject) -> Int {
    let metadata = unsafeBitCast(type(of: object), to: UnsafeRawPointer.self)
    #if canImport(Darwin)
        let offset = 5 * MemoryLayout<Int>.size + 2 * MemoryLayout<UInt32>.size
    #else
        let offset = 2 * MemoryLayout<Int>.size + 2 * MemoryLayout<UInt32>.size
    #endif
    return Int(metadata.load(fromByteOffset: offset, as: UInt32.self))
}
