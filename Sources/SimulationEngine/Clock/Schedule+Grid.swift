import CMath

/// An instant about which a schedule is asked.
struct ScheduledInstant {
    let moment: Moment

    /// True if it is the last moment of the run.
    let isEnd: Bool

    /// True if it lies between two moments of the grid, where a method with steps of its own was stopped.
    var isOffGrid = false
}

/// A schedule on a grid: its intervals and times as numbers of steps.
struct GridSchedule {
    /// Tests if a moment is due.
    let isDue: (ScheduledInstant) -> Bool

    /// Takes note that the whole schedule was due in the present state, and not only a part of it.
    let noteDue: () -> Void

    /// True if the end of a run matters.
    let asksForEnd: Bool

    /// True if what is due depends on when it was due before.
    let remembers: Bool

    /// Numbers from whose sides of 0 (`SideChanges`) it follows whether a time inside of a step is due: where such are known
    /// of all parts.
    let comparisons: [Comparison]?

    /// True if it may come to be due, or cease to, while the state stays the same.
    let dependsOnTime: Bool

    /// True if it follows from the state alone if it is due.
    var followsFromState: Bool { !dependsOnTime && !remembers }

    typealias Comparison = (_ time: Double) -> Double

    /// Archives what is remembered of earlier moments.
    let archive: Archiving

    typealias Archiving = (StateArchive) throws(CheckpointError) -> Void

    private init(
        asksForEnd: Bool = false, remembers: Bool = false, comparisons: [Comparison]? = nil, dependsOnTime: Bool = true,
        isDue: @escaping (ScheduledInstant) -> Bool, noteDue: @escaping () -> Void = {},
        archive: @escaping Archiving = { _ in }
    ) {
        self.asksForEnd = asksForEnd
        self.remembers = remembers
        self.comparisons = comparisons
        self.dependsOnTime = dependsOnTime
        self.archive = archive
        self.isDue = isDue
        self.noteDue = noteDue
    }

    /// Tests if a moment is due that need not be one of the grid.
    func holds(at moment: Moment) -> Bool { isDue(ScheduledInstant(moment: moment, isEnd: false)) }

    /// Each step.
    static var eachStep: GridSchedule { Self { _ in true } }

    /// - Parameters:
    ///   - rule: The rule.
    ///   - grid: The moments.
    ///   - revision: Which state numbers are asked of.
    /// - Throws: ``SimulationError`` for intervals and times that do not lie on the grid, or that cannot be.
    init(_ rule: Schedule.Rule, on grid: TimeGrid, of revision: StateRevision) throws(SimulationError) {
        switch rule {
        case .everySteps(let interval): self = try Self.every(steps: interval)
        case .everyTime(let interval):
            guard let steps = grid.steps(in: interval), steps >= 1 else {
                throw .intervalNotOnGrid(interval: interval, step: grid.step)
            }
            self = try Self.every(steps: steps)
        case .times(let times): self = try Self.times(times, on: grid)
        case .logarithmic(let first, let perDecade):
            self = try Self.logarithmic(from: first, perDecade: perDecade, on: grid)
        case .interval(let start, let end):
            guard start <= end else { throw .emptyWindow(from: start, to: end) }
            self = Self(comparisons: [{ $0 - start }, { end - $0 }]) {
                start <= $0.moment.time && $0.moment.time <= end
            }
        case .start: self = Self(comparisons: [{ -$0 }]) { $0.moment.step == 0 && $0.moment.time == 0 }
        case .end: self = Self(asksForEnd: true, comparisons: []) { $0.isEnd }
        case .condition(let condition, let comparisons, let dependsOnTime):
            self = Self(
                comparisons: comparisons?.map { number in { _ in number() } }, dependsOnTime: dependsOnTime
            ) { _ in condition() }
        case .change(let number, let band): self = try Self.change(of: number, band: band, in: revision)
        case .both(let left, let right):
            let (left, right) = (try Self(left, on: grid, of: revision), try Self(right, on: grid, of: revision))
            self = left.joined(with: right) { left.isDue($0) && right.isDue($0) }
        case .either(let left, let right):
            let (left, right) = (try Self(left, on: grid, of: revision), try Self(right, on: grid, of: revision))
            self = left.joined(with: right) { left.isDue($0) || right.isDue($0) }
        case .not(let rule): self = try Self.negation(of: rule, on: grid, of: revision)
        }
    }

