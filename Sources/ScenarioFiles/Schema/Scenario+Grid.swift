extension Scenario {
    /// The numbers of nodes along the axes of a graph whose nodes stand in rows, the first axis first; `nil` for others.
    package var gridSides: [Int]? {
        guard let generator = document.root.entries(of: "graph").first else { return nil }
        switch generator.key {
        case "ring": return generator.value.value(of: "nodes").flatMap(\.integer).map { [$0] }
        case "lattice", "moore-lattice":
            guard case .list(let items) = generator.value.value(of: "sides")?.content else { return nil }
            return items.compactMap(\.integer)
        default: return nil
        }
    }
}

extension DocumentNode {
    /// The entries of a mapping behind one of its keys.
    fileprivate func entries(of key: String) -> [Entry] {
        guard case .mapping(let entries) = value(of: key)?.content else { return [] }
        return entries
    }

    fileprivate func value(of key: String) -> DocumentNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }?.value
    }

    fileprivate var integer: Int? {
        guard case .scalar(let scalar) = content else { return nil }
        return Int(scalar.text)
    }
}
