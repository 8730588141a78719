/// The assumed layout of closures in memory, which is not promised by Swift: that a closure is two words, whatever it takes
/// and returns, of which the first one, its function, is never null, and the second one, its context, keeps alive what it
/// captures, and is null where that is nothing.
///
/// ``ErasedHandler`` and ``ParkedReceiver`` depend on it, and so do chains of transforms. It is tested once, before
/// the first observation.
@usableFromInline
enum ClosureLayout {
    /// True if closures are two words that can be moved, called and let go of without their type.
    static let isAsExpected = haveTwoWords && handlersCanBeErased

    /// True if the second word tells of captures. Where it does not, chains of transforms are called closure by closure.
    @usableFromInline
    static let tellsOfCaptures = haveTwoWords && contextTellsOfCaptures

    /// Ends the program if this module was built by a compiler for which it was not made: nothing would be right.
    static func check() {
        precondition(isAsExpected, "ObserverCore does not know how closures of this compiler lie in memory")
    }

    private final class Token {
        var sum = 0.0
    }

    private static var haveTwoWords: Bool {
        let size = MemoryLayout<ParkedReceiver>.size
        return MemoryLayout<ErasedHandler>.size == size && MemoryLayout<MessageHandler<Double>>.size == size
            && MemoryLayout<AuthoredMessageHandler<Double>>.size == size
    }

    private static var contextTellsOfCaptures: Bool {
        let token = Token()
        let adding = words { (number: Double) in token.sum += number }
        let ignoring = words { (_: Double) in }
        return adding.isPresent && adding.context != 0 && ignoring.isPresent && ignoring.context == 0
    }

    // Generic, as chains of transforms are: a closure of a known type would become another one when it is cast.
    private static func words<Input, Output>(_ closure: @escaping (Input) -> Output) -> ParkedReceiver {
        unsafeBitCast(closure, to: ParkedReceiver.self)
    }

    /// True if a handler can be moved and let go of without its type, and called by its two words meanwhile.
    private static var handlersCanBeErased: Bool {
        weak var left: Token?
        var isCalled = false
        let memory = UnsafeMutablePointer<ErasedHandler>.allocate(capacity: 2)
        defer { memory.deallocate() }
        do {
            let token = Token()
            left = token
            UnsafeMutableRawPointer(memory)
                .initializeMemory(as: MessageHandler<Update<Double>>.self, to: MessageHandler { token.sum += $0.new })
        }
        (memory + 1).moveInitialize(from: memory, count: 1)
        if left != nil {
            UnsafeRawPointer(memory + 1).load(as: ParkedReceiver.self).receive(Update(0.0, 1.0))
            isCalled = left?.sum == 1
        }
        (memory + 1).deinitialize(count: 1)
        return isCalled && left == nil
    }
}
