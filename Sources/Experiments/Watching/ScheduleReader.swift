import Descriptions
import SimulationEngine

/// The keys that say when something is due.
package enum ScheduleKeys {
    /// The keys of samples, which are taken at each step unless they say otherwise.
    package static let ofSamples = keys(unlessGiven: "each step of 'integrate'")

    /// The keys of what is looked at in the beginning unless they say otherwise.
    package static let ofLooks = keys(unlessGiven: "at the beginning")

    package static let every = ofSamples[0]
    package static let when = ofSamples[1]

    private static func keys(unlessGiven words: String) -> [ParameterDescription] {
        [
            ParameterDescription(
                "every", "the time or the number of steps between two moments", interval, .derived(words),
                dimension: .time),
            ParameterDescription("when", "when else", .schedule, .derived("as 'every' says")),
        ]
    }

    /// A time, or a number of steps.
    static let interval = ParameterKind.either(
        .number(.positive), or: .keyed(steps.name, steps.kind))
    static let steps = ParameterDescription(
        "steps", "the number of steps", .integer(1...Int.max))

    private static func optional(
        _ name: String, _ summary: String, _ kind: ParameterKind, dimension: Dimension = .one
    ) -> ParameterDescription {
        ParameterDescription(name, summary, kind, .optional, dimension: dimension)
    }

    /// The keys of what may stand behind `when`.
    package enum Times {
        static let every = optional(
            "every", "at the multiples of a time, or of a number of steps", interval, dimension: .time
        )
        .example(.number(1))
        static let at = optional(
            "at", "at given times", .either(.number(.nonNegative), or: .items(.number(.nonNegative))), dimension: .time)
        static let logarithmic = optional(
            "logarithmic", "at times that are evenly spaced on a logarithmic axis", .record(Logarithmic.all))
        static let from = optional("from", "not before a time", .number(.nonNegative), dimension: .time)
        static let until = optional("until", "not after a time", .number(.nonNegative), dimension: .time)
        static let condition = optional("if", "when a condition holds", .condition(over: "quantities"))
        static let change = optional(
            "changed", "when a number differs by more than so much from what it was when this was last due",
            .record(Change.all))
        static let any = optional("any", "when one of several is due", .items(.schedule))
        static let allOf = optional("all", "when all of several are due", .items(.schedule))
        static let not = optional("not", "when another is not due", .schedule)
        static let start = Parameter("start", "also at the beginning", default: false).optional
        static let end = Parameter("end", "also at the end", default: false).optional

        static let all = [ParameterDescription](
            every, at, logarithmic, from, until, condition, change, any, allOf, not, start, end)
        package static let description = ComponentDescription(
            name: "when", summary: "when all that is given is due, and at the beginning and the end if they are",
            parameters: all)
    }

    enum Logarithmic {
        static let from = Parameter("from", "the first time", .positive, dimension: .time)
        static let perDecade = Parameter(
            "per-decade", "how many there are in each decade", in: 1...Int.max, default: 10)
        static let all = [ParameterDescription](from, perDecade)
    }

    enum Change {
        static let of = ParameterDescription("of", "a number", .quantity)
        static let by = Parameter("by", "by how much it must change", .nonNegative)
        static let all = [ParameterDescription](of, by)
    }
}

