/// The states inside of the steps of a thermostat that is part of the state.
final class ThermostatDenseOutput<Model: ThermalEquations>: DenseOutput {
    private let states: SubstepDenseOutput<Model>
    private var start = HeatBath()
    private var end = HeatBath()

    init(_ integrator: any Integrator<Model>) {
        states = SubstepDenseOutput(integrator)
    }

    func begin(_ model: Model, at time: Double) {
        start = model.bath
        states.begin(model, at: time)
    }

    func noteEnd(_ model: Model) {
        end = model.bath
        states.noteEnd(model)
    }

    func show(_ time: Double, in model: Model) throws {
        model.bath = start
        try states.show(time, in: model)
    }

    func showEnd(in model: Model) {
        model.bath = end
        states.showEnd(in: model)
    }
}
