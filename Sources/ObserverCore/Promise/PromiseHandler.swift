/// The part of a promise's handler that does not depend on the type of the value.
class PromiseHandlerBase {
    /// Lets go of the promise that waits for the value, if there is one.
    ///
    /// - Returns: The handlers of that promise, if nobody else holds it, so that it is about to die.
    func letGoOfTarget() -> [PromiseHandlerBase] { [] }

    /// Lets go of handlers and of all that only they keep alive, without recursion: a chain of promises that dies link
    /// by link, each in the `deinit` of the one before, would need a stack as deep as the chain is long.
    static func letGo(of handlers: [PromiseHandlerBase]) {
        var handlers = handlers
        while let handler = handlers.popLast() {
            handlers += handler.letGoOfTarget()
        }
    }
}

/// A handler of values of one type.
class PromiseHandler<Value>: PromiseHandlerBase {
    /// Takes the value.
    ///
    /// - Returns: A promise that this has settled and whose handlers come next.
    func receive(_ value: Value) -> (any SettledPromise)? { nil }
}

/// A closure that waits for a value.
final class PromiseClosure<Value>: PromiseHandler<Value> {
    private let handleValue: (Value) -> Void

    init(_ handleValue: @escaping (Value) -> Void) {
        self.handleValue = handleValue
    }

    override func receive(_ value: Value) -> (any SettledPromise)? {
        handleValue(value)
        return nil
    }
}

/// A promise that waits for the value of another.
///
/// The closure does not capture the promise, so that the link holds the only reference to a promise that nobody holds.
final class PromiseLink<Value, Target>: PromiseHandler<Value> {
    private var target: Promise<Target>?
    private let pass: (Value, Promise<Target>) -> (any SettledPromise)?

    init(to target: Promise<Target>, _ pass: @escaping (Value, Promise<Target>) -> (any SettledPromise)?) {
        self.target = target
        self.pass = pass
    }

    override func receive(_ value: Value) -> (any SettledPromise)? {
        guard let target else { return nil }
        return pass(value, target)
    }

    override func letGoOfTarget() -> [PromiseHandlerBase] {
        guard isKnownUniquelyReferenced(&target) else { return [] }
        return target?.takeHandlers() ?? []
    }
}
