import CGSL

/// Forms a Jacobian by forward differences.
///
/// Each number is moved by √ε of its size, for which the errors of rounding and of cutting off are alike (C. T. Kelley,
/// *Solving Nonlinear Equations with Newton's Method*, SIAM 2003, section 2.3, DOI 10.1137/1.9780898718898); a number near 0
/// by its absolute tolerance, which is what counts as small there.
final class FiniteDifferences {
    private typealias Numbers = UnsafeMutablePointer<Double>

    private static let relativeMove = 0x1p-26

    private let dimension: Int
    private let timeScale: Double
    private let leastMoves: Numbers
    private let state: Numbers
    private let rates: Numbers
    private let movedRates: Numbers

    /// `timeScale` is what time is measured in near 0.
    init(dimension: Int, control: StepSizeControl, timeScale: Double) {
        self.dimension = dimension
        self.timeScale = timeScale
        leastMoves = .allocate(capacity: dimension)
        state = .allocate(capacity: dimension)
        rates = .allocate(capacity: dimension)
        movedRates = .allocate(capacity: dimension)
        for numbers in [state, rates, movedRates] { numbers.initialize(repeating: 0, count: dimension) }
        for index in 0..<dimension {
            let allowed = control.absolute * (control.scales?[index] ?? 1)
            let move = allowed > 0 ? min(allowed, Self.relativeMove) : Self.relativeMove
            (leastMoves + index).initialize(to: max(move, .leastNormalMagnitude / .ulpOfOne))
        }
    }

    deinit {
        for numbers in [leastMoves, state, rates, movedRates] { numbers.deallocate() }
    }

    /// Forms the Jacobian with *n* + 2 calls of the derivative. In time, what lies beyond a step of a length, such as a jump, does not
    /// count.
    ///
    /// - Returns: The status of the first call that fails, or success.
    func form(
        at time: Double, of given: UnsafePointer<Double>, within length: Double,
        into matrix: UnsafeMutablePointer<Double>, _ timeDerivative: UnsafeMutablePointer<Double>,
        derivative: (Double, UnsafePointer<Double>, UnsafeMutablePointer<Double>) -> Int32
    ) -> Int32 {
        state.update(from: given, count: dimension)
        var status = derivative(time, state, rates)
        guard status == GSL_SUCCESS else { return status }
        for column in 0..<dimension {
            let number = given[column]
            let size = max(Self.relativeMove * abs(number), leastMoves[column])
            // Away from 0, so that what must not be negative is not; the difference of what can be stored.
            state[column] = number < 0 ? number - size : number + size
            let move = state[column] - number
            status = derivative(time, state, movedRates)
            guard status == GSL_SUCCESS else { return status }
            for row in 0..<dimension { matrix[row * dimension + column] = (movedRates[row] - rates[row]) / move }
            state[column] = number
        }
        let moved = time + min(Self.relativeMove * max(abs(time), timeScale), length)
        status = derivative(moved, state, movedRates)
        guard status == GSL_SUCCESS, moved != time else { return status }
        for row in 0..<dimension { timeDerivative[row] = (movedRates[row] - rates[row]) / (moved - time) }
        return status
    }
}
