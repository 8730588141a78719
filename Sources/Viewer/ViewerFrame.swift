import ScenarioFiles

/// A moment as pages see it: a text about it, and the fields of all nodes.
///
/// As a message: the length of what follows, 32 bits with the least first; the length of the text, likewise; the text, JSON, filled up
/// with spaces to a multiple of four; and numbers of 32 bits, field after field. Other messages are texts without numbers.
struct ViewerFrame: Sendable {
    enum Status: String, Sendable {
        case running, paused, ended
    }

    var status: Status
    let measurement: ViewerMeasurement
    private let time: Double
    private let step: Int
    private let nodeCount: Int
    private let fields: [String]
    private let parameters: [(name: String, value: Double)]
    private let watched: [(node: Int, values: [Double])]
    private let changes: [WatchedChange]
    private let numbers: [Float]

    /// The fields by which places of particles are known.
    static let positions = ["x", "y", "z"]

    /// Looks at a run.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - measurement: Its quantities, as they were last computed.
    ///   - wanted: The fields that are shown of all nodes.
    ///   - nodes: The nodes of which all fields are shown.
    ///   - isPaused: True if the run waits.
    /// - Complexity: O(n) for n nodes.
    init(of run: any ViewedRun, _ measurement: ViewerMeasurement, fields wanted: [Int], nodes: [Int], isPaused: Bool) {
        let names = run.fields
        let places = Self.positions.compactMap(names.firstIndex(of:))
        let shown = places + wanted.filter { names.indices.contains($0) && !places.contains($0) }
        (status, step, time) = (isPaused ? .paused : .running, run.moment.step, run.moment.time)
        self.measurement = measurement
        (nodeCount, fields, parameters) = (run.nodeCount, shown.map { names[$0] }, run.parameters)
        watched = nodes.filter { $0 < run.nodeCount }.map { node in
            (node, names.indices.map { run.value(ofField: $0, at: node) })
        }
        changes = run.changes(of: nodes)
        let count = run.nodeCount
        numbers = [Float](unsafeUninitializedCapacity: shown.count * count) { numbers, initialized in
            numbers.initialize(repeating: 0)
            for (place, field) in shown.enumerated() {
                run.copyValues(ofField: field, into: .init(rebasing: numbers[place * count..<(place + 1) * count]))
            }
            initialized = numbers.count
        }
    }

    var message: [UInt8] { Self.message(header.line, numbers) }

    /// A message to pages.
    static func message(_ line: String, _ numbers: [Float] = []) -> [UInt8] {
        var text = Array(line.utf8)
        while !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: " ")) }
        var bytes: [UInt8] = []
        for length in [4 + text.count + 4 * numbers.count, text.count] {
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
        }
        bytes += text
        // Both Intel's and ARM's processors have the least byte first, as the page expects.
        numbers.withUnsafeBytes { bytes += $0 }
        return bytes
    }

    private var header: JSONValue {
        .object(of: [
            ("kind", .string("frame")), ("status", .string(status.rawValue)), ("step", .number(Double(step))),
            ("time", .finite(time)), ("nodes", .number(Double(nodeCount))), ("fields", .strings(fields)),
            ("measured", .finite(measurement.time)),
            ("quantities", .array(measurement.quantities.map { .finite($0) })),
            ("parameters", .array(parameters.map { .finite($0.value) })),
            (
                "watched",
                .array(
                    watched.map { node, values in
                        .object(of: [("node", .number(Double(node))), ("values", .array(values.map { .finite($0) }))])
                    })
            ),
            ("changes", .array(changes.map(\.json))),
        ])
    }
}

extension WatchedChange {
    fileprivate var json: JSONValue {
        .object(of: [
            ("node", .number(Double(node))), ("author", author.map { .string($0) } ?? .null),
            ("from", .finite(times.lowerBound)), ("until", .finite(times.upperBound)),
            ("numbers", .array(numbers.map { .array([.number(Double($0.field)), .finite($0.old), .finite($0.new)]) })),
        ])
    }
}

extension JSONValue {
    /// A number, `null` if it is none.
    static func finite(_ number: Double) -> JSONValue { number.isFinite ? .number(number) : .null }
}

/// The quantities of a run at a time.
struct ViewerMeasurement: Sendable {
    let time: Double
    let quantities: [Double]

    /// Computes them, which may take as long as a step.
    init(of run: any ViewedRun) { (time, quantities) = (run.moment.time, run.quantities()) }
}

/// The quantities since the beginning, for pages that come later: so many moments that a page is wide.
struct ViewerHistory: Sendable {
    private(set) var rows: [ViewerMeasurement] = []
    private var stride = 1
    private var skipped = 0

    private static let greatestCount = 2000

    mutating func add(_ measurement: ViewerMeasurement) {
        guard (rows.last?.time ?? -.infinity) < measurement.time else { return }
        skipped += 1
        guard skipped >= stride else { return }
        skipped = 0
        rows.append(measurement)
        guard rows.count > Self.greatestCount else { return }
        rows = rows.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
        stride *= 2
    }
}
