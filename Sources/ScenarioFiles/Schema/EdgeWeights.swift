import Networks
import SimulationEngine

extension Graph {
    /// The first edge whose weight is negative, in words; `nil` if there is none.
    var firstNegativeWeight: String? { firstEdge { $0 < 0 } }

    /// Warns where edges have weights of a model that takes all edges for alike.
    func warn(ofWeightsLeftOutBy model: String, at place: Value) {
        guard let weight = firstEdge(where: { $0 != 1 }) else { return }
        place.warn(
            "\(weight), but '\(model)' leaves weights out of account",
            expected: "'weights: false' beside the file, if that is what is meant")
    }

    /// The first edge with such a weight, in words; `nil` if there is none.
    private func firstEdge(where isSuch: (Double) -> Bool) -> String? {
        guard isWeighted else { return nil }
        for vertex in 0..<vertexCount {
            guard let weights = weights(of: vertex), let index = weights.firstIndex(where: isSuch) else { continue }
            let other = Int(neighbours(of: vertex)[index])
            let names = [vertex, other].map { vertexNames?[$0] ?? String($0) }
            return "the edge between \(names[0]) and \(names[1]) has the weight \(weights[index])"
        }
        return nil
    }
}

extension DataFiles {
    private static let rule = "weights multiply rates here, so that they must be 0 or greater"

    /// Reports that weights of a graph are negative: in the lines of an edge list, if the graph is from one.
    ///
    /// - Parameters:
    ///   - value: The block of the graph.
    ///   - other: The message for a graph that is from elsewhere.
    func reportNegativeWeights(to value: Value, otherwise other: String) {
        let keys = ["graph.file", "graph.edge-list.file"]
        guard let path = files.first(where: { keys.contains($0.keyPath) })?.path,
            GraphFileFormat(ofFile: path) == .edgeList, let bytes = try? InputFile(path).bytes(),
            let text = String(validating: bytes, as: UTF8.self)
        else {
            value.report("\(other), but \(Self.rule)")
            return
        }
        let problems = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .compactMap { Self.negativeWeight(in: $1, line: $0 + 1) }
        guard !problems.isEmpty else {
            value.report("\(other), but \(Self.rule)")
            return
        }
        report(DataFileError(file: path, problems: problems), to: value)
    }

    /// The problem of a line whose third field is a negative number.
    private static func negativeWeight(in line: Substring, line number: Int) -> DataFileError.Problem? {
        guard let first = line.first, first != "#", first != "%" else { return nil }
        let separator: (Character) -> Bool = line.contains(",") ? { $0 == "," } : { $0 == " " || $0 == "\t" }
        let fields = line.split(omittingEmptySubsequences: !line.contains(","), whereSeparator: separator)
        guard fields.count > 2 else { return nil }
        let field = fields[2].drop { $0 == " " }
        let word = field.prefix { $0 != " " }
        guard let weight = Double(word), weight < 0 else { return nil }
        let column = line.unicodeScalars.distance(from: line.startIndex, to: word.startIndex) + 1
        return DataFileError.Problem(
            line: number, column: column, length: word.unicodeScalars.count, "the weight is \(word), but \(rule)")
    }
}
