/// A quantity that the run loop can publish.
protocol PublishableQuantity: AnyQuantity {
    func publish()
}

extension Quantity: PublishableQuantity {}
