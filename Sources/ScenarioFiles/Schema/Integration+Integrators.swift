import GSL
import Networks
import Particles
import SimulationEngine

/// A method that does not move on what it was chosen for, which the reader of a scenario does not let happen.
struct UnfitMethod: Error, CustomStringConvertible {
    let method: IntegrationMethod

    var description: String {
        "'\(method.name)' moves on \(method.equations.map(\.rawValue).sorted().joined(separator: ", "))"
    }
}

extension Integration {
    /// The integrator of a model that obeys equations of the first order.
    func integrator<Model: DifferentialEquations>(
        for model: Model, threads: Int = 1
    ) throws -> any Integrator<Model> {
        switch scheme {
        case .firstOrder(let method): return method.integrator(of: model, threads: threads)
        case .adaptive(let stepper):
            let control = StepSizeControl.state(absolute: tolerance.absolute, relative: tolerance.relative)
            return try AdaptiveIntegrator(model, stepper: stepper, control: control)
        default: throw UnfitMethod(method: method)
        }
    }

    /// The integrator of a model that obeys stochastic differential equations.
    func integrator<Model: StochasticDifferentialEquations>(
        forNoiseIn model: Model, streams: RandomStreams
    ) throws -> any Integrator<Model> {
        guard case .stochastic(let method) = scheme else { throw UnfitMethod(method: method) }
        return method.integrator(of: model, streams: streams)
    }

    /// The integrator of a model that obeys equations of the second order.
    func integrator<Model: SecondOrderEquations>(
        ofSecondOrder model: Model, threads: Int = 1
    ) throws -> any Integrator<Model> {
        guard case .secondOrder(let method) = scheme else { return try integrator(for: model, threads: threads) }
        return method.integrator(of: model, threads: threads)
    }

    /// The integrator of particles.
    ///
    /// - Throws: `ThermostatError` for particles that cannot have a temperature; what the method's integrator throws.
    func integrator(
        of system: ParticleSystem, streams: RandomStreams, threads: Int
    ) throws -> any Integrator<ParticleSystem> {
        if case .thermal(let method) = scheme {
            return try method.integrator(of: system, streams: streams, threads: threads)
        }
        return method == .wisdomHolman
            ? try WisdomHolman(system) : try integrator(ofSecondOrder: system, threads: threads)
    }

    /// The integrator of a compartment model.
    ///
    /// - Throws: `TauLeapingError` if leaps are too long for the rates of a table.
    func integrator<State: CompartmentName>(
        for table: TransitionTable<State>, on graph: Graph, streams: RandomStreams, threads: Int
    ) throws -> any Integrator<CompartmentModel<State>> {
        if let length = leaps {
            try length.check(for: table, on: graph)
            return TauLeapingIntegrator<State>(length, streams: streams, threads: threads)
        }
        guard case .events(let isAligned) = scheme else { throw UnfitMethod(method: method) }
        return EventDrivenIntegrator<State>(streams: streams, isAligned: isAligned)
    }

    /// How leaps are chosen, where the method leaps.
    private var leaps: TauSelection? {
        switch scheme {
        case .leaps(let length): .fixed(length)
        case .accurateLeaps(let accuracy): .accuracy(accuracy)
        default: nil
        }
    }
}
