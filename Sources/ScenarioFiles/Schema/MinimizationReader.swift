import Descriptions
import GSL
import Particles

/// The keys of the minimisation before a run.
enum MinimizationKeys {
    enum Method: String, CaseIterable, ParameterValue {
        case fire
        case bfgs
        case conjugateFletcherReeves = "conjugate-fletcher-reeves"
        case conjugatePolakRibiere = "conjugate-polak-ribiere"
    }

    static let method = Parameter<Method>("method", "how the energy is lowered", default: .fire)
    static let forceTolerance = Parameter(
        "force-tolerance", "the greatest force on a particle in the end", .positive,
        dimension: Dimension(length: -1, energy: 1)
    ).example(0.001)
    static let firstStep = Parameter("first-step", "how the method begins", .positive, default: 0.01)
    static let greatestDisplacement = Parameter(
        "greatest-displacement", "how far a particle moves in a step of 'fire', which alone has it", .positive,
        dimension: .length, default: 0.1)
    static let steps = Parameter("steps", "after how many steps to give up", in: 1...1_000_000_000, default: 100_000)
    static let fixed = ParameterDescription("fixed", "particles that stay where they are", .nodes, .default(.list([])))
    static let description = ComponentDescription(
        name: "minimise", summary: "a minimum of the energy, to which particles go before the run",
        synonyms: ["FIRE", "energy minimisation"],
        references: [
            Reference(
                "E. Bitzek, P. Koskinen, F. Gähler, M. Moseler and P. Gumbsch", "Structural relaxation made simple",
                "Physical Review Letters", "97", page: "170201", year: 2006, doi: "10.1103/PhysRevLett.97.170201")
        ],
        parameters: [ParameterDescription](method, forceTolerance, firstStep, greatestDisplacement, steps, fixed))

    /// The component of the methods that follow gradients.
    static let gradients = ComponentDescription(
        name: "minimise", summary: "GSL's minimisation by gradients", references: [.gsl], parameters: [])
}

/// Reads what is done to particles before they run.
struct MinimizationReader {
    private typealias Keys = MinimizationKeys

    let context: InteractionContext

    /// The minimisation of a system before it runs.
    func read(_ value: Value) -> ((ParticleSystem) throws -> Void)? {
        value.section(of: Keys.description.parameters) { section in
            let method = section.value(of: Keys.method)
            let tolerance = section.value(of: Keys.forceTolerance)
            let firstStep = section.value(of: Keys.firstStep)
            let displacementValue = section.optional(Keys.greatestDisplacement.description.name)
            let displacement =
                method == .fire || displacementValue != nil ? section.value(of: Keys.greatestDisplacement) : .nan
            let steps = section.value(of: Keys.steps)
            let fixed = section.read(Keys.fixed, else: []) { value in
                value.list(of: "particles") { BondReader(context: context).particle($0) }
            }
            guard let method, let tolerance, let firstStep, let displacement, let steps, let fixed else { return nil }
            if let displacementValue, method != .fire {
                displacementValue.report("'greatest-displacement' has no meaning for '\(method.rawValue)'")
                return nil
            }
            section.value.diagnostics.noteUse(of: method == .fire ? Keys.description : Keys.gradients)
            let chosen: MinimizationMethod =
                GradientMethod(rawValue: method.rawValue).map { .gradient($0, firstStep: firstStep) }
                ?? .fire(firstStep: firstStep, greatestDisplacement: displacement)
            return { system in
                try system.minimizeEnergy(by: chosen, forceTolerance: tolerance, maximumSteps: steps, fixed: fixed)
            }
        }
    }
}
