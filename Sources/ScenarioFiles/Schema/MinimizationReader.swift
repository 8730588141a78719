import GSL
import Particles

/// Reads the block
///
///     minimise:
///       method: fire              or bfgs, conjugate-fletcher-reeves, conjugate-polak-ribiere; fire unless given
///       force-tolerance: …        the greatest force on a particle in the end
///       first-step: …             how the method begins: 0.01 unless given
///       greatest-displacement: …  fire only: how far a particle moves in a step, 0.1 unless given
///       steps: …                  after how many to give up, 100000 unless given
///       fixed: […]                particles that stay where they are, by their numbers or names; none unless given
struct MinimizationReader {
    let context: InteractionContext

    private enum Method: String, CaseIterable {
        case fire
        case bfgs
        case conjugateFletcherReeves = "conjugate-fletcher-reeves"
        case conjugatePolakRibiere = "conjugate-polak-ribiere"
    }

    /// What is done to a system before it runs.
    func read(_ value: Value) -> ((ParticleSystem) throws -> Void)? {
        value.section { section in
            let method: Method? = section.optional("method").map { $0.choice() } ?? .fire
            let tolerance = section.required("force-tolerance", for: "the greatest force on a particle in the end")
                .flatMap { $0.number(.positive) }
            let firstStep = section.optional("first-step").map { $0.number(.positive) } ?? 0.01
            let displacementValue = section.optional("greatest-displacement")
            let displacement = displacementValue.map { $0.number(.positive) } ?? 0.1
            let steps = section.optional("steps").map { $0.integer(.closed(1...1_000_000_000)) } ?? 100_000
            let fixed = section.optional("fixed").map { readFixed($0) } ?? []
            for (key, text) in [("method", "fire"), ("first-step", "0.01"), ("steps", "100000"), ("fixed", "[]")] {
                section.noteDefault(key, text)
            }
            if method == .fire { section.noteDefault("greatest-displacement", "0.1") }
            guard let method, let tolerance, let firstStep, let displacement, let steps, let fixed else { return nil }
            if let displacementValue, method != .fire {
                displacementValue.report("'greatest-displacement' has no meaning for '\(method.rawValue)'")
                return nil
            }
            let chosen: MinimizationMethod =
                GradientMethod(rawValue: method.rawValue).map { .gradient($0, firstStep: firstStep) }
                ?? .fire(firstStep: firstStep, greatestDisplacement: displacement)
            return { system in
                try system.minimizeEnergy(by: chosen, forceTolerance: tolerance, maximumSteps: steps, fixed: fixed)
            }
        }
    }

    private func readFixed(_ value: Value) -> [Int]? {
        value.list(of: "particles") { BondReader(context: context).particle($0) }
    }
}
