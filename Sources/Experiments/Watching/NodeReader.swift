import Descriptions
import SimulationEngine

/// The key of a condition that says which nodes.
enum NodeKeys {
    static let condition = ParameterDescription(
        "where", "a condition over the fields of a node", .condition)
}

/// Reads which nodes and which of their fields.
package struct NodeReader {
    let system: WatchedSystem
    let changes: NodeChanges

    /// Some nodes.
    ///
    /// - Parameters:
    ///   - value: The choice of nodes.
    ///   - includingExpected: True if nodes may be among them that come during the run.
    /// - Returns: The nodes, `nil` if something was refused.
    func selection(_ value: Value, includingExpected: Bool = true) -> NodeSelection? {
        if value.form == .mapping {
            return value.section(of: [NodeKeys.condition]) { section in
                section.read(NodeKeys.condition) { system.nodeExpression($0, .truth) }.map { .nodes(where: $0) }
            }
        }
        if value.word == "all" { return .all }
        guard includingExpected, changes.addNodes else { return list(value).map { .nodes($0) } }
        return value.distinct(orLone: true, of: "nodes") { reference($0) }.map(selection(of:))
    }

    /// A lone node, which may come during the run.
    func lone(_ value: Value) -> NodeSelection? {
        reference(value).map { selection(of: [$0]) }
    }

    /// Those that are there at the beginning need not be looked for.
    private func selection(of references: [NodeReference]) -> NodeSelection {
        let numbers = references.compactMap { reference -> Int? in
            if case .number(let number) = reference, number < system.nodeCount ?? 0 { number } else { nil }
        }
        return numbers.count == references.count ? .nodes(numbers) : .expected(references)
    }

    /// A node that is there at the beginning, or that is added during the run.
    func reference(_ value: Value) -> NodeReference? {
        if let added = added(value) { return added }
        return node(value).map(NodeReference.number)
    }

    /// A node that is added during the run.
    private func added(_ value: Value) -> NodeReference? {
        guard changes.addNodes, let word = value.word else { return nil }
        if let indices = system.indices {
            return indices[word] == nil && changes.addedNames.contains(word) ? .name(word) : nil
        }
        guard let count = system.nodeCount, let number = Int(word), number >= count else { return nil }
        return .number(number)
    }

    /// Nodes that are given once for all.
    func fixed(_ value: Value) -> [Int]? {
        guard value.form != .mapping else {
            value.report(
                "\(value.name) cannot be a condition here: it is asked once for all",
                expected: "'all', a node or a list of nodes")
            return nil
        }
        if value.word == "all" { return system.nodeCount.map { Array(0..<$0) } }
        return list(value)
    }

    /// Nodes under a key, all that there are unless given.
    package func fixed(_ section: Section, _ key: ParameterDescription) -> [Int]? {
        section.read(key, else: system.nodeCount.map { Array(0..<$0) }) { fixed($0) }
    }

    private func list(_ value: Value) -> [Int]? {
        value.distinct(orLone: true, of: "nodes") { node($0) }
    }

    /// One node that is there at the beginning.
    package func node(_ value: Value) -> Int? {
        guard added(value) == nil else {
            value.report(
                "the node '\(value.word ?? "")' comes during the run, but \(value.name) must be there at the beginning")
            return nil
        }
        if let names = system.nodeNames, let indices = system.indices {
            guard let name = value.word else {
                value.refuse(expected: "the name of a node")
                return nil
            }
            if let index = indices[name] { return index }
            reportUnknown(name, at: value, names: names)
            return nil
        }
        // Without a count the nodes themselves are what is wrong, which has been reported.
        guard let nodeCount = system.nodeCount else { return nil }
        return value.integer(.closed(0...nodeCount - 1))
    }

    private func reportUnknown(_ name: String, at value: Value, names: [String]) {
        let message = "there is no node '\(name)'"
        let added = changes.addedNames
        let count = names.count + added.count
        guard count > 12, let first = names.first, let last = added.max() ?? names.last else {
            // Numbers that look alike are not misspellings of each other.
            return value.report(message, given: Double(name) == nil ? name : nil, allowed: names + added.sorted())
        }
        value.report(message, expected: "one of the \(count) nodes, '\(first)' to '\(last)'")
    }

    // MARK: Fields

    /// Fields and groups of fields under a key; none stand for all.
    package func fields(_ section: Section, _ key: ParameterDescription) -> [String]? {
        section.noteDefault(key, system.names.fields.content)
        return section.read(key, else: []) { fields($0) }
    }

    /// Fields and groups of fields.
    func fields(_ value: Value) -> [String]? {
        var seen: [String: String] = [:]
        return value.distinct(orLone: true, of: "fields") { item in
            guard let name = item.choice(of: system.names.fields + system.names.fieldGroups.map(\.name)) else {
                return nil
            }
            let fields = system.names.fields(of: name)
            // That the same name stands twice is told anyway.
            if let double = fields.first(where: { seen[$0] ?? name != name }), let other = seen[double] {
                let group = fields.count > 1 ? (name, fields) : (other, system.names.fields(of: other))
                item.report(
                    "the field '\(double)' stands twice in the list of fields: "
                        + "'\(group.0)' stands for \(group.1.enumerated(with: "and"))")
                return nil
            }
            for field in fields { seen[field] = name }
            return name
        }
    }
}
