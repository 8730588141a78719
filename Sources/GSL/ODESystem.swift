import CGSL

/// The right-hand side of a system of equations, at an address that stays valid as long as GSL may call it.
///
/// GSL holds two pointers: one to the `gsl_odeiv2_system`, which this object allocates and frees, and, as the
/// parameter in it, one to this object itself, unretained. The driver therefore keeps this object until after it has
/// freed GSL's own.
final class ODESystem {
    let rightHandSide: ODEDriver.RightHandSide
    private let jacobian: ODEDriver.Jacobian?

    /// For implicit methods: the Jacobian where the system does not know it.
    private let differences: FiniteDifferences?
    let pointer = UnsafeMutablePointer<gsl_odeiv2_system>.allocate(capacity: 1)

    /// The error that the right-hand side threw.
    private var failure: (any Error)?

    /// The length of the step that is tried.
    var stepLength = Double.infinity

    /// The same, where it ends at a target at the latest.
    var longestStep = Double.infinity

    /// True if rates are to be 0 where they move no number by more than rounding: `gsl_odeiv2_step_rk4imp` of GSL 2.7 fails there, however
    /// short its steps are, unless nothing moves at all.
    private let hidesRounding: Bool

    /// True while rates are evaluated beside the states of a step, for differences.
    private(set) var formsDifferences = false

    /// The latest derivative that was not finite.
    private(set) var nonFinite: (value: Double, component: Int, time: Double)?

    init(
        dimension: Int, rightHandSide: @escaping ODEDriver.RightHandSide, jacobian: ODEDriver.Jacobian?,
        differences: FiniteDifferences?, hidesRounding: Bool
    ) {
        self.hidesRounding = hidesRounding
        self.rightHandSide = rightHandSide
        self.jacobian = jacobian
        self.differences = differences
        pointer.initialize(
            to: gsl_odeiv2_system(
                function: { time, state, derivative, parameter in
                    guard let state, let derivative, let parameter else { return Int32(GSL_EFAULT) }
                    let system = Unmanaged<ODESystem>.fromOpaque(parameter).takeUnretainedValue()
                    return system.evaluate(time, state, derivative)
                },
                jacobian: { time, state, matrix, timeDerivative, parameter in
                    guard let state, let matrix, let timeDerivative, let parameter else { return Int32(GSL_EFAULT) }
                    let system = Unmanaged<ODESystem>.fromOpaque(parameter).takeUnretainedValue()
                    return system.evaluateJacobian(time, state, matrix, timeDerivative)
                },
                dimension: dimension,
                params: Unmanaged.passUnretained(self).toOpaque()))
    }

    deinit {
        pointer.deallocate()
    }

    /// Hands over what the right-hand side threw, and forgets it.
    func takeFailure() -> (any Error)? {
        defer { failure = nil }
        return failure
    }

    /// Computes the derivative and a status by which GSL gives up (`GSL_EBADFUNC`), or halves the step and tries again
    /// (any other failure).
    ///
    /// GSL itself would take an error estimate that is not a number for a small one, and go on with larger steps.
    private func evaluate(
        _ time: Double, _ state: UnsafePointer<Double>, _ derivative: UnsafeMutablePointer<Double>
    ) -> Int32 {
        let count = pointer.pointee.dimension
        let output = UnsafeMutableBufferPointer(start: derivative, count: count)
        do {
            var rates = output.mutableSpan
            try rightHandSide(time, UnsafeBufferPointer(start: state, count: count).span, &rates)
        } catch {
            failure = error
            return Int32(GSL_EBADFUNC)
        }
        guard !areAllFinite(derivative, count: count) else {
            if hidesRounding, !formsDifferences, (0..<count).allSatisfy({ isRounding(derivative[$0], of: state[$0]) }) {
                output.update(repeating: 0)
            }
            return Int32(GSL_SUCCESS)
        }
        if let component = output.firstIndex(where: { !$0.isFinite }) {
            nonFinite = (output[component], component, time)
        }
        return Int32(GSL_EDOM)
    }

    /// Tests if a number moves in a step by a few units in its last place at most.
    private func isRounding(_ rate: Double, of number: Double) -> Bool {
        abs(rate) * longestStep <= abs(number) * 0x1p-51
    }

    /// Computes the Jacobian, with a status as for the derivative.
    private func evaluateJacobian(
        _ time: Double, _ state: UnsafePointer<Double>, _ matrix: UnsafeMutablePointer<Double>,
        _ timeDerivative: UnsafeMutablePointer<Double>
    ) -> Int32 {
        let count = pointer.pointee.dimension
        matrix.update(repeating: 0, count: count * count)
        timeDerivative.update(repeating: 0, count: count)
        if let jacobian {
            do {
                var entries = UnsafeMutableBufferPointer(start: matrix, count: count * count).mutableSpan
                var timeEntries = UnsafeMutableBufferPointer(start: timeDerivative, count: count).mutableSpan
                let isKnown = try jacobian(
                    time, UnsafeBufferPointer(start: state, count: count).span, &entries, &timeEntries)
                let isFinite = areAllFinite(matrix, count: count * count) && areAllFinite(timeDerivative, count: count)
                if isKnown, isFinite { return Int32(GSL_SUCCESS) }
                // A derivative may be beyond all numbers where rates are not, such as that of 1 / (1 + exp(-t)) at -1000.
                matrix.update(repeating: 0, count: count * count)
                timeDerivative.update(repeating: 0, count: count)
            } catch {
                failure = error
                return Int32(GSL_EBADFUNC)
            }
        }
        guard let differences else { return Int32(GSL_EFAULT) }
        formsDifferences = true
        defer { formsDifferences = false }
        return differences.form(
            at: time, of: state, within: stepLength, into: matrix, timeDerivative, derivative: evaluate)
    }
}
