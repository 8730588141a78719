import Essentials

/// Reads a sparse matrix of the Matrix Market as the adjacency matrix of a graph: an entry in row i and column j is an edge
/// from vertex i to vertex j, which has the entry's value as its weight unless there is only a pattern. A symmetric matrix is
/// an undirected graph, a general one a directed graph. Vertices are called by their numbers, from 1.
///
///     %%MatrixMarket matrix coordinate pattern symmetric
///     % comments
///     3 3 2
///     2 1
///     3 2
struct MatrixMarketReader {
    let file: FileBytes
    let options: EdgeList.Options

    func read() throws(DataFileError) -> Graph {
        let (hasValues, isSymmetric) = try banner()
        if options.isWeighted == true, !hasValues {
            throw failure(1, "weights are asked for, but the matrix is a 'pattern' without values")
        }
        var lines = TextLines(file.bytes, from: 0)
        guard lines.advance() else {
            throw failure(1, "the line with the numbers of rows, columns and entries is missing")
        }
        let sizes = text(lines.range).split(separator: " ").map { Int($0) }
        guard sizes.count == 3, let rows = sizes[0], let columns = sizes[1], let entries = sizes[2], rows > 0 else {
            throw failure(lines.number, "'\(text(lines.range))' must be the numbers of rows, columns and entries")
        }
        guard rows == columns else {
            throw failure(
                lines.number, "the matrix has \(rows) rows and \(columns) columns, but that of a graph is square")
        }
        try file.checkVertexCount(rows, in: lines.number)
        var options = options
        options.vertices = .numbered(count: rows, from: 1)
        options.isDirected = !isSymmetric
        let form = EdgeListForm(
            isWeighted: hasValues && options.isWeighted != false, from: lines.end, line: lines.number + 1)
        let graph = try EdgeListReader(file: file, form: form, options: options).graph()
        guard graph.edgeCount == entries || options.isSimplified && graph.edgeCount < entries else {
            throw failure(lines.number, "there should be \(entries) entries, but there are \(graph.edgeCount)")
        }
        return graph
    }

    /// The kind of the matrix, from the first line.
    private func banner() throws(DataFileError) -> (hasValues: Bool, isSymmetric: Bool) {
        let end = file.bytes.firstIndex(of: UInt8(ascii: "\n")) ?? file.bytes.count
        let words = text(0..<end).split(separator: " ").map { $0.lowercased() }
        guard words.count == 5, words[0] == "%%matrixmarket", words[1] == "matrix" else {
            throw failure(1, "the first line must be '%%MatrixMarket matrix coordinate …'")
        }
        guard words[2] == "coordinate", ["real", "integer", "pattern"].contains(words[3]),
            ["general", "symmetric"].contains(words[4])
        else {
            throw failure(
                1,
                "the matrix is '\(words[2...].joined(separator: " "))', but that of a graph must be 'coordinate', "
                    + "'real', 'integer' or 'pattern', and 'general' or 'symmetric'")
        }
        return (words[3] != "pattern", words[4] == "symmetric")
    }

    private func text(_ range: Range<Int>) -> String {
        // More are not looked at: a line may be as long as the file.
        let start = String(decoding: file.bytes[range.prefix(200)], as: UTF8.self)
        return start.replacing("\t", with: " ").replacing("\r", with: "")
    }

    private func failure(_ line: Int, _ message: String) -> DataFileError {
        DataFileError(file: file.name, problems: [.init(line: line, column: 1, length: 1, message)])
    }
}
