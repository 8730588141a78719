import Foundation

/// Systems with known solutions.
enum ODEProblems {
    typealias State = Span<Double>
    typealias Derivative = MutableSpan<Double>

    /// y″ = −y, as (y, y′).
    static func oscillator(time: Double, state: State, derivative: inout Derivative) {
        derivative[0] = state[1]
        derivative[1] = -state[0]
    }

    /// y′ = y, with the solution eᵗ.
    static func exponential(time: Double, state: State, derivative: inout Derivative) {
        derivative[0] = state[0]
    }

    /// y′ = y cos t, with the solution exp(sin t), which also asks for the right times.
    static func modulated(time: Double, state: State, derivative: inout Derivative) {
        derivative[0] = state[0] * cos(time)
    }

    /// y′ = y², with the solution 1 / (1 − t), which ends at t = 1.
    static func explosion(time: Double, state: State, derivative: inout Derivative) {
        derivative[0] = state[0] * state[0]
    }

    /// What a right-hand side throws in tests.
    struct Refusal: Error, Equatable {
        let time: Double
    }
}
