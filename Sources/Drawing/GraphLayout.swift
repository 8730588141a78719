import Essentials
import Graphs

/// Where the nodes of a graph stand, as Graphviz places them: by springs (`neato`) if there are few, else by `sfdp`, an algorithm for
/// large graphs (Y. F. Hu, *The Mathematica Journal* 10, 2005, 37).
package struct GraphLayout {
    /// The places of the vertices.
    package let places: [SIMD2<Double>]

    /// True if its edges have directions.
    package let isDirected: Bool

    /// The edges.
    package let pairs: [(source: Int, target: Int)]

    /// A graph of more is a blot.
    static let nodeCounts = 2...5000
    static let greatestEdgeCount = 20_000

    /// Tests if a picture of a graph would show anything.
    package static func shows(_ graph: Graph) -> Bool {
        guard nodeCounts.contains(graph.vertexCount), (1...greatestEdgeCount).contains(graph.edgeCount) else {
            return false
        }
        // All on all says nothing.
        return Double(graph.edgeCount) < 0.5 * Double(graph.vertexCount) * Double(graph.vertexCount - 1) / 2
            || graph.vertexCount <= 12
    }

    /// Places the vertices of a graph.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - path: A file that is written meanwhile, without an ending.
    /// - Throws: ``PlotError``.
    package init(of graph: Graph, in path: String) throws(PlotError) {
        let columns = graph.edges
        pairs = zip(columns.sources, columns.targets).map { (Int($0), Int($1)) }
        isDirected = graph.isDirected
        let isSmall = graph.vertexCount <= 200
        var text =
            "graph { start=7; overlap=\(isSmall ? "false" : "true"); splines=false; node [shape=point, width=0.2];\n"
        for vertex in 0..<graph.vertexCount { text += "\(vertex);\n" }
        for edge in pairs where edge.source != edge.target { text += "\(edge.source) -- \(edge.target);\n" }
        text += "}\n"
        defer { for ending in ["dot", "plain"] { remove("\(path).\(ending)") } }
        try write(text, to: "\(path).dot")
        let engine = isSmall ? "neato" : "sfdp"
        try ExternalProgram.sfdp.run(["-K\(engine)", "-Tplain", "\(path).dot"], writingTo: "\(path).plain")
        places = try Self.places(of: graph.vertexCount, in: "\(path).plain")
    }

    private static func places(of count: Int, in path: String) throws(PlotError) -> [SIMD2<Double>] {
        let bytes: [UInt8]
        do throws(InputFile.Failure) {
            bytes = try InputFile(path).bytes()
        } catch {
            throw .failed(program: ExternalProgram.sfdp.name, output: error.words)
        }
        var places = [SIMD2<Double>?](repeating: nil, count: count)
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 3, words[0] == "node", let vertex = Int(words[1]), places.indices.contains(vertex),
                let x = Double(words[2]), let y = Double(words[3])
            else { continue }
            places[vertex] = SIMD2(x, y)
        }
        let known = places.compactMap { $0 }
        guard known.count == count else {
            throw .failed(program: ExternalProgram.sfdp.name, output: "it has placed \(known.count) of \(count) nodes")
        }
        return known
    }

    /// The ranges that are shown: all places, with room for names.
    package var ranges: (x: ClosedRange<Double>, y: ClosedRange<Double>) {
        let (x, y) = (places.map(\.x).extent ?? 0...1, places.map(\.y).extent ?? 0...1)
        let margin = max(2 * nameDistance, 1e-6)
        return (x.lowerBound - margin...x.upperBound + margin, y.lowerBound - margin...y.upperBound + margin)
    }

    /// The lines between vertices, each followed by a gap.
    package var lines: [[Double]] {
        pairs.flatMap { edge in
            let (from, to) = (places[edge.source], places[edge.target])
            return [[from.x, from.y], [to.x, to.y], [.nan, .nan]]
        }
    }

    /// The arrows between vertices, which end before the point of a vertex.
    package var arrows: [[Double]] {
        pairs.filter { $0.source != $0.target }.map { edge in
            let (from, to) = (places[edge.source], places[edge.target])
            let way = to - from
            let length = (way * way).sum().squareRoot()
            let part = length > 0 ? max(0.5, 1 - 0.6 * nameDistance / length) : 1
            return [from.x, from.y, way.x * part, way.y * part]
        }
    }

    /// The size of points, as gnuplot counts.
    package var pointSize: Double { places.count <= 60 ? 2 : places.count <= 500 ? 1.2 : 0.6 }

    /// How far the name of a vertex is from it.
    package var nameDistance: Double {
        let heights = places.map(\.y).extent?.length ?? 1
        let widths = places.map(\.x).extent?.length ?? 1
        return 0.035 * max(heights, widths)
    }
}
