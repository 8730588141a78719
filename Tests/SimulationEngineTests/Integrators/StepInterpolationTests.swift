import Foundation
import GSL
import Testing

@testable import SimulationEngine

@Suite("Interpolated states") struct StepInterpolationTests {
    /// An angle whose sine is the state, and its slope: y″ = −y.
    private func trajectory(_ stepper: ODEStepper, tolerance: Double) throws -> AdaptiveTrajectory {
        let trajectory = try AdaptiveTrajectory(
            dimension: 2, stepper: stepper, control: .state(absolute: tolerance, relative: 0), initialStep: 0.3,
            maximumSteps: 1000, jacobian: { _, _, _, _ in false },
            rightHandSide: { _, state, derivative in (derivative[0], derivative[1]) = (state[1], -state[0]) },
            branches: { _, _ in nil }, settle: { _, _ in })
        let state = UnsafeMutableBufferPointer<Double>.allocate(capacity: 2)
        defer { state.deallocate() }
        (state[0], state[1]) = (0, 1)
        try trajectory.begin(at: 0, state: state, initialStep: 0.3)
        return trajectory
    }

    /// Their errors are x²(1 − x)²h⁴/24 and x²(1 − x)²(x + r)h⁵/120 times a derivative of the sine, at the part x of a step of length
    /// h, where the step before was r times as long.
    @Test(
        "are as wrong as the rests of their polynomials say, and no more",
        arguments: [ODEStepper.rk8pd, .rkf45, .msadams])
    func errors(stepper: ODEStepper) throws {
        let tolerance = 1e-11
        let trajectory = try trajectory(stepper, tolerance: tolerance)
        let target = UnsafeMutableBufferPointer<Double>.allocate(capacity: 2)
        defer { target.deallocate() }
        var greatest: [StepPolynomial: Double] = [:]
        var isKnown: [Bool] = []
        for _ in 0..<40 {
            try trajectory.step()
            let length = trajectory.timeAfter - trajectory.timeBefore
            let ratio = (trajectory.timeBefore - trajectory.timeEarlier) / length
            for part in [0.1, 0.35, 0.5, 0.8] {
                let time = trajectory.timeBefore + part * length
                for polynomial in [StepPolynomial.cubic, .quartic] {
                    isKnown.append(
                        trajectory.interpolate(time, by: polynomial, into: target) { _, state, rates in
                            (rates[0], rates[1]) = (state[1], -state[0])
                        })
                    guard isKnown.last == true else { continue }
                    let bump = pow(part * (1 - part), 2) * pow(length, 4)
                    let bound = polynomial == .cubic ? bump / 24 : bump * length * (part + ratio) / 120
                    let error = abs(target[0] - sin(time))
                    // The states at the ends are wrong by some hundred times the tolerance of a step.
                    #expect(error <= bound + 200 * tolerance * max(1, 1 / (ratio * ratio)))
                    greatest[polynomial, default: 0] = max(greatest[polynomial, default: 0], error / bound)
                }
            }
        }
        // One step is no history.
        #expect(isKnown == [Bool](repeating: false, count: 8) + [Bool](repeating: true, count: 8 * 39))
        #expect(greatest.values.allSatisfy { $0 > 0.5 })
    }
}
