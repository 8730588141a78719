/// The records of nodes, moment by moment.
struct NodeMoments {
    /// A moment, and the rows of the nodes that were there.
    struct Moment {
        let time: Double
        let rows: Range<Int>
    }

    let moments: [Moment]

    /// The label of the node of each row.
    let labels: [String]

    /// The nodes, each once, in the order in which they come.
    let nodes: [String]

    /// The place of the node of each row among them.
    let nodeOfRow: [Int]

    /// Their numbers in the model.
    let numbers: [Int]

    /// The names of the fields.
    let fields: [String]
    private let columns: [String: [Double]]

    /// - Parameters:
    ///   - table: The table.
    ///   - names: The names of the nodes of the model, if they have any.
    /// - Complexity: O(n) for n rows.
    init(_ table: ResultTable, names: [String]?) {
        let times = table.numbers(of: "time")
        labels = table.texts(of: "node")
        var moments: [Moment] = []
        var start = 0
        for row in times.indices where row + 1 == times.count || times[row + 1] != times[row] {
            moments.append(Moment(time: times[row], rows: start..<row + 1))
            start = row + 1
        }
        var places: [String: Int] = [:]
        var nodes: [String] = []
        nodeOfRow = labels.map { label in
            if let place = places[label] { return place }
            places[label] = nodes.count
            nodes.append(label)
            return nodes.count - 1
        }
        (self.moments, self.nodes) = (moments, nodes)
        let known = Dictionary((names ?? []).enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        numbers = nodes.map { known[$0] ?? Int($0) ?? 0 }
        let fields = table.contents.columns.filter { $0 != "time" && $0 != "node" }
        self.fields = fields
        columns = Dictionary(uniqueKeysWithValues: fields.map { ($0, table.numbers(of: $0)) })
    }

    /// The numbers of a field, row by row.
    func numbers(of field: String) -> [Double] { columns[field] ?? [] }

    /// The number in the model of the node of a row.
    func node(ofRow row: Int) -> Int { numbers[nodeOfRow[row]] }

    /// The course of a field of each node: its times and numbers.
    func courses(of field: String) -> [[[Double]]] {
        let numbers = numbers(of: field)
        var courses = [[[Double]]](repeating: [], count: nodes.count)
        for moment in moments {
            for row in moment.rows { courses[nodeOfRow[row]].append([moment.time, numbers[row]]) }
        }
        return courses
    }
}
