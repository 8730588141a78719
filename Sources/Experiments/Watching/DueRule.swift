import SimulationEngine

/// A rule about moments, as scenarios write it under `when`, before there is a simulation.
///
/// The truth of a condition on a number that is not a number is unknown. A rule that is negated is therefore turned round down to
/// its conditions, each of which then asks for the opposite: an unknown condition is met neither way.
indirect enum DueRule<Model: SimulationModel> {
    /// Moments of the grid, or all others.
    case moments(NamedMoments)

    /// Times from a first one to a last one, in which the grid has so many steps; or all others.
    case window(ClosedRange<Double>, count: Int, isNegated: Bool = false)

    /// The moments at which a condition holds, or at which it does not.
    case condition(QuantityExpression<Model>, writtenAs: Value, isNegated: Bool = false)

    /// The moments at which a number differs from what it was when this was last due, or at which it does not.
    case change(QuantityExpression<Model>, by: Double, writtenAs: Value, isNegated: Bool = false)

    case both(DueRule, DueRule)
    case either(DueRule, DueRule)
}

/// Moments of the grid: those of a rhythm, or the beginning and the end; or all others, as a `not` says.
struct NamedMoments {
    let schedule: Schedule

    /// How many a run has.
    let count: Int
    var isRhythm = true

    /// When the first one is.
    let first: FirstDue

    /// The value that stands behind `not`.
    var negation: Value?

    /// All others.
    func negated(by negation: Value, stepCount: Int) -> NamedMoments {
        NamedMoments(
            schedule: !schedule, count: max(0, stepCount + 1 - count), isRhythm: isRhythm,
            first: first.negated, negation: self.negation == nil ? negation : nil)
    }
}

extension DueRule {
    /// The rule that is met where this one is not, as a value behind `not` says.
    func negated(by negation: Value, stepCount: Int) -> DueRule {
        switch self {
        case .moments(let moments): .moments(moments.negated(by: negation, stepCount: stepCount))
        case .window(let times, let count, let isNegated):
            .window(times, count: max(0, stepCount + 1 - count), isNegated: !isNegated)
        case .condition(let condition, let value, let isNegated):
            .condition(condition, writtenAs: value, isNegated: !isNegated)
        case .change(let number, let band, let value, let isNegated):
            .change(number, by: band, writtenAs: value, isNegated: !isNegated)
        case .both(let left, let right):
            .either(left.negated(by: negation, stepCount: stepCount), right.negated(by: negation, stepCount: stepCount))
        case .either(let left, let right):
            .both(left.negated(by: negation, stepCount: stepCount), right.negated(by: negation, stepCount: stepCount))
        }
    }

    /// The rule as a schedule of a simulation.
    func schedule(in simulation: Simulation<Model>) -> Schedule {
        switch self {
        case .moments(let moments): return moments.schedule
        case .window(let times, _, let isNegated): return isNegated ? !.during(times) : .during(times)
        case .condition(let condition, _, let isNegated):
            let (number, wanted) = (condition.number(in: simulation), isNegated ? 0.0 : 1)
            return .when(
                comparing: condition.comparisons(in: simulation), dependsOnTime: condition.dependsOnTime(in: simulation)
            ) { number() == wanted }
        case .change(let number, let band, _, let isNegated):
            let number = number.number(in: simulation)
            return isNegated ? !.whenChanged(by: band, number) : .whenChanged(by: band, number)
        case .both(let left, let right): return left.schedule(in: simulation) && right.schedule(in: simulation)
        case .either(let left, let right): return left.schedule(in: simulation) || right.schedule(in: simulation)
        }
    }
}

// MARK: - What is asked when

extension DueRule {
    /// The rule as two, of which one or the other must be met: one with a rhythm, which names the moments at which it is
    /// asked, and one without, which can be watched over the steps of a method.
    var parts: (rhythmic: DueRule?, watched: DueRule?) {
        switch self {
        case .moments(let moments): return moments.isRhythm ? (self, nil) : (nil, self)
        case .window, .condition, .change: return (nil, self)
        case .either(let left, let right):
            let (left, right) = (left.parts, right.parts)
            return (
                Self.either(left.rhythmic, right.rhythmic), Self.either(left.watched, right.watched)
            )
        case .both(let left, let right):
            let (left, right) = (left.parts, right.parts)
            let ofBoth = Self.both(left.rhythmic, right.rhythmic)
            let ofOne = Self.either(Self.both(left.rhythmic, right.watched), Self.both(left.watched, right.rhythmic))
            return (Self.either(ofBoth, ofOne), Self.both(left.watched, right.watched))
        }
    }

    /// True if the rule asks for anything but the beginning and the end.
    var asksForMoreThanEnds: Bool {
        switch self {
        case .moments(let moments): moments.isRhythm
        case .window, .condition, .change: true
        case .both(let left, let right), .either(let left, let right):
            left.asksForMoreThanEnds || right.asksForMoreThanEnds
        }
    }

    private static func either(_ left: DueRule?, _ right: DueRule?) -> DueRule? {
        guard let left else { return right }
        return right.map { .either(left, $0) } ?? left
    }

    private static func both(_ left: DueRule?, _ right: DueRule?) -> DueRule? {
        guard let left, let right else { return nil }
        return .both(left, right)
    }
}

// MARK: - Moments that are named

