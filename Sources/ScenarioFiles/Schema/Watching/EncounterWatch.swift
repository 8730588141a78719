import Particles
import SimulationEngine

/// Warns of the bodies of a planetary system that come so near to each other that `wisdom-holman` does not resolve it, each two
/// once.
enum EncounterWatch {
    /// After so many pairs no others are told.
    static let greatestCount = 100

    /// Looks at each step of a run.
    static func part(for integration: Integration) -> Watching<ParticleSystem>.Part? {
        guard integration.method == .wisdomHolman else { return nil }
        return { run in
            let encounters = CloseEncounters(of: run.simulation.model)
            run.keep(condition: encounters)
            run.at(try run.simulation.every(steps: 1)) { [unowned run] moment in
                let countBefore = encounters.count
                for (offset, encounter) in encounters.next().enumerated() where countBefore + offset <= greatestCount {
                    let isLast = countBefore + offset == greatestCount
                    run.warnings.add(
                        isLast ? "more bodies meet, which are not told" : words(encounter, at: moment, run))
                }
            }
        }
    }

    private static func words(
        _ encounter: CloseEncounters.Encounter, at moment: Moment, _ run: ObservedRun<ParticleSystem>
    ) -> String {
        let names = [encounter.first, encounter.second].map { body in
            run.simulation.model.nodeNames.map { "'\($0[body])'" } ?? String(body)
        }
        return "bodies \(names[0]) and \(names[1]) are \(encounter.distance) apart after step \(moment.step), at time "
            + "\(moment.time), which is within three of their mutual Hill radii of \(encounter.hillRadius): 'wisdom-holman' "
            + "does not resolve what they do to each other there; use an adaptive method, such as 'rk8pd'"
    }
}
