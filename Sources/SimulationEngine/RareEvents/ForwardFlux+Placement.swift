extension ForwardFlux {
    /// The same plan with levels before the last one that a pilot has placed.
    ///
    /// From each level walks go on until they are back at the start, or at the last level; the next one is as far as three in ten of
    /// them come. So levels are close to each other where it is hard to go on. The pilot has luck of its own, and no part in the rate.
    ///
    /// K. Kratzer, A. Arnold and R. J. Allen, *Automatic, optimized interface placement in forward flux sampling simulations*, J. Chem.
    /// Phys. 138 (2013) 164112, DOI 10.1063/1.4801866.
    ///
    /// - Parameters:
    ///   - number: Computes the number from the present state.
    ///   - dependsOnTime: True if the number may change while the state stays the same.
    ///   - make: Makes a simulation anew from the same input, with a luck of this number.
    /// - Returns: The plan.
    /// - Throws: ``RareEventError``; what making and running throw.
    /// - Complexity: About twice the walks of one of the ``runs``.
    public func placingLevels<Model>(
        of number: @escaping @Sendable (Simulation<Model>) -> Double, dependsOnTime: Bool = false,
        make: @escaping @Sendable (_ luck: UInt32) throws -> Simulation<Model>
    ) throws -> ForwardFlux {
        try placingLevels { try RareEventWalk(of: make($0), dependsOnTime: dependsOnTime, number) }
    }

    /// The same plan with levels that are placed by walks.
    package func placingLevels<Model>(
        make: (_ luck: UInt32) throws -> RareEventWalk<Model>
    ) throws -> ForwardFlux {
        try withoutActuallyEscaping(make) { try levels(placedBy: LevelPilot(plan: self, make: $0)) }
    }

    private func levels<Model>(placedBy pilot: LevelPilot<Model>) throws -> ForwardFlux {
        var pilot = pilot
        var signed = [try pilot.firstLevel()]
        var reached = try pilot.passages(of: signed[0])
        while let last = signed.last, last < pilot.end {
            guard signed.count < pilot.greatestCount else {
                throw RareEventError.tooManyLevels(signed.count, reached: sign * last)
            }
            let level = try pilot.level(beyond: last, reached.farthest)
            signed.append(level)
            if level < pilot.end { reached = try pilot.branches(from: reached.states, to: level) }
        }
        let levels = signed.dropLast().map { sign * $0 } + self.levels.suffix(1)
        let plan = try ForwardFlux(
            from: start, levels: levels, passages: passages, branches: branches, runs: runs, patience: patience)
        guard pilot.luck > plan.walkCount * runs else { throw RareEventError.tooManyWalks }
        return plan
    }
}

/// Finds out how far walks come. All numbers are times the sign, so that they rise.
private struct LevelPilot<Model: SimulationModel> {
    /// Walks from a level: the states in which they reached it, and how far each came from there.
    typealias Walks = (states: [Simulation<Model>.Trajectory], farthest: [Double])

    let plan: ForwardFlux
    let make: (UInt32) throws -> RareEventWalk<Model>

    /// The luck of the next walk: the last ones there are, which the runs of a plan do not come to.
    private(set) var luck = Int(UInt32.max)

    /// The part of walks that are to reach the next level.
    private let part = 0.3

    /// The number of levels beyond which a probability would hardly be a number greater than 0.
    let greatestCount = 500

    init(plan: ForwardFlux, make: @escaping (UInt32) throws -> RareEventWalk<Model>) {
        (self.plan, self.make) = (plan, make)
    }

    var start: Double { plan.sign * plan.start }
    var end: Double { plan.sign * plan.levels[plan.levels.count - 1] }

    private mutating func makeWalk() throws -> RareEventWalk<Model> {
        luck -= 1
        return try make(UInt32(luck + 1))
    }

    /// As far as walks come that leave the region.
    mutating func firstLevel() throws -> Double {
        try level(beyond: start, passages(of: start.nextUp).farthest)
    }

    /// Walks that reach the first level from the region.
    mutating func passages(of level: Double) throws -> Walks {
        var (walk, walks) = (try makeWalk(), Walks([], []))
        guard plan.sign * walk.number() <= start else { throw RareEventError.beginsOutside(walk.number()) }
        while walks.states.count < plan.branches {
            _ = try walk.run(from: -.infinity, to: level, plan.sign, plan.patience)
            if try goOn(walk, noting: &walks) { walk = try makeWalk() }
        }
        return walks
    }

    /// Walks that reach a level from states of the one before.
    mutating func branches(from states: [Simulation<Model>.Trajectory], to level: Double) throws -> Walks {
        var walks = Walks([], [])
        for branch in 0..<plan.branches where !states.isEmpty {
            let walk = try makeWalk()
            try walk.simulation.take(states[branch % states.count])
            guard try walk.run(from: start, to: level, plan.sign, plan.patience) else { continue }
            _ = try goOn(walk, noting: &walks)
        }
        return walks
    }

    /// Has a walk go on from a level that it has reached, to the last one or back.
    ///
    /// - Returns: True if it has reached the last one.
    private func goOn(_ walk: RareEventWalk<Model>, noting walks: inout Walks) throws -> Bool {
        walks.states.append(try walk.simulation.trajectory())
        let hasHappened = try walk.run(from: start, to: end, plan.sign, plan.patience)
        walks.farthest.append(walk.farthest)
        return hasHappened
    }

    /// A level beyond another one, that the wanted part of walks from there have reached.
    func level(beyond present: Double, _ farthest: [Double]) throws(RareEventError) -> Double {
        let ranked = farthest.sorted(by: >)
        let wanted = ranked.isEmpty ? present : ranked[Int(part * Double(ranked.count))]
        // Where a number goes in steps, fewer may come farther at all.
        guard let level = wanted > present ? wanted : ranked.last(where: { $0 > present }) else {
            throw .noWayOn(from: plan.sign * present, walks: farthest.count)
        }
        return min(level, end)
    }
}
