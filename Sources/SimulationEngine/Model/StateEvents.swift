/// Differential equations whose state jumps when conditions come to hold, or at times that are known before.
///
/// The simulation watches the conditions inside of the steps of the method, and has the state jump at the time at which one comes to
/// hold; the method goes on from the changed state. An integrator that moves the model on without a simulation knows of no events.
package protocol EventfulEquations: DifferentialEquations {
    /// The events; `nil` if there are none.
    var stateEvents: (any StateEvents)? { get }
}

/// The events of a model, as the simulation has to know them.
package protocol StateEvents: AnyObject {
    /// How many numbers of a node there are from whose sides of 0 (less than 0, at least 0, or not a number) it follows which
    /// conditions hold.
    var comparisonCount: Int { get }

    /// Computes one of these numbers for nodes, in the state that the model is in.
    func copyComparison(
        _ index: Int, of nodes: UnsafeBufferPointer<Int>, at time: Double,
        into numbers: UnsafeMutableBufferPointer<Double>)

    /// The next time at which something happens whatever the state; infinite if nothing does.
    var dueTime: Double { get }

    /// Tests if anything happens in the state that the model is in, at its time, and takes note of which conditions do not hold any
    /// more.
    func isDue(at time: Double) -> Bool

    /// Makes what happens in the state that the model is in, at its time.
    ///
    /// - Returns: True if anything does.
    /// - Throws: Why it cannot be.
    func occur(at time: Double) throws -> Bool
}
