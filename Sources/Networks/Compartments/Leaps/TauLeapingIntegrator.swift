import GSL
import SimulationEngine

/// Moves a ``CompartmentModel`` on by leaps, in which each vertex that moves does so once and at a rate that is that of the
/// beginning of the leap: approximate, where ``EventDrivenIntegrator`` is exact.
///
/// A vertex whose rates of leaving its compartment are a₁, a₂, … at the beginning of a leap of length τ moves with the
/// probability 1 − exp(−a τ), where a is their sum, by way k with the probability aₖ/a, at a time within the leap that is
/// distributed exponentially. Numbers of vertices cannot become negative. What is left out is that rates change as
/// neighbours move, and that a vertex can move again: both have probabilities of O(τ²) a leap, so that mean values of what
/// is observed have errors of O(τ). Transitions in one step that need no neighbour, such as recovery without return, are
/// exact. This is the binomial leap (T. Tian and K. Burrage, *Binomial leap methods for simulating stochastic chemical
/// kinetics*, Journal of Chemical Physics 121 (2004) 10356, DOI 10.1063/1.1810475) for populations of one.
///
/// The length of leaps is given, or chosen for an accuracy ε after Y. Cao, D. T. Gillespie and L. R. Petzold, *Efficient step
/// size selection for the tau-leaping simulation method*, Journal of Chemical Physics 124 (2006) 044109,
/// DOI 10.1063/1.2159468:
///
///     τ = min max(ε Nₛ / gₛ, 1) / Jₛ
///
/// over the compartments s from which rates follow, with their numbers of vertices Nₛ and orders gₛ, 1 for one that vertices
/// only leave by themselves, 2 for one that takes part in contacts, and 3 where both sides of a contact are in it. Their
/// formula has the mean and the variance of the change where Jₛ stands here, which is what flows into and out of the
/// compartment together: on a graph it matters which vertices are in a compartment, so that one that comes does not make
/// up for one that goes. This is never greater than their τ.
///
/// Leaps do not depend on when states are looked at. The random numbers are keyed by the vertex and the number of the leap, so
/// that any number of threads gets the same bytes. An intervention ends a leap whose length is chosen. Leaps of a given length go on:
/// within one, a vertex that is changed from outside does not move any more, and the change acts on others from the next leap on, so
/// that all else has the luck that it would have had.
///
/// A leap costs O(n), whatever happens in it, and is worth it only where the exact method would ask for many contacts that
/// come to nothing, as between vertices of great degree most of which are infected. On sparse graphs, and for an epidemic that
/// passes over a network once, the exact method is faster.
public final class TauLeapingIntegrator<State: CompartmentName>: InterruptibleIntegrator {
    /// Is asked between leaps.
    public var shouldInterrupt: (() -> Bool)?

    /// How long leaps are.
    package let length: TauSelection

    let key: Philox4x64.Key
    let sourceWords: KeyedWords
    let team: ThreadTeam
    var process: LeapProcess?
    var isCurrent = false

    private var pace = JumpPace(leastCount: .max)

    /// The model that was moved last.
    weak var movedModel: CompartmentModel<State>?

    /// Creates an integrator.
    ///
    /// - Parameters:
    ///   - length: How long leaps are.
    ///   - streams: The random numbers.
    ///   - threads: The number of threads that work, at least 1; it does not matter to the result.
    public init(_ length: TauSelection, streams: RandomStreams, threads: Int = 1) {
        self.length = length
        key = streams.key(for: .leaps)
        sourceWords = KeyedWords(key: streams.key(for: .sources))
        team = ThreadTeam(threadCount: threads)
    }

    /// How many leaps have begun.
    public var leapCount: Int { process?.leapCount ?? 0 }

    /// How many times vertices have gone to another compartment.
    public var moveCount: Int { process?.moveCount ?? 0 }

    /// Makes all moves from one time to another.
    ///
    /// - Throws: ``TauLeapingError`` if leaps cannot be of the length; the states are then as they were.
    ///   `IntegrationError.tooManyJumps(count:start:time:end:)` if leaps are so short that the end would never be reached;
    ///   `IntegrationError.interrupted(time:)`.
    /// - Complexity: O(n) for each leap, O(n + m) if edges have weights, and O(d) for each move of a vertex of degree d;
    ///   O(n + m) the first time, and after the state or the graph was changed.
    public func advance(_ model: CompartmentModel<State>, from start: Double, to end: Double) throws {
        try prepare(model, at: start)
        _ = try pace.reach(end, from: start, asking: shouldInterrupt) { process?.advance(to: end) }
    }

    private func prepare(_ model: CompartmentModel<State>, at start: Double) throws(TauLeapingError) {
        if process?.revision != model.network.revision || movedModel !== model {
            try length.check(for: model.transitions, on: model.network.graph)
            process = makeNextProcess(for: model)
            pace = JumpPace(leastCount: length.leastLeapCount(ofVertexCount: model.nodeCount))
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

    private func makeProcess(for model: CompartmentModel<State>) -> LeapProcess {
        LeapProcess(
            model, length: length, key: key, sourceWords: sourceWords, team: team, leapCount: leapCount,
            moveCount: moveCount)
    }

    /// The process of the present graph and rates, which goes on with the leap of the one before.
    private func makeNextProcess(for model: CompartmentModel<State>) -> LeapProcess {
        var next = makeProcess(for: model)
        if movedModel === model, let process { next.take(leapOf: process) }
        return next
    }
}

extension TauLeapingIntegrator: JumpIntegrator {
    /// False: each leap looks at all vertices, and to note their moves it has to sort them.
    public var takesTimeByJumps: Bool { false }

    /// Makes the moves from one time to another, or up to the first of a vertex that is watched: moves are the jumps, each at
    /// its time within its leap.
    ///
    /// - Throws: As ``advance(_:from:to:)``.
    /// - Complexity: As ``advance(_:from:to:)``, and O(k log k) for a leap of k moves, which are sorted.
    public func advance(
        _ model: CompartmentModel<State>, from start: Double, to end: Double, until watch: JumpWatch
    ) throws -> Double {
        try prepare(model, at: start)
        return try pace.reach(end, from: start, asking: shouldInterrupt) { process?.advance(to: end, until: watch) }
    }
}

// MARK: - Checkpoints

extension TauLeapingIntegrator {
    /// Archives the number of leaps, which random numbers are drawn for, and what is left of the present one.
    public func archiveState(of model: CompartmentModel<State>, in archive: StateArchive) throws(CheckpointError) {
        var exists = process != nil
        try archive.flag(&exists)
        guard exists else {
            if archive.isReading { process = nil }
            return
        }
        isCurrent = isCurrent && process?.revision == model.network.revision
        try archive.flag(&isCurrent)
        var process =
            if archive.isReading { makeProcess(for: model) } else {
                (isCurrent ? process : nil) ?? makeNextProcess(for: model)
            }
        try process.archiveCounts(in: archive)
        // One whose length follows from the state ends where somebody has intervened.
        if isCurrent || length.isFixed { try process.archiveLeap(in: archive) }
        guard archive.isReading else { return }
        self.process = process
        movedModel = model
    }
}
