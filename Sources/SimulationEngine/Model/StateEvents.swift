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

    // MARK: Single nodes

    /// True if nothing of a node depends on another one between events: neither rates of change nor what conditions compare.
    var areNodesIndependent: Bool { get }

    /// Computes the rates of change of independent nodes, each at a time of its own.
    ///
    /// - Parameters:
    ///   - nodes: The nodes.
    ///   - times: The time of each.
    ///   - state: Their numbers, column after column.
    ///   - rates: Receives as many.
    func rates(
        of nodes: UnsafeBufferPointer<Int32>, at times: UnsafePointer<Double>, _ state: UnsafePointer<Double>,
        into rates: UnsafeMutablePointer<Double>)

    /// Computes one of the numbers that conditions compare for independent nodes in a state that is given column after column.
    func copyComparison(
        _ index: Int, of nodes: UnsafeBufferPointer<Int32>, at time: Double, _ state: UnsafePointer<Double>,
        into numbers: UnsafeMutablePointer<Double>)

    /// Makes what happens at a time to independent nodes, and by that to others.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - nodes: Those of which a number has changed its side.
    ///   - place: Puts nodes into their state at the time. No other node is in it.
    /// - Returns: The nodes whose state jumps, or of which something begins or ceases to rest, each once.
    /// - Throws: Why it cannot be.
    func occur(
        at time: Double, to nodes: [Int32], placing place: (UnsafeBufferPointer<Int32>) -> Void
    ) throws -> [Int32]
}
