extension Scenario {
    /// The text of a scenario with interventions at certain times besides its own.
    ///
    /// - Parameters:
    ///   - path: The file of the scenario.
    ///   - interventions: Who does what when, in YAML, as items of `intervene:` without a time.
    /// - Returns: The text of the scenario.
    /// - Throws: `ScenarioError`.
    package static func text(
        of path: String, adding interventions: [(name: String, time: Double, text: String)]
    ) throws -> String {
        var items: [DocumentNode] = []
        for intervention in interventions {
            let document = try Document(SourceText(name: intervention.name, text: intervention.text))
            let when = try Document(SourceText(name: "time", text: "when: {at: \(intervention.time)}"))
            let name = try Document(SourceText(name: "name", text: "name: \(intervention.name.inDoubleQuotes)"))
            items.append(document.adding(when.entries + name.entries).root)
        }
        return try Document(SourceText(path: path)).appending(items, to: WatchingBlocks.intervene.name).yaml()
    }
}

extension Document {
    /// The entries of the mapping at the top.
    fileprivate var entries: [DocumentNode.Entry] {
        guard case .mapping(let entries) = root.content else { return [] }
        return entries
    }

    /// The document with more entries at the top.
    fileprivate func adding(_ others: [DocumentNode.Entry]) -> Document {
        replacing(root: DocumentNode(content: .mapping(entries + others), position: root.position))
    }

    /// The document with more items in a list behind one of its keys, which may be missing.
    fileprivate func appending(_ items: [DocumentNode], to key: String) -> Document {
        var entries = entries
        let position = root.position
        guard let place = entries.firstIndex(where: { $0.key == key }) else {
            let list = DocumentNode(content: .list(items), position: position)
            return adding([DocumentNode.Entry(key: key, keyPosition: position, value: list)])
        }
        if case .list(let known) = entries[place].value.content {
            entries[place].value.content = .list(known + items)
        }
        return replacing(root: DocumentNode(content: .mapping(entries), position: position))
    }
}
