import Networks
import SimulationEngine

/// Reads how long the leaps of `tau-leaping` are, which stands beside `method`:
///
///     leap: 0.05           the length of each leap
///     accuracy: 0.03       or by which part of themselves rates may change in a leap; 0.03 unless given
struct LeapReader {
    private static let keys = ["leap", "accuracy"]

    /// The methods of a scenario.
    let methods: [IntegrationMethod]

    /// The length of leaps of a method that leaps. What is wrong is reported, also keys of other methods.
    func read(_ section: Section, method: IntegrationMethod?) -> LeapLength? {
        let given = section.given(of: Self.keys)
        guard method == .tauLeaping else {
            for (key, value) in given where method != nil {
                value.report(
                    "'\(key)' has no meaning for '\(method?.rawValue ?? "")'",
                    expected: "no '\(key)'" + (methods.contains(.tauLeaping) ? ", or the method tau-leaping" : ""))
            }
            return nil
        }
        guard given.count < 2 else {
            given[1].value.report("'accuracy' says how long leaps are, as 'leap' does", expected: "one of them")
            return nil
        }
        guard let (key, value) = given.first else {
            section.noteDefault("accuracy", "0.03")
            return .accuracy(0.03)
        }
        guard key == "leap" else { return value.number(.closed(1e-4...0.5)).map(LeapLength.accuracy) }
        return value.number(.positive).map(LeapLength.fixed)
    }
}

extension Integration {
    /// The integrator of a compartment model.
    ///
    /// - Throws: `TauLeapingError` if leaps are too long for the rates of a table.
    func integrator<State: CompartmentName>(
        for table: TransitionTable<State>, on graph: Graph, streams: RandomStreams, threads: Int
    ) throws(TauLeapingError) -> any Integrator<CompartmentModel<State>> {
        guard let leapLength else { return EventDrivenIntegrator<State>(streams: streams) }
        try leapLength.check(for: table, on: graph)
        return TauLeapingIntegrator<State>(leapLength, streams: streams, threads: threads)
    }
}
