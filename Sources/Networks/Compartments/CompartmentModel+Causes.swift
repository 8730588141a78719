import SimulationEngine

/// ``EventDrivenIntegrator`` tells who has brought about what.
extension CompartmentModel: TracedModel {
    /// Changes from one compartment to another.
    public var jumps: JumpKind { .states(cases.map(\.rawValue)) }

    /// For each compartment, true if its vertices act on others, or will by themselves, as those who are exposed.
    public var passesOn: [Bool] {
        cases.map { first in
            var reached: Set = [first]
            var waiting = [first]
            while let state = waiting.popLast() {
                if transitions.transitions.contains(where: { $0.inducer == state }) { return true }
                for transition in transitions.transitions where transition.source == state && transition.inducer == nil
                {
                    if reached.insert(transition.target).inserted { waiting.append(transition.target) }
                }
            }
            return false
        }
    }

    /// Has the events of ``EventDrivenIntegrator`` taken down from now on.
    public func addTrace(_ trace: JumpTrace) { compartments.traces.add(trace) }
}
