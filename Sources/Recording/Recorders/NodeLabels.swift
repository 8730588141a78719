import SimulationEngine

/// The names or numbers by which nodes stand in a table.
final class NodeLabels {
    private var names: [TableText]?
    private let table: any TableWriter
    private let model: any SimulationModel

    init(_ model: any SimulationModel, in table: any TableWriter) {
        self.table = table
        self.model = model
        names = model.nodeNames.map { $0.map(table.text) }
    }

    /// Appends a node by its name if it has one, otherwise by its number.
    @inline(__always)
    func append(_ node: Int) {
        guard let names else { return table.append(integer: node) }
        table.append(node < names.count ? names[node] : newName(of: node))
    }

    /// The name of a node that has come since the names were looked up.
    private func newName(of node: Int) -> TableText {
        let known = names?.count ?? 0
        names?.append(contentsOf: (known...node).map { table.text(model.name(of: $0) ?? String($0)) })
        return names?[node] ?? table.text(String(node))
    }
}
