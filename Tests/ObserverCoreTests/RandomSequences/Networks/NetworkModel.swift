/// The rules of observing, of transforms and of lifetimes, as slowly and obviously as possible: one list of all
/// observations, and one of all objects that ever were, with what holds them.
final class NetworkModel {
    private struct Message {
        let content: [Int?]
        let author: Int
    }

    private struct Object {
        let kind: NodeKind
        let place: Int
        var origin: Int?
        var isAlive = true

        /// How many actions that have not ended hold it.
        var holdCount = 0

        /// The value of a variable, or what a cache or weak stand-in remembers.
        var value: Int?

        /// What a window published last.
        var published: Int?

        var waiting: [Message] = []
        var isDelivering = false
        var batch: (depth: Int, old: Int?, author: Int?)?
    }

    private enum Listener: Equatable {
        case observer(Int)
        case once(observation: Int)
        case free(object: Int)
        case transform(Int)
    }

    private struct Observation {
        let number: Int
        let listener: Listener
        let object: Int
        let withAuthor: Bool
        /// The objects that are observed in combination.
        let combined: [Int]
        var hasEnded = false
    }

    private let layout: NetworkLayout
    private var script: NetworkScript
    private(set) var receipts: [NetworkReceipt] = []

    /// All objects that ever were, and those that are at each place.
    private var objects: [Object] = []
    private var places: [Int] = []

    /// The observer at each place; numbers are never used again.
    private var observers = Array(0..<NetworkLayout.observerCount)
    private var madeObserverCount = NetworkLayout.observerCount

    /// In the order in which they began, those that have ended not long ago included.
    private var observations: [Observation] = []
    private var observationCount = 0

    init(layout: NetworkLayout, script: NetworkScript) {
        self.layout = layout
        self.script = script
        for place in layout.kinds.indices { places.append(makeObject(at: place, origin: layout.origins[place].first)) }
    }
}

// MARK: - What can be seen

extension NetworkModel {
    var state: NetworkState {
        var observationCounts = places.map { _ in 0 }
        var isObserving = observers.map { _ in places.map { _ in false } }
        for observation in observations where !observation.hasEnded {
            guard let place = places.firstIndex(of: observation.object) else { continue }
            observationCounts[place] += 1
            guard case .observer(let number) = observation.listener, let observer = observers.firstIndex(of: number)
            else { continue }
            isObserving[observer][place] = true
        }
        return NetworkState(
            livingObjects: objects.map(\.isAlive), observationCounts: observationCounts, isObserving: isObserving,
            latestMessages: layout.caches.map { latestMessage(of: places[$0]) })
    }

    /// The latest message of a cache.
    private func latestMessage(of number: Int) -> [Int?] {
        let object = objects[number]
        switch object.kind {
        case .variable, .window: return [object.value, object.value]
        case .cacheMapper, .valueMapper:
            guard let origin = object.origin else { return [] }
            return [NetworkFunction.mapped(latestMessage(of: origin)[0], at: object.place)]
        case .weakCache:
            if let origin = object.origin { return latestMessage(of: origin) }
            return [object.value]
        default: return [object.value]
        }
    }
}

// MARK: - Actions

extension NetworkModel {
    func performAtTopLevel(_ action: NetworkAction) {
        script.beginTopLevelAction()
        // Outside of deliveries nobody asks for them.
        observations.removeAll { $0.hasEnded }
        perform(action)
    }

