import TestSupport

@testable import ObserverCore

/// Does with the library what ``ReferenceModel`` only imagines.
final class RealWorld {
    private(set) var observers: [TestObserver] = []
    private var messengers = (0..<RandomAction.messengerCount).map { _ in track(Messenger<Int>()) }
    private var variables = (RandomAction.messengerCount..<RandomAction.objectCount).map { _ in track(Var(0)) }
    private let authors = (0..<RandomAction.authorCount).map { _ in TestObserver() }
    private var observationCount = 0
    private var script: RandomScript
    private(set) var receipts: [Receipt] = []

    /// Objects that never send. Whoever observes them observes so many that others are sole observations.
    private let silentMessengers: [Messenger<Int>]

    init(script: RandomScript, withSoleObservations hasSoleObservations: Bool) {
        self.script = script
        let silentCount = hasSoleObservations ? SoleObservations.minimumOfOthers : 0
        silentMessengers = (0..<silentCount).map { _ in track(Messenger<Int>()) }
        observers = (0..<RandomAction.observerCount).map { _ in makeObserver() }
    }

    var objects: [AnyMessenger] { messengers + variables + silentMessengers }

    private func makeObserver() -> TestObserver {
        let observer = TestObserver()
        observeSilentMessengers(observer)
        return observer
    }

    private func observeSilentMessengers(_ observer: TestObserver) {
        for messenger in silentMessengers { observer.observe(messenger) { _ in } }
    }

    func performAtTopLevel(_ action: RandomAction) {
        script.beginTopLevelAction()
        perform(action)
    }

    private func variable(_ place: Int) -> Var<Int>? {
        place < RandomAction.messengerCount ? nil : variables[place - RandomAction.messengerCount]
    }

    func isObserving(observer: Int, object: Int) -> Bool {
        if let variable = variable(object) { return observers[observer].isObserving(variable) }
        return observers[observer].isObserving(messengers[object])
    }

    private func perform(_ action: RandomAction) {
        switch action {
        case .begin(let observer, let object, let withAuthor):
            if let variable = variable(object) {
                begin(observers[observer], variable, withAuthor) { ($0.old, $0.new) }
            } else {
                begin(observers[observer], messengers[object], withAuthor) { (nil, $0) }
            }
        case .end(let observer, let object):
            let observer = observers[observer]
            if let variable = variable(object) { return observer.stopObserving(variable) }
            observer.stopObserving(messengers[object])
        case .endAll(let observer):
            observers[observer].stopObserving()
            observeSilentMessengers(observers[observer])
        case .stopBeingObservedBy(let observer, let object):
            let observer = observers[observer]
            if let variable = variable(object) { return variable.stopBeingObserved(by: observer) }
            messengers[object].stopBeingObserved(by: observer)
        case .stopBeingObserved(let object):
            if let variable = variable(object) { return variable.stopBeingObserved() }
            messengers[object].stopBeingObserved()
        case .send(let object, let number, let author):
            send(number, object: object, author: author.map { authors[$0] })
        case .killObserver(let place):
            observers[place] = makeObserver()
        case .killObject(let place):
            if place < RandomAction.messengerCount {
                messengers[place] = Messenger()
            } else {
                variables[place - RandomAction.messengerCount] = Var(0)
            }
        }
    }

    private func send(_ number: Int, object: Int, author: TestObserver?) {
        if let variable = variable(object) {
            if let author { variable.set(number, as: author) } else { variable.value = number }
        } else {
            messengers[object].send(number, from: author)
        }
    }

    private func begin<Message>(
        _ observer: TestObserver, _ messenger: Messenger<Message>, _ withAuthor: Bool,
        content: @escaping (Message) -> (old: Int?, number: Int)
    ) {
        let number = observationCount
        observationCount += 1
        guard withAuthor else {
            observer.observe(messenger) { [unowned self] message in
                receive(content(message), observation: number, author: nil)
            }
            return
        }
        let identity = ObjectIdentifier(messenger)
        observer.observe(messenger) { [unowned self] message, author in
            let place = authors.firstIndex { $0 === author }
            let isObject = ObjectIdentifier(author) == identity
            receive(content(message), observation: number, author: place ?? (isObject ? -1 : -2))
        }
    }

    private func receive(_ content: (old: Int?, number: Int), observation: Int, author: Int?) {
        receipts.append(
            Receipt(observation: observation, old: content.old, number: content.number, author: author))
        let actions = script.actions(
            uponReceiptOf: content.number, byObservation: observation, logLength: receipts.count)
        for action in actions { perform(action) }
    }
}
