/// Reads lines of two numbers, and a weight if there is one, as fast as it can, and gives up at whatever else it meets.
///
/// Numbers of up to eight digits are read without a branch, eight bytes at once.
struct IntegerEdgeScanner {
    /// The separators of the numbers.
    let gaps: ColumnSeparators

    /// The number that is subtracted from those of the file, and the greatest number of vertices.
    let first: Int
    let count: Int

    /// Reads whole lines.
    ///
    /// - Parameters:
    ///   - lines: The lines, behind which ``FileBytes/padding`` bytes can be read.
    ///   - columns: Receives the edges.
    /// - Returns: The number of edges, or `nil` if there is something else than numbers.
    func scan(_ lines: UnsafeBufferPointer<UInt8>, into columns: EdgePlaces) -> Int? {
        guard var position = lines.baseAddress else { return 0 }
        let end = position + lines.count
        var edge = 0
        while position < end {
            gaps.skipBlanks(&position)
            if gaps.skipEmptyLine(&position, end) { continue }
            let source = vertex(&position)
            guard source >= 0, gaps.skipSeparator(&position) else { return nil }
            let target = vertex(&position)
            guard target >= 0 else { return nil }
            columns.sources[edge] = Int32(truncatingIfNeeded: source)
            columns.targets[edge] = Int32(truncatingIfNeeded: target)
            if let weights = columns.weights {
                guard gaps.skipSeparator(&position), let weight = Self.decimal(&position) else { return nil }
                weights[edge] = weight
            }
            edge &+= 1
            guard gaps.skipLineEnd(&position, end) else { return nil }
        }
        return edge
    }

    /// A vertex as a number from 0, or -1.
    @inline(__always)
    private func vertex(_ position: inout UnsafePointer<UInt8>) -> Int {
        let number = Self.number(&position)
        let vertex = number &- first
        return number >= 0 && UInt(bitPattern: vertex) < UInt(bitPattern: count) ? vertex : -1
    }
}

// MARK: - Numbers

extension IntegerEdgeScanner {
    /// The whole number at a position as it would be written, without a sign or leading zeros; -1 if there is none, or
    /// one that is too great.
    @inline(__always)
    static func number(_ position: inout UnsafePointer<UInt8>) -> Int {
        let bytes = UInt64(littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt64.self))
        var digits = bytes ^ 0x3030_3030_3030_3030
        // The highest bit of each byte up to the first that is no digit.
        let others = (digits &+ 0x7676_7676_7676_7676 | digits) & 0x8080_8080_8080_8080
        let length = others.trailingZeroBitCount >> 3
        guard length > 0, length < 8, length == 1 || digits & 0xFF != 0 else { return longNumber(&position) }
        // The last digit goes to the highest byte; then pairs, fours and eights are put together side by side.
        digits <<= UInt64(truncatingIfNeeded: 64 &- 8 &* length)
        digits = digits &* 10 &+ digits >> 8
        let low = (digits & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
        let high = (digits >> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
        position += length
        return Int(truncatingIfNeeded: (low &+ high) >> 32)
    }

    /// The same, digit by digit.
    @inline(never)
    private static func longNumber(_ position: inout UnsafePointer<UInt8>) -> Int {
        let start = position
        var number = 0
        while position.pointee.isDigit, position - start < 11 {
            number = 10 * number + Int(position.pointee & 0xF)
            position += 1
        }
        let length = position - start
        let isCanonical = length == 1 || (1...10).contains(length) && start.pointee != UInt8(ascii: "0")
        return isCanonical ? number : -1
    }

    /// A finite decimal number, rounded to the nearest double; `nil` if there is none.
    @inline(__always)
    static func decimal(_ position: inout UnsafePointer<UInt8>) -> Double? {
        let start = position
        let isNegative = position.pointee == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var digits = 0
        var length = 0
        var decimals = 0
        while position.pointee.isDigit {
            digits = digits &* 10 &+ Int(position.pointee & 0xF)
            length &+= 1
            position += 1
        }
        if position.pointee == UInt8(ascii: ".") {
            position += 1
            while position.pointee.isDigit {
                digits = digits &* 10 &+ Int(position.pointee & 0xF)
                decimals &+= 1
                position += 1
            }
        }
        // Both numbers are doubles without an error, so that their quotient is rounded once.
        guard (1...15).contains(length &+ decimals), position.pointee | 0x20 != UInt8(ascii: "e") else {
            position = start
            return longDecimal(&position)
        }
        let number = Double(digits) / powersOfTen[decimals]
        return isNegative ? -number : number
    }

    @inline(never)
    private static func longDecimal(_ position: inout UnsafePointer<UInt8>) -> Double? {
        let start = position
        while position.pointee.isPartOfNumber { position += 1 }
        let text = String(decoding: UnsafeBufferPointer(start: start, count: position - start), as: UTF8.self)
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
}

private let powersOfTen: InlineArray<16, Double> = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]

extension UInt8 {
    @inline(__always)
    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// True if a decimal number can hold it.
    fileprivate var isPartOfNumber: Bool {
        isDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
            || self | 0x20 == UInt8(ascii: "e")
    }
}
