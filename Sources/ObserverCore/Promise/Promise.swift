/// A value that will come later: whoever makes the promise fulfils it once, and everybody else asks to be called then.
///
///     func identifier() -> Promise<Int> {
///         Promise { promise in
///             requestIdentifier { identifier in promise.fulfill(identifier) }
///         }
///     }
///
///     identifier().whenFulfilled { identifier in … }
///
/// A promise is either fulfilled or not, and once it is, it stays so with the same value. There is nothing to observe
/// continuously, so a promise is no ``ObservableObject``.
///
/// ## What keeps what alive
///
/// The side that is going to fulfil a promise holds it; in the example the callback does. The promise holds the
/// closures that wait for it and the promises that were made from it, such as those that ``map(_:)`` and ``then(_:)``
/// return. So nobody has to hold the links of a chain. When the promise is fulfilled, it lets go of each closure and
/// each link after having passed the value on. When a promise dies before it is fulfilled, because the fulfilling side
/// gave up, its closures and links die with it and are never called. No closure must hold the promise it waits for
/// unless that promise will be fulfilled: such a cycle would keep both alive.
///
/// ## Order
///
/// Closures and links receive the value in the order in which they were added, each link with all that follows from
/// it before the next one. A closure that is added while the promise passes its value on is called at once, like any
/// that is added to a fulfilled promise.
///
/// Chains made with `map`, `new`, `unwrap`, `then`, `and` and their counterparts for results are walked without
/// recursion, both when they are fulfilled and when they die, so that they may be of any length. Only closures that
/// fulfil other promises themselves nest on the stack, as deep as they call one another.
///
/// ## Isolation
///
/// A promise belongs to one isolation domain, like all objects that are not `Sendable`: the compiler sees to it that
/// it is fulfilled where it is waited for. Work elsewhere is awaited; see ``init(isolation:_:)-(_,()->Value)`` and ``value``.
///
/// - Complexity: Fulfilling is O(n) for n closures and links, waiting is O(1) amortised.
public final class Promise<Value> {
    /// The state of a promise: the value, if it has come.
    public enum State {
        /// The value is still to come.
        case unfulfilled
        /// The value has come and stays.
        case fulfilled(Value)
    }

    /// The present state of this promise.
    public private(set) var state: State = .unfulfilled

    /// The handlers that wait, the oldest first, or last once the promise is fulfilled, since it is then taken from
    /// the end.
    private var handlers: ContiguousArray<PromiseHandler<Value>> = []

    /// Creates a promise that is not fulfilled.
    public init() {}

    deinit {
        guard !handlers.isEmpty else { return }
        PromiseHandlerBase.letGo(of: takeHandlers())
    }
}

extension Promise.State: Sendable where Value: Sendable {}

// MARK: - Making promises

extension Promise {
    /// Creates a promise and hands it to a closure, which fulfils it or passes it on to what is going to fulfil it.
    ///
    ///     Promise { promise in
    ///         requestIdentifier { identifier in promise.fulfill(identifier) }
    ///     }
    ///
    /// - Parameter fulfill: Is called at once, and not kept.
    public convenience init(fulfill: (Promise) -> Void) {
        self.init()
        fulfill(self)
    }

    /// A promise that is fulfilled already.
    public static func fulfilled(_ value: Value) -> Promise {
        let promise = Promise()
        promise.state = .fulfilled(value)
        return promise
    }
}

// MARK: - Fulfilling and waiting

extension Promise {
    /// Fulfils the promise, and calls all closures that wait for it before it returns.
    ///
    /// Only the first call counts: on a fulfilled promise this does nothing. Whether it is fulfilled, ``state`` tells.
    ///
    /// - Complexity: O(n) for n closures and links.
    public func fulfill(_ value: Value) {
        guard let promise = settle(value) else { return }
        passValuesOn(from: promise)
    }

    /// Calls a closure with the value as soon as there is one, and at once if there is one already.
    ///
    /// The closure is called once, and dies after that, or together with the promise if that is never fulfilled.
    ///
    /// - Returns: This promise, so that a chain can go on.
    /// - Complexity: O(1) amortised.
    @discardableResult
    public func whenFulfilled(_ handleValue: @escaping (Value) -> Void) -> Self {
        switch state {
        case .unfulfilled: handlers.append(PromiseClosure(handleValue))
        case .fulfilled(let value): handleValue(value)
        }
        return self
    }
}

// MARK: - Links

extension Promise {
    /// A new promise that is kept alive by this one and gets its value through a closure, which settles it with what
    /// it makes from the value.
    func linked<Target>(
        _ pass: @escaping (Value, Promise<Target>) -> (any SettledPromise)?
    ) -> Promise<Target> {
        let target = Promise<Target>()
        link(to: target, pass)
        return target
    }

    func link<Target>(
        to target: Promise<Target>, _ pass: @escaping (Value, Promise<Target>) -> (any SettledPromise)?
    ) {
        switch state {
        case .unfulfilled:
            handlers.append(PromiseLink(to: target, pass))
        case .fulfilled(let value):
            if let settled = pass(value, target) { passValuesOn(from: settled) }
        }
    }

    /// Settles another promise with the value of this one, now or later.
    func forward(to target: Promise) -> (any SettledPromise)? {
        switch state {
        case .unfulfilled:
            handlers.append(PromiseLink(to: target) { value, target in target.settle(value) })
            return nil
        case .fulfilled(let value):
            return target.settle(value)
        }
    }

    func takeHandlers() -> [PromiseHandlerBase] {
        let taken = handlers
        handlers = []
        return taken.map { $0 }
    }
}

// MARK: - Passing the value on

extension Promise: SettledPromise {
    /// Notes the value without passing it on.
    ///
    /// - Returns: This promise if the caller has to see to it that its handlers receive the value, or `nil` if there is
    ///   nothing to do, because nobody waits or because the promise was fulfilled before.
    func settle(_ value: Value) -> (any SettledPromise)? {
        guard case .unfulfilled = state else { return nil }
        state = .fulfilled(value)
        handlers.reverse()
        return handlers.isEmpty ? nil : self
    }

    var isAtLastHandler: Bool { handlers.count <= 1 }

    func callNextHandler() -> (any SettledPromise)? {
        guard case .fulfilled(let value) = state, let handler = handlers.popLast() else { return nil }
        return handler.receive(value)
    }
}
