/// An integrator of a continuous motion that chooses its steps itself, such as a method of adaptive step.
///
/// The watchers of a simulation (crossings, first passages, conditions, bounds, groups) look at the steps of the method, not from
/// one moment of the simulation's grid to the next: what is found then does not depend on how often somebody looks at the state.
/// A step of the method may reach beyond the next moment. It is looked at as a whole when it is taken, and what is found in it is
/// told when the simulation gets there.
///
/// While nothing is watched that needs the steps of the method, the simulation calls ``Integrator/advance(_:from:to:)``
/// instead. Both ways lead along the same trajectory, to the last bit.
///
/// ## What to implement
///
/// Between the ends of a step, a field is looked at where it could reach a level at the pace of that step and the one before, unless
/// the method is one of the engine's that tell the slopes there. A method in whose steps numbers go farther hands out pieces of them.
///
/// Besides ``advanceByStep(_:from:toward:)``, ``Integrator/makeDenseOutput(for:)``, whose ``DenseOutput`` shows all states from
/// the time with which that was called to the end of the step (dense output). A time that is shown is one that can be gone on
/// from: after ``DenseOutput/show(_:in:)`` or ``DenseOutput/showEnd(in:)``, `advance` and `advanceByStep` may be called
/// with that time as their start, and go on along the same trajectory unless ``Integrator/stateWasChanged()`` was called.
public protocol OwnSteppingIntegrator<Model>: Integrator {
    /// Moves the model to the end of the step of the method that leads on from a time.
    ///
    /// Where the step that was taken last reaches beyond the time, no other one is taken: the model is moved to its end.
    ///
    /// - Parameters:
    ///   - model: The model, in the state of the time.
    ///   - start: The time.
    ///   - end: The next moment that the simulation is to reach, for limits and errors that count from moment to moment. The
    ///     step does not depend on it.
    /// - Returns: The time at which the step ends, later than `start`; often beyond `end`.
    /// - Throws: Errors of the integrator; the state is then as it was.
    func advanceByStep(_ model: Model, from start: Double, toward end: Double) throws -> Double

    /// The error that the method allows in a number of the state in a step. What is interpolated inside of steps, such as the
    /// times of first passages, is as exact as that.
    ///
    /// - Parameter value: The number.
    /// - Returns: The error; 0 unless implemented, so that what is interpolated is as exact as it can be.
    func allowedError(of value: Double) -> Double
}

extension OwnSteppingIntegrator {
    /// None.
    public func allowedError(of value: Double) -> Double { 0 }
}

/// One that knows the rates of change at both ends of its steps.
protocol SlopeKeepingIntegrator: OwnSteppingIntegrator {
    /// Those of the step that was taken last, to the last bit what the model computes of the states there; `nil` if they
    /// are not known.
    var lastSlopes: StepSlopes? { get }

    /// The step that was taken last, with the method's own states, which are not those that are shown of numbers that are held;
    /// `nil` if its slopes are not known.
    var lastStep: KnownStep? { get }

    /// True if the rates of change of its states are as exact as these. In a stiff system, for which implicit methods are, the
    /// error of a state is multiplied by the fastest decay.
    var hasExactSlopes: Bool { get }
}

/// The rates of change of all numbers of a state at both ends of a step, until the next one.
typealias StepSlopes = (start: UnsafePointer<Double>, end: UnsafePointer<Double>)

/// The step that a method has taken last, as it knows it until the next one.
struct KnownStep {
    /// A time, and the state at it.
    typealias Point = (time: Double, state: UnsafePointer<Double>)

    let start: Point
    let end: Point
    let slopes: StepSlopes

    /// That before the step which came before; `nil` for the first one after the beginning, or after a change.
    let earlier: Point?
}
