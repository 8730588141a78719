/// Differential equations whose rates of change also follow from states of before, d*y*/d*t* = *f*(*t*, *y*(*t*), *y*(*t* − τ)).
///
/// The simulation keeps the states of the trajectory in their ``StateHistory``, where they find them as they compute rates. An
/// integrator that moves the model on without a simulation keeps none.
package protocol DelayEquations: DifferentialEquations {
    /// The states of before; `nil` if rates follow from the present one alone.
    var history: StateHistory? { get }

    /// The delays, as they are now.
    var delays: [Delay] { get }
}

/// How far back something looks, which may be from node to node or from edge to edge another time.
package struct Delay: Sendable {
    /// What looks back, as messages name it.
    let subject: String
    let shortest: Double
    let longest: Double

    package init(of subject: String, from shortest: Double, to longest: Double) {
        (self.subject, self.shortest, self.longest) = (subject, shortest, longest)
    }
}

extension Delay {
    /// Refuses a delay that reaches into the step itself, or is no time.
    func check(forStep length: Double) throws(DelayError) {
        guard shortest.isFinite, longest.isFinite else {
            throw .notFinite(subject, delay: shortest.isFinite ? longest : shortest)
        }
        // Times of a grid are as far from each other as their rounding lets them be.
        guard shortest >= length * (1 - 1e-9) else {
            throw .shorterThanStep(subject, delay: shortest, step: length)
        }
    }
}

extension DelayEquations {
    /// Refuses delays, as they are now, that are shorter than steps.
    package func checkDelays(forStep length: Double) throws(DelayError) {
        for delay in delays { try delay.check(forStep: length) }
    }
}

/// A method of fixed step that moves equations with delays: all that it asks for lies within the step, so that a delay that is not
/// shorter than the step needs only states of steps before.
protocol DelayMethod: Integrator {
    /// True if the method is of an order that lets states of before be interpolated by their slopes, too.
    var needsSlopes: Bool { get }
}

/// An error of equations with delays.
public enum DelayError: Error, Equatable, Sendable {
    /// A delay is shorter than a step.
    case shorterThanStep(String, delay: Double, step: Double)

    /// A delay is infinite, or not a number.
    case notFinite(String, delay: Double)

    /// A delay is longer than states are kept, since all were shorter when the first was forgotten.
    case longerThanHistory(String, delay: Double, time: Double, earliest: Double)
}

extension DelayError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .shorterThanStep(let subject, let delay, let step):
            "the delay of \(subject) is \(delay), but must not be shorter than the step \(step): "
                + (delay > 0 ? "a step of at most \(delay) is needed" : "a delay must be a time greater than 0")
        case .notFinite(let subject, let delay):
            "the delay of \(subject) is \(delay.isNaN ? "nan" : delay.description), but must be a finite time"
        case .longerThanHistory(let subject, let delay, let time, let earliest):
            "the delay of \(subject) is \(delay) at time \(time), but states are kept from \(earliest) on, since no delay was so long "
                + "before: begin with the longest, or have delays grow no faster than the time"
        }
    }
}
