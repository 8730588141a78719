import TestSupport

/// What an object in a random network is.
enum NodeKind: CaseIterable {
    case messenger
    case variable
    /// A variable whose value lies elsewhere.
    case window
    case cache
    /// A stand-alone transform of an object that need not be a cache.
    case mapper, filter, authorFilter, weak
    /// A stand-alone transform of a cache.
    case cacheMapper, cacheFilter, weakCache
    /// A stand-alone transform of a variable or window.
    case valueMapper, valueFilter
}

extension NodeKind {
    var isVariable: Bool { self == .variable || self == .window }

    /// Whether the object has a latest message by its type.
    var isObservableCache: Bool {
        isVariable || [.cache, .cacheMapper, .weakCache, .valueMapper].contains(self)
    }

    var isWeak: Bool { self == .weak || self == .weakCache }

    /// Whether an origin can be asked to send when it is taken.
    var canReplaceAndSend: Bool { [.cacheMapper, .cacheFilter, .valueMapper, .valueFilter].contains(self) }

    /// Whether objects of this kind can have one of another kind as their origin.
    func canHave(origin: NodeKind) -> Bool {
        switch self {
        case .messenger, .variable, .window: false
        case .cache, .mapper, .filter, .authorFilter, .weak: !origin.isVariable && origin != .valueFilter
        case .cacheMapper, .cacheFilter, .weakCache: origin == .cache
        case .valueMapper, .valueFilter: origin.isVariable
        }
    }
}

/// Which kinds of objects there are in a network. Objects are known by their places, and origins lie at lower places.
struct NetworkLayout {
    static let authorCount = 2
    static let observerCount = 4

    let kinds: [NodeKind]

    /// The places which the origin of an object at each place can have.
    let origins: [[Int]]

    let variables: [Int]
    let windows: [Int]
    let caches: [Int]

    init(_ random: inout SeededGenerator) {
        // Something for each transform to begin with.
        var kinds: [NodeKind] = [.messenger, .variable, .window, .cache]
        while kinds.count < 11 { kinds.append(NodeKind.allCases[random.below(NodeKind.allCases.count)]) }
        self.kinds = kinds
        origins = kinds.indices.map { place in
            (0..<place).filter { kinds[place].canHave(origin: kinds[$0]) }
        }
        variables = kinds.indices.filter { kinds[$0].isVariable }
        windows = kinds.indices.filter { kinds[$0] == .window }
        caches = kinds.indices.filter { kinds[$0].isObservableCache }
    }
}

/// Something that is done to a network of objects and to a few observers.
indirect enum NetworkAction {
    case begin(observer: Int, place: Int, withAuthor: Bool)
    case beginOnce(place: Int)
    case beginFree(place: Int)
    case beginCombined(observer: Int, Int, Int)
    case end(observer: Int, place: Int)
    case endAll(observer: Int)
    case endFree(place: Int)
    case stopBeingObserved(place: Int)
    /// Sends a message or, with a variable, sets its value.
    case send(place: Int, number: Int?, author: Int?)
    case sendLatest(place: Int)
    case publish(place: Int)
    case batch([Int], [NetworkAction])
    case replaceOrigin(place: Int, by: Int, sending: Bool)
    /// An observer dies and a new one takes its place. The dying one sends a message.
    case killObserver(Int, lastWords: Int?, to: Int)
    /// An object loses its place to a new one, and dies if nothing else holds it.
    case killObject(Int, origin: Int?)
}

