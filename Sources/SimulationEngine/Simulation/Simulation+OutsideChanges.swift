extension Simulation {
    /// Whether anything is driven now.
    package var isDriving: Bool { !drives.drives.isEmpty }

    /// Refuses an initial state with a number that is infinite or not a number, before a step could be blamed for it.
    ///
    /// - Throws: ``SimulationError/initialStateNotFinite(_:)``.
    /// - Complexity: O(n) for n numbers of the state.
    func checkInitialState() throws(SimulationError) {
        guard let (subject, value) = firstNotFinite() else { return }
        throw .initialStateNotFinite("\(subject) is \(value.isNaN ? "nan" : value.description)")
    }
}
