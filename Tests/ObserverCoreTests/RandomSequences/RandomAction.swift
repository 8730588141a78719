import TestSupport

/// Something that is done to a few observers and observable objects, which are known by their places.
///
/// The first objects are messengers, the others variables. Whoever is killed is replaced by a new one.
enum RandomAction {
    case begin(observer: Int, object: Int, withAuthor: Bool)
    case end(observer: Int, object: Int)
    case endAll(observer: Int)
    case stopBeingObservedBy(observer: Int, object: Int)
    case stopBeingObserved(object: Int)
    /// Sends a message or, with a variable, sets its value.
    case send(object: Int, number: Int, author: Int?)
    case killObserver(Int)
    case killObject(Int)
}

extension RandomAction {
    static let observerCount = 4
    static let messengerCount = 2
    static let objectCount = 4
    static let authorCount = 2

    static func random(_ random: inout SeededGenerator) -> RandomAction {
        let observer = random.below(observerCount)
        let object = random.below(objectCount)
        switch random.below(100) {
        case 0..<38: return .begin(observer: observer, object: object, withAuthor: random.below(2) == 0)
        case 38..<44: return .end(observer: observer, object: object)
        case 44..<46: return .endAll(observer: observer)
        case 46..<49: return .stopBeingObservedBy(observer: observer, object: object)
        case 49..<51: return .stopBeingObserved(object: object)
        case 51..<96:
            let author = random.below(authorCount + 1)
            return .send(object: object, number: random.below(5), author: author == authorCount ? nil : author)
        case 96..<99: return .killObserver(observer)
        default: return .killObject(object)
        }
    }
}

/// Decides what is done in closures: the same for the same observation and message, whoever asks.
struct RandomScript {
    let seed: UInt64

    /// What may still be done in closures, so that every sequence ends.
    private var budget = 0

    init(seed: UInt64) {
        self.seed = seed
    }

    mutating func beginTopLevelAction() {
        budget = 20
    }

    /// What the closure of an observation does when it gets a message.
    mutating func actions(uponReceiptOf number: Int, byObservation observation: Int, logLength: Int) -> [RandomAction] {
        let mixed = seed &* 1_000_003 &+ UInt64(observation) &* 8191 &+ UInt64(logLength) &* 131 &+ UInt64(number)
        var random = SeededGenerator(seed: mixed)
        guard budget > 0, random.below(2) == 0 else { return [] }
        let count = min(budget, 1 + random.below(4))
        budget -= count
        return (0..<count).map { _ in RandomAction.random(&random) }
    }
}

/// One line of what observers received.
struct Receipt: Equatable {
    let observation: Int
    /// The former value, or `nil` if the message is not an update.
    let old: Int?
    let number: Int
    /// The place of the author, -1 for the object itself, or `nil` if the closure does not ask.
    let author: Int?
}
