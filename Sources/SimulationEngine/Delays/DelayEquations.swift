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
    private let subject: String
    private(set) var shortest: Double
    private(set) var longest: Double

    /// Whose these are; `nil` if all have the same.
    private var shortestOwner: Owner?
    private var longestOwner: Owner?

    /// A node or an edge that has a delay of its own.
    package enum Owner: Sendable {
        case node(Int)
        case edge(source: Int, target: Int)
    }

    package init(of subject: String, _ delay: Double, at owner: Owner? = nil) {
        self.subject = subject
        (shortest, longest) = (delay, delay)
        (shortestOwner, longestOwner) = (owner, owner)
    }

    /// Takes note of the delay of another node or edge. One that is not a number is both the shortest and the longest.
    package mutating func note(_ delay: Double, at owner: Owner) {
        guard !shortest.isNaN else { return }
        if !(delay >= shortest) { (shortest, shortestOwner) = (delay, owner) }
        if !(delay <= longest) { (longest, longestOwner) = (delay, owner) }
    }
}

extension Delay {
    /// Refuses a delay that reaches into the step itself, or is no time.
    func check(forStep length: Double, in model: some SimulationModel) throws(DelayError) {
        guard shortest.isFinite else { throw .notFinite(shortestSubject(in: model), delay: shortest) }
        guard longest.isFinite else { throw .notFinite(longestSubject(in: model), delay: longest) }
        // Times of a grid are as far from each other as their rounding lets them be.
        guard shortest >= length * (1 - 1e-9) else {
            throw .shorterThanStep(shortestSubject(in: model), delay: shortest, step: length)
        }
    }

    private func shortestSubject(in model: some SimulationModel) -> String { subject + shortestOwner.words(in: model) }

    func longestSubject(in model: some SimulationModel) -> String { subject + longestOwner.words(in: model) }
}

extension Delay.Owner? {
    /// Where something is, for messages.
    fileprivate func words(in model: some SimulationModel) -> String {
        func name(_ node: Int) -> String { model.name(of: node).map { "'\($0)'" } ?? String(node) }
        return switch self {
        case nil: ""
        case .node(let node)?: " at node \(name(node))"
        case .edge(let source, let target)?: " at the edge from \(name(source)) to \(name(target))"
        }
    }
}

extension DelayEquations {
    /// Refuses delays, as they are now, that are shorter than steps, or for which there is no memory to keep states, of as many steps as
    /// a run has at most.
    package func checkDelays(forStep length: Double, stepCount: Int) throws(DelayError) {
        let delays = delays
        for delay in delays { try delay.check(forStep: length, in: self) }
        guard let history, let longest = delays.max(by: { $0.longest < $1.longest }) else { return }
        let knots = min((longest.longest / length).rounded(.up), Double(stepCount))
        let shortage = MemoryShortage(
            of: "\(longest.longestSubject(in: self)), which looks back to \(Int(knots)) steps of \(nodeCount) nodes,",
            bytes: history.bytesPerKnot(ofRows: nodeCount) * knots)
        if let shortage { throw .notEnoughMemory(shortage) }
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

    /// States cannot be kept for as long as a delay is.
    case notEnoughMemory(MemoryShortage)

    /// A method that does not move equations with delays, and those that do.
    case unfitMethod(String, known: [String])

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
        case .notEnoughMemory(let shortage): shortage.description
        case .unfitMethod(let method, let known):
            "'\(method)' does not move equations with delays, whose steps must be of a fixed length: write \(known.joined(separator: ", "))"
        case .longerThanHistory(let subject, let delay, let time, let earliest):
            "the delay of \(subject) is \(delay) at time \(time), but states are kept from \(earliest) on, since no delay was so long "
                + "before: begin with the longest, or have delays grow no faster than the time"
        }
    }
}
