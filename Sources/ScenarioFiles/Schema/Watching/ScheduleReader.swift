import SimulationEngine

/// Reads when something is due:
///
///     every: 0.1                      a time, or {steps: …} where 'integrate' has a 'step'
///     when: start                     or end
///     when:                           all of those that are given, but for 'start' and 'end', which add moments
///       every: 0.1                    as above
///       at: [1, 10]                   times
///       logarithmic: {from: 0.01, per-decade: 10}
///       from: 10                      not before a time
///       until: 50                     not after a time
///       if: order-parameter > 0.5     when a condition over quantities holds
///       changed: {of: temperature, by: 0.1}
///       any: [{…}, {…}]               when one of several is due
///       all: [{…}, {…}]               when all of several are due
///       not: {…}                      when another is not due
///       start: true                   at the beginning, too
///       end: true                     at the end, too
struct ScheduleReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    private typealias Rule = DueRule<Model>

    /// Reads `every` or `when` of a mapping, which say when samples are taken; each step if neither is given. Where the step
    /// follows from what is recorded, samples at steps would depend on what else is, so that moments must be named.
    func read(_ section: Section) -> SchedulePlan<Model>? {
        let every = section.optional("every")
        let when = section.optional("when")
        guard let when else {
            if every == nil, hasStepOfRecords {
                section.value.report(
                    "\(section.value.name) must say when samples are taken, since 'integrate' has no 'step'",
                    expected: "'every', or a 'step' in 'integrate'")
                return nil
            }
            if let step = context.integration?.step { section.noteDefault("every", step.plain) }
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
    ///   - isWatched: Whether conditions that have no rhythm (`every`, `at`, `logarithmic`) are watched over all steps of the
    ///     method, as where something is to be done when they hold, and not only looked at when a sample is due.
    /// - Returns: The plan; `nil` if something was refused.
    func when(_ value: Value, isWatched: Bool = true) -> SchedulePlan<Model>? {
        guard let rule = rule(value) else { return nil }
        if hasStepOfRecords, !(isWatched ? isWatchable(rule) : isOfNamedMoments(rule, value)) { return nil }
        if let integration = context.integration {
            rule.warnOfRareLooks(
                askedTimes: isWatched ? integration.watchedStepCount : integration.sampledMomentCount)
        }
        return SchedulePlan(rule: rule, interval: evenInterval(value))
    }

    /// Whether the step follows from what is recorded.
    private var hasStepOfRecords: Bool { context.integration?.hasStepOfRecords == true }

    /// Whether samples can be taken by a rule where the step follows from what is recorded.
    private func isOfNamedMoments(_ rule: Rule, _ value: Value) -> Bool {
        if rule.namesMoments { return true }
        value.report(
            "\(value.name) must name the moments at which samples are taken, since 'integrate' has no 'step'",
            expected: "'every' or 'at' beside what it says, or a 'step' in 'integrate'")
        return false
    }

    /// Whether something can be done by a rule where the step follows from what is recorded.
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
            entries.allSatisfy({ ["every", "from", "until"].contains($0.key) })
        else { return nil }
        // What is wrong has been reported.
        return interval(value.member("every", reportingTo: Diagnostics()))
    }

    private func rule(_ value: Value) -> Rule? {
        if value.form == .scalar {
            return value.choice(of: ["start", "end"]).map { $0 == "start" ? Self.start : Self.end }
        }
        return value.section { section in
            let rules = rules(section)
            let start = section.optional("start").map { $0.boolean() } ?? false
            let end = section.optional("end").map { $0.boolean() } ?? false
            guard let rules, let start, let end else { return nil }
            guard !rules.isEmpty || start || end else {
                section.value.report("\(section.value.name) must say when", expected: Self.keys.joined(separator: ", "))
                return nil
            }
            let added = (end ? [Self.end] : []) + (start ? [Self.start] : [])
            return (added + [rules.joined(Rule.both)].compactMap { $0 }).joined(Rule.either)
        }
    }

    private static var start: Rule {
        .moments(NamedMoments(schedule: .start, count: 1, isRhythm: false, first: .at(0)))
    }

    /// A run may be stopped at its beginning.
    private static var end: Rule {
        .moments(NamedMoments(schedule: .end, count: 1, isRhythm: false, first: .unknown))
    }

    private var stepCount: Int { context.integration?.stepCount ?? 0 }

    private static var keys: [String] {
        ["every", "at", "logarithmic", "from", "until", "if", "changed", "any", "all", "not", "start", "end"]
    }

    /// The rules that must all be met, those that cost little first.
    private func rules(_ section: Section) -> [Rule]? {
        var rules: [Rule?] = []
        if let window = window(section.optional("from"), section.optional("until")) { rules.append(window.rule) }
        if let value = section.optional("every") {
            rules.append(
                interval(value).map {
                    .moments(
                        NamedMoments(schedule: .every(steps: $0), count: stepCount / $0 + 1, first: .at(0)))
                })
        }
        if let value = section.optional("at") {
            rules.append(
                times(value).map {
                    .moments(
                        NamedMoments(
                            schedule: .at(times: $0), count: Set($0).count, first: .at($0.min() ?? 0)))
                })
        }
        if let value = section.optional("logarithmic") { rules.append(logarithmic(value)) }
        if let value = section.optional("all") { rules.append(several(value)?.joined(Rule.both)) }
        if let value = section.optional("any") { rules.append(several(value)?.joined(Rule.either)) }
        if let value = section.optional("not") {
            rules.append(rule(value)?.negated(by: value, stepCount: stepCount))
        }
        if let value = section.optional("if") {
            rules.append(
                NumberReader(context: context).condition(value).map { .condition($0, writtenAs: value) })
        }
        if let value = section.optional("changed") { rules.append(change(value)) }
        let read = rules.compactMap { $0 }
        return read.count == rules.count ? read : nil
    }

    private func several(_ value: Value) -> [Rule]? {
        value.list(.atLeast(1), of: "times or conditions") { rule($0) }
    }

    private func change(_ value: Value) -> Rule? {
        value.section { section in
            let of = section.required("of", for: "a number").flatMap { NumberReader(context: context).number($0) }
            let band = section.required("by", for: "by how much it must change").flatMap { $0.number(.nonNegative) }
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
        let first = from.map { $0.number(.nonNegative) } ?? 0
        let last = until.map { $0.number(.nonNegative) } ?? .infinity
        guard let first, let last else { return Window(rule: nil) }
        guard first <= last else {
            until?.report("'until' lies before 'from'")
            return Window(rule: nil)
        }
        if let from, let integration = context.integration, first > integration.end {
            from.report("'from' is later than the end of the run", expected: "at most \(integration.end.plain)")
            return Window(rule: nil)
        }
        let count = context.integration.map { $0.momentCount(from: first, to: last) } ?? 0
        return Window(rule: .window(first...last, count: count))
    }

    private func logarithmic(_ value: Value) -> Rule? {
        value.section { section in
            let first = section.required("from", for: "the first time").flatMap { $0.number(.positive) }
            let perDecade = section.optional("per-decade").map { $0.integer(.atLeast(1)) } ?? 10
            section.noteDefault("per-decade", "10")
            if hasStepOfRecords {
                section.value.report(
                    "'logarithmic' needs a 'step' in 'integrate', to which its times are moved", expected: "a 'step'")
                return nil
            }
            guard let first, let perDecade else { return nil }
            return .moments(
                NamedMoments(
                    schedule: .logarithmic(from: first, perDecade: perDecade),
                    count: context.integration?.momentCount(from: first, perDecade: perDecade) ?? 0,
                    first: .later))
        }
    }

    private func times(_ value: Value) -> [Double]? {
        value.list(.atLeast(1), orLone: true, of: "times") { item in
            guard let time = item.number(.nonNegative) else { return nil }
            guard let integration = context.integration else { return nil }
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
            return value.section { section in
                let value = section.required("steps", for: "the number of steps")
                if let integration = context.integration, !integration.hasOwnStep {
                    value?.report("'steps' needs a 'step' in 'integrate'", expected: "'every' as a time")
                    return nil
                }
                guard let value, let steps = value.integer(.atLeast(1)) else { return nil }
                return isWithinRun(steps, value) ? steps : nil
            }
        }
        guard let time = value.number(.positive), let grid = context.integration?.grid else { return nil }
        guard let steps = grid.steps(in: time), steps >= 1 else {
            value.report("'every' must be a whole number of steps, each \(grid.step.plain) long")
            return nil
        }
        return isWithinRun(steps, value) ? steps : nil
    }

    /// Whether a table with this interval has more than the initial state.
    private func isWithinRun(_ interval: Int, _ value: Value) -> Bool {
        guard let integration = context.integration, interval > integration.stepCount else { return true }
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
