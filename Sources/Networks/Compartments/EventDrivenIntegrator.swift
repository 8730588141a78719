import SimulationEngine

/// Moves a ``CompartmentModel`` on from event to event, statistically exactly.
///
/// The time of the next event is drawn once and kept over the ends of steps, so that the length of the steps, and with it
/// what is recorded and how often, does not change what happens.
///
/// Where neighbours change a vertex at most once and in one way, as in SI, SIR and SEIR, all that comes of an infection is known
/// when it happens: when the vertex recovers, and along which edges it passes the infection on before (I. Z. Kiss, J. C.
/// Miller and P. L. Simon, *Mathematics of Epidemics on Networks*, Springer 2017, appendix A, DOI
/// 10.1007/978-3-319-50806-1). Each random number belongs to a vertex or an edge, and an intervention changes only what follows
/// from it: of two runs with the same seed, one of which has vertices or edges less, no vertex is infected earlier in that one.
///
/// In other models vertices that can act are chosen in proportion to their rates, and what turns out not to be possible does not
/// happen, which makes the chain of those events that do happen exact (thinning: P. A. W. Lewis and G. S. Shedler, Naval Research
/// Logistics Quarterly 26 (1979) 403, DOI 10.1002/nav.3800260304). Vertices that cannot act cost nothing. All numbers come in one
/// sequence there, so that one change changes all later luck. Aligned runs have numbers that belong to vertices, edges and
/// windows of time instead, in these models as well (T. E. Harris, Annals of Probability 6 (1978) 355, DOI
/// 10.1214/aop/1176995523).
///
/// An integrator belongs to one simulation.
public final class EventDrivenIntegrator<State: CompartmentName>: InterruptibleIntegrator {
    /// Is asked between events, some times in a millisecond.
    public var shouldInterrupt: (() -> Bool)?

    let random: RandomWords
    let keyedWords: KeyedWords
    let sojourns = Sojourns()
    let clocks = GraphicalClocks()

    /// True if all random numbers belong to vertices and edges, in any model.
    let isAligned: Bool
    var process: (any EventProcess)?
    var isCurrent = false

    private var pace = JumpPace(leastCount: .max)

    /// How many events there must have been, on any graph, before anything follows from their pace.
    var leastEventCount = 1 << 20

    /// The model that was moved last.
    weak var movedModel: CompartmentModel<State>?

    /// Creates an integrator.
    ///
    /// - Parameters:
    ///   - streams: The random numbers.
    ///   - isAligned: True if each random number belongs to a vertex or an edge also where vertices can be changed more than once,
    ///     so that one change changes only what follows from it. That takes several times as long there.
    public init(streams: RandomStreams, isAligned: Bool = false) {
        self.isAligned = isAligned
        random = streams.words(for: .events)
        keyedWords = KeyedWords(key: streams.key(for: .events))
    }

    /// How many events have happened.
    public var eventCount: Int { process?.eventCount ?? 0 }

    /// Makes all events from one time to another.
    ///
    /// - Throws: `IntegrationError.tooManyJumps(count:start:time:end:)` if events come so close after one another that the end
    ///   would never be reached; `IntegrationError.interrupted(time:)`.
    /// - Complexity: O(1) expected for each event and each contact that comes to nothing, of which there are at most 2 m where
    ///   neighbours change a vertex at most once; O(n + m) the first time, and after the state or the graph was changed, for n
    ///   vertices and m edges.
    public func advance(
        _ model: CompartmentModel<State>, from start: Double, to end: Double
    ) throws(IntegrationError) {
        prepare(model, at: start)
        _ = try pace.reach(end, from: start, asking: shouldInterrupt) { process?.advance(to: end) }
    }

    /// Takes note of how many events a process may make that begins fast and comes to rest: a few for each vertex and edge.
    func notePace(of model: CompartmentModel<State>) {
        pace = JumpPace(leastCount: max(leastEventCount, 64 * (model.graph.vertexCount + model.graph.edgeCount)))
    }

    private func prepare(_ model: CompartmentModel<State>, at start: Double) {
        if process?.revision != model.network.revision || movedModel !== model {
            process = makeProcess(of: model, process?.random ?? random, eventCount: process?.eventCount ?? 0)
            notePace(of: model)
            isCurrent = false
        }
        movedModel = model
        if !isCurrent { process?.begin(at: start) }
        isCurrent = true
    }

    /// Has the compartments looked at anew before the next step.
    public func stateWasChanged() {
        isCurrent = false
    }
}

extension EventDrivenIntegrator: JumpIntegrator {
    /// Makes the events from one time to another, or up to the first that changes a vertex that is watched.
    ///
    /// - Throws: As ``advance(_:from:to:)``.
    /// - Complexity: As ``advance(_:from:to:)``.
    public func advance(
        _ model: CompartmentModel<State>, from start: Double, to end: Double, until watch: JumpWatch
    ) throws(IntegrationError) -> Double {
        prepare(model, at: start)
        let listener = WatchListener(for: watch, vertexCount: model.nodeCount)
        return try pace.reach(end, from: start, asking: shouldInterrupt) {
            process?.advance(to: end, telling: listener)
        }
    }
}
