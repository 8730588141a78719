import SimulationEngine

extension Scenario {
    /// Samples the rate of the event that the block `rare` is about.
    ///
    /// - Parameter threads: How many threads share the runs, which does not change the result.
    /// - Returns: The levels, and the rate.
    /// - Throws: `RareEventScenarioError`; `RareEventError`; what running throws.
    package func rareEventRate(threads: Int) throws -> (flux: ForwardFlux, rate: RareEventRate) {
        try experiment.rareEventRate(threads: threads) { luck in
            try Scenario(document, named: fileStem, in: folder, luck: luck, isRehearsed: false).experiment
        }
    }
}
