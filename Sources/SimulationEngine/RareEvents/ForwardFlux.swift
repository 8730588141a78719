import GSL

/// The rate of an event that is too rare to wait for, by forward-flux sampling: a number has to come all the way from where it
/// usually is to a last level, and hardly ever does so at once, but now and then from each level to the next.
///
///     let flux = try ForwardFlux(from: -1, levels: [-0.6, -0.3, 0, 1])
///     let rate = try flux.rate(of: { $0.model.state[0, 0] }) { luck in try makeSimulation(luck) }
///     print(rate.meanTime)
///
/// A first run counts how often the number leaves its region, up to the start, and reaches the first level, from where it has to come
/// back before another such passage counts; each is a state from which to go on. From the states at a level branches with luck of
/// their own go on until the number reaches the next level, or the start again. The rate is that of the passages times the parts of
/// branches that reached the next level. The start of each branch is the state in which the level was found to be reached: at the
/// event of a jump process, at the end of a step of a method of fixed step, so that the rate is exact for the chain of states that
/// are looked at, however far they leap.
///
/// With Φ = N/T for N passages in a time T, and pᵢ of the branches from level i on that reach the next,
///
///     rate = Φ p₀ p₁ … pₙ₋₁,    mean time = 1 / rate
///
/// The mean time is that from the initial state to the event, with which the first run begins anew whenever it happens.
///
/// R. J. Allen, P. B. Warren and P. R. ten Wolde, *Sampling rare switching events in biochemical networks*, Phys. Rev. Lett. 94
/// (2005) 018104, DOI 10.1103/PhysRevLett.94.018104.
public struct ForwardFlux: Equatable, Sendable {
    /// Up to where the number is in its region.
    public let start: Double

    /// The levels, one after the other, away from the start; the last one is the event.
    public let levels: [Double]

    /// How many passages of the first level a run waits for.
    public let passages: Int

    /// How many branches there are from each level.
    public let branches: Int

    /// How often all of this is done, with luck of its own, from which errors follow.
    public let runs: Int

    /// The number of steps after which a walk that has reached neither level is given up with an error.
    public let patience: Int

    /// 1 if levels rise, -1 if they fall.
    let sign: Double

    /// How many walks a run has at most.
    var walkCount: Int { levels.count * branches + passages + 1 }

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - start: Up to where the number is in its region.
    ///   - levels: The levels, of which each is farther from the start than the one before. Where a fifth to a half of the branches
    ///     reach the next level, they are well placed.
    ///   - passages: How many passages of the first level a run waits for.
    ///   - branches: How many branches there are from each level.
    ///   - runs: How often all of this is done, at least 2.
    ///   - patience: The number of steps after which a walk that has reached neither level is given up.
    /// - Throws: ``RareEventError``.
    public init(
        from start: Double, levels: [Double], passages: Int = 100, branches: Int = 100, runs: Int = 10,
        patience: Int = 1_000_000_000
    ) throws(RareEventError) {
        guard start.isFinite, levels.allSatisfy(\.isFinite), let first = levels.first else {
            throw .invalidLevels
        }
        let sign: Double = first < start || levels.last.map { $0 < first } ?? false ? -1 : 1
        let rising = levels.map { sign * $0 }
        guard sign * start <= rising[0], zip(rising, rising.dropFirst()).allSatisfy(<) else { throw .invalidLevels }
        for (name, count, least) in [
            ("passages", passages, 1), ("branches", branches, 1), ("runs", runs, 2), ("patience", patience, 1),
        ] where count < least {
            throw .invalidCount(name, count, least: least)
        }
        let walks = (levels.count * branches).addingReportingOverflow(passages + 1)
        guard !walks.overflow, walks.partialValue <= Int(UInt32.max) / runs else { throw .tooManyWalks }
        (self.start, self.levels, self.sign) = (start, levels, sign)
        (self.passages, self.branches, self.runs, self.patience) = (passages, branches, runs, patience)
    }

