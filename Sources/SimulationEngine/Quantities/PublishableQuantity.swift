/// A quantity that the run loop can publish.
protocol PublishableQuantity: AnyQuantity {
    func publish()

    /// Whether somebody observes it.
    var isObserved: Bool { get }

    func archiveState(in archive: StateArchive) throws(CheckpointError)
}

extension Quantity: PublishableQuantity {}
