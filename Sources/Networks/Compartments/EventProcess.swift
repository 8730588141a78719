import SimulationEngine

/// A way of making the events of a compartment model, one after the other.
protocol EventProcess {
    /// How many events have happened.
    var eventCount: Int { get set }

    /// Of which graph this is the process.
    var revision: Int { get }

    /// The random numbers with which a process of another graph, or of other rates, would go on.
    var random: RandomWords { get }

    /// Looks at all compartments anew, and draws what comes next from a time on.
    mutating func begin(at time: Double)

    /// Makes events up to and including a time, or all of the time at which one changes a vertex that is listened to, or as
    /// many as `JumpPace.stretch`, with those that come to nothing.
    mutating func advance(to end: Double, telling listener: WatchListener) -> EventStretch

    /// The same while nobody listens.
    mutating func advance(to end: Double) -> EventStretch

    /// Archives the random numbers, and what can happen.
    mutating func archive(in archive: StateArchive) throws(CheckpointError)

    /// Checks what was read from a checkpoint against the compartments.
    func checkRates() throws(CheckpointError)
}

/// How far events have led that were made at once.
enum EventStretch {
    /// To the time that was to be reached, or to that at which a vertex has changed that is listened to.
    case complete(at: Double)

    /// To that of the last try, `nil` if nothing has happened: there may be more before the time that is to be reached. The
    /// jumps are those that were tried, up to another time, also where they came to nothing.
    case underWay(at: Double?, triedUntil: Double, jumps: Int)
}

extension JumpPace {
    /// Makes stretches until one is complete.
    ///
    /// - Parameters:
    ///   - end: The time that is to be reached.
    ///   - start: The time of the state.
    ///   - shouldInterrupt: Is asked after each stretch whether to give up, and now and then before the first one: an advance is
    ///     short where each jump is heard, but what is done about jumps may take long.
    ///   - makeStretch: Makes a stretch; `nil` if there is nothing to make.
    /// - Returns: The time to which the last one led.
    /// - Throws: `IntegrationError.tooManyJumps(count:start:time:end:)`, `IntegrationError.interrupted(time:)`.
    mutating func reach(
        _ end: Double, from start: Double, asking shouldInterrupt: (() -> Bool)?, by makeStretch: () -> EventStretch?
    ) throws(IntegrationError) -> Double {
        if isPause(), shouldInterrupt?() == true { throw .interrupted(time: start) }
        var (reached, tried) = (start, start)
        while let stretch = makeStretch() {
            switch stretch {
            case .complete(let time): return time
            case .underWay(let time, let triedUntil, let jumps):
                try note(jumps, from: tried, to: triedUntil, toward: end)
                (reached, tried) = (time ?? reached, triedUntil)
                // At the end itself there is nothing to come back to.
                if reached < end, shouldInterrupt?() == true { throw .interrupted(time: reached) }
            }
        }
        return end
    }
}

/// Is told which vertices change. A process makes its loop for each kind of listener, so that a run in which nothing is
/// watched has nothing to ask.
protocol JumpListener {
    /// Notes that a vertex has changed at a time.
    ///
    /// - Returns: True if that ends the advance.
    func note(_ vertex: Int, at time: Double) -> Bool
}

/// Listens for those who watch vertices.
struct WatchListener: JumpListener {
    /// For each vertex whether it is watched.
    private let marks: JumpWatch.Marks

    /// - Parameters:
    ///   - watch: Who is to hear of it.
    ///   - vertexCount: The number of vertices.
    init(for watch: JumpWatch, vertexCount: Int) {
        marks = watch.marks(forNodeCount: vertexCount)
    }

    @inline(__always)
    func note(_ vertex: Int, at time: Double) -> Bool { marks.note(vertex, at: time) }
}

/// Listens to nothing.
struct NoJumpListener: JumpListener {
    @inline(__always)
    func note(_ vertex: Int, at time: Double) -> Bool { false }
}

extension EventDrivenIntegrator {
    /// The quickest process that a model allows.
    func makeProcess(
        of model: CompartmentModel<State>, _ random: RandomWords, eventCount: Int = 0
    ) -> any EventProcess {
        let rates = TransitionRates(model.transitions)
        let outbreak = OutbreakProcess(model, rates, keyedWords, sojourns, random: random, eventCount: eventCount)
        if let outbreak { return outbreak }
        sojourns.areUnknown = true
        if isAligned {
            return GraphicalProcess(model, rates, keyedWords, clocks, random: random, eventCount: eventCount)
        }
        return ContactProcess(model, rates, random: random, eventCount: eventCount)
    }
}
