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
///         every: …              optional: a time, or {steps: …}; every step unless given
///         name: …               optional: the name of the file, 'nodes' unless given
///       - quantity: …           a quantity, after which the file is named
///       - quantities: […]       several quantities in one file, 'quantities' unless given
struct ObservationReader<Model: SimulationModel> {
    let nodeNames: [String]?
    let nodeCount: Int?
    let grid: TimeGrid?

    init(model: Model.Type, nodeNames: [String]?, nodeCount: Int?, grid: TimeGrid?) {
        self.nodeNames = nodeNames
        self.nodeCount = nodeCount
        self.grid = grid
    }

    func read(_ value: Value?) -> [Observation]? {
        guard let value else { return [] }
        var names: Set<String> = []
        return value.list(of: "observations") { item in
            item.section { observation($0, names: &names) }
        }
    }

    private func observation(_ section: Section, names: inout Set<String>) -> Observation? {
        let subject = subject(section)
        let interval = interval(section.optional("every"))
        let name = name(section.optional("name"), of: subject, names: &names)
        guard let subject, let interval, let name else { return nil }
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
        switch kind {
        case "nodes":
            let nodes = nodes(value)
            let fields = fields(section.optional("fields"))
            guard let nodes, let fields else { return nil }
            return .nodes(nodes, fields: fields)
        case "quantity": return quantity(value).map { .quantities([$0]) }
        default: return value.list(.atLeast(1), of: "quantities", quantity).map(Observation.Subject.quantities)
        }
    }

    private func quantity(_ value: Value) -> String? {
        value.choice(of: Model.quantities.all.map(\.name))
    }

    private func fields(_ value: Value?) -> [String]? {
        guard let value else { return [] }
        return value.list(.atLeast(1), orLone: true, of: "fields") {
            $0.choice(of: Model.fields + Model.fieldGroups.map(\.name))
        }
    }

    private func nodes(_ value: Value) -> [Int]? {
        if value.word == "all" { return nodeCount.map { Array(0..<$0) } }
        return value.list(.atLeast(1), orLone: true, of: "nodes", node)
    }

    private func node(_ value: Value) -> Int? {
        if let nodeNames {
            guard let name = value.word else {
                value.refuse(expected: "the name of a node")
                return nil
            }
            if let index = nodeNames.firstIndex(of: name) { return index }
            value.report("there is no node '\(name)'", given: name, allowed: nodeNames.count <= 50 ? nodeNames : [])
            return nil
        }
        // Without a count the nodes themselves are what is wrong, which has been reported.
        guard let nodeCount else { return nil }
        return value.integer(.closed(0...nodeCount - 1))
    }

    // MARK: When

    private func interval(_ value: Value?) -> Int? {
        guard let value else { return 1 }
        if value.form == .mapping {
            return value.section { section in
                section.required("steps", for: "the number of steps").flatMap { $0.integer(.atLeast(1)) }
            }
        }
        guard let time = value.number(.positive), let grid else { return nil }
        guard let steps = grid.steps(in: time), steps >= 1 else {
            value.report("'every' must be a whole number of steps, each \(grid.step.plain) long")
            return nil
        }
        return steps
    }

    // MARK: Where

    private func name(_ value: Value?, of subject: Observation.Subject?, names: inout Set<String>) -> String? {
        if let value {
            guard let name = value.string() else { return nil }
            guard name.isFileName else {
                value.report("'\(name)' cannot be the name of a file", expected: "letters, digits, '-', '_' and '.'")
                return nil
            }
            guard names.insert(name).inserted else {
                value.report("two observations are called '\(name)': their files would be the same")
                return nil
            }
            return name
        }
        guard let subject else { return nil }
        var name = subject.defaultName
        var number = 2
        while !names.insert(name).inserted {
            name = "\(subject.defaultName)-\(number)"
            number += 1
        }
        return name
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
        !hasPrefix(".") && allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    }
}

extension Value {
    /// The scalar as it is written, whether it could be a number or not.
    fileprivate var word: String? {
        guard case .scalar(let scalar) = node.content, !scalar.text.isEmpty else { return nil }
        return scalar.text
    }
}
