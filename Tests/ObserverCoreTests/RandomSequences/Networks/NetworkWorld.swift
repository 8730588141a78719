import TestSupport

@testable import ObserverCore

/// Does with the library what ``NetworkModel`` only imagines.
final class NetworkWorld {
    typealias Plain = Messenger<Int?>
    typealias Number = Var<Int?>
    typealias Memory = CacheOnOptionalMessage<Plain, Int>

    private let layout: NetworkLayout
    private var script: NetworkScript
    private(set) var receipts: [NetworkReceipt] = []

    private var places: [AnyMessenger] = []
    private var observers = (0..<NetworkLayout.observerCount).map { _ in MortalObserver() }
    private let authors = (0..<NetworkLayout.authorCount).map { _ in TestObserver() }
    private let source = ValueSource()
    private var observationCount = 0

    /// All objects that ever were.
    private var madeObjects: [WeakObject] = []
    private var numbers: [ObjectIdentifier: Int] = [:]

    init(layout: NetworkLayout, script: NetworkScript) {
        self.layout = layout
        self.script = script
        for place in layout.kinds.indices { places.append(makeObject(at: place, origin: layout.origins[place].first)) }
    }
}

/// An observer that does something when it dies.
private final class MortalObserver: Observer {
    let receiver = Receiver()
    var whenDying: () -> Void = {}
    private let lifetime = trackedObject("observer")

    deinit {
        whenDying()
    }
}

private struct WeakObject {
    private(set) weak var object: AnyMessenger?
}

/// Where the values of windows lie, which are published on demand.
private final class ValueSource: WindowSource {
    var values: [Int: Int?] = [:]
    private(set) var observedIndices: Set<Int> = []
    private let lifetime = trackedObject("source")

    func value(at index: Int) -> Int? { values[index] ?? nil }
    func set(_ value: Int?, at index: Int, as author: AnyAuthor?) { values[index] = value }

    func observationsBegan(at index: Int) {
        precondition(observedIndices.insert(index).inserted, "told twice that observations began")
    }

    func observationsEnded(at index: Int) {
        precondition(observedIndices.remove(index) != nil, "told that observations ended that had not begun")
    }

    func variableDied(at index: Int) { observedIndices.remove(index) }
}

// MARK: - What can be seen

extension NetworkWorld {
    var state: NetworkState {
        NetworkState(
            livingObjects: madeObjects.map { $0.object != nil },
            observationCounts: places.map(\.observationCount),
            isObserving: observers.map { observer in places.map { $0.isObserved(by: observer.receiver) } },
            latestMessages: layout.caches.map { contents(cache($0).latestMessage) })
    }

    /// Whether the source of the windows knows which of them are observed.
    var windowsAreKnown: Bool {
        layout.windows.allSatisfy { place in
            guard let number = numbers[ObjectIdentifier(places[place])] else { return false }
            return source.observedIndices.contains(number) == (places[place].observationCount > 0)
        }
    }

    private func cache(_ place: Int) -> any ObservableCache {
        guard let cache = places[place] as? any ObservableCache else { preconditionFailure("no cache") }
        return cache
    }

    private func contents(_ message: Any) -> [Int?] {
        if let update = message as? Update<Int?> { return [update.old, update.new] }
        return [message as? Int]
    }
}

// MARK: - Actions

extension NetworkWorld {
    func performAtTopLevel(_ action: NetworkAction) {
        script.beginTopLevelAction()
        perform(action)
    }

    private func perform(_ action: NetworkAction) {
        switch action {
        case .begin(let observer, let place, let withAuthor):
            begin(by: observers[observer], place, withAuthor: withAuthor)
        case .beginOnce(let place):
            if let updates = updates(place) { return begin { updates.observedOnce($0) } }
            begin { plain(place).observedOnce($0) }
        case .beginFree(let place):
            if let updates = updates(place) { return begin { updates.observed($0) } }
            begin { plain(place).observed($0) }
        case .beginCombined(let observer, let first, let second):
            beginCombined(by: observers[observer], cache(first), cache(second))
        case .end(let observer, let place):
            if let updates = updates(place) { return observers[observer].stopObserving(updates) }
            observers[observer].stopObserving(plain(place))
        case .endAll(let observer):
            observers[observer].stopObserving()
        case .endFree(let place):
            if let updates = updates(place) { return FreeObserver.shared.stopObserving(updates) }
            FreeObserver.shared.stopObserving(plain(place))
        case .stopBeingObserved(let place):
            if let updates = updates(place) { return updates.stopBeingObserved() }
            plain(place).stopBeingObserved()
        case .send(let place, let number, let author):
            send(number, author: author.map { authors[$0] }, place: place)
        case .sendLatest(let place):
            cache(place).send()
        case .publish(let place):
            guard let variable = number(place), let index = numbers[ObjectIdentifier(variable)] else { return }
            variable.publish(source.value(at: index), from: source)
        case .batch(let places, let actions):
            batch(places.compactMap(number)) {
                for action in actions { perform(action) }
            }
        case .replaceOrigin(let place, let origin, let sending):
            replaceOrigin(of: places[place], by: places[origin], sending: sending)
        case .killObserver(let place, let lastWords, let target):
            killObserver(place, lastWords: lastWords, target: target)
        case .killObject(let place, let origin):
            let dying = places[place]
            places[place] = makeObject(at: place, origin: origin)
            withExtendedLifetime(dying) {}
        }
    }

