import Descriptions
import ObserverCore
import Recording
import SimulationEngine

/// The kinds of interventions: a mapping with the key of one of these, and others beside it.
package enum Interventions<Model: SimulationModel> {
    package typealias Reader = (WatchContext<Model>, Value) -> PlannedAction<Model>?
    package typealias Kind = KeyedComponent<Reader>

    static var possible: KeyedComponents<Reader> { KeyedComponents(of: Self.self) { all } }

    package static var all: [Kind] {
        [
            Kind(InterventionKeys.set) { FieldChangeReader(context: $0, isRelative: false).read($1) },
            Kind(InterventionKeys.kick) { FieldChangeReader(context: $0, isRelative: true).read($1) },
            Kind(InterventionKeys.parameter) { InterventionReader(context: $0).parameter($1) },
            Kind(ConstraintKeys.pin) { ConstraintReader(context: $0).pin($1) },
            Kind(ConstraintKeys.drive) { ConstraintReader(context: $0).drive($1) },
            Kind(StructureKeys.addNode) { StructureReader(context: $0).addNode($1) },
            Kind(StructureKeys.removeNodes) { StructureReader(context: $0).removeNodes($1) },
            Kind(StructureKeys.setEdge) { StructureReader(context: $0).changeEdge($1, isRemoval: false) },
            Kind(StructureKeys.removeEdge) { StructureReader(context: $0).changeEdge($1, isRemoval: true) },
        ]
    }
}

enum InterventionKeys {
    static let name = ParameterDescription(
        "name", "the author, as records tell it", .text, .derived("the action, then with a number"))
    static let when = ParameterDescription(
        "when", "when it takes place", .schedule, .alternative(to: "crossing", .text("start")))
    static let crossing = ParameterDescription("crossing", "at which crossings it takes place", .crossing, .optional)
    static let isOnce = Parameter("once", "whether only the first time counts", default: false)
    static let release = ParameterDescription("release", "when it ends; never unless given", .schedule, .optional)

    static let others = [ParameterDescription](when, crossing, isOnce, name)
    static let ofHeld = others + [release]

    static let set = ComponentDescription(
        key: "set", "sets fields of nodes", .record(FieldChangeKeys.all), beside: others)
    static let kick = ComponentDescription(
        key: "kick", "adds to fields of nodes", .record(FieldChangeKeys.all), beside: others)
    static let modelParameter = ParameterDescription(
        "parameter", "a number for the parameter of this name, or, in a list, one for each component of a vector",
        .either(.quantity, or: .list(of: .quantity, count: 2...16)), .open(example: "coupling"))
    static let parameter = ComponentDescription(
        key: "parameter", "sets parameters of the model", .record([modelParameter]), beside: others)

    static let observation = ComponentDescription(
        key: "interventions", "who changed what", .choice(["all"]), beside: TableKeys.all)
}

/// Reads the block `intervene`.
struct InterventionReader<Model: SimulationModel> {
    private typealias Keys = InterventionKeys

    let context: WatchContext<Model>

    /// Does something to a simulation.
    typealias Action = PlannedAction<Model>

    func read(_ value: Value) -> [Watching<Model>.PlacedPart]? {
        var names = GivenNames()
        return value.list(of: "interventions") { item in
            item.section(of: []) { intervention($0, names: &names) }.map { plan in
                Watching<Model>.PlacedPart(
                    value: item, isIntervention: true, firstTime: plan.firstMoment, attach: plan.attach(to:))
            }
        }
    }

    /// The names of interventions, and from which number on one is looked for that makes the name of an action another one.
    private struct GivenNames {
        var used: Set<String> = []
        var nextNumbers: [String: Int] = [:]
    }

    private func intervention(_ section: Section, names: inout GivenNames) -> InterventionPlan<Model>? {
        let given = section.component(of: Interventions<Model>.possible, in: "an intervention", to: "what to change")
        let key = given?.component.description.name
        let action = given.flatMap { self.action($0.component, $0.value) }
        let occasion = occasion(section)
        let once = section.value(of: Keys.isOnce)
        let release = self.release(section, of: given?.component.description)
        let name = name(section.given(Keys.name), action: key, names: &names)
        if let given, let occasion, once == false { checkThatNameIsGivenOnce(given.value, occasion) }
        guard let action, let occasion, let once, let release, let name else { return nil }
        let additions = context.nodeChanges.earlier
        if let given, key == StructureKeys.addNode.name {
            let added = given.value.member(StructureKeys.name.name, reportingTo: Diagnostics())?.word
            context.nodeChanges.add(called: added, at: occasion.first, isOnce: once)
        }
        section.noteDefault(Keys.name, .text(name.inDoubleQuotes))
        return InterventionPlan(
            name: name, occasion: occasion, isOnce: once, release: release, action: action, additions: additions,
            place: section.value, context: context)
    }

