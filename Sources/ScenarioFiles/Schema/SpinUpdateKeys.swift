import Descriptions
import Networks

extension SweepOrder: ParameterValue {}

extension RuleSweeps.Order: ParameterValue {}

extension UpdateOrder: ParameterValue {}

extension [IntegrationMethod] {
    /// The methods that update vertices in an order.
    static func updating(_ order: UpdateOrder) -> [IntegrationMethod] {
        .serving(order == .atOnce ? .atOnce : .oneByOne)
    }
}

/// The keys of models on graphs that say how their methods work.
enum UpdateKeys {
    static func order<Order: ParameterValue & CaseIterable & RawRepresentable>(
        _ standard: Order
    ) -> Parameter<Order> where Order.RawValue == String {
        Parameter("order", "in which order vertices are updated, where that is one after the other", default: standard)
    }

    static let orderOfAll = Parameter<UpdateOrder>(
        "order",
        "whether nodes are updated at once, one after the other, or as many as there are, each drawn at random",
        default: .atOnce)

    static let clusters = Parameter(
        "clusters", "how many clusters 'wolff' grows in a unit of time", in: 1...1_000_000, default: 1)
}

/// The keys of spin models, each of which has an effect with some methods only.
extension NetworkModelReader {
    /// The parameters of a spin model, and how its methods update spins; `nil` if something was refused.
    func spins<Making, Order: ParameterValue>(
        _ value: Value, _ component: Component<Making>, order key: Parameter<Order>, else standard: Order
    ) -> (make: Making, order: Order, clusters: Int)? {
        value.section(of: [key.description, UpdateKeys.clusters.description]) { section in
            let make = section.make(component, on: graph)
            let order = order(in: section, key, else: standard)
            let clusters = clusters(in: section)
            guard let make, let order, let clusters else { return nil }
            return (make, order, clusters)
        }
    }

    /// In which order single spins are updated, where the method does that.
    private func order<Order: ParameterValue>(in section: Section, _ key: Parameter<Order>, else standard: Order)
        -> Order?
    {
        guard method == .wolff else { return section.value(of: key) }
        section.optional(key.description.name)?.report(
            "'order' has no effect with 'wolff', which grows clusters",
            expected: "no 'order', or a method that updates single spins")
        return standard
    }

    /// How many clusters are grown in a unit of time, where the method grows any.
    private func clusters(in section: Section) -> Int? {
        guard let method, method != .wolff, [IntegrationMethod].serving(.isingSpins, .pottsSpins).contains(method)
        else { return section.value(of: UpdateKeys.clusters) }
        section.optional(UpdateKeys.clusters.description.name)?.report(
            "'clusters' has no effect with '\(method.name)', which updates single spins",
            expected: "no 'clusters', or the method wolff")
        return 1
    }

    /// The method, if it is one; what is wrong with it is reported by `IntegrationReader`.
    private var method: IntegrationMethod? {
        root.optional("integrate")?.member("method", reportingTo: Diagnostics())?.word
            .flatMap(IntegrationMethod.init(named:))
    }
}
