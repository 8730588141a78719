import Descriptions
import Networks
import SimulationEngine

extension FieldSeparator: ParameterValue {}

extension GraphFileFormat: ParameterValue {}

/// The keys of a graph from a file of any format.
enum GraphFileKeys {
    static let file = ParameterDescription("file", "the file of the graph", .file)
    static let format = Parameter<GraphFileFormat>("format", "the format, by the ending of the file unless given")
        .optional
    static let all =
        [ParameterDescription](file, format) + EdgeListKeys.options + [EdgeListKeys.directed.optional.description]
}

/// The keys of a graph from a list of edges.
enum EdgeListKeys {
    static let file = ParameterDescription("file", "the file of the edges", .file)
        .example(.text("edges.csv"))
    static let directed = Parameter("directed", "whether edges have a direction", default: false)
    static let simplify = Parameter("simplify", "whether loops and repeated edges are left out", default: false)
    static let weights = Parameter<Bool>(
        "weights", "whether a third field is a weight, by the file unless given", kind: .flag
    )
    .optional
    static let separator = Parameter<FieldSeparator>("separator", "what separates fields, by the file unless given")
        .optional
    static let columns = Parameter<[String]>(
        "columns", "further columns of numbers that edges begin with, such as delays, which the first line names",
        kind: .list(of: .text, count: 1...16)
    )
    .optional
    static let vertices = Parameter(count: "vertices", "the number of vertices, where some have no edges").optional
    static let numberedFrom = Parameter(count: "numbered-from", "the number of the first vertex", atLeast: 0)
        .companion(of: "vertices", default: 0)

    /// Those of all files.
    static let options = [ParameterDescription](simplify, weights, columns, separator)
    static let description = ComponentDescription(
        name: "edge-list", summary: "the edges in the lines of a file",
        parameters: [ParameterDescription](file, vertices, numberedFrom, directed) + options)
}

/// Reads where a graph comes from a file, whose format is known by its ending or given.
struct GraphFileReader {
    let data: DataFiles

    /// The edges that the graph may have besides single ones between different vertices.
    var allowedEdges: Graph.AllowedEdges = []

    /// True if whoever uses the graph takes numbers of edges besides weights.
    var takesEdgeNumbers = false

    /// A file of any format.
    func read(_ section: Section) -> Graph? {
        let file = section.given(GraphFileKeys.file)
        let format = section.value(of: GraphFileKeys.format)
        let directed = section.given(EdgeListKeys.directed.optional)
        if let file, let format, let known = format ?? file.word.map(GraphFileFormat.init(ofFile:)), known != .edgeList
        {
            directed?.report("only edge lists need 'directed': the format '\(known.rawValue)' says it itself")
            section.given(EdgeListKeys.separator)?.report(
                "only edge lists have a 'separator', not '\(known.rawValue)'")
            section.given(EdgeListKeys.columns)?.report(
                "only edge lists have 'columns', not '\(known.rawValue)'")
        }
        let isDirected = directed.map { $0.boolean() } ?? false
        let options = options(section, isDirected: isDirected)
        guard let file, let options, let format else { return nil }
        return data.open(file, at: "graph.file") { path throws(DataFileError) in
            try GraphFile(contentsOf: path, format: format, options: options).graph
        }
    }

    /// An edge list.
    ///
    /// - Parameters:
    ///   - section: The mapping.
    ///   - vertices: How the vertices are known, `nil` if that could not be read.
    /// - Returns: `nil` if something is wrong, which is reported.
    func readEdgeList(_ section: Section, vertices: EdgeList.Vertices?) -> Graph? {
        let file = section.given(EdgeListKeys.file)
        let isDirected = section.value(of: EdgeListKeys.directed)
        guard var options = options(section, isDirected: isDirected), let file, let vertices else { return nil }
        options.vertices = vertices
        return data.open(file, at: "graph.edge-list.file") { path throws(DataFileError) in
            try EdgeList(contentsOf: path, options: options).graph
        }
    }

    private func options(_ section: Section, isDirected: Bool?) -> EdgeList.Options? {
        let separator = section.value(of: EdgeListKeys.separator)
        let weights = section.value(of: EdgeListKeys.weights)
        let simplify = section.value(of: EdgeListKeys.simplify)
        let columns = columns(section)
        guard let weights, let separator, let simplify, let columns, let isDirected else { return nil }
        var options = EdgeList.Options()
        options.isDirected = isDirected
        options.isWeighted = weights
        options.isSimplified = simplify
        options.allowedEdges = allowedEdges
        options.separator = separator
        options.columns = columns
        return options
    }

    /// The names of further columns; `nil` if they are refused, which is reported.
    private func columns(_ section: Section) -> [String]? {
        guard let names = section.value(of: EdgeListKeys.columns) else { return nil }
        guard let names, let value = section.given(EdgeListKeys.columns) else { return [] }
        guard takesEdgeNumbers else {
            value.report(
                "edges have no numbers here but weights: only those of 'equations' have, as variables of edges")
            return nil
        }
        if let name = names.first(where: { ["source", "target", "weight"].contains($0.lowercased()) }) {
            value.report("'\(name)' is read anyway: 'columns' are those besides the ends of edges and 'weight'")
            return nil
        }
        guard Set(names.map { $0.lowercased() }).count == names.count else {
            value.report("a name stands twice in \(value.name), but each column may be named once")
            return nil
        }
        return names
    }
}
