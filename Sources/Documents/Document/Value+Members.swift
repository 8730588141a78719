/// Looks into mappings before they are read as sections.
extension Value {
    /// The entries of a mapping; none of anything else.
    package var entries: [DocumentNode.Entry] {
        if case .mapping(let entries) = node.content { entries } else { [] }
    }

    /// Tests if the value is a mapping with a key.
    package func hasKey(_ key: String) -> Bool {
        guard case .mapping(let entries) = node.content else { return false }
        return entries.contains { $0.key == key }
    }

    /// The value of a key of a mapping, `nil` if there is no such thing.
    package func member(_ key: String, reportingTo diagnostics: Diagnostics) -> Value? {
        guard case .mapping(let entries) = node.content, let entry = entries.first(where: { $0.key == key }) else {
            return nil
        }
        return Value(
            entry.value, subject: .value(key), path: path + [key], at: (key, entry.keyPosition),
            reportingTo: diagnostics)
    }

    /// The value of a key of a mapping, to report to where this one does.
    package func member(_ key: String) -> Value? { member(key, reportingTo: diagnostics) }

    /// The value of the first key of a mapping.
    package var onlyMember: Value? { entries.first.flatMap { member($0.key) } }

    /// The values of a key in the items of a list, with the numbers of the items.
    package func members(_ key: String) -> [(index: Int, value: Value)] {
        guard case .list(let items) = node.content else { return [] }
        return items.enumerated().compactMap { index, node in
            let item = Value(
                node, subject: subject.item(index), path: path + [String(index)], at: nil, reportingTo: diagnostics)
            return item.member(key).map { (index, $0) }
        }
    }
}
