import Descriptions

/// A method of integration with steps of a fixed length, as scenarios name it.
///
/// It stands beside its integrator; a line in ``NamedMethods`` makes it known.
package struct NamedMethod<Method>: Sendable {
    /// The method with its parameters.
    package let component: Component<Method>

    /// The traits of the method.
    package let traits: Set<MethodTrait>

    package init(_ component: Component<Method>, _ traits: Set<MethodTrait>) {
        (self.component, self.traits) = (component, traits)
    }
}

/// A trait of a method: something that it can do, or does, besides moving its equations on.
package enum MethodTrait: Sendable {
    /// Knows of walls.
    case walls

    /// Knows of forces that depend on velocities: asks for velocities and accelerations together, or moves velocities by such
    /// forces around its steps.
    case velocities

    /// Conserves the energy as well as its steps are short.
    case energy

    /// Goes its own way, so that the step is only the time between two states that can be observed.
    case ownSteps

    /// Moves the state by noise.
    case noise

    /// Moves equations with delays, too.
    case delays

    /// Has forces act late on random paths inside of steps, so that first passages are of lower order than averages.
    case coarsePaths
}

// MARK: - Methods, by the equations that they move on

/// A method for differential equations of first order, to which those of second order can be reduced.
package protocol FirstOrderMethod: Sendable {
    func integrator<Model: DifferentialEquations>(of model: Model, threads: Int) -> any Integrator<Model>
}

/// A method for equations of motion of second order.
package protocol SecondOrderMethod: Sendable {
    func integrator<Model: SecondOrderEquations>(of model: Model, threads: Int) -> any Integrator<Model>
}

/// A method for stochastic differential equations.
package protocol StochasticMethod: Sendable {
    func integrator<Model: StochasticDifferentialEquations>(
        of model: Model, streams: RandomStreams
    ) -> any Integrator<Model>
}

/// A method that holds a temperature.
package protocol ThermalMethod: Sendable {
    /// - Throws: ``ThermostatError`` for a model that cannot have a temperature.
    func integrator<Model: ThermalEquations>(
        of model: Model, streams: RandomStreams, threads: Int
    ) throws(ThermostatError) -> any Integrator<Model>
}

/// The methods with steps of a fixed length that can be named.
package enum NamedMethods {
    package static let ofFirstOrder: [NamedMethod<any FirstOrderMethod>] = [RungeKutta4Method.named]

    package static let ofSecondOrder: [NamedMethod<any SecondOrderMethod>] = [
        LeapfrogMethod.named, Yoshida4Method.named,
    ]

    package static let stochastic: [NamedMethod<any StochasticMethod>] = [
        EulerMaruyamaMethod.named, StochasticHeunMethod.named, MilsteinMethod.named,
    ]

    package static let thermal: [NamedMethod<any ThermalMethod>] = [
        LangevinMethod.named, BrownianMethod.named, NoseHooverMethod.named, BerendsenMethod.named,
    ]
}
