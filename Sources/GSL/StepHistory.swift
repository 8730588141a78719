import CGSL

/// Where a multistep method ended, so that it is not resumed from anywhere else.
///
/// GSL's `msadams` predicts from its history and overwrites the state that it is given: without a reset, a state that
/// has been changed in between would silently be changed back.
final class StepHistory {
    private let state: UnsafeMutableBufferPointer<Double>
    private var time = Double.nan
    private var goesForwards = true

    init(dimension: Int) {
        state = .allocate(capacity: dimension)
        state.initialize(repeating: 0)
    }

    deinit {
        state.deallocate()
    }

    /// Records the end of a successful advance.
    func save(time: Double, state: UnsafeMutableBufferPointer<Double>, step: Double) {
        self.time = time
        goesForwards = step > 0
        _ = self.state.update(fromContentsOf: state)
    }

    /// Forgets the end, so that nothing continues it.
    func clear() {
        time = .nan
    }

    /// Tests if an advance from here would go on from where the last one ended, in its direction.
    func isContinued(time: Double, state: UnsafeMutableBufferPointer<Double>, step: Double) -> Bool {
        self.time == time && goesForwards == (step > 0) && self.state.elementsEqual(state)
    }
}