    private func perform(_ action: NetworkAction) {
        switch action {
        case .begin(let observer, let place, let withAuthor):
            begin(.observer(observers[observer]), [places[place]], withAuthor: withAuthor)
        case .beginOnce(let place):
            begin(.once(observation: observationCount), [places[place]])
        case .beginFree(let place):
            begin(.free(object: places[place]), [places[place]])
        case .beginCombined(let observer, let first, let second):
            begin(.observer(observers[observer]), [places[first], places[second]], withAuthor: true)
        case .end(let observer, let place):
            end { $0.listener == .observer(self.observers[observer]) && $0.object == self.places[place] }
        case .endAll(let observer):
            end { $0.listener == .observer(self.observers[observer]) }
        case .endFree(let place):
            end { $0.listener == .free(object: self.places[place]) }
        case .stopBeingObserved(let place):
            end { $0.object == self.places[place] }
        case .send(let place, let number, let author):
            send(number, author: author ?? NetworkAuthor.number(ofObject: places[place]), object: places[place])
        case .sendLatest(let place):
            let object = places[place]
            deliver(latestMessage(of: object), author: NetworkAuthor.number(ofObject: object), object: object)
        case .publish(let place):
            publish(places[place])
        case .batch(let places, let actions):
            performBatch(places.map { self.places[$0] }, actions)
        case .replaceOrigin(let place, let origin, let sending):
            replaceOrigin(of: places[place], by: places[origin], sending: sending)
        case .killObserver(let place, let lastWords, let target):
            killObserver(place, lastWords: lastWords, target: target)
        case .killObject(let place, let origin):
            places[place] = makeObject(at: place, origin: origin)
            buryTheDead()
        }
    }

    private func begin(_ listener: Listener, _ objects: [Int], withAuthor: Bool = false) {
        for object in objects {
            observations.append(
                Observation(
                    number: observationCount, listener: listener, object: object, withAuthor: withAuthor,
                    combined: objects.count > 1 ? objects : []))
        }
        observationCount += 1
    }

    private func end(where isToEnd: (Observation) -> Bool) {
        for index in observations.indices where isToEnd(observations[index]) { observations[index].hasEnded = true }
    }

    private func send(_ number: Int?, author: Int, object: Int) {
        switch objects[object].kind {
        case .window:
            objects[object].value = number
        case .variable:
            let old = objects[object].value
            guard old != number else { return }
            objects[object].batch?.author = author
            objects[object].value = number
            if objects[object].batch == nil { deliver([old, number], author: author, object: object) }
        case .valueFilter:
            deliver([number, number], author: author, object: object)
        default:
            deliver([number], author: author, object: object)
        }
    }

    private func publish(_ window: Int) {
        let old = objects[window].published
        let new = objects[window].value
        guard old != new else { return }
        objects[window].published = new
        deliver([old, new], author: NetworkAuthor.source, object: window)
    }

    private func performBatch(_ variables: [Int], _ actions: [NetworkAction]) {
        hold(variables) {
            for variable in variables {
                let batch = objects[variable].batch ?? (depth: 0, old: objects[variable].value, author: nil)
                objects[variable].batch = (batch.depth + 1, batch.old, batch.author)
            }
            for action in actions { perform(action) }
            for variable in variables { endBatch(of: variable) }
        }
    }

    private func endBatch(of variable: Int) {
        guard let batch = objects[variable].batch else { return }
        objects[variable].batch = batch.depth == 1 ? nil : (batch.depth - 1, batch.old, batch.author)
        let new = objects[variable].value
        guard batch.depth == 1, objects[variable].kind == .variable, batch.old != new else { return }
        let author = batch.author ?? NetworkAuthor.number(ofObject: variable)
        deliver([batch.old, new], author: author, object: variable)
    }

    private func killObserver(_ place: Int, lastWords: Int?, target: Int) {
        let observer = observers[place]
        observers[place] = madeObserverCount
        madeObserverCount += 1
        if let lastWords {
            send(lastWords, author: NetworkAuthor.number(ofObject: places[target]), object: places[target])
        }
        end { $0.listener == .observer(observer) }
    }
}

// MARK: - Objects

extension NetworkModel {
    private func makeObject(at place: Int, origin: Int?) -> Int {
        let number = objects.count
        objects.append(Object(kind: layout.kinds[place], place: place))
        if let origin { take(origin: places[origin], for: number) }
        return number
    }

    private func take(origin: Int, for transform: Int) {
        end { $0.listener == .transform(transform) }
        objects[transform].origin = origin
        observations.append(
            Observation(number: -1, listener: .transform(transform), object: origin, withAuthor: false, combined: []))
        remember(latestOf: origin, for: transform)
    }

    private func replaceOrigin(of transform: Int, by origin: Int, sending: Bool) {
        hold([transform, origin]) {
            take(origin: origin, for: transform)
            buryTheDead()
            guard sending else { return }
            let author = NetworkAuthor.number(ofObject: origin)
            forward(Message(content: latestMessage(of: origin), author: author), by: transform)
        }
    }

