extension Array {
    /// Empties the array and hands over what was in it.
    ///
    /// Objects that die with the elements of a property, such as the observers in their closures, may look at that property
    /// again: it must not be under way to be changed then. Who only lets go of them does so in `withExtendedLifetime(_:_:)`,
    /// without which the optimiser may end them while the property is still being changed.
    mutating func takeAll() -> [Element] {
        var taken: [Element] = []
        swap(&taken, &self)
        return taken
    }
}
