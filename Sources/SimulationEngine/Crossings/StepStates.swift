/// The states inside of a step, of an integrator that knows them.
///
/// Implement it for an integrator of your own to have crossings located inside of its steps.
public protocol DenseOutput<Model>: AnyObject {
    /// The models whose steps these are.
    associatedtype Model: SimulationModel

    /// Takes note of the state in which a step begins.
    func begin(_ model: Model, at time: Double)

    /// Takes note of the state in which the step has ended, before another state in it is shown. Where none is, this is not called.
    func noteEnd(_ model: Model)

    /// Puts the state of a time within the step into the model.
    ///
    /// - Throws: Errors of the integrator.
    func show(_ time: Double, in model: Model) throws

    /// Puts the state in which the step has ended back into the model, to the last bit.
    func showEnd(in model: Model)
}

/// One that also knows the states inside of steps approximately, at next to no cost.
protocol InterpolatingDenseOutput<Model>: DenseOutput {
    /// Puts the interpolated state of a time within the step into the model, from which nobody may go on.
    ///
    /// - Returns: True if enough is known for that.
    func interpolate(_ time: Double, by polynomial: StepPolynomial, in model: Model) -> Bool
}

/// The polynomials by which states inside of steps are interpolated. What they differ by tells how exact they are.
enum StepPolynomial {
    case cubic, quartic
}

/// The states inside of the steps of equations, by shorter steps of the same method from the beginning of the step.
public final class SubstepDenseOutput<Model: DifferentialEquations>: DenseOutput {
    private let integrator: any Integrator<Model>
    private var startTime = 0.0
    private var start: [Double] = []
    private var end: [Double] = []

    /// - Parameter integrator: An integrator of its own, of the kind that takes the steps.
    public init(_ integrator: any Integrator<Model>) {
        self.integrator = integrator
    }

    /// Copies the state.
    public func begin(_ model: Model, at time: Double) {
        startTime = time
        copyState(of: model, into: &start)
    }

    /// Copies the state.
    public func noteEnd(_ model: Model) {
        copyState(of: model, into: &end)
    }

    /// Steps from the beginning to the time.
    public func show(_ time: Double, in model: Model) throws {
        // Nodes that have come since are in no state inside of the step.
        guard start.count == model.state.count else { return }
        _ = model.state.elements.update(fromContentsOf: start)
        guard time > startTime else { return }
        integrator.stateWasChanged()
        try integrator.advance(model, from: startTime, to: time)
        model.state.placeHeld(at: time)
    }

    /// Copies the state back.
    public func showEnd(in model: Model) {
        _ = model.state.elements.update(fromContentsOf: end)
    }

    private func copyState(of model: Model, into copy: inout [Double]) {
        if copy.count != model.state.count { copy = [Double](repeating: 0, count: model.state.count) }
        copy.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: model.state.elements) }
    }
}

/// The states inside a step, for detectors of crossings.
final class StepStates {
    /// True if the step was chosen by the method, so that numbers that are computed from the state may turn often within it.
    let isOwn: Bool

    private let showState: (Double) throws -> Void
    private let interpolateState: (Double, StepPolynomial) -> Bool

    init(
        ofOwnStep isOwn: Bool, show: @escaping (Double) throws -> Void,
        interpolate: @escaping (Double, StepPolynomial) -> Bool
    ) {
        self.isOwn = isOwn
        showState = show
        interpolateState = interpolate
    }

    /// Puts the state of a time within the step into the model.
    func show(_ time: Double) throws { try showState(time) }

    /// Puts the interpolated state of a time within the step into the model.
    ///
    /// - Returns: True if enough is known for that.
    func interpolate(_ time: Double, by polynomial: StepPolynomial) -> Bool { interpolateState(time, polynomial) }
}
