import SimulationEngine

/// Rates that have names are parameters: they can be changed during a run, by a lockdown or a treatment. What follows from the
/// table is then made anew before the next event, in O(n + m) for n vertices and m edges, which is exact, because waiting
/// has no memory.
extension CompartmentModel {
    package static var names: ModelNames {
        ModelNames(fields: ["compartment"], parameters: State.namedRates.map(\.name))
    }

    /// A rate; not a number if the table has no such transition.
    public func parameter(at index: Int) -> Double { transitions.rate(State.namedRates[index]) ?? .nan }

    /// Sets a rate.
    public func setParameter(_ value: Double, at index: Int) {
        transitions.setRate(State.namedRates[index], to: value)
        network.revision += 1
    }

    /// A rate that cannot be, or of a transition that the table does not have.
    public func refusal(ofParameter index: Int, value: Double) -> (any Error)? {
        let named = State.namedRates[index]
        guard transitions.rate(named) != nil else {
            return NetworkModelError.missingTransition(
                named.name, source: named.source.rawValue, target: named.target.rawValue)
        }
        do throws(NetworkModelError) {
            try TransitionTable<State>.check(value, named.name)
            return nil
        } catch {
            return error
        }
    }
}
