import ObserverCore

extension EdgeVariables {
    /// Takes the present weights as published. All changes of edges are told before a checkpoint is stored.
    func notePresent() {
        for (index, place) in places.enumerated() { place.variable?.notePublished(value(at: index)) }
    }
}
