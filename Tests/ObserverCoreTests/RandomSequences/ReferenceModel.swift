/// The rules of observing, as slowly and obviously as possible: one list of all observations that ever were.
final class ReferenceModel {
    private struct Observation {
        let number: Int
        let observer: Int
        let object: Int
        let withAuthor: Bool
        var hasEnded = false
    }

    private struct Message {
        let old: Int?
        let number: Int
        let author: Int
    }

    /// Observers and objects are known by numbers that are never used again; here are those in each place.
    private var observers: [Int]
    private var objects: [Int]
    private var nextIdentity = 100

    /// In the order in which they began.
    private var observations: [Observation] = []
    private var waiting: [Int: [Message]] = [:]
    private var delivering: Set<Int> = []
    private var values: [Int: Int] = [:]

    private var script: RandomScript
    private(set) var receipts: [Receipt] = []

    init(script: RandomScript) {
        self.script = script
        observers = Array(0..<RandomAction.observerCount)
        objects = Array(10..<10 + RandomAction.objectCount)
    }

    func performAtTopLevel(_ action: RandomAction) {
        script.beginTopLevelAction()
        perform(action)
    }

    func isObserving(observer: Int, object: Int) -> Bool {
        observations.contains {
            !$0.hasEnded && $0.observer == observers[observer] && $0.object == objects[object]
        }
    }

    private func perform(_ action: RandomAction) {
        switch action {
        case .begin(let observer, let object, let withAuthor):
            observations.append(
                Observation(
                    number: observations.count, observer: observers[observer], object: objects[object],
                    withAuthor: withAuthor))
        case .end(let observer, let object), .stopBeingObservedBy(let observer, let object):
            let (observer, object) = (observers[observer], objects[object])
            end { $0.observer == observer && $0.object == object }
        case .endAll(let observer):
            let observer = observers[observer]
            end { $0.observer == observer }
        case .stopBeingObserved(let object):
            let object = objects[object]
            end { $0.object == object }
        case .send(let place, let number, let author):
            send(number, author: author ?? -1, place: place)
        case .killObserver(let place):
            let observer = observers[place]
            end { $0.observer == observer }
            observers[place] = newIdentity()
        case .killObject(let place):
            let object = objects[place]
            // Whoever calls `send` holds the object until that is over.
            if !delivering.contains(object) { end { $0.object == object } }
            objects[place] = newIdentity()
        }
    }

    private func newIdentity() -> Int {
        nextIdentity += 1
        return nextIdentity
    }

    private func end(where isToEnd: (Observation) -> Bool) {
        for index in observations.indices where isToEnd(observations[index]) {
            observations[index].hasEnded = true
        }
    }

    private func send(_ number: Int, author: Int, place: Int) {
        let object = objects[place]
        if place < RandomAction.messengerCount {
            waiting[object, default: []].append(Message(old: nil, number: number, author: author))
        } else {
            let old = values[object, default: 0]
            guard old != number else { return }
            values[object] = number
            waiting[object, default: []].append(Message(old: old, number: number, author: author))
        }
        guard !delivering.contains(object) else { return }
        delivering.insert(object)
        while let message = waiting[object]?.first {
            waiting[object]?.removeFirst()
            deliver(message, of: object)
        }
        delivering.remove(object)
    }

    private func deliver(_ message: Message, of object: Int) {
        for index in observations.indices where observations[index].object == object {
            let observation = observations[index]
            guard !observation.hasEnded else { continue }
            receipts.append(
                Receipt(
                    observation: observation.number, old: message.old, number: message.number,
                    author: observation.withAuthor ? message.author : nil))
            let actions = script.actions(
                uponReceiptOf: message.number, byObservation: observation.number, logLength: receipts.count)
            for action in actions { perform(action) }
        }
    }
}
