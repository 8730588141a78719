import GSL

/// How a minimum of the potential energy is looked for.
public enum MinimizationMethod: Equatable, Sendable {
    /// FIRE, with the length of the first step, which is as that of a dynamics of particles of mass 1, and the greatest
    /// distance that a particle moves in a step.
    case fire(firstStep: Double, greatestDisplacement: Double)

    /// One of GSL's methods, with the length of the first step in the space of all coordinates.
    case gradient(GradientMethod, firstStep: Double)
}

/// A minimum of the potential energy that was found.
public struct EnergyMinimum: Equatable, Sendable {
    /// The potential energy.
    public let energy: Double

    /// The greatest force on a particle.
    public let greatestForce: Double

    /// How many steps or iterations it took.
    public let steps: Int
}

/// Why no minimum was found. The state is as it was.
public enum MinimizationError: Error, Equatable, Sendable {
    /// A parameter must be finite and greater than 0.
    case invalidParameter(String, Double)

    /// A particle that is kept where it is must be one of them.
    case missingParticle(Int, count: Int)

    /// The forces are not finite after a number of steps.
    case forcesNotFinite(steps: Int, cause: String?)

    /// The forces were greater than they should be after the greatest number of steps.
    case tooManySteps(Int, greatestForce: Double, tolerance: Double)

    /// Rounding kept a method of GSL from going on.
    case noProgress(steps: Int, greatestForce: Double, tolerance: Double)
}

extension MinimizationError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .invalidParameter(let name, let value):
            "the \(name) is \(value), but must be a finite number greater than 0"
        case .missingParticle(let particle, let count):
            "there is no particle \(particle) to be kept where it is: particles are numbered from 0 to \(count - 1)"
        case .forcesNotFinite(let steps, let cause):
            "the forces are not finite after \(steps) steps of minimisation"
                + (cause.map { ", since \($0)" } ?? "") + ": begin with smaller steps, or with particles further apart"
        case .tooManySteps(let steps, let force, let tolerance):
            "after \(steps) steps of minimisation the greatest force is \(force), but should be at most \(tolerance): allow "
                + "more steps or a greater force"
        case .noProgress(let steps, let force, let tolerance):
            "after \(steps) steps of minimisation the energy does not fall any further within rounding, and the greatest "
                + "force is \(force), but should be at most \(tolerance): allow a greater force"
        }
    }
}
