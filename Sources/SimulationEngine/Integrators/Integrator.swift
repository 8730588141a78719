/// A method that moves the state of a model on in time.
///
/// To make an integrator of your own, implement ``advance(_:from:to:)``. It is called once a step, so that the price of
/// a protocol call does not matter; inside of it, work on the arrays. One that keeps nothing from step to step conforms to
/// ``Stateless``, too; one that does implements ``stateWasChanged()``, and belongs to one simulation at a time.
public protocol Integrator<Model>: AnyObject {
    /// The models that the integrator can move on.
    associatedtype Model: SimulationModel

    /// Moves the state on from one time to another.
    ///
    /// - Throws: Errors of the integrator; the state is then undefined unless the integrator says otherwise.
    ///   ``Leapfrog``, ``RungeKutta4`` and ``AdaptiveIntegrator`` leave it as it was.
    func advance(_ model: Model, from start: Double, to end: Double) throws

    /// The state was changed by somebody else since the last step, or a simulation begins: forget what was computed.
    func stateWasChanged()

    /// The states inside of the steps that this integrator takes of a model, or `nil` if it does not know them.
    func makeDenseOutput(for model: Model) -> (any DenseOutput<Model>)?

    /// The noise that moves a field inside of the steps that this integrator takes of a model, or `nil` if there is none.
    ///
    /// Implement it for random motion: first passages of a field, and its crossings of a level, are then those of a path
    /// between the ends of the steps.
    ///
    /// - Parameters:
    ///   - field: An index into ``SimulationModel/fields``.
    ///   - model: The model.
    /// - Returns: The noise, which belongs to this integrator.
    func makeNoise(ofField field: Int, in model: Model) -> FieldNoise?

    /// Writes to an archive what is kept from step to step, or takes it from there. Leave it to the default and conform
    /// to ``Resumable``, unless what is kept can only be made for the model.
    ///
    /// - Parameters:
    ///   - model: The model, whose own state is that of the archive already.
    ///   - archive: The archive.
    /// - Throws: ``CheckpointError``.
    func archiveState(of model: Model, in archive: StateArchive) throws(CheckpointError)
}

extension Integrator {
    /// They are not known.
    public func makeDenseOutput(for model: Model) -> (any DenseOutput<Model>)? { nil }

    /// There is none.
    public func makeNoise(ofField field: Int, in model: Model) -> FieldNoise? { nil }
}

extension Integrator where Self: Stateless {
    /// There is nothing to forget.
    public func stateWasChanged() {}
}

/// An integrator that can be asked to give up within a step that takes long.
///
/// The work that has been done of the step is not lost: the integrator keeps it, or has made it, and the next advance goes on
/// from there along the same trajectory, to the last bit, also after a checkpoint.
public protocol InterruptibleIntegrator: Integrator {
    /// Is asked now and then within a step whether to give it up with ``IntegrationError/interrupted(time:)``. That leaves the
    /// state as it was before the step; a ``JumpIntegrator`` leaves it as it is after the last jump, at the
    /// time of the error, up to which there is no other one, or as it was if there was none. Should cost little.
    var shouldInterrupt: (() -> Bool)? { get set }
}
