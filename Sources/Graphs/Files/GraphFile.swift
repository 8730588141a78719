import Essentials

/// A graph as it was read from a file, with what the file says of its vertices and edges.
///
///     let club = try GraphFile(contentsOf: "karate.gml")
///     club.graph.vertexNames
///     club.vertexAttributes.first { $0.name == "club" }?.values
public struct GraphFile: Equatable, Sendable {
    /// The graph. Its vertices bear the names that they have in the file; their weights are those of the edges there.
    public let graph: Graph

    /// The attributes of the vertices, besides their names.
    public var vertexAttributes: [GraphAttribute]

    /// The attributes of the edges, besides their weights, in the order of `graph.edges`.
    public var edgeAttributes: [GraphAttribute]

    /// Puts a graph and its attributes together, to write them.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - vertexAttributes: Attributes with a value, or none, for each vertex.
    ///   - edgeAttributes: Attributes with a value, or none, for each of `graph.edges`.
    public init(
        _ graph: Graph, vertexAttributes: [GraphAttribute] = [], edgeAttributes: [GraphAttribute] = []
    ) {
        self.graph = graph
        self.vertexAttributes = vertexAttributes
        self.edgeAttributes = edgeAttributes
    }

    /// Reads a file, which gzip may have packed.
    ///
    /// - Parameters:
    ///   - path: Where it lies.
    ///   - file: How it is called in error messages; its path unless another name is given.
    ///   - format: The format; what the ending says unless given.
    ///   - options: How it is to be understood. All formats but the edge list say themselves which vertices there are and
    ///     whether edges have a direction.
    /// - Throws: `DataFileError` with what is wrong, where, and what would be right.
    public init(
        contentsOf path: String, named file: String? = nil, format: GraphFileFormat? = nil,
        options: EdgeList.Options = EdgeList.Options()
    ) throws(DataFileError) {
        let bytes = try FileBytes(contentsOf: path, named: file ?? path)
        try self.init(bytes, format ?? GraphFileFormat(ofFile: path), options)
    }

    /// Reads a text.
    ///
    /// - Throws: `DataFileError`, as for a file.
    public init(
        text: String, named file: String, format: GraphFileFormat? = nil,
        options: EdgeList.Options = EdgeList.Options()
    ) throws(DataFileError) {
        try self.init(FileBytes(text: text, named: file), format ?? GraphFileFormat(ofFile: file), options)
    }

    private init(
        _ file: FileBytes, _ format: GraphFileFormat, _ options: EdgeList.Options
    ) throws(DataFileError) {
        switch format {
        case .edgeList: self.init(try EdgeList(file, options).graph)
        case .matrixMarket: self.init(try MatrixMarketReader(file: file, options: options).read())
        case .graphML: self = try GraphMLReader(file).read(options)
        case .gml: self = try GMLReader(file).read(options)
        case .pajek: self = try PajekReader(file).read(options)
        }
    }
}

/// An attribute of all vertices or all edges, such as their colours.
public struct GraphAttribute: Equatable, Sendable {
    /// The name.
    public let name: String

    /// The type of the values, in the words of GraphML.
    public let kind: Kind

    /// The values as they are written, for each vertex or edge one; `nil` where there is none.
    public let values: [String?]

    /// The kinds of values.
    public enum Kind: String, Sendable {
        case boolean, int, long, float, double, string
    }

    /// Creates an attribute.
    public init(name: String, kind: Kind, values: [String?]) {
        self.name = name
        self.kind = kind
        self.values = values
    }
}
