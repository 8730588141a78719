import ScenarioFiles

/// A moment as pages see it: a text about it, and the fields of all nodes.
///
/// As bytes: the length of the text, 32 bits with the least first; the text, JSON, filled up with spaces to a multiple of four; and
/// numbers of 32 bits, field after field.
struct ViewerFrame: Sendable {
    enum Status: String, Sendable {
        case running, paused, ended
    }

    var status: Status
    let time: Double
    let quantities: [Double]
    private let step: Int
    private let nodeCount: Int
    private let fields: [String]
    private let parameters: [(name: String, value: Double)]
    private let watched: [(node: Int, values: [Double])]
    private let numbers: [Float]

    /// The fields by which places of particles are known.
    static let positions = ["x", "y", "z"]

    /// Looks at a run.
    ///
    /// - Complexity: O(n) for n nodes.
    init(of run: any ViewedRun, fields wanted: [Int], nodes: [Int], isPaused: Bool) {
        let names = run.fields
        let places = Self.positions.compactMap(names.firstIndex(of:))
        let shown = places + wanted.filter { names.indices.contains($0) && !places.contains($0) }
        (status, step, time) = (isPaused ? .paused : .running, run.moment.step, run.moment.time)
        quantities = run.quantities()
        (nodeCount, fields, parameters) = (run.nodeCount, shown.map { names[$0] }, run.parameters)
        watched = nodes.filter { $0 < run.nodeCount }.map { node in
            (node, names.indices.map { run.value(ofField: $0, at: node) })
        }
        numbers = shown.flatMap { run.values(ofField: $0).map { Float($0) } }
    }

    var bytes: [UInt8] {
        var text = Array(header.line.utf8)
        while !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: " ")) }
        var bytes = (0..<4).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) }
        bytes += text
        // Both Intel's and ARM's processors have the least byte first, as the page expects.
        numbers.withUnsafeBytes { bytes += $0 }
        return bytes
    }

    private var header: JSONValue {
        .object(of: [
            ("kind", .string("frame")), ("status", .string(status.rawValue)), ("step", .number(Double(step))),
            ("time", .finite(time)), ("nodes", .number(Double(nodeCount))), ("fields", .strings(fields)),
            ("quantities", .array(quantities.map { .finite($0) })),
            ("parameters", .array(parameters.map { .finite($0.value) })),
            (
                "watched",
                .array(
                    watched.map { node, values in
                        .object(of: [("node", .number(Double(node))), ("values", .array(values.map { .finite($0) }))])
                    })
            ),
        ])
    }
}

extension JSONValue {
    /// A number, `null` if it is none.
    static func finite(_ number: Double) -> JSONValue { number.isFinite ? .number(number) : .null }
}

/// The quantities since the beginning, for pages that come later: so many moments that a page is wide.
struct ViewerHistory: Sendable {
    private(set) var rows: [(time: Double, quantities: [Double])] = []
    private var stride = 1
    private var skipped = 0

    private static let greatestCount = 2000

    mutating func add(_ frame: ViewerFrame) {
        guard rows.last?.time != frame.time else { return }
        skipped += 1
        guard skipped >= stride else { return }
        skipped = 0
        rows.append((frame.time, frame.quantities))
        guard rows.count > Self.greatestCount else { return }
        rows = rows.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
        stride *= 2
    }
}
