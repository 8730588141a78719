import Descriptions
import Networks
import SimulationEngine

/// A measure of a graph, with all that it needs to know. Two of the same kind are the same.
struct PlannedMeasure<Model: SimulationModel>: Hashable, CustomStringConvertible {
    let measure: GraphMeasure

    /// The numbers of the graph of a model, with their names.
    let values: (Model, MeasuredGraph) throws -> [(String, MeasuredNumber?)]

    static func == (one: Self, other: Self) -> Bool { one.measure == other.measure }

    func hash(into hasher: inout Hasher) { hasher.combine(measure) }

    var description: String { measure.rawValue }
}

enum PathLengthKeys {
    static let from = ParameterDescription(
        "from", "from how many nodes, drawn at random, to all others; from all unless given",
        .integer(1...ParameterKind.greatestCount), .optional)
    static let all = [from]
}

/// The keys of a partition whose modularity is measured.
enum ModularityKeys {
    static let groups = key("groups", "lists of nodes in which each stands once", .items(.items(.node)))
    static let field = key("field", "a field: nodes with the same number in it are a group", .field)
    static let file = key("file", "a CSV file: nodes of which a column says the same are a group", .file)
    static let column = ParameterDescription(
        "column", "which column of the file", .text, .companion(of: "file", .text(usualColumn)))
    static let usualColumn = "community"
    static let partitions = [groups, field, file]
    static let all = partitions + [column]

    private static func key(_ name: String, _ summary: String, _ kind: ParameterKind) -> ParameterDescription {
        ParameterDescription(name, summary, kind, .oneOf(["field", "groups", "file"]))
    }
}

/// Reads a measure of a graph, by its name alone or as a mapping where there is more to say.
struct PlannedMeasureReader<Model: SimulationModel> {
    private typealias Keys = ModularityKeys

    let context: WatchContext<Model>

    /// A measure that the graph has.
    func read(_ value: Value) -> PlannedMeasure<Model>? {
        guard let (measure, parameters) = value.variant(of: GraphMeasure.self, orBareName: true) else { return nil }
        guard isDefined(measure, value) else { return nil }
        return parameters.section(of: measure.description.parameters) { section in
            switch measure {
            case .modularity: modularity(section, parameters)
            case .pathLengths: pathLengths(section, value)
            default: PlannedMeasure(measure: measure) { try measure.values(of: $1.graph) }
            }
        }
    }

    /// Tests if the graph has a measure. What it lacks is reported.
    private func isDefined(_ measure: GraphMeasure, _ value: Value) -> Bool {
        guard let graph = context.system.graph else { return true }
        if measure.needsUndirected, graph.isDirected {
            value.report(
                "'\(measure.rawValue)' is defined for undirected graphs, but edges have a direction",
                expected: GraphMeasure.allCases.filter { !$0.needsUndirected }.map(\.rawValue).joined(separator: ", "))
            return false
        }
        if measure == .laplacianSpectrum, graph.vertexCount > Graph.greatestSpectrumSize {
            value.report(
                "'laplacian-spectrum' takes a matrix of all pairs of nodes, of which there are too many here",
                expected:
                    "at most \(Graph.greatestSpectrumSize) nodes, or 'algebraic-connectivity' and 'laplacian-radius'")
            return false
        }
        return true
    }

    // MARK: Paths

    private func pathLengths(_ section: Section, _ value: Value) -> PlannedMeasure<Model>? {
        let greatest = context.system.graph?.vertexCount ?? Int(Int32.max)
        guard let sample = section.given(PathLengthKeys.from) else {
            guard greatest <= GraphMeasure.greatestVertexCountForPaths || context.system.graph == nil else {
                value.report(
                    "'path-lengths' follows the paths between all pairs of nodes, of which there are too many here",
                    expected: "at most \(GraphMeasure.greatestVertexCountForPaths) nodes, or a sample: "
                        + "path-lengths: {from: 100}")
                return nil
            }
            return PlannedMeasure(measure: .pathLengths) { try GraphMeasure.pathLengths.values(of: $1.graph) }
        }
        guard let count = sample.integer(.closed(1...greatest)), let streams = context.system.streams else {
            return nil
        }
        return PlannedMeasure(measure: .pathLengths) { _, measured in
            // Of fewer nodes that are left, all.
            let graph = measured.graph
            guard graph.vertexCount > count else { return try GraphMeasure.pathLengths.values(of: graph) }
            return GraphMeasure.values(of: try graph.pathLengths(fromSampleOf: count, from: streams))
        }
    }

    // MARK: Partitions

    private func modularity(_ section: Section, _ value: Value) -> PlannedMeasure<Model>? {
        let given = section.exactlyOne(of: Keys.partitions, in: "a modularity", to: "which partition")
        guard let (key, partition) = given else { return nil }
        let column = section.given(Keys.column)
        if key != Keys.file {
            column?.report("'column' is one of a 'file', which is not given")
        }
        if let graph = context.system.graph, let count = context.system.nodeCount, count != graph.vertexCount {
            value.report("a partition is one of the nodes of the graph, which the nodes of this model are not")
            return nil
        }
        if key == Keys.field {
            guard
                let field = partition.choice(of: context.system.names.fields).flatMap({
                    try? context.system.names.fieldIndex($0)
                })
            else {
                return nil
            }
            return PlannedMeasure(measure: .modularity) { model, measured in
                [("modularity", .number(try measured.modularity(of: communities(of: model, field))))]
            }
        }
        let known =
            key == Keys.file ? PartitionFileReader(system: context.system).read(partition, column) : groups(partition)
        return known.map { communities in
            PlannedMeasure(measure: .modularity) { model, measured in
                // Nodes that have come since then are communities of their own.
                let first = (communities.max() ?? 0) + 1
                let new = first..<first + model.nodeCount - communities.count
                return [("modularity", .number(try measured.modularity(of: communities + new)))]
            }
        }
    }

    /// The number of the community of each node: those with the same number in a field are in the same one.
    private func communities(of model: Model, _ field: Int) -> [Int] {
        let nodes = Array(0..<model.nodeCount)
        var values = [Double](repeating: 0, count: nodes.count)
        nodes.withUnsafeBufferPointer { nodes in
            values.withUnsafeMutableBufferPointer { model.copyField(field, of: nodes, into: $0) }
        }
        var numbers: [Double: Int] = [:]
        return values.map { value in
            let number = numbers[value] ?? numbers.count
            numbers[value] = number
            return number
        }
    }

    /// The number of the group of each node, of lists of nodes in which each stands once.
    private func groups(_ value: Value) -> [Int]? {
        guard let nodeCount = context.system.nodeCount else { return nil }
        let reader = context.nodes
        guard let groups = value.list(.atLeast(1), of: "groups", { $0.list(of: "nodes") { reader.node($0) } }) else {
            return nil
        }
        var communities = [Int?](repeating: nil, count: nodeCount)
        for (number, node) in groups.enumerated().flatMap({ group in group.element.map { (group.offset, $0) } }) {
            guard communities[node] == nil else {
                value.report(
                    "node \(context.system.label(of: node)) stands in two groups, or twice in one",
                    expected: "each node once")
                return nil
            }
            communities[node] = number
        }
        if let missing = communities.firstIndex(of: nil) {
            value.report("node \(context.system.label(of: missing)) is in no group", expected: "each node in one group")
            return nil
        }
        return communities.compactMap { $0 }
    }
}
