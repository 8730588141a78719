import CGSL

extension ODEDriver {
    /// Checks what every advance begins with, and makes a multistep method start afresh where it must. The caller ends the
    /// advance with ``endAdvance()``.
    func prepare(
        time: Double, state: UnsafeMutableBufferPointer<Double>, step: Double
    ) throws(ODEError) -> UnsafeMutablePointer<Double> {
        guard !isAdvancing else { throw .advancing }
        guard state.count == dimension, let base = state.baseAddress else {
            throw .stateSize(state.count, dimension: dimension)
        }
        guard time.isFinite else { throw .time(time) }
        if let history, !history.isContinued(time: time, state: state, step: step) {
            gsl_odeiv2_step_reset(pointer.pointee.s)
        }
        isAdvancing = true
        return base
    }

    /// Restores the state before the failed step, and says why it failed.
    func failure(
        _ status: Int32, operation: String, state: UnsafeMutablePointer<Double>, missed: ODEError
    ) -> any Error {
        restore(state)
        if let error = system.takeFailure() {
            return error
        }
        if status == GSL_EDOM, let (value, component, time) = system.nonFinite {
            return ODEError.nonFiniteDerivative(value, component: component, time: time)
        }
        return status == GSL_FAILURE ? missed : ODEError.gsl(GSLError(status: status, operation: operation))
    }

    /// Takes a step back.
    ///
    /// Not every stepper restores the state, and none does if the tolerance cannot be reached; but each step begins
    /// with a copy of it. A history that includes the failed step is of no use.
    func restore(_ state: UnsafeMutablePointer<Double>) {
        state.update(from: pointer.pointee.e.pointee.y0, count: dimension)
        gsl_odeiv2_step_reset(pointer.pointee.s)
    }
}
