import TestSupport

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

/// Demands exactly what a test tells it to, and writes down what it gets.
final class TestSubscriber<Input>: Subscriber {
    typealias Failure = Never

    private(set) var subscription: (any Subscription)?
    private(set) var inputs: [Input] = []
    private(set) var completionCount = 0

    private let lifetime = trackedObject("subscriber")
    private let firstDemand: Subscribers.Demand
    private let whenReceiving: (Input) -> Subscribers.Demand
    private let whenFinished: () -> Void

    init(
        demanding firstDemand: Subscribers.Demand = .none,
        whenReceiving: @escaping (Input) -> Subscribers.Demand = { _ in .none },
        whenFinished: @escaping () -> Void = {}
    ) {
        self.firstDemand = firstDemand
        self.whenReceiving = whenReceiving
        self.whenFinished = whenFinished
    }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        if firstDemand > 0 { subscription.request(firstDemand) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        inputs.append(input)
        return whenReceiving(input)
    }

    func receive(completion: Subscribers.Completion<Never>) {
        completionCount += 1
        whenFinished()
    }

    func demand(_ demand: Subscribers.Demand) {
        subscription?.request(demand)
    }

    func cancel() {
        subscription?.cancel()
        subscription = nil
    }
}
