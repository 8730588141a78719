extension CauseTree {
    /// The tree in the Newick format of phylogenetics: each root with all that come from it on a line of its own, in which
    /// inner vertices have names, too, and lengths are times.
    ///
    /// J. Felsenstein, *The Newick tree format* (1990), https://phylipweb.github.io/phylip/newicktree.html.
    ///
    /// - Parameter label: The name of a node.
    /// - Returns: A line for each root.
    /// - Complexity: O(n) for n vertices.
    public func newick(label: (Int) -> String) -> String {
        let children = self.children
        var text = ""
        for root in vertices.indices where vertices[root].parent < 0 {
            // A vertex is met before its children, and again after them.
            var waiting: [(vertex: Int, isOver: Bool)] = [(root, false)]
            while let (index, isOver) = waiting.popLast() {
                if isOver || children[index].isEmpty {
                    if isOver { text += ")" }
                    text += Self.quoted(label(Int(vertices[index].node)))
                    if let interval = interval(of: vertices[index]) { text += ":\(interval)" }
                    if let next = waiting.last { text += next.isOver ? "" : "," }
                } else {
                    text += "("
                    waiting.append((index, true))
                    waiting += children[index].reversed().map { (Int($0), false) }
                }
            }
            text += ";\n"
        }
        return text
    }

    /// A name in quotation marks unless it is plain.
    private static func quoted(_ name: String) -> String {
        let isPlain =
            !name.isEmpty
            && name.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
            }
        return isPlain
            ? name : "'" + name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
}
