import SimulationEngine

/// An item of the block `observe:`, a table that a run writes.
struct Observation {
    /// What a table shows.
    enum Subject {
        case nodes([Int], fields: [String])
        case quantities([String])
    }

    /// The name of the file without its ending.
    let name: String
    let subject: Subject

    /// The number of steps from one record to the next.
    let interval: Int
}

/// Reads the block
///
///     observe:
///       - nodes: …              'all', a node or a list of nodes, by name where nodes have names, else by number
///         fields: […]           optional: which fields, all unless given
///         every: …              optional: a time, or {steps: …} where 'integrate' has a 'step'; every step unless given
///         name: …               optional: the name of the file, 'nodes' unless given
///       - quantity: …           a quantity, after which the file is named
///       - quantities: […]       several quantities in one file, 'quantities' unless given
struct ObservationReader<Model: SimulationModel> {
    let nodeNames: [String]?
    let nodeCount: Int?
    let integration: Integration?

    init(model: Model.Type, nodeNames: [String]?, nodeCount: Int?, integration: Integration?) {
        self.nodeNames = nodeNames
        self.nodeCount = nodeCount
        self.integration = integration
    }

    func read(_ value: Value?) -> [Observation]? {
        guard let value else { return [] }
        var names: Set<String> = []
        return value.list(of: "observations") { item in
            item.section { observation($0, names: &names) }
        }
    }

    /// All fields, in YAML.
    private static var allFields: String { "[\(Model.fields.joined(separator: ", "))]" }

    private func observation(_ section: Section, names: inout Set<String>) -> Observation? {
        let subject = subject(section)
        let interval = interval(section.optional("every"))
        let name = name(section.optional("name"), of: subject, names: &names)
        guard let subject, let interval, let name else { return nil }
        if case .nodes = subject { section.noteDefault("fields", Self.allFields) }
        if let step = integration?.step { section.noteDefault("every", step.plain) }
        section.noteDefault("name", name.inDoubleQuotes)
        return Observation(name: name, subject: subject, interval: interval)
    }

    // MARK: What

    private func subject(_ section: Section) -> Observation.Subject? {
        let kinds = ["nodes", "quantity", "quantities"]
        let given = kinds.compactMap { kind in section.optional(kind).map { (kind, $0) } }
        guard given.count == 1, let (kind, value) = given.first else {
            section.value.report(
                given.isEmpty
                    ? "an observation must say what to observe"
                    : "an observation must have only one of \(kinds.joined(separator: ", "))",
                expected: "one of \(kinds.joined(separator: ", "))")
            _ = section.optional("fields")
            return nil
        }
        let fieldsValue = section.optional("fields")
        if kind != "nodes" { fieldsValue?.report("'fields' has no meaning for a quantity, only for 'nodes'") }
        switch kind {
        case "nodes":
            let nodes = nodes(value)
            let fields = fields(fieldsValue)
            guard let nodes, let fields else { return nil }
            return .nodes(nodes, fields: fields)
        case "quantity": return quantity(value).map { .quantities([$0]) }
        default: return value.distinct(of: "quantities", quantity).map(Observation.Subject.quantities)
        }
    }

    private func quantity(_ value: Value) -> String? {
        value.choice(of: Model.quantities.all.map(\.name))
    }

    private func fields(_ value: Value?) -> [String]? {
        guard let value else { return [] }
        var seen: [String: String] = [:]
        return value.distinct(orLone: true, of: "fields") { item in
            guard let name = item.choice(of: Model.fields + Model.fieldGroups.map(\.name)) else { return nil }
            let fields = Model.fields(of: name)
            // That the same name stands twice is told anyway.
            if let double = fields.first(where: { seen[$0] ?? name != name }), let other = seen[double] {
                let group = fields.count > 1 ? (name, fields) : (other, Model.fields(of: other))
                item.report(
                    "the field '\(double)' stands twice in the list of fields: "
                        + "'\(group.0)' stands for \(group.1.enumerated(with: "and"))")
                return nil
            }
            for field in fields { seen[field] = name }
            return name
        }
    }

    private func nodes(_ value: Value) -> [Int]? {
        if value.word == "all" { return nodeCount.map { Array(0..<$0) } }
        let indices = nodeNames.map { Dictionary(zip($0, 0...), uniquingKeysWith: { first, _ in first }) }
        return value.distinct(orLone: true, of: "nodes") { node($0, indices: indices) }
    }