    private func hold(_ held: [Int], _ action: () -> Void) {
        for object in held { objects[object].holdCount += 1 }
        action()
        for object in held { objects[object].holdCount -= 1 }
        buryTheDead()
    }

    /// Ends the life of objects that nothing holds any more: neither their place nor a transform, a delivery, a message
    /// that waits, or an action.
    private func buryTheDead() {
        while let dead = objects.indices.first(where: { objects[$0].isAlive && !isHeld($0) }) {
            objects[dead].isAlive = false
            // Where it was observed together with others, the observations of these end, too.
            let partners = observations.filter { $0.object == dead && !$0.hasEnded && !$0.combined.isEmpty }
            end { observation in
                observation.object == dead || observation.listener == .transform(dead)
                    || partners.contains { $0.number == observation.number }
            }
            for index in objects.indices where objects[index].kind.isWeak && objects[index].origin == dead {
                objects[index].origin = nil
            }
        }
    }

    private func isHeld(_ number: Int) -> Bool {
        let author = NetworkAuthor.number(ofObject: number)
        return places.contains(number) || objects[number].isDelivering || objects[number].holdCount > 0
            || objects.contains { object in
                object.isAlive
                    && (object.origin == number && !object.kind.isWeak
                        || object.waiting.contains { $0.author == author })
            }
    }
}

// MARK: - Delivery

extension NetworkModel {
    private func deliver(_ content: [Int?], author: Int, object: Int) {
        if objects[object].kind == .cache { objects[object].value = content[0] }
        // What nobody observes does not even wait.
        guard objects[object].isDelivering || observations.contains(where: { !$0.hasEnded && $0.object == object })
        else { return }
        objects[object].waiting.append(Message(content: content, author: author))
        guard !objects[object].isDelivering else { return }
        objects[object].isDelivering = true
        while let message = objects[object].waiting.first {
            // An object that is the author of the message lives until everybody has got it.
            pass(message, of: object)
            objects[object].waiting.removeFirst()
            buryTheDead()
        }
        objects[object].isDelivering = false
        buryTheDead()
    }

    private func pass(_ message: Message, of object: Int) {
        // Those that begin meanwhile are not among these indices.
        for index in observations.indices where observations[index].object == object {
            let observation = observations[index]
            guard !observation.hasEnded else { continue }
            if case .transform(let transform) = observation.listener {
                forward(message, by: transform)
            } else {
                receive(message, of: object, by: observation)
            }
        }
    }

    private func forward(_ message: Message, by transform: Int) {
        guard let number = message.content.last else { return }
        let place = objects[transform].place
        switch objects[transform].kind {
        case .mapper, .cacheMapper, .valueMapper:
            deliver([NetworkFunction.mapped(number, at: place)], author: message.author, object: transform)
        case .filter, .cacheFilter:
            guard NetworkFunction.passes(number, at: place) else { return }
            deliver([number], author: message.author, object: transform)
        case .valueFilter:
            guard NetworkFunction.passes(number, at: place) else { return }
            deliver(message.content, author: message.author, object: transform)
        case .authorFilter:
            guard !NetworkFunction.isSuppressed(author: message.author, at: place) else { return }
            deliver([number], author: message.author, object: transform)
        default:
            if let origin = objects[transform].origin { remember(latestOf: origin, for: transform) }
            deliver([number], author: message.author, object: transform)
        }
    }

    private func remember(latestOf origin: Int, for transform: Int) {
        guard objects[transform].kind == .weakCache else { return }
        objects[transform].value = latestMessage(of: origin)[0]
    }

    private func receive(_ message: Message, of object: Int, by observation: Observation) {
        guard observation.combined.allSatisfy({ objects[$0].isAlive }) else { return }
        if case .once = observation.listener { end { $0.number == observation.number } }
        var messages = [message.content]
        if !observation.combined.isEmpty {
            messages = observation.combined.map { $0 == object ? message.content : latestMessage(of: $0) }
        }
        let receipt = NetworkReceipt(
            observation: observation.number, messages: messages, author: observation.withAuthor ? message.author : nil)
        receipts.append(receipt)
        hold(observation.combined) {
            for action in script.actions(upon: receipt, receiptCount: receipts.count) { perform(action) }
        }
    }
}
