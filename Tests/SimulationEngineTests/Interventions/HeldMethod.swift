import Foundation
import GSL
import SimulationEngine

/// Two points of mass 1 of which the first hangs on a spring of frequency 1 at the second, which feels nothing.
final class Coupled: PlainModel, ThermalEquations, Resumable {
    let fields = ["x", "v"]
    let state: StateVector
    let masses = [1.0, 1]
    var bath = HeatBath()

    /// Points bounce from this place.
    var wall = Double.infinity

    init(x: [Double] = [0, 0], v: [Double] = [0, 0]) {
        state = StateVector(x + v, columns: 2)
    }

    func accelerations(at positions: UnsafePointer<Double>, into accelerations: UnsafeMutablePointer<Double>) {
        accelerations[0] = positions[1] - positions[0]
        accelerations[1] = 0
    }

    func applyBoundaries(positions: UnsafeMutablePointer<Double>, velocities: UnsafeMutablePointer<Double>) {
        for index in 0..<2 where positions[index] > wall {
            positions[index] = 2 * wall - positions[index]
            velocities[index] = -velocities[index]
        }
    }

    /// The first point at a time, if the second moves as sin 2t: from rest.
    static func driven(at time: Double) -> Double { (2 * sin(time) - sin(2 * time)) / 3 }
}

/// Two such points, of which the second moves as sin 2t by its equation.
final class Forced: PlainModel {
    let fields = ["x", "v"]
    let state = StateVector([0, 0, 0, 2], columns: 2)

    func derivative(at time: Double, of state: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>) {
        derivative[0] = state[2]
        derivative[1] = 2 * cos(2 * time)
        derivative[2] = sin(2 * time) - state[0]
        derivative[3] = 0
    }
}

/// A first number that follows a second one, dy/dt = z − y, with noise.
final class Follower: PlainModel, StochasticDifferentialEquations {
    let state = StateVector([0, 0])
    private let strength: Double

    init(strength: Double = 0) {
        self.strength = strength
    }

    func derivative(at time: Double, of state: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>) {
        derivative[0] = state[1] - state[0]
        derivative[1] = 100
    }

    func noise(at time: Double, of state: UnsafePointer<Double>, into strengths: UnsafeMutablePointer<Double>) {
        strengths[0] = strength
        strengths[1] = strength
    }

    /// The first number, if the second is sin 2t: from 0.
    static func driven(at time: Double) -> Double { (sin(2 * time) - 2 * cos(2 * time) + 2 * exp(-time)) / 5 }
}

/// The methods that can hold numbers of equations of the second order.
enum HeldMethod: CaseIterable {
    case rungeKutta4, leapfrog, yoshida4, rkf45, rk8pd, bsimp, rk4imp, msadams, msbdf
    case langevin, brownian, noseHoover, berendsen

    private var stepper: ODEStepper? {
        switch self {
        case .rkf45: .rkf45
        case .rk8pd: .rk8pd
        case .bsimp: .bsimp
        case .rk4imp: .rk4imp
        case .msadams: .msadams
        case .msbdf: .msbdf
        default: nil
        }
    }

    var isAdaptive: Bool { stepper != nil }

    /// An adaptive method.
    func integrator<Model: DifferentialEquations>(of model: Model) throws -> any Integrator<Model> {
        try AdaptiveIntegrator(
            model, stepper: stepper ?? .rkf45, control: .state(absolute: 1e-9, relative: 1e-9))
    }

    /// A thermostat at a temperature does nearly nothing unless it is given.
    func integrator(
        of model: Coupled, temperature: Double = 0, tolerance: Double = 1e-9
    ) throws -> any Integrator<Coupled> {
        let streams = try RandomStreams(seed: 1)
        let time = temperature > 0 ? 0.5 : 1e15
        if let stepper {
            return try AdaptiveIntegrator(
                model, stepper: stepper, control: .state(absolute: tolerance, relative: tolerance))
        }
        switch self {
        case .leapfrog: return Leapfrog()
        case .yoshida4: return Yoshida4()
        case .langevin:
            return try LangevinIntegrator(model, temperature: temperature, friction: 1 / time, streams: streams)
        case .brownian: return try BrownianIntegrator(model, temperature: temperature, friction: 1, streams: streams)
        case .noseHoover: return try NoseHooverChain(model, temperature: max(temperature, 1e-3), relaxationTime: time)
        case .berendsen: return try BerendsenThermostat(model, temperature: temperature, relaxationTime: time)
        default: return RungeKutta4()
        }
    }
}
