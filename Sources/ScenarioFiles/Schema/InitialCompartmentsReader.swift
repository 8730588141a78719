import Networks

/// Reads how many nodes are in which compartment at the beginning, as parts of all nodes or as numbers:
///
///     initial: {infected: 0.01, recovered: {count: 10}}
struct InitialCompartmentsReader {
    let graph: Graph?

    /// Reads the numbers of nodes in compartments.
    ///
    /// - Parameters:
    ///   - value: The mapping.
    ///   - others: The compartments that it may name.
    /// - Returns: A number for each compartment that it names; `nil` if something is wrong, which is reported.
    func read<State: CompartmentName>(
        _ value: Value, others: some Sequence<State>
    ) -> [(state: State, count: Int)]? {
        value.section { section in
            var chosen: [(state: State, count: Int)] = []
            var isGood = true
            for state in others {
                guard let value = section.optional(state.rawValue) else { continue }
                if let count = count(value) { chosen.append((state, count)) } else { isGood = false }
            }
            guard isGood else { return nil }
            if let graph, chosen.reduce(0, { $0 + $1.count }) > graph.vertexCount {
                value.report("'initial' has more nodes than there are", expected: "at most \(graph.vertexCount)")
                return nil
            }
            return chosen
        }
    }

    /// A number of nodes, written as a part of all or as `{count: …}`.
    private func count(_ value: Value) -> Int? {
        let vertexCount = graph?.vertexCount
        if value.form == .mapping {
            return value.section(of: [CompartmentKeys.count]) { section in
                section.read(CompartmentKeys.count) { $0.integer(.closed(0...(vertexCount ?? Int(Int32.max)))) }
            }
        }
        guard let part = value.number(.closed(0.0...1.0)) else { return nil }
        guard let vertexCount else { return 0 }
        let count = Int((part * Double(vertexCount)).rounded())
        guard count > 0 || part == 0 else {
            value.report(
                "\(value.name) is less than half a node of \(vertexCount)", expected: "a greater part, or {count: …}")
            return nil
        }
        return count
    }
}