extension NetworkAction {
    static func random(_ random: inout SeededGenerator, in layout: NetworkLayout) -> NetworkAction {
        let observer = random.below(NetworkLayout.observerCount)
        let place = random.below(layout.kinds.count)
        switch random.below(100) {
        case 0..<20: return .begin(observer: observer, place: place, withAuthor: random.below(2) == 0)
        case 20..<23: return .beginOnce(place: place)
        case 23..<25: return .beginFree(place: place)
        case 25..<28: return .beginCombined(observer: observer, random.of(layout.caches), random.of(layout.caches))
        case 28..<34: return .end(observer: observer, place: place)
        case 34..<36: return .endAll(observer: observer)
        case 36..<37: return .endFree(place: place)
        case 37..<39: return .stopBeingObserved(place: place)
        case 39..<76: return randomSend(&random, to: place)
        case 76..<79: return .sendLatest(place: random.of(layout.caches))
        case 79..<82: return .publish(place: random.of(layout.windows))
        case 82..<85:
            let actions = (0..<random.below(5)).map { _ in NetworkAction.random(&random, in: layout) }
            return .batch((0..<2).map { _ in random.of(layout.variables) }, actions)
        case 85..<94:
            guard !layout.origins[place].isEmpty else { return randomSend(&random, to: place) }
            let sending = layout.kinds[place].canReplaceAndSend && random.below(2) == 0
            return .replaceOrigin(place: place, by: random.of(layout.origins[place]), sending: sending)
        case 94..<97: return .killObserver(observer, lastWords: random.below(2) == 0 ? nil : 7, to: place)
        default:
            let origins = layout.origins[place]
            return .killObject(place, origin: origins.isEmpty ? nil : random.of(origins))
        }
    }

    private static func randomSend(_ random: inout SeededGenerator, to place: Int) -> NetworkAction {
        let author = random.below(NetworkLayout.authorCount + 1)
        let number = random.below(7)
        return .send(
            place: place, number: number == 6 ? nil : number, author: author == NetworkLayout.authorCount ? nil : author
        )
    }
}

extension SeededGenerator {
    fileprivate mutating func of<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }
}

/// What transforms make of messages, which depends on their places.
enum NetworkFunction {
    static func mapped(_ number: Int?, at place: Int) -> Int? { number.map { ($0 + place) % 10 } }

    static func passes(_ number: Int?, at place: Int) -> Bool { (number ?? 0) % 3 != place % 3 }

    static func isSuppressed(author: Int, at place: Int) -> Bool { author == place % NetworkLayout.authorCount }
}

/// Decides what is done in closures: the same for the same observation and message, whoever asks.
struct NetworkScript {
    let seed: UInt64
    let layout: NetworkLayout

    /// What may still be done in closures, so that every sequence ends.
    private var budget = 0

    init(seed: UInt64, layout: NetworkLayout) {
        self.seed = seed
        self.layout = layout
    }

    mutating func beginTopLevelAction() {
        budget = 15
    }

    /// What a closure does that has got the last of some messages.
    mutating func actions(upon receipt: NetworkReceipt, receiptCount: Int) -> [NetworkAction] {
        let mixed = seed &* 1_000_003 &+ UInt64(receipt.observation) &* 8191 &+ UInt64(receiptCount) &* 131
        var random = SeededGenerator(seed: mixed)
        guard budget > 0, random.below(2) == 0 else { return [] }
        let count = min(budget, 1 + random.below(3))
        budget -= count
        return (0..<count).map { _ in NetworkAction.random(&random, in: layout) }
    }
}

/// One line of what observers received.
struct NetworkReceipt: Equatable {
    let observation: Int
    /// The message, or one for each object that is observed in combination: the number, after the former value if it is
    /// an update.
    let messages: [[Int?]]
    /// The author, or `nil` if the closure does not ask.
    let author: Int?
}

/// What can be seen of a network from outside.
struct NetworkState: Equatable {
    /// Which of all objects that ever were are alive.
    let livingObjects: [Bool]

    /// How many observations there are of the object at each place.
    let observationCounts: [Int]

    /// Whether each observer observes the object at each place.
    let isObserving: [[Bool]]

    /// The latest messages of the caches.
    let latestMessages: [[Int?]]
}

/// Who sent a message: one of a few authors, an object by the number of objects that were made before it, or the source
/// of the windows.
enum NetworkAuthor {
    static func number(ofObject object: Int) -> Int { 100 + object }
    static let source = 99
}
