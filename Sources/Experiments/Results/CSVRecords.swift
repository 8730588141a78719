/// Takes the lines of tables apart that recorders have written as CSV (RFC 4180).
package enum CSVRecords {
    /// Where the line ends that begins somewhere, behind its end. A field in quotes may have ends of lines.
    package static func endOfLine<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes, from start: Int) -> Int
    where Bytes.Index == Int {
        bytes.withContiguousStorageIfAvailable { buffer in
            let offset = bytes.startIndex
            var isQuoted = false
            var place = start - offset
            while place < buffer.count {
                let byte = buffer[place]
                place += 1
                if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
                if byte == UInt8(ascii: "\n"), !isQuoted { break }
            }
            return place + offset
        } ?? bytes.endIndex
    }

    /// The fields of a line.
    package static func fields(of line: ArraySlice<UInt8>) -> [String] {
        var fields: [String] = []
        var (field, isQuoted): ([UInt8], Bool) = ([], false)
        var previous: UInt8 = 0
        for byte in line where byte != UInt8(ascii: "\r") {
            switch byte {
            case UInt8(ascii: "\""):
                // Two of them within quotes stand for one.
                if !isQuoted, previous == byte { field.append(byte) }
                isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted, UInt8(ascii: "\n") where !isQuoted:
                fields.append(String(decoding: field, as: UTF8.self))
                field = []
            default: field.append(byte)
            }
            previous = byte
        }
        if line.last != UInt8(ascii: "\n") { fields.append(String(decoding: field, as: UTF8.self)) }
        return fields
    }

    /// Calls a closure for each field of a line, as it stands there.
    package static func forEachField(of line: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Void) {
        var (start, end, isQuoted) = (line.startIndex, line.endIndex, false)
        while end > start, line[end - 1] == UInt8(ascii: "\n") || line[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        for place in start..<end {
            if line[place] == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard line[place] == UInt8(ascii: ","), !isQuoted else { continue }
            body(line[start..<place])
            start = place + 1
        }
        body(line[start..<end])
    }

    /// The lines of some rows, as fields.
    package static func records(of rows: ArraySlice<UInt8>) -> [[String]] {
        lines(of: rows).map(fields)
    }

    /// The lines of some rows, with their ends.
    package static func lines(of rows: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = rows.startIndex
        while start < rows.endIndex {
            let end = endOfLine(rows, from: start)
            lines.append(rows[start..<end])
            start = end
        }
        return lines
    }
}
