import Essentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A graph as it was read from a list of edges: a text with an edge in each line.
///
///     source,target          # FromNodeId ToNodeId          Ada Emmy 0.5
///     1,2                    0    11342                      Emmy Sofja 1
///
/// A line holds two vertices and, if the edges have weights, a number. What stands between them is a comma if the first of
/// these lines has one, else any spaces and tabs, unless ``Options/separator`` says otherwise. What is in quotation marks is
/// one name, in which two marks stand for one. Lines that begin with `#` or `%` are comments, as in the files of SNAP and
/// KONECT; empty lines mean nothing. Fields separated by commas need a header, `source,target` or `source,target,weight`,
/// or that of Gephi, `Source,Target,Type,Id,Label,Weight`, unless vertices are numbers. Between blanks there may be one, also
/// `FromNodeId ToNodeId`. Lines end by a line feed, with a carriage return or not. Files may be packed by gzip.
///
/// Lines of numbers below 2³¹ are read side by side by several threads, without an object for any of them; the result is
/// the same for any number of threads. Names are read by one thread, what is in quotation marks more slowly, and so is again
/// what turns out to be wrong, so that all problems can be told with their places.
///
/// Memory while reading, besides the graph: 10 bytes a line, 18 with weights; 8 more, 16 with weights, if one line of 200 or
/// more is not an edge; for a file that gzip has packed, up to four times what it is unpacked. A directed graph of 10⁸ edges
/// between 10⁷ vertices takes 1.9 GB while it is read.
public struct EdgeList: Equatable, Sendable {
    /// The graph, whose vertices are numbered from 0 and bear the names that they have in the file.
    public let graph: Graph

    /// How the vertices of a list are known.
    public enum Vertices: Equatable, Sendable {
        /// Those that appear in an edge: numbers in ascending order, or else names in order of appearance.
        case appearing

        /// A number of vertices, also such without an edge, with consecutive numbers in the file.
        case numbered(count: Int, from: Int)
    }

    /// How a list is to be understood.
    public struct Options: Equatable, Sendable {
        /// How the vertices are known.
        public var vertices = Vertices.appearing

        /// True if edges lead from the first vertex to the second only.
        public var isDirected = false

        /// True if a third field is the weight: unless given, if the first line has one. If false, further fields are left out of
        /// account, such as the times at which edges appear.
        public var isWeighted: Bool?

        /// The names of further columns of numbers, such as delays, which the first line must name; see `Graph.edgeTable`. Lines are
        /// then read one by one.
        public var columns: [String] = []

        /// The separator of the fields of a line, unless the first line is to tell it.
        public var separator: FieldSeparator?

        /// True if loops, and edges between vertices that an edge joins already, are left out instead of refused. Of several
        /// edges with weights the first counts.
        public var isSimplified = false

        /// The edges that the graph may have besides single ones between different vertices, where it is not simplified.
        public var allowedEdges: Graph.AllowedEdges = []

        /// How many threads read. The result does not depend on it.
        public var threadCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

        /// Creates the options that fit most files: appearing vertices, no direction, weights if there are any.
        public init() {}

        /// The edges that the file may have besides single ones between different vertices.
        var allowedEdgesOfGraph: Graph.AllowedEdges { isSimplified ? [.loops, .multipleEdges] : allowedEdges }
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: Where it lies.
    ///   - file: How it is called in error messages; its path unless another name is given.
    ///   - options: How it is to be understood.
    /// - Throws: `DataFileError` with all problems: no such file, damaged, no edges, lines with too few or too many fields,
    ///   vertices that are missing or out of range, weights that are not numbers, loops, edges that stand twice.
    /// - Complexity: O(n + m) for n vertices and m edges; O(m log m) if numbers are mostly greater than 64 m.
    public init(contentsOf path: String, named file: String? = nil, options: Options = Options()) throws(DataFileError)
    {
        try self.init(try FileBytes(contentsOf: path, named: file ?? path), options)
    }

    /// Reads a text.
    ///
    /// - Throws: `DataFileError`, as for a file.
    public init(text: String, named file: String, options: Options = Options()) throws(DataFileError) {
        try self.init(FileBytes(text: text, named: file), options)
    }

    init(_ file: FileBytes, _ options: Options) throws(DataFileError) {
        let form: EdgeListForm
        if let first = EdgeListForm(file, options) {
            form = first
        } else {
            form = try Self.formWithoutEdges(file, options)
        }
        graph = try EdgeListReader(file: file, form: form, options: options).graph()
    }

    /// The form of a file without a record, which is a graph only where the vertices are known.
    private static func formWithoutEdges(
        _ file: FileBytes, _ options: Options
    ) throws(DataFileError) -> EdgeListForm {
        if let place = file.loneCarriageReturn(in: 0..<file.bytes.count) {
            throw DataFileError(file: file.name, problems: [place])
        }
        guard options.vertices == .appearing else {
            return EdgeListForm(isWeighted: options.isWeighted == true, from: file.bytes.count, line: 1)
        }
        let reason =
            file.bytes.isEmpty ? "the file is empty" : "the file has no edges: there are only comments"
        let message = "\(reason); a graph without edges needs 'vertices', their number"
        throw DataFileError(file: file.name, problems: [.init(line: 1, column: 1, message)])
    }
}