    /// All moments but those of a rule. It is turned round down to what it is made of, since what has not changed since it was
    /// last due must have been due.
    private static func negation(
        of rule: Schedule.Rule, on grid: TimeGrid, of revision: StateRevision
    ) throws(SimulationError) -> GridSchedule {
        switch rule {
        case .not(let rule): return try Self(rule, on: grid, of: revision)
        case .both(let left, let right): return try Self(.either(.not(left), .not(right)), on: grid, of: revision)
        case .either(let left, let right): return try Self(.both(.not(left), .not(right)), on: grid, of: revision)
        case .change(let number, let band): return try change(of: number, band: band, in: revision, isNegated: true)
        default:
            let schedule = try Self(rule, on: grid, of: revision)
            return Self(
                asksForEnd: schedule.asksForEnd, comparisons: schedule.comparisons,
                dependsOnTime: schedule.dependsOnTime, isDue: { !schedule.isDue($0) })
        }
    }

    private func joined(
        with other: GridSchedule, isDue: @escaping (ScheduledInstant) -> Bool
    ) -> GridSchedule {
        Self(
            asksForEnd: asksForEnd || other.asksForEnd, remembers: remembers || other.remembers,
            comparisons: comparisons.flatMap { comparisons in other.comparisons.map { comparisons + $0 } },
            dependsOnTime: dependsOnTime || other.dependsOnTime,
            isDue: isDue,
            noteDue: { [noteDue] in
                noteDue()
                other.noteDue()
            },
            archive: { [archive] state throws(CheckpointError) in
                try archive(state)
                try other.archive(state)
            })
    }

    private static func every(steps: Int) throws(SimulationError) -> GridSchedule {
        guard steps >= 1 else { throw .invalidInterval(steps: steps) }
        return Self { $0.moment.step.isMultiple(of: steps) && !$0.isOffGrid }
    }

    private static func times(_ times: [Double], on grid: TimeGrid) throws(SimulationError) -> GridSchedule {
        var steps: [Int] = []
        for time in times {
            guard let step = grid.steps(in: time) else { throw .timeNotOnGrid(time: time, step: grid.step) }
            steps.append(step)
        }
        steps.sort()
        return Self { instant in
            // The first that does not lie before the moment.
            var range = 0..<steps.count
            while !range.isEmpty {
                let middle = (range.lowerBound + range.upperBound) / 2
                range = steps[middle] < instant.moment.step ? middle + 1..<range.upperBound : range.lowerBound..<middle
            }
            guard range.lowerBound < steps.count, !instant.isOffGrid else { return false }
            return steps[range.lowerBound] == instant.moment.step
        }
    }

    private static func logarithmic(
        from first: Double, perDecade: Int, on grid: TimeGrid
    ) throws(SimulationError) -> GridSchedule {
        guard first > 0, first.isFinite, perDecade >= 1 else {
            throw .invalidLogarithmicTimes(first: first, perDecade: perDecade)
        }
        let count = Double(perDecade)
        let firstInSteps = first / grid.step
        return Self { instant in
            guard instant.moment.step > 0, !instant.isOffGrid else { return false }
            let step = Double(instant.moment.step)
            // A rounded time lies at most half a step from the exact one.
            let number = max(0, (count * log10((step - 0.5) / firstInSteps)).rounded(.down))
            return (0...1).contains { offset in
                (firstInSteps * pow(10, (number + Double(offset)) / count)).rounded() == step
            }
        }
    }

    private static func change(
        of number: @escaping () -> Double, band: Double, in revision: StateRevision, isNegated: Bool = false
    ) throws(SimulationError) -> GridSchedule {
        guard band >= 0 else { throw .invalidDeadBand(band) }
        var reference: Double?
        var latest: (value: Double, revision: Int)?
        // The schedule may be due without this part of it having been asked.
        let present = { () -> Double in
            if let latest, latest.revision == revision.number { return latest.value }
            let value = number()
            latest = (value, revision.number)
            return value
        }
        return Self(
            remembers: true,
            comparisons: [1.0, -1].map { sign in
                { _ in
                    let value = present()
                    return band - sign * (value - (reference ?? value))
                }
            },
            isDue: { _ in
                let value = present()
                guard !value.isNaN else { return false }
                // The first moment is due either way.
                guard let reference else { return true }
                return (abs(value - reference) > band) != isNegated
            },
            noteDue: {
                let value = present()
                if !value.isNaN { reference = value }
            },
            archive: { archive throws(CheckpointError) in try archive.value(&reference, orNew: 0) })
    }
}