/// Reads when something is due.
package struct ScheduleReader<Model: SimulationModel> {
    private typealias Times = ScheduleKeys.Times

    let context: WatchContext<Model>

    package init(context: WatchContext<Model>) {
        self.context = context
    }

    private typealias Rule = DueRule<Model>

    /// Reads `every` or `when` of a mapping, which say when samples are taken; each step if neither is given. Where the step
    /// follows from what is recorded, samples at steps would depend on what else is, so that moments must be named.
    package func read(_ section: Section) -> SchedulePlan<Model>? {
        let every = section.given(ScheduleKeys.every)
        let when = section.given(ScheduleKeys.when)
        guard let when else {
            if every == nil, hasStepOfRecords {
                section.value.report(
                    "\(section.value.name) must say when samples are taken, since 'integrate' has no 'step'",
                    expected: "'every', or a 'step' in 'integrate'")
                return nil
            }
            if let step = context.system.integration?.step { section.noteDefault(ScheduleKeys.every, .number(step)) }
            return interval(every).map { SchedulePlan.every(steps: $0) }
        }
        guard every == nil else {
            when.report("there can be only one of 'every' and 'when'", expected: "'every' within 'when'")
            return nil
        }
        return self.when(when, isWatched: false)
    }

    /// Reads what stands behind `when`.
    ///
    /// - Parameters:
    ///   - value: A word or a mapping.
    ///   - isWatched: True if conditions that have no rhythm (`every`, `at`, `logarithmic`) are watched over all steps of the
    ///     method, as where something is to be done when they hold, and not only looked at when a sample is due.
    /// - Returns: The plan; `nil` if something was refused.
    func when(_ value: Value, isWatched: Bool = true) -> SchedulePlan<Model>? {
        guard let rule = rule(value) else { return nil }
        if hasStepOfRecords, !(isWatched ? isWatchable(rule) : isOfNamedMoments(rule, value)) { return nil }
        if let integration = context.system.integration {
            rule.warnOfRareLooks(
                askedTimes: isWatched ? integration.watchedStepCount : integration.sampledMomentCount)
        }
        return SchedulePlan(rule: rule, interval: evenInterval(value))
    }

    /// True if the step follows from what is recorded.
    private var hasStepOfRecords: Bool { context.system.integration?.hasStepOfRecords == true }

    /// Tests if samples can be taken by a rule where the step follows from what is recorded, which is reported otherwise.
    private func isOfNamedMoments(_ rule: Rule, _ value: Value) -> Bool {
        if rule.namesMoments { return true }
        value.report(
            "\(value.name) must name the moments at which samples are taken, since 'integrate' has no 'step'",
            expected: "'every' or 'at' beside what it says, or a 'step' in 'integrate'")
        return false
    }

    /// Tests if something can be done by a rule where the step follows from what is recorded, which is reported otherwise.
    private func isWatchable(_ rule: Rule) -> Bool {
        guard let negation = rule.loneNegation else { return true }
        negation.value.report(
            "'not' says only when something is not due, and 'integrate' has no 'step' at whose ends it could be",
            expected: (negation.isOfEnds ? "'every' or a condition" : "'every' or 'at'")
                + " beside 'not', or a 'step' in 'integrate'")
        return false
    }

    /// The number of steps from one moment to the next, if that is always the same: there is nothing but an interval and
    /// a window.
    private func evenInterval(_ value: Value) -> Int? {
        guard case .mapping(let entries) = value.node.content,
            entries.allSatisfy({ [Times.every, Times.from, Times.until].map(\.name).contains($0.key) })
        else { return nil }
        // A mistake has been reported.
        return interval(value.member(Times.every.name, reportingTo: Diagnostics()))
    }

    private func rule(_ value: Value) -> Rule? {
        if value.form == .scalar {
            return value.choice(of: ["start", "end"]).map { $0 == "start" ? Self.start : end }
        }
        return value.section(of: Times.all) { section in
            let rules = rules(section)
            let start = section.value(of: Times.start)
            let end = section.value(of: Times.end)
            guard let rules, let start, let end else { return nil }
            let added = (end == true ? [self.end] : []) + (start == true ? [Self.start] : [])
            guard !rules.isEmpty || !added.isEmpty else {
                section.value.report(
                    "\(section.value.name) must say when",
                    expected: Times.all.map(\.name).joined(separator: ", "))
                return nil
            }
            return (added + [rules.joined(Rule.both)].compactMap { $0 }).joined(Rule.either)
        }
    }

    private static var start: Rule {
        .moments(NamedMoments(schedule: .start, count: 1, isRhythm: false, first: .at(0)))
    }

    /// A run may be stopped at its beginning.
    private var end: Rule {
        let first = FirstDue(possible: 0, certain: context.system.integration?.end)
        return .moments(NamedMoments(schedule: .end, count: 1, isRhythm: false, first: first))
    }

    private var stepCount: Int { context.system.integration?.stepCount ?? 0 }

    /// The rules that must all be met, those that cost little first.
    private func rules(_ section: Section) -> [Rule]? {
        var rules: [Rule?] = []
        if let window = window(section.given(Times.from), section.given(Times.until)) { rules.append(window.rule) }
        if let value = section.given(Times.every) {
            rules.append(
                interval(value).map {
                    .moments(
                        NamedMoments(schedule: .every(steps: $0), count: stepCount / $0 + 1, first: .at(0)))
                })
        }
        if let value = section.given(Times.at) {
            rules.append(
                times(value).map {
                    .moments(
                        NamedMoments(
                            schedule: .at(times: $0), count: Set($0).count, first: .at($0.min() ?? 0)))
                })
        }
        if let value = section.given(Times.logarithmic) { rules.append(logarithmic(value)) }
        if let value = section.given(Times.allOf) { rules.append(several(value)?.joined(Rule.both)) }
        if let value = section.given(Times.any) { rules.append(several(value)?.joined(Rule.either)) }
        if let value = section.given(Times.not) {
            rules.append(rule(value)?.negated(by: value, stepCount: stepCount))
        }
        if let value = section.given(Times.condition) {
            rules.append(
                NumberReader(context: context).condition(value).map { .condition($0, writtenAs: value) })
        }
        if let value = section.given(Times.change) { rules.append(change(value)) }
        let read = rules.compactMap { $0 }
        return read.count == rules.count ? read : nil
    }

    private func several(_ value: Value) -> [Rule]? {
        value.list(.atLeast(1), of: "times or conditions") { rule($0) }
    }

    private func change(_ value: Value) -> Rule? {
        value.section(of: ScheduleKeys.Change.all) { section in
            let of = section.read(ScheduleKeys.Change.of) { NumberReader(context: context).number($0) }
            let band = section.value(of: ScheduleKeys.Change.by)
            guard let of, let band else { return nil }
            return .change(of, by: band, writtenAs: value)
        }
    }

    // MARK: Times

    private struct Window {
        let rule: Rule?
    }

    private func window(_ from: Value?, _ until: Value?) -> Window? {
        guard from != nil || until != nil else { return nil }
        let first = from.map { $0.number(.nonNegative, in: context.system.timeUnit) } ?? 0
        let last = until.map { $0.number(.nonNegative, in: context.system.timeUnit) } ?? .infinity
        guard let first, let last else { return Window(rule: nil) }
        guard first <= last else {
            until?.report("'until' lies before 'from'")
            return Window(rule: nil)
        }
        if let from, let integration = context.system.integration, first > integration.end {
            from.report("'from' is later than the end of the run", expected: "at most \(integration.end.plain)")
            return Window(rule: nil)
        }
        let count = context.system.integration.map { $0.momentCount(from: first, to: last) } ?? 0
        return Window(rule: .window(first...last, count: count))
    }

    private func logarithmic(_ value: Value) -> Rule? {
        value.section(of: ScheduleKeys.Logarithmic.all) { section in
            let first = section.value(of: ScheduleKeys.Logarithmic.from, in: context.system.timeUnit)
            let perDecade = section.value(of: ScheduleKeys.Logarithmic.perDecade)
            if hasStepOfRecords {
                section.value.report(
                    "'logarithmic' needs a 'step' in 'integrate', to which its times are moved", expected: "a 'step'")
                return nil
            }
            guard let first, let perDecade else { return nil }
            return .moments(
                NamedMoments(
                    schedule: .logarithmic(from: first, perDecade: perDecade),
                    count: context.system.integration?.momentCount(from: first, perDecade: perDecade) ?? 0,
                    first: .later))
        }
    }

    private func times(_ value: Value) -> [Double]? {
        value.list(.atLeast(1), orLone: true, of: "times") { item in
            guard let time = item.number(.nonNegative, in: context.system.timeUnit),
                let integration = context.system.integration
            else { return nil }
            guard integration.grid.steps(in: time) != nil else {
                item.report("\(item.name) must be a whole number of steps, each \(integration.step.plain) long")
                return nil
            }
            guard time <= integration.end else {
                item.report(
                    "\(item.name) is later than the end of the run", expected: "at most \(integration.end.plain)")
                return nil
            }
            return time
        }
    }

    /// The number of steps of an interval; 1 unless given.
    func interval(_ value: Value?) -> Int? {
        guard let value else { return 1 }
        if value.form == .mapping {
            return value.section(of: [ScheduleKeys.steps]) { section in
                let value = section.given(ScheduleKeys.steps)
                if let integration = context.system.integration, !integration.hasOwnStep {
                    value?.report("'steps' needs a 'step' in 'integrate'", expected: "'every' as a time")
                    return nil
                }
                guard let value, let steps = value.integer(.atLeast(1)) else { return nil }
                return isWithinRun(steps, value) ? steps : nil
            }
        }
        guard let time = value.number(.positive, in: context.system.timeUnit),
            let grid = context.system.integration?.grid
        else { return nil }
        guard let steps = grid.steps(in: time), steps >= 1 else {
            value.report("'every' must be a whole number of steps, each \(grid.step.plain) long")
            return nil
        }
        return isWithinRun(steps, value) ? steps : nil
    }

    /// Tests if a table with this interval has more than the initial state, which is reported otherwise.
    private func isWithinRun(_ interval: Int, _ value: Value) -> Bool {
        guard let integration = context.system.integration, interval > integration.stepCount else { return true }
        let end = integration.end.plain
        value.report(
            "\(value.name) is longer than the run: only the initial state would be recorded",
            expected: value.name == "'steps'"
                ? "at most \(integration.stepCount), with which the run ends at \(end)"
                : "at most \(end), the end of the run")
        return false
    }
}

extension Array {
    /// All elements as one, joined from left to right; `nil` if there are none.
    fileprivate func joined(_ join: (Element, Element) -> Element) -> Element? {
        first.map { dropFirst().reduce($0, join) }
    }
}