    /// Samples the rate.
    ///
    /// - Parameters:
    ///   - number: Computes the number from the present state.
    ///   - dependsOnTime: True if the number may change while the state stays the same, which an event-driven method has to know.
    ///   - threads: How many threads share the runs, which does not change the result.
    ///   - make: Makes a simulation anew from the same input, with a luck of this number, such as the `luck` of `RandomStreams`.
    ///     It is asked for from several threads.
    /// - Returns: The rate.
    /// - Throws: ``RareEventError``; ``CheckpointError`` for what keeps a state that cannot be stored; what making and running throw.
    public func rate<Model>(
        of number: @escaping @Sendable (Simulation<Model>) -> Double, dependsOnTime: Bool = false, threads: Int = 1,
        make: @escaping @Sendable (_ luck: UInt32) throws -> Simulation<Model>
    ) throws -> RareEventRate {
        try rate(threads: threads) { try RareEventWalk(of: make($0), dependsOnTime: dependsOnTime, number) }
    }

    /// Samples the rate by walks, which are made on any thread.
    package func rate<Model>(
        threads: Int, make: (_ luck: UInt32) throws -> RareEventWalk<Model>
    ) throws -> RareEventRate {
        var results = [Result<ForwardFluxRun, any Error>?](repeating: nil, count: runs)
        results.withUnsafeMutableBufferPointer { results in
            let results = results
            ThreadTeam(threadCount: threads).forEachPiece(of: runs) { run in
                results[run] = Result { try self.run(run, make: make) }
            }
        }
        return RareEventRate(of: try results.compactMap { try $0?.get() }, self)
    }
}

// MARK: - A run

/// The results of one of several runs.
struct ForwardFluxRun {
    /// How long the first walk took, and how long all took.
    var firstTime = 0.0
    var time = 0.0

    /// The part of the branches that reached the next level.
    var parts: [Double] = []
}

extension ForwardFlux {
    private func run<Model>(
        _ run: Int, make: (_ luck: UInt32) throws -> RareEventWalk<Model>
    ) throws -> ForwardFluxRun {
        let firstLuck = run * walkCount
        var result = ForwardFluxRun()
        var states = try passageStates(&result) { try make(UInt32(firstLuck + $0)) }
        for (place, level) in levels.enumerated().dropFirst() {
            var reached: [Simulation<Model>.Trajectory] = []
            let shift = RandomWords(key: (UInt64(run), UInt64(RandomPurpose.branches.number)), node: place, step: 0)
            for (branch, state) in choice(of: states, by: shift).enumerated() {
                let walk = try make(UInt32(firstLuck + passages + 1 + place * branches + branch))
                try walk.simulation.take(state)
                let begin = walk.simulation.moment.time
                if try walk.run(from: sign * start, to: sign * level, sign, patience) {
                    reached.append(try walk.simulation.trajectory())
                }
                result.time += walk.simulation.moment.time - begin
            }
            result.parts.append(Double(reached.count) / Double(branches))
            states = reached
        }
        return result
    }

    /// The states in which the first level is reached from the region. A walk that reaches the last level begins anew.
    private func passageStates<Model>(
        _ result: inout ForwardFluxRun, make: (_ number: Int) throws -> RareEventWalk<Model>
    ) throws -> [Simulation<Model>.Trajectory] {
        var states: [Simulation<Model>.Trajectory] = []
        var (walk, restarts) = (try make(0), 0)
        guard sign * walk.number() <= sign * start else { throw RareEventError.beginsOutside(walk.number()) }
        while states.count < passages {
            let begin = walk.simulation.moment.time
            _ = try walk.run(from: -.infinity, to: sign * levels[0], sign, patience)
            states.append(try walk.simulation.trajectory())
            let hasHappened = try walk.run(from: sign * start, to: sign * levels[levels.count - 1], sign, patience)
            result.firstTime += walk.simulation.moment.time - begin
            guard hasHappened else { continue }
            restarts += 1
            walk = try make(restarts)
        }
        result.time += result.firstTime
        return states
    }

    /// As many states as there are branches, of which each is expected equally often.
    private func choice<State>(of states: [State], by words: RandomWords) -> [State] {
        guard !states.isEmpty else { return [] }
        var words = words
        let shift = words.uniform()
        return (0..<branches).map { branch in
            states[min(states.count - 1, Int((Double(branch) + shift) * Double(states.count) / Double(branches)))]
        }
    }
}

extension RandomPurpose {
    /// From which states branches go on.
    fileprivate static let branches = RandomPurpose(number: 6)
}
