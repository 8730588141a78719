import SimulationEngine

extension Experiment {
    // Once a run: compiled for all models together, since a version for each would be most of the time that a build takes.
    @_semantics("optimize.sil.specialize.generic.never")
    package func rareEventRate(
        threads: Int, remake: (_ luck: UInt32) throws -> any RunnableExperiment
    ) throws -> (flux: ForwardFlux, rate: RareEventRate) {
        guard let event = watching.rareEvent else { throw RareEventScenarioError.noBlock }
        guard !watching.parts.contains(where: \.isIntervention) else { throw RareEventScenarioError.interventions }
        func makeWalk(_ luck: UInt32) throws -> RareEventWalk<Model> {
            guard let other = try remake(luck) as? Experiment<Model>, let plan = other.watching.rareEvent else {
                throw RareEventScenarioError.noBlock
            }
            try other.prepare(other.model)
            let simulation = try Simulation(other.model, integrator: other.integrator, step: integration.step)
            return try RareEventWalk(
                of: simulation, dependsOnTime: plan.number.dependsOnTime(in: simulation),
                number: plan.number.number(in: simulation))
        }
        let flux = event.placesLevels ? try event.flux.placingLevels(make: makeWalk) : event.flux
        let rate = try flux.rate(threads: threads, make: makeWalk)
        return (flux, rate)
    }
}

/// Why the rate of an event cannot be sampled.
package enum RareEventScenarioError: Error, Equatable, CustomStringConvertible {
    /// There is no block `rare`.
    case noBlock

    /// Something is changed from outside.
    case interventions

    package var description: String {
        switch self {
        case .noBlock: "the scenario has no block 'rare' that says which event it is about"
        case .interventions:
            "the scenario has a block 'intervene': the rate of an event is one of what happens by itself, so leave it out"
        }
    }
}
