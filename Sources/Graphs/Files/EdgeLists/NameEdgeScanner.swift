import Essentials

/// Reads lines of two names without quotation marks, and a weight if there is one, and gives up at whatever else it meets.
///
/// Names are read eight bytes at once. Where they stand in the table is in no order, so that some lines are read before their
/// names are looked up: the processor fetches their places meanwhile.
struct NameEdgeScanner {
    /// The separators of the names.
    let gaps: ColumnSeparators

    /// How many lines are read before their names are looked up.
    private static let batchLength = 32

    /// A name that was read.
    private struct Name {
        let bytes: UnsafeBufferPointer<UInt8>
        let key: NameTable.Key
    }

    /// The edges of lines in their order; `nil` if something is not as it should be.
    ///
    /// - Complexity: O(n) for n bytes.
    func edges(of lines: UnsafeBufferPointer<UInt8>, areWeighted: Bool) -> NamedEdges? {
        var table = NameTable()
        let columns = EdgeColumns(lineCount: lines.lineCount, isWeighted: areWeighted) { places in
            withUnsafeTemporaryAllocation(of: Name.self, capacity: 2 * Self.batchLength) { names in
                scan(lines, into: places, names, &table)
            }
        }
        return columns.map { NamedEdges(names: table.names, columns: $0).withNumbersInOrder() }
    }

    private func scan(
        _ lines: UnsafeBufferPointer<UInt8>, into places: EdgePlaces, _ names: UnsafeMutableBufferPointer<Name>,
        _ table: inout NameTable
    ) -> Int? {
        guard var position = lines.baseAddress else { return 0 }
        let end = position + lines.count
        var edgeCount = 0
        while position < end {
            guard let lineCount = read(&position, end, places, edgeCount, names, table) else { return nil }
            for line in 0..<lineCount {
                let (source, target) = (names[2 * line], names[2 * line + 1])
                guard let first = table.number(of: source.bytes, source.key),
                    let second = table.number(of: target.bytes, target.key)
                else { return nil }
                places.sources[edgeCount + line] = first
                places.targets[edgeCount + line] = second
            }
            edgeCount += lineCount
        }
        return edgeCount
    }

    /// Reads some lines, and returns how many with an edge.
    @inline(__always)
    private func read(
        _ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ places: EdgePlaces, _ edgeCount: Int,
        _ names: UnsafeMutableBufferPointer<Name>, _ table: borrowing NameTable
    ) -> Int? {
        var count = 0
        while count < Self.batchLength, position < end {
            gaps.skipBlanks(&position)
            if gaps.skipEmptyLine(&position, end) { continue }
            guard let source = name(&position, end), gaps.skipSeparator(&position), let target = name(&position, end)
            else { return nil }
            table.prefetch(source.key)
            table.prefetch(target.key)
            names[2 * count] = source
            names[2 * count + 1] = target
            if let weights = places.weights {
                guard gaps.skipSeparator(&position), let weight = IntegerEdgeScanner.decimal(&position) else {
                    return nil
                }
                weights[edgeCount + count] = weight
            }
            count += 1
            guard gaps.skipLineEnd(&position, end) else { return nil }
        }
        return count
    }

    /// The name at a position; `nil` if there is none, or one in quotation marks.
    @inline(__always)
    private func name(_ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Name? {
        let start = position
        let word = UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
        position += Self.stops(in: word, separator).trailingZeroBitCount >> 3
        var count = position - start
        if count == 8 || !endsName(position.pointee) {
            skipRest(&position, end)
            count = position - start
            while count > 0, separator.isBlank(start[count - 1]) { count -= 1 }
        }
        guard count > 0, start.pointee != UInt8(ascii: "\"") else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: count)
        return Name(bytes: bytes, key: NameTable.Key(readingBehind: bytes))
    }

    private var separator: FieldSeparator { gaps.separator }

    /// The highest bit of the first byte that may end a name: of a blank, of what is less, or of the separator. Bits above it
    /// have no meaning.
    @inline(__always)
    private static func stops(in word: UInt64, _ separator: FieldSeparator) -> UInt64 {
        let (ones, highest): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        var stops = (word &- 0x21 &* ones) & ~word
        if separator == .comma {
            let rest = word ^ UInt64(FieldSeparator.comma.byte) &* ones
            stops |= (rest &- ones) & ~rest
        }
        return stops & highest
    }

    @inline(__always)
    private func endsName(_ byte: UInt8) -> Bool {
        byte == separator.byte || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\t") && separator == .blanks
    }

    @inline(never)
    private func skipRest(_ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
        while position < end, !endsName(position.pointee) { position += 1 }
    }
}
