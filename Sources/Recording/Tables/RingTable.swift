/// Keeps the rows of the last moments in memory, and writes them into another table when something happens.
///
///     var ring: RingTable?
///     let recorder = try NodeRecorder(
///         simulation, nodes: .all, at: simulation.clock, to: .ring(last: 100, of: .csv("last.csv")) { ring = $0 })
///     do { try simulation.run(until: 100) } catch { try ring?.writeOut() }
///
/// Rows once written are not written again.
public final class RingTable {
    enum Cell {
        case number(Double)
        case integer(Int)
        case text(TableText)
        case nothing
        case endOfRow
    }

    /// Where the rows are written.
    package let target: any TableWriter

    /// The number of moments that are kept.
    package let capacity: Int

    /// The moments that are kept, the present one of which begins the row that is not complete.
    var moments: [[Cell]] = []

    /// Where the oldest is.
    var oldest = 0
    var present: [Cell] = []

    /// The number of values in the present row.
    private var position: Int {
        present.count - (present.lastIndex { if case .endOfRow = $0 { true } else { false } } ?? -1) - 1
    }

    /// Creates a ring without rows.
    ///
    /// - Parameters:
    ///   - capacity: The number of moments to keep, at least 1.
    ///   - target: Where the rows are written.
    /// - Throws: ``RecordingError/invalidRing(moments:)``.
    public init(last capacity: Int, of target: any TableWriter) throws(RecordingError) {
        guard capacity >= 1 else { throw .invalidRing(moments: capacity) }
        self.capacity = capacity
        self.target = target
    }

    /// Writes all moments that are kept, the oldest first, and forgets them.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``.
    public func writeOut() throws(RecordingError) {
        for index in moments.indices { try write(moments[(oldest + index) % moments.count]) }
        moments.removeAll(keepingCapacity: true)
        oldest = 0
        try target.flush()
    }

    private func write(_ cells: [Cell]) throws(RecordingError) {
        for cell in cells {
            switch cell {
            case .number(let number): target.append(number)
            case .integer(let number): target.append(integer: number)
            case .text(let text): target.append(text)
            case .nothing: target.appendNothing()
            case .endOfRow: try target.endRow()
            }
        }
        try target.endMoment()
    }
}

extension RingTable: TableWriter {
    /// The target's name in errors.
    public var name: String { target.name }

    /// The columns of the target.
    public var columns: [String] { target.columns }

    /// The text as the target writes it.
    public func text(_ text: String) -> TableText { target.text(text) }

    /// Keeps a number.
    public func append(_ number: Double) { present.append(.number(number)) }

    /// Keeps an integer.
    public func append(integer number: Int) { present.append(.integer(number)) }

    /// Keeps a text.
    public func append(_ text: TableText) { present.append(.text(text)) }

    /// Keeps an empty place.
    public func appendNothing() { present.append(.nothing) }

    /// Keeps the end of a row.
    ///
    /// - Throws: ``RecordingError/wrongRow(table:valueCount:columnCount:)``.
    public func endRow() throws(RecordingError) {
        let count = position
        guard count == columns.count else {
            present.removeLast(count)
            throw wrongRow(of: count)
        }
        present.append(.endOfRow)
    }

    /// Keeps the moment, in the place of the oldest if there are enough.
    public func endMoment() {
        if moments.count < capacity {
            moments.append(present)
            present = []
        } else {
            swap(&moments[oldest], &present)
            oldest = (oldest + 1) % capacity
            present.removeAll(keepingCapacity: true)
        }
    }

    /// Writes what the target has been given; the ring remains.
    public func flush() throws(RecordingError) { try target.flush() }
}
