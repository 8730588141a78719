/// A format in which graphs are stored.
public enum GraphFileFormat: String, CaseIterable, Sendable {
    /// A text with an edge in each line: ``EdgeList``.
    case edgeList = "edge-list"

    /// GraphML, an XML (U. Brandes et al., *GraphML progress report*, Graph Drawing 2001, Lecture Notes in Computer
    /// Science 2265, 501, DOI 10.1007/3-540-45848-4_59).
    case graphML = "graphml"

    /// The graph modelling language (M. Himsolt, *GML: a portable graph file format*, Universität Passau 1997), as networkx,
    /// igraph and M. E. J. Newman's collection write it.
    case gml

    /// A sparse matrix in coordinates of the exchange format of NIST's Matrix Market (R. F. Boisvert, R. Pozo and
    /// K. A. Remington, NISTIR 5935 (1996), DOI 10.6028/NIST.IR.5935).
    case matrixMarket = "matrix-market"

    /// A network of the program Pajek (V. Batagelj and A. Mrvar).
    case pajek

    /// The format that the ending of a file's name says, `.gz` left out of account; an edge list unless it is one of
    /// `.graphml`, `.xml`, `.gml`, `.mtx`, `.net` and `.paj`.
    public init(ofFile path: String) {
        var name = path.lowercased()[...]
        if name.hasSuffix(".gz") { name = name.dropLast(3) }
        let format = Self.endings.first { ending, _ in name.hasSuffix(ending) }
        self = format?.1 ?? .edgeList
    }

    private static let endings: [(String, GraphFileFormat)] = [
        (".graphml", .graphML), (".xml", .graphML), (".gml", .gml), (".mtx", .matrixMarket), (".net", .pajek),
        (".paj", .pajek),
    ]
}