    /// When what is held is released. For what holds nothing that has no meaning.
    private func release(
        _ section: Section, of intervention: ComponentDescription?
    ) -> SchedulePlan<Model>?? {
        guard let intervention, !intervention.parameters.contains(Keys.release) else {
            return section.readIfGiven(Keys.release) { ScheduleReader(context: context).when($0) }
        }
        section.refuse(
            Keys.release, because: "'release' has no meaning for '\(intervention.name)', only for 'pin' and 'drive'")
        return .some(nil)
    }

    /// Reports the name of a new node that would be given to several.
    private func checkThatNameIsGivenOnce(_ value: Value, _ occasion: InterventionPlan<Model>.Occasion) {
        guard case .schedule(let schedule) = occasion, let interval = schedule.interval,
            interval <= context.system.integration?.stepCount ?? 0, value.subject == .value(StructureKeys.addNode.name),
            let name = value.member(StructureKeys.name.name, reportingTo: value.diagnostics)
        else { return }
        name.report("several nodes would be called '\(name.word ?? "")', one each time", expected: "'once: true'")
    }

    private func occasion(_ section: Section) -> InterventionPlan<Model>.Occasion? {
        let when = section.given(Keys.when)
        let crossing = section.given(Keys.crossing)
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

    /// Reads what is done at once: an intervention without a time, which holds nothing.
    func action(_ section: Section) -> Action? {
        let release = Keys.release.name
        let kinds = Interventions<Model>.all.filter { !$0.description.parameters.contains { $0.name == release } }
        return section.component(of: KeyedComponents(kinds), in: "an intervention", to: "what to change").flatMap {
            action($0.component, $0.value)
        }
    }

    private func action(_ intervention: Interventions<Model>.Kind, _ value: Value) -> Action? {
        let key = intervention.description.name
        if let method = context.system.integration?.method, method.impossibleActions.contains(key) {
            value.report(
                "'\(key)' is impossible with '\(method.name)', which moves the bodies that there are at the beginning on "
                    + "orbits of their own", expected: "method: leapfrog")
            return nil
        }
        return intervention.read(context, value)
    }

    fileprivate func parameter(_ value: Value) -> Action? {
        guard !context.system.names.parameters.isEmpty else {
            value.report("this model has no parameters that can be changed during a run")
            return nil
        }
        return value.section(of: [Keys.modelParameter]) { section in
            let names = context.system.names.parameters
            guard let given = section.given(of: names, inGroups: .vectors(among: names)) else { return nil }
            let changes = given.map { ($0.key, NumberReader(context: context).number($0.value)) }
            if given.isEmpty, section.keys.isEmpty {
                section.value.report(
                    "'parameter' must say which parameter",
                    expected: context.system.names.parameters.joined(separator: ", "))
            }
            guard !given.isEmpty, changes.allSatisfy({ $0.1 != nil }) else { return nil }
            return .once(rehearsing: { run, time in
                for case (let name, let number?) in changes {
                    guard let value = number.valueOfTimeAlone(at: time) else { continue }
                    guard value.isFinite else {
                        throw NotFinite(change: "the parameter '\(name)' is to be changed to", value: value)
                    }
                    try run.simulation.checkParameter(name, value)
                }
            }) { run, author in
                for case (let name, let number?) in changes {
                    run.simulation.parameters[name]?.set(number.number(in: run.simulation)(), as: author)
                }
            }
        }
    }

    // MARK: Observation

    /// The observation that records interventions.
    func observation(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let all = value.choice(of: ["all"])
        let table = context.tables.read(section, defaultName: "interventions")
        guard all != nil, let table else { return nil }
        return { run in
            run.keep(try InterventionRecorder(run.simulation, to: table.destination(in: run.directory)))
        }
    }
}
