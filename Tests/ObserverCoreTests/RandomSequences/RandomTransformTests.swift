import ObserverCore
import TestSupport
import Testing

/// Random networks of variables, mappers and filters whose origins are replaced at random, against a model that looks up
/// by hand who would hear what.
@Suite(.tracksLifetimes) struct RandomTransformTests {
    @Test(arguments: 0..<20)
    func transformsHearWhatTheirPresentOriginsSend(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<20 {
            let network = TransformNetwork()
            let model = TransformModel()
            for _ in 0..<150 {
                let action = TransformAction.random(&random)
                network.perform(action)
                model.perform(action)
                guard network.log == model.log else {
                    Issue.record("seed \(seed): after \(action), \(network.log) instead of \(model.log)")
                    return
                }
            }
        }
    }
}

/// Four layers of three objects each: variables, mappers to new values plus one, filters of even numbers, and mappers
/// to twice the number.
private enum TransformAction {
    static let width = 3
    static let layers = 4

    case set(Int, to: Int)
    /// Something is sent through a transform itself.
    case send(layer: Int, Int, number: Int)
    case replaceOrigin(layer: Int, Int, by: Int)
    case observe(layer: Int, Int)
    case stopObserving(layer: Int, Int)

    static func random(_ random: inout SeededGenerator) -> TransformAction {
        let layer = random.below(layers)
        let place = random.below(width)
        switch random.below(100) {
        case 0..<45: return .set(place, to: random.below(6))
        case 45..<55: return .send(layer: 1 + random.below(layers - 1), place, number: random.below(6))
        case 55..<75: return .replaceOrigin(layer: 1 + random.below(layers - 1), place, by: random.below(width))
        case 75..<92: return .observe(layer: layer, place)
        default: return .stopObserving(layer: layer, place)
        }
    }
}

/// The real objects.
private final class TransformNetwork {
    typealias Successor = Mapper<Var<Int>, Int>
    typealias Even = Filter<Successor>
    typealias Double = Mapper<Even, Int>

    private let variables = (0..<TransformAction.width).map { _ in track(Var(0)) }
    private let successors: [Successor]
    private let evens: [Even]
    private let doubles: [Double]
    private let observer = track(FreeObserver())
    private(set) var log: [String] = []

    init() {
        successors = variables.map { variable in variable.map { $0.new + 1 } }
        evens = successors.map { successor in successor.filter { $0.isMultiple(of: 2) } }
        doubles = evens.map { even in even.map { $0 * 2 } }
    }

    func perform(_ action: TransformAction) {
        switch action {
        case .set(let place, let number): variables[place].value = number
        case .send(1, let place, let number): successors[place].send(number)
        case .send(2, let place, let number): evens[place].send(number)
        case .send(_, let place, let number): doubles[place].send(number)
        case .replaceOrigin(1, let place, let origin): successors[place].origin = variables[origin]
        case .replaceOrigin(2, let place, let origin): evens[place].origin = successors[origin]
        case .replaceOrigin(_, let place, let origin): doubles[place].origin = evens[origin]
        case .observe(0, let place):
            observer.observe(variables[place]) { [unowned self] in note(0, place, $0.new) }
        case .observe(let layer, let place):
            observer.observe(messenger(layer, place)) { [unowned self] in note(layer, place, $0) }
        case .stopObserving(0, let place): observer.stopObserving(variables[place])
        case .stopObserving(let layer, let place): observer.stopObserving(messenger(layer, place))
        }
    }

    private func messenger(_ layer: Int, _ place: Int) -> Messenger<Int> {
        switch layer {
        case 1: successors[place]
        case 2: evens[place]
        default: doubles[place]
        }
    }

    private func note(_ layer: Int, _ place: Int, _ number: Int) {
        log.append("\(layer).\(place): \(number)")
    }
}

/// Lists, at each object, who hears of it in the order in which they began.
private final class TransformModel {
    private enum Listener: Equatable {
        case observer
        case transform(layer: Int, place: Int)
    }

    private var values = [Int](repeating: 0, count: TransformAction.width)
    private var listeners: [[[Listener]]]
    private(set) var log: [String] = []

    init() {
        listeners = (0..<TransformAction.layers).map { layer in
            (0..<TransformAction.width).map { place in
                layer + 1 < TransformAction.layers ? [.transform(layer: layer + 1, place: place)] : []
            }
        }
    }

    func perform(_ action: TransformAction) {
        switch action {
        case .set(let place, let number):
            guard values[place] != number else { return }
            values[place] = number
            deliver(number, layer: 0, place: place)
        case .send(let layer, let place, let number): deliver(number, layer: layer, place: place)
        case .replaceOrigin(let layer, let place, let origin):
            let transform = Listener.transform(layer: layer, place: place)
            for place in 0..<TransformAction.width { listeners[layer - 1][place].removeAll { $0 == transform } }
            listeners[layer - 1][origin].append(transform)
        case .observe(let layer, let place): listeners[layer][place].append(.observer)
        case .stopObserving(let layer, let place): listeners[layer][place].removeAll { $0 == .observer }
        }
    }

    private func deliver(_ number: Int, layer: Int, place: Int) {
        for listener in listeners[layer][place] {
            switch listener {
            case .observer: log.append("\(layer).\(place): \(number)")
            case .transform(1, let place): deliver(number + 1, layer: 1, place: place)
            case .transform(2, let place):
                if number.isMultiple(of: 2) { deliver(number, layer: 2, place: place) }
            case .transform(let layer, let place): deliver(number * 2, layer: layer, place: place)
            }
        }
    }
}
