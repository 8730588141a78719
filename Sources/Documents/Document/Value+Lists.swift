extension Value {
    /// The value as a list.
    ///
    /// - Parameters:
    ///   - count: how many items there may be.
    ///   - orLone: whether a value that is not a list stands for a list of one item.
    ///   - items: what the items are, for messages.
    ///   - read: reads an item. All items are read, also after one that was refused.
    /// - Returns: the items, nil if one of them or the list itself was refused.
    // Compiled once: what is read once a run needs no version for each type, of which programs would grow.
    @_semantics("optimize.sil.specialize.generic.never")
    package func list<Item>(
        _ count: CountRange = .any, orLone: Bool = false, of items: String? = nil, _ read: (Value) -> Item?
    ) -> [Item]? {
        guard case .list(let nodes) = node.content else {
            if orLone, form != .nothing { return read(self).map { [$0] } }
            refuse(expected: "a list" + (items.map { " of \($0)" } ?? ""), meant: nil)
            return nil
        }
        let results = nodes.enumerated().map { index, node in
            read(
                Value(
                    node, subject: subject.item(index), path: path + [String(index)], at: nil,
                    reportingTo: diagnostics))
        }
        guard count.contains(nodes.count) else {
            report(.wrongCount(subject, found: nodes.count, expected: count))
            return nil
        }
        let values = results.compactMap { $0 }
        return values.count == nodes.count ? values : nil
    }
}

extension Value {
    /// The value as a list of at least one item, no two of them the same.
    package func distinct<Item: Hashable>(
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
}
