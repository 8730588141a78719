/// Edges with the names of their vertices.
struct NamedEdges {
    var names: [String]
    var columns: EdgeColumns

    /// For each further column a number for each edge.
    var numbers: [[Double]] = []

    /// The edges; if all names are whole numbers, with the vertices in their order.
    ///
    /// - Complexity: O(n) for n names, O(n log n + m) if they are numbers, for m edges.
    func withNumbersInOrder() -> NamedEdges {
        var labels: [Int] = []
        for name in names {
            // Texts such as "01" and "1" are different names, so that they are not taken for numbers.
            guard let label = Int(name), String(label) == name else { return self }
            labels.append(label)
        }
        let order = labels.indices.sorted { labels[$0] < labels[$1] }
        var numbers = ContiguousArray<Int32>(repeating: 0, count: order.count)
        for (number, old) in order.enumerated() { numbers[old] = Int32(truncatingIfNeeded: number) }
        return NamedEdges(
            names: order.map { names[$0] },
            columns: EdgeColumns(
                sources: ContiguousArray(columns.sources.map { numbers[Int($0)] }),
                targets: ContiguousArray(columns.targets.map { numbers[Int($0)] }), weights: columns.weights),
            numbers: self.numbers)
    }
}