extension DueRule {
    /// True if the rule can only be met at moments that it names: those of a rhythm, the beginning or the end.
    var namesMoments: Bool {
        switch self {
        case .moments(let moments): moments.negation == nil
        case .window, .condition, .change: false
        case .both(let left, let right): left.namesMoments || right.namesMoments
        case .either(let left, let right): left.namesMoments && right.namesMoments
        }
    }

    /// The value behind a `not` that says only when something is not due, with nothing beside it that says when to ask, so that
    /// it is met at all other moments of the grid. A rhythm needs moments that are named beside it; the beginning and the end
    /// also do with what is watched over the steps of the method.
    var loneNegation: (value: Value, isOfEnds: Bool)? {
        negatedRhythm.map { ($0, false) } ?? negatedEnds.map { ($0, true) }
    }

    /// That of a rhythm by which the rule can be met where no moments are named.
    private var negatedRhythm: Value? {
        switch self {
        case .moments(let moments): return moments.isRhythm ? moments.negation : nil
        case .window, .condition, .change: return nil
        case .both(let left, let right):
            return namesMoments ? nil : left.negatedRhythm ?? right.negatedRhythm
        case .either(let left, let right): return left.negatedRhythm ?? right.negatedRhythm
        }
    }

    /// That of the beginning or the end, where the rule can be met by nothing else.
    private var negatedEnds: Value? {
        switch self {
        case .moments(let moments): return moments.isRhythm ? nil : moments.negation
        case .window, .condition, .change: return nil
        case .both(let left, let right): return right.negatedEnds == nil ? nil : left.negatedEnds
        case .either(let left, let right): return left.negatedEnds ?? right.negatedEnds
        }
    }
}

// MARK: - The first time

/// When something is due for the first time, as far as that is known before a run.
struct FirstDue: Equatable {
    /// It is not due before this time. What is watched over the steps of a method is due at a moment before what names it.
    let possible: Double

    /// It is due at this time for certain, though it may be before.
    let certain: Double?

    /// At any time, or never.
    static let unknown = FirstDue(possible: 0, certain: nil)

    /// After the beginning.
    static let later = FirstDue(possible: .leastNonzeroMagnitude, certain: nil)

    /// At a time.
    static func at(_ time: Double) -> FirstDue { FirstDue(possible: time, certain: time) }

    /// When what is due at all other times is due.
    var negated: FirstDue {
        if certain == 0 { return .later }
        return possible > 0 ? .at(0) : .unknown
    }

    fileprivate func joined(with other: FirstDue, isBoth: Bool) -> FirstDue {
        if isBoth {
            return FirstDue(possible: max(possible, other.possible), certain: certain == other.certain ? certain : nil)
        }
        let certain = [certain, other.certain].compactMap { $0 }.min()
        return FirstDue(possible: min(possible, other.possible), certain: certain)
    }
}

extension DueRule {
    /// When the rule is met for the first time.
    var first: FirstDue {
        switch self {
        case .moments(let moments): return moments.first
        case .window(let times, _, let isNegated):
            let start = times.lowerBound
            let first = start > 0 ? FirstDue(possible: start.nextDown, certain: nil) : .at(0)
            return isNegated ? first.negated : first
        case .condition, .change: return .unknown
        case .both(let left, let right): return left.first.joined(with: right.first, isBoth: true)
        case .either(let left, let right): return left.first.joined(with: right.first, isBoth: false)
        }
    }
}

// MARK: - How often conditions are looked at

extension DueRule {
    /// Warns of conditions that are looked at fewer than a hundred times in a run.
    ///
    /// - Parameter count: At how many moments the rule is asked; `nil` if a method has steps of its own, at each of which it
    ///   is asked.
    func warnOfRareLooks(askedTimes count: Int?) {
        switch self {
        case .moments, .window: break
        case .condition(_, let value, _), .change(_, _, let value, _): value.warnIfLooked(atMostTimes: count)
        case .both(let left, let right):
            left.warnOfRareLooks(askedTimes: right.count(amongAsked: count))
            right.warnOfRareLooks(askedTimes: left.count(amongAsked: count))
        case .either(let left, let right):
            left.warnOfRareLooks(askedTimes: count)
            right.warnOfRareLooks(askedTimes: count)
        }
    }

    /// At how many of the moments at which it is asked a rule can be met, whatever its conditions say.
    func count(amongAsked asked: Int?) -> Int? {
        switch self {
        case .moments(let moments):
            return moments.negation == nil ? min(moments.count, asked ?? moments.count) : asked
        case .window(_, let count, _): return asked.map { min($0, count) }
        case .condition, .change: return asked
        case .both(let left, let right): return left.count(amongAsked: right.count(amongAsked: asked))
        case .either(let left, let right):
            guard let left = left.count(amongAsked: asked), let right = right.count(amongAsked: asked) else {
                return nil
            }
            return min(left + right, asked ?? .max)
        }
    }
}

extension Value {
    /// Warns of something that is looked at fewer than a hundred times in a run, so that much of what happens is missed.
    ///
    /// - Parameter count: How often it is looked at; `nil` if at each of the steps that a method chooses.
    func warnIfLooked(atMostTimes count: Int?) {
        guard let count, count < Self.fewestLooks else { return }
        warn(
            "\(name) is looked at only \(count == 1 ? "once" : "\(count) times") in the run, and misses what happens in between",
            expected: "\(Self.fewestLooks) times or more, by shorter steps or intervals")
    }

    private static let fewestLooks = 100
}
