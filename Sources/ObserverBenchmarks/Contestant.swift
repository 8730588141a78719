/// A library whose observation is measured, or a floor that shows what the machine could do.
///
/// Implement the name and one method for each workload that the library offers, as its own users would write it:
/// prepare, time with a ``Stopwatch`` only what the workload's rows name, and tell what was received, which the benchmark
/// compares with what has to be received. Workloads that are not implemented come for free: they return `nil`, and the
/// benchmark says that the library does not offer them.
///
/// The rules that are the same for all:
///
/// - A value is a double that begins with 0; each change adds 1 to it, so that the first message brings 1.
/// - Who receives adds the new value to a ``Tally``, which the closure captures strongly. Tallies are made by
///   ``Tally/row(of:)``; those in other languages are as large.
/// - A floor has a handler for each object in an array, also where all objects share one: an object that does not know its
///   observers cannot tell them.
/// - Many objects are changed in a loop that does not retain them: see `Array.visit(_:)`. Only ``populationLoop(_:)`` does
///   as the language has it.
public protocol Contestant {
    /// The name in the table.
    var name: String { get }

    /// Up to which count it makes sense to measure, where a library gets too slow or too large.
    var limit: Limit? { get }

    /// One object and ``Work/count`` observers of it, each with a tally of its own. A round is a change.
    func fanOut(_ work: Work) -> Outcome?

    /// ``Work/groupCount`` observers, and ``Work/count`` objects with an observation each for every one of them.
    ///
    /// A round begins the observations, changes all values, and ends the observations. After the last round all values
    /// change once more, which nobody must receive.
    func population(_ work: Work) -> Outcome?

    /// ``Work/count`` objects and one observer of all of them, with an observation for each. A round adds 1 to all values, in
    /// the loop that one would write.
    func populationLoop(_ work: Work) -> Outcome?

    /// ``Work/count`` objects that nobody observes. A round changes all values. The reception holds no messages, and the
    /// sum of the values at the end.
    func unobserved(_ work: Work) -> Outcome?

    /// One object and ``Work/count`` observers. A round ends and begins as many observations as there are, one after the
    /// other, at the ``Work/positions``. At the end a change reaches all.
    func churn(_ work: Work) -> Outcome?

    /// One object whose ``Work/count`` observers receive its value doubled, if that is positive, plus 1: through a map, a
    /// filter and a map. A round is a change. The same follows with a plain observation instead of the chain.
    func chain(_ work: Work) -> Outcome?

    /// The chain of ``chain(_:)`` with closures that capture its numbers.
    func capturingChain(_ work: Work) -> Outcome?

    /// A round makes ``Work/groupCount`` observers, each of which observes ``Work/count`` new objects. Their values change,
    /// the observers die, and the values change again, which nobody must receive.
    func death(_ work: Work) -> Outcome?

    /// ``Work/count`` objects, all observed by one closure. A round changes all values.
    func collection(_ work: Work) -> Outcome?

    /// One object and a closure that answers to the value -1 by setting the values from 1 to ``Work/count``. A round sets
    /// the value -1.
    func reentrant(_ work: Work) -> Outcome?
}

/// The largest count at which a library is measured.
public struct Limit: Sendable {
    /// The count.
    public let count: Int

    /// Why larger counts are left out, to be read after the word "because".
    public let reason: String

    /// Creates a limit.
    public init(_ count: Int, because reason: String) {
        self.count = count
        self.reason = reason
    }
}

extension Contestant {
    /// No limit.
    public var limit: Limit? { nil }

    /// Not offered.
    public func fanOut(_ work: Work) -> Outcome? { nil }

    /// Not offered.
    public func population(_ work: Work) -> Outcome? { nil }

    /// Not offered.
    public func populationLoop(_ work: Work) -> Outcome? { nil }

    /// Not offered.
    public func unobserved(_ work: Work) -> Outcome? { nil }

    /// Not offered.
    public func churn(_ work: Work) -> Outcome? { nil }

    /// Not offered.
    public func chain(_ work: Work) -> Outcome? { nil }

    /// Not offered.
    public func capturingChain(_ work: Work) -> Outcome? { nil }

    /// Not offered.
    public func death(_ work: Work) -> Outcome? { nil }

    /// Not offered.
    public func collection(_ work: Work) -> Outcome? { nil }

    /// Not offered.
    public func reentrant(_ work: Work) -> Outcome? { nil }

    /// Does the work of a workload, if the library offers it.
    public func perform(_ workload: Workload, _ work: Work) -> Outcome? {
        switch workload {
        case .fanOut: fanOut(work)
        case .population: population(work)
        case .populationLoop: populationLoop(work)
        case .unobserved: unobserved(work)
        case .churn: churn(work)
        case .chain: chain(work)
        case .capturingChain: capturingChain(work)
        case .death: death(work)
        case .collection: collection(work)
        case .reentrant: reentrant(work)
        }
    }
}
