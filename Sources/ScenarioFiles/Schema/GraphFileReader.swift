import Networks
import SimulationEngine

/// Reads where a graph comes from a file:
///
///     graph: {file: karate.gml}               the format by the ending, or format: gml
///     graph: {file: web.txt.gz, directed: true, weights: false, simplify: true}
struct GraphFileReader {
    let data: DataFiles

    /// What the graph may have besides single edges between different vertices.
    var allowedEdges: Graph.AllowedEdges = []

    /// A file of any format.
    func read(_ section: Section) -> Graph? {
        let file = section.required("file", for: "the file of the graph")
        let formatValue = section.optional("format")
        let format = formatValue.map { $0.choice(of: GraphFileFormat.self) }
        let directed = section.optional("directed")
        if let file, let known = format ?? file.word.map(GraphFileFormat.init(ofFile:)), known != .edgeList {
            directed?.report("only edge lists need 'directed': the format '\(known.rawValue)' says it itself")
            section.optional("separator")?.report("only edge lists have a 'separator', not '\(known.rawValue)'")
        }
        let options = options(section, directed)
        guard let file, let options, format != .some(.none) else { return nil }
        return data.open(file, at: "graph.file") { path throws(DataFileError) in
            try GraphFile(contentsOf: path, format: format ?? nil, options: options).graph
        }
    }

    /// An edge list.
    ///
    /// - Parameters:
    ///   - section: The mapping.
    ///   - vertices: How the vertices are known, `nil` if that could not be read.
    /// - Returns: `nil` if something is wrong, which is reported.
    func readEdgeList(_ section: Section, vertices: EdgeList.Vertices?) -> Graph? {
        let file = section.required("file", for: "the file of the edges")
        section.noteDefault("directed", "false")
        guard var options = options(section, section.optional("directed")), let file, let vertices else { return nil }
        options.vertices = vertices
        return data.open(file, at: "graph.edge-list.file") { path throws(DataFileError) in
            try EdgeList(contentsOf: path, options: options).graph
        }
    }

    private func options(_ section: Section, _ directed: Value?) -> EdgeList.Options? {
        section.noteDefault("simplify", "false")
        let separator = section.optional("separator").map { $0.choice(of: FieldSeparator.self) }
        let weights = section.optional("weights").map { $0.boolean() }
        let simplify = section.optional("simplify").map { $0.boolean() } ?? false
        let isDirected = directed.map { $0.boolean() } ?? false
        guard weights != .some(.none), separator != .some(.none), let simplify, let isDirected else { return nil }
        var options = EdgeList.Options()
        options.isDirected = isDirected
        options.isWeighted = weights ?? nil
        options.isSimplified = simplify
        options.allowedEdges = allowedEdges
        options.separator = separator ?? nil
        return options
    }
}
