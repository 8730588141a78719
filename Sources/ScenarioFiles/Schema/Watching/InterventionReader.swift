import ObserverCore
import SimulationEngine

/// Reads the block
///
///     intervene:
///       - name: push                          optional: the author, after the action unless given
///         when: {at: 5}                       or crossing: {…}; at the start unless given
///         once: true                          optional: only the first time, false unless given
///         set: {nodes: 3, phase: 0}           sets fields of nodes: numbers, or expressions over their fields
///         kick: {nodes: {where: x > 0}, vx: 0.1}      adds to fields of nodes
///         parameter: {coupling: 2.5}          sets parameters of the model
///         pin: {nodes: [0, 1], fields: [phase]}       keeps fields as they are
///         drive: {node: 0, field: x, as: sin(2 * time)}   makes a field a function of time
///         add-node: …                         and other changes of nodes and edges; see StructureReader
///         release: {at: 10}                   optional: ends 'pin' or 'drive'; see ScheduleReader
struct InterventionReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    /// Does something to a simulation.
    typealias Action = PlannedAction<Model>

    static var actions: [String] {
        ["set", "kick", "parameter", "pin", "drive"] + StructureReader<Model>.actions
    }

    func read(_ value: Value) -> [Watching<Model>.PlacedPart]? {
        var names = GivenNames()
        return value.list(of: "interventions") { item in
            item.placing(item.section { intervention($0, names: &names) })
        }
    }

    /// The names of interventions, and from which number on one is looked for that makes the name of an action another one.
    private struct GivenNames {
        var used: Set<String> = []
        var nextNumbers: [String: Int] = [:]
    }

    private func intervention(_ section: Section, names: inout GivenNames) -> Watching<Model>.Part? {
        let given = section.exactlyOne(of: Self.actions, in: "an intervention", to: "what to change")
        let action = given.flatMap { self.action($0.key, $0.value) }
        let occasion = occasion(section)
        let once = section.optional("once").map { $0.boolean() } ?? false
        let releaseValue = section.optional("release")
        let release = releaseValue.map { ScheduleReader(context: context).when($0) }
        let name = name(section.optional("name"), action: given?.key, names: &names)
        if let given, !["pin", "drive"].contains(given.key) {
            releaseValue?.report("'release' has no meaning for '\(given.key)', only for 'pin' and 'drive'")
        }
        if let given, let occasion, once == false { checkThatNameIsGivenOnce(given.value, occasion) }
        guard let action, let occasion, let once, let name else { return nil }
        let additions = context.additions.earlier
        if let given, given.key == "add-node" {
            let added = given.value.member("name", reportingTo: Diagnostics())?.word
            context.additions.add(called: added, at: occasion.first, isOnce: once)
        }
        if case .some(.none) = release { return nil }
        section.noteDefault("name", name.inDoubleQuotes)
        section.noteDefault("once", "false")
        let plan = InterventionPlan(
            name: name, occasion: occasion, isOnce: once, release: release ?? nil, action: action, additions: additions,
            place: section.value, context: context)
        return { try plan.attach(to: $0) }
    }

    /// Reports the name of a new node that would be given to several.
    private func checkThatNameIsGivenOnce(_ value: Value, _ occasion: InterventionPlan<Model>.Occasion) {
        guard case .schedule(let schedule) = occasion, let interval = schedule.interval,
            interval <= context.integration?.stepCount ?? 0, value.subject == .value("add-node"),
            let name = value.member("name", reportingTo: value.diagnostics)
        else { return }
        name.report("several nodes would be called '\(name.word ?? "")', one each time", expected: "'once: true'")
    }

    private func occasion(_ section: Section) -> InterventionPlan<Model>.Occasion? {
        let when = section.optional("when")
        let crossing = section.optional("crossing")
        if when == nil, crossing == nil { section.noteDefault("when", "start") }
        if let when, let crossing {
            crossing.report("there can be only one of 'when' and 'crossing'")
            _ = ScheduleReader(context: context).when(when)
            return nil
        }
        if let crossing {
            return CrossingReader(context: context).read(crossing).map(InterventionPlan.Occasion.crossing)
        }
        guard let when else { return .schedule(.start) }
        return ScheduleReader(context: context).when(when).map(InterventionPlan.Occasion.schedule)
    }

    private func name(_ value: Value?, action: String?, names: inout GivenNames) -> String? {
        guard let value else {
            guard let action else { return nil }
            let name = action.unused(from: &names.nextNumbers[action, default: 1], in: names.used.contains)
            names.used.insert(name)
            return name
        }
        guard let name = value.string() else { return nil }
        guard names.used.insert(name).inserted else {
            value.report("two interventions are called '\(name)'", expected: "another name")
            return nil
        }
        return name
    }

    // MARK: Actions

    private func action(_ key: String, _ value: Value) -> Action? {
        if let method = context.integration?.method, method.impossibleActions.contains(key) {
            value.report(
                "'\(key)' is impossible with '\(method.name)', which moves the bodies that there are at the beginning on "
                    + "orbits of their own", expected: "method: leapfrog")
            return nil
        }
        return switch key {
        case "set": FieldChangeReader(context: context, isRelative: false).read(value)
        case "kick": FieldChangeReader(context: context, isRelative: true).read(value)
        case "parameter": parameter(value)
        case "pin": ConstraintReader(context: context).pin(value)
        case "drive": ConstraintReader(context: context).drive(value)
        default: StructureReader(context: context).action(key, value)
        }
    }

    private func parameter(_ value: Value) -> Action? {
        guard !context.parameters.isEmpty else {
            value.report("this model has no parameters that can be changed during a run")
            return nil
        }
        return value.section { section in
            let given = section.given(of: context.parameters)
            let changes = given.map { ($0.key, NumberReader(context: context).number($0.value)) }
            if given.isEmpty, section.keys.isEmpty {
                section.value.report(
                    "'parameter' must say which parameter", expected: context.parameters.joined(separator: ", "))
            }
            guard !given.isEmpty, changes.allSatisfy({ $0.1 != nil }) else { return nil }
            return .once(rehearsing: { run, time in
                for case (let name, let number?) in changes {
                    if let value = number.valueOfTimeAlone(at: time) { try run.simulation.checkParameter(name, value) }
                }
            }) { run, author in
                for case (let name, let number?) in changes {
                    run.simulation.parameters[name]?.set(number.number(in: run.simulation)(), as: author)
                }
            }
        }
    }
}