    private func node(_ value: Value, indices: [String: Int]?) -> Int? {
        if let nodeNames, let indices {
            guard let name = value.word else {
                value.refuse(expected: "the name of a node")
                return nil
            }
            if let index = indices[name] { return index }
            reportUnknown(name, at: value, names: nodeNames)
            return nil
        }
        // Without a count the nodes themselves are what is wrong, which has been reported.
        guard let nodeCount else { return nil }
        return value.integer(.closed(0...nodeCount - 1))
    }

    private func reportUnknown(_ name: String, at value: Value, names: [String]) {
        let message = "there is no node '\(name)'"
        guard names.count > 12, let first = names.first, let last = names.last else {
            // Numbers that look alike are not misspellings of each other.
            return value.report(message, given: Double(name) == nil ? name : nil, allowed: names)
        }
        value.report(message, expected: "one of the \(names.count) nodes, '\(first)' to '\(last)'")
    }

    // MARK: When

    private func interval(_ value: Value?) -> Int? {
        guard let value else { return 1 }
        if value.form == .mapping {
            return value.section { section in
                let value = section.required("steps", for: "the number of steps")
                if let integration, !integration.hasOwnStep {
                    value?.report("'steps' needs a 'step' in 'integrate'", expected: "'every' as a time")
                    return nil
                }
                guard let value, let steps = value.integer(.atLeast(1)) else { return nil }
                return isWithinRun(steps, value) ? steps : nil
            }
        }
        guard let time = value.number(.positive), let grid = integration?.grid else { return nil }
        guard let steps = grid.steps(in: time), steps >= 1 else {
            value.report("'every' must be a whole number of steps, each \(grid.step.plain) long")
            return nil
        }
        return isWithinRun(steps, value) ? steps : nil
    }

    /// Whether a table with this interval has more than the initial state.
    private func isWithinRun(_ interval: Int, _ value: Value) -> Bool {
        guard let integration, interval > integration.stepCount else { return true }
        let end = integration.grid.time(ofStep: integration.stepCount).plain
        value.report(
            "\(value.name) is longer than the run: only the initial state would be recorded",
            expected: value.name == "'steps'"
                ? "at most \(integration.stepCount), with which the run ends at \(end)"
                : "at most \(end), the end of the run")
        return false
    }

    // MARK: Where

    private func name(_ value: Value?, of subject: Observation.Subject?, names: inout Set<String>) -> String? {
        if let value {
            guard let name = value.string() else { return nil }
            guard name.isFileName else {
                value.report(
                    "'\(name)' cannot be the name of a file", expected: "at most 200 letters, digits, '-', '_' and '.'")
                return nil
            }
            guard names.insert(name.lowercased()).inserted else {
                value.report(
                    "two observations are called '\(name)': their files would be the same",
                    expected: "names that differ by more than upper and lower case, which some file systems ignore")
                return nil
            }
            return name
        }
        guard let subject else { return nil }
        var name = subject.defaultName
        var number = 2
        while !names.insert(name.lowercased()).inserted {
            name = "\(subject.defaultName)-\(number)"
            number += 1
        }
        return name
    }
}

extension SimulationModel {
    /// The fields that a name stands for.
    fileprivate static func fields(of name: String) -> [String] {
        fieldGroups.first { $0.name == name }?.fields ?? [name]
    }
}

extension Observation.Subject {
    fileprivate var defaultName: String {
        switch self {
        case .nodes: "nodes"
        case .quantities(let names): names.count == 1 ? names[0] : "quantities"
        }
    }
}

extension String {
    fileprivate var isFileName: Bool {
        // File systems allow 255 bytes, some of which the ending and a number take up.
        !hasPrefix(".") && utf8.count <= 200 && allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    }
}

extension Value {
    /// The value as a list of at least one item, no two of them the same.
    fileprivate func distinct<Item: Hashable>(
        orLone: Bool = false, of items: String, _ read: (Value) -> Item?
    ) -> [Item]? {
        var seen: Set<Item> = []
        return list(.atLeast(1), orLone: orLone, of: items) { value in
            guard let item = read(value) else { return nil }
            guard seen.insert(item).inserted else {
                value.report("'\(value.word ?? "\(item)")' stands twice in the list of \(items)")
                return nil
            }
            return item
        }
    }

    /// The scalar as it is written, whether it could be a number or not.
    fileprivate var word: String? {
        guard case .scalar(let scalar) = node.content, !scalar.text.isEmpty else { return nil }
        return scalar.text
    }
}
