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

    private typealias Plan = (Simulation<Model>) -> Schedule

    /// Reads `every` or `when` of a mapping; each step if neither is given.
    func read(_ section: Section) -> SchedulePlan<Model>? {
        let every = section.optional("every")
        let when = section.optional("when")
        guard let when else {
            if let step = context.integration?.step { section.noteDefault("every", step.plain) }
            return interval(every).map { SchedulePlan.every(steps: $0) }
        }
        guard every == nil else {
            when.report("there can be only one of 'every' and 'when'", expected: "'every' within 'when'")
            return nil
        }
        return self.when(when)
    }

    /// Reads what stands behind `when`.
    func when(_ value: Value) -> SchedulePlan<Model>? {
        plan(value).map { SchedulePlan.schedule(interval: evenInterval(value), $0) }
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

    private func plan(_ value: Value) -> Plan? {
        if value.form == .scalar {
            return value.choice(of: ["start", "end"]).map { word in { _ in word == "start" ? .start : .end } }
        }
        return value.section { section in
            let rules = rules(section)
            let start = section.optional("start").map { $0.boolean() } ?? false
            let end = section.optional("end").map { $0.boolean() } ?? false
            guard let rules, let start, let end else { return nil }
            return combined(rules, start: start, end: end, at: section.value)
        }
    }

    private func combined(_ rules: [Plan], start: Bool, end: Bool, at value: Value) -> Plan? {
        guard let first = rules.first else {
            guard start || end else {
                value.report("\(value.name) must say when", expected: Self.keys.joined(separator: ", "))
                return nil
            }
            return { _ in start && end ? .start || .end : start ? .start : .end }
        }
        return { simulation in
            var schedule = rules.dropFirst().reduce(first(simulation)) { $0 && $1(simulation) }
            if start { schedule = .start || schedule }
            if end { schedule = .end || schedule }
            return schedule
        }
    }

    private static var keys: [String] {
        ["every", "at", "logarithmic", "from", "until", "if", "changed", "any", "all", "not", "start", "end"]
    }

    /// The rules that must all be met, those that cost little first.
    private func rules(_ section: Section) -> [Plan]? {
        var rules: [Plan?] = []
        if let window = window(section.optional("from"), section.optional("until")) { rules.append(window.plan) }
        if let value = section.optional("every") {
            rules.append(interval(value).map { steps in { _ in .every(steps: steps) } })
        }
        if let value = section.optional("at") { rules.append(times(value).map { times in { _ in .at(times: times) } }) }
        if let value = section.optional("logarithmic") { rules.append(logarithmic(value)) }
        if let value = section.optional("all") { rules.append(several(value) { $0 && $1 }) }
        if let value = section.optional("any") { rules.append(several(value) { $0 || $1 }) }
        if let value = section.optional("not") { rules.append(plan(value).map { plan in { !plan($0) } }) }
        if let value = section.optional("if") { rules.append(condition(value)) }
        if let value = section.optional("changed") { rules.append(change(value)) }
        let read = rules.compactMap { $0 }
        return read.count == rules.count ? read : nil
    }

    private func several(_ value: Value, _ join: @escaping (Schedule, Schedule) -> Schedule) -> Plan? {
        guard let plans = value.list(.atLeast(1), of: "times or conditions", { plan($0) }) else { return nil }
        return { simulation in plans.dropFirst().reduce(plans[0](simulation)) { join($0, $1(simulation)) } }
    }

    private func condition(_ value: Value) -> Plan? {
        NumberReader(context: context).condition(value).map { condition in
            { simulation in
                let number = condition.number(in: simulation)
                return .when { number() != 0 }
            }
        }
    }

    private func change(_ value: Value) -> Plan? {
        value.section { section in
            let of = section.required("of", for: "a number").flatMap { NumberReader(context: context).number($0) }
            let band = section.required("by", for: "by how much it must change").flatMap { $0.number(.nonNegative) }
            guard let of, let band else { return nil }
            return { .whenChanged(by: band, of.number(in: $0)) }
        }
    }

    // MARK: Times

    private struct Window {
        let plan: Plan?
    }

    private func window(_ from: Value?, _ until: Value?) -> Window? {
        guard from != nil || until != nil else { return nil }
        let first = from.map { $0.number(.nonNegative) } ?? 0
        let last = until.map { $0.number(.nonNegative) } ?? .infinity
        guard let first, let last else { return Window(plan: nil) }
        guard first <= last else {
            until?.report("'until' lies before 'from'")
            return Window(plan: nil)
        }
        if let from, let integration = context.integration, first > integration.end {
            from.report("'from' is later than the end of the run", expected: "at most \(integration.end.plain)")
            return Window(plan: nil)
        }
        return Window(plan: { _ in .during(first...last) })
    }

    private func logarithmic(_ value: Value) -> Plan? {
        value.section { section in
            let first = section.required("from", for: "the first time").flatMap { $0.number(.positive) }
            let perDecade = section.optional("per-decade").map { $0.integer(.atLeast(1)) } ?? 10
            section.noteDefault("per-decade", "10")
            guard let first, let perDecade else { return nil }
            return { _ in .logarithmic(from: first, perDecade: perDecade) }
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

extension Integration {
    /// The time at which the run ends.
    var end: Double { grid.time(ofStep: stepCount) }
}