    private func updates(_ place: Int) -> Messenger<Update<Int?>>? { places[place] as? Messenger<Update<Int?>> }
    private func number(_ place: Int) -> Number? { places[place] as? Number }

    private func plain(_ place: Int) -> Plain {
        guard let messenger = places[place] as? Plain else { preconditionFailure("sends updates") }
        return messenger
    }

    private func send(_ number: Int?, author: TestObserver?, place: Int) {
        if let variable = self.number(place) {
            if let author { variable.set(number, as: author) } else { variable.value = number }
        } else if let updates = updates(place) {
            updates.send(Update(number, number), from: author)
        } else {
            plain(place).send(number, from: author)
        }
    }

    private func killObserver(_ place: Int, lastWords: Int?, target: Int) {
        var dying: MortalObserver? = observers[place]
        observers[place] = MortalObserver()
        if let lastWords {
            dying?.whenDying = { [unowned self] in send(lastWords, author: nil, place: target) }
        }
        dying = nil
    }
}

// MARK: - Observations

extension NetworkWorld {
    /// Begins an observation whose closure does not ask for the author.
    private func begin<Message, Result>(_ observe: (@escaping (Message) -> Void) -> Result) {
        let number = observationCount
        observationCount += 1
        _ = observe { [unowned self] message in receive([contents(message)], observation: number, author: nil) }
    }

    private func begin(by observer: MortalObserver, _ place: Int, withAuthor: Bool) {
        if let updates = updates(place) {
            begin(by: observer, updates, withAuthor: withAuthor)
        } else {
            begin(by: observer, plain(place), withAuthor: withAuthor)
        }
    }

    private func begin<Message>(by observer: MortalObserver, _ object: Messenger<Message>, withAuthor: Bool) {
        guard withAuthor else { return begin { observer.observe(object, receive: $0) } }
        let number = observationCount
        observationCount += 1
        observer.observe(object) { [unowned self] message, author in
            receive([contents(message)], observation: number, author: author)
        }
    }

    private func beginCombined<First: ObservableCache, Second: ObservableCache>(
        by observer: MortalObserver, _ first: First, _ second: Second
    ) {
        let number = observationCount
        observationCount += 1
        observer.observe(first, second) { [unowned self] first, second, author in
            receive([contents(first), contents(second)], observation: number, author: author)
        }
    }

    private func receive(_ messages: [[Int?]], observation: Int, author: AnyAuthor?) {
        let receipt = NetworkReceipt(
            observation: observation, messages: messages, author: author.map { number(ofAuthor: $0) })
        receipts.append(receipt)
        for action in script.actions(upon: receipt, receiptCount: receipts.count) { perform(action) }
    }

    private func number(ofAuthor author: AnyAuthor) -> Int {
        if author === source { return NetworkAuthor.source }
        if let place = authors.firstIndex(where: { $0 === author }) { return place }
        return numbers[ObjectIdentifier(author)].map(NetworkAuthor.number) ?? -1
    }
}

// MARK: - Objects

extension NetworkWorld {
    private func makeObject(at place: Int, origin: Int?) -> AnyMessenger {
        let object = makeObject(layout.kinds[place], at: place, origin: origin.map { places[$0] })
        numbers[ObjectIdentifier(object)] = madeObjects.count
        madeObjects.append(WeakObject(object: object))
        return track(object)
    }

    private func makeObject(_ kind: NodeKind, at place: Int, origin: AnyMessenger?) -> AnyMessenger {
        let mapped = { NetworkFunction.mapped($0, at: place) }
        let passes = { NetworkFunction.passes($0, at: place) }
        switch (kind, origin) {
        case (.messenger, _): return Plain()
        case (.variable, _): return Number()
        case (.window, _): return Number(windowOn: source, at: madeObjects.count)
        case (.cache, let origin as Plain): return origin.cache()
        case (.mapper, let origin as Plain): return origin.map(mapped)
        case (.filter, let origin as Plain): return origin.filter(passes)
        case (.authorFilter, let origin as Plain): return origin.notFrom(authors[place % NetworkLayout.authorCount])
        case (.weak, let origin as Plain): return origin.weak()
        case (.cacheMapper, let origin as Memory): return origin.map(mapped)
        case (.cacheFilter, let origin as Memory): return origin.filter(passes)
        case (.weakCache, let origin as Memory): return origin.weak()
        case (.valueMapper, let origin as Number): return origin.map { mapped($0.new) }
        case (.valueFilter, let origin as Number): return origin.filter { passes($0.new) }
        default: preconditionFailure("\(kind) cannot have that origin")
        }
    }

    private func replaceOrigin(of object: AnyMessenger, by origin: AnyMessenger, sending: Bool) {
        switch (object, origin) {
        case (let object as ObservableTransform<Plain, Int?>, let origin as Plain): object.origin = origin
        case (let object as Weak<Plain>, let origin as Plain): object.origin = origin
        case (let object as Weak<Memory>, let origin as Memory): object.origin = origin
        case (let object as ObservableTransform<Memory, Int?>, let origin as Memory):
            if sending { object.replaceOrigin(with: origin) } else { object.origin = origin }
        case (let object as ObservableTransform<Number, Int?>, let origin as Number):
            if sending { object.replaceOrigin(with: origin) } else { object.origin = origin }
        case (let object as ObservableTransform<Number, Update<Int?>>, let origin as Number):
            if sending { object.replaceOrigin(with: origin) } else { object.origin = origin }
        default: preconditionFailure("\(object) cannot have that origin")
        }
        withExtendedLifetime((object, origin)) {}
    }
}
