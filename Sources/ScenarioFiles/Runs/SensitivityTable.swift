import Descriptions

/// Numbers that move the time at which a condition first comes to hold, as text.
package struct SensitivityTable: CustomStringConvertible {
    private let heading: String
    private let rows: [CrossingSensitivity]
    private let limit: Int

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - rows: The numbers, most first.
    ///   - condition: The condition that comes to hold.
    ///   - node: The node that the condition is about.
    ///   - time: When it does.
    ///   - limit: How many numbers are told at most.
    package init(
        _ rows: [CrossingSensitivity], ofFirst condition: String, ofNode node: String?, at time: Double, limit: Int
    ) {
        heading = "'\(condition)' comes to hold\(node.map { " for node \($0)" } ?? "") at time \(time.plain)"
        (self.rows, self.limit) = (rows, limit)
    }

    /// A line for each number that moves the time, in columns, and what there is to say of the others.
    package var description: String {
        let moving = rows.filter(\.isMoving)
        var cells = [["number", "value", "for 1 %", "for 1", "error"]]
        cells += moving.prefix(limit).map { [$0.name, $0.value.plain] + $0.cells }
        let widths = cells[0].indices.map { column in
            cells.map { $0.count > column + 1 ? $0[column].count : 0 }.max() ?? 0
        }
        var lines = [heading]
        if !moving.isEmpty {
            lines += cells.map { row in
                let padded = zip(row, widths).map { $0 + String(repeating: " ", count: max(0, $1 - $0.count)) }
                return "  " + (padded.dropLast() + row.suffix(1)).joined(separator: "  ")
            }
        }
        return (lines + notes(after: moving.count)).joined(separator: "\n")
    }

    private func notes(after count: Int) -> [String] {
        var notes: [String] = []
        if count > limit { notes.append("\(count - limit) more \(count - limit == 1 ? "moves" : "move") it less") }
        let still = rows.count { $0.effect == .none }
        if still > 0 {
            let subject = count > 0 ? "more" : still == 1 ? "number" : "numbers"
            notes.append("\(still) \(subject) \(still == 1 ? "does" : "do") not move it")
        }
        let leftOut = rows.compactMap { row in
            if case .unknown(let reason) = row.effect {
                "\(row.name) = \(row.value.plain) is left out: \(reason)"
            } else {
                nil
            }
        }
        notes += leftOut.prefix(limit)
        if leftOut.count > limit { notes.append("so are \(leftOut.count - limit) more") }
        return notes
    }
}

extension CrossingSensitivity {
    fileprivate var isMoving: Bool {
        switch effect {
        case .moves, .vanishes, .jumps: true
        case .none, .unknown: false
        }
    }

    fileprivate var name: String {
        switch number {
        case .parameter(let path): path
        case .initialValue(let field, let node): "\(field) of node \(node)"
        }
    }

    /// The change of the time: three numbers, or words.
    fileprivate var cells: [String] {
        switch effect {
        case .moves(let slope, let error):
            // No more digits than are known.
            let place = error > 0 ? error.firstPlace : slope.firstPlace - 15
            let part = (forOnePerCent ?? 0)
            let partPlace = max(part.firstPlace - 2, (error * scale / 100).firstPlace)
            return [
                part.rounded(toPlace: partPlace).plain, slope.rounded(toPlace: place).plain,
                error.rounded(toPlace: place, .up).plain,
            ]
        case .vanishes(let value): return ["it does not come to hold until 1.25 times that time with \(value.plain)"]
        case .jumps(let values, let times):
            return [
                "no derivative: the time is between \(times.lowerBound.plain) and \(times.upperBound.plain) "
                    + "for \(values.lowerBound.plain) to \(values.upperBound.plain)"
            ]
        case .none, .unknown: return []
        }
    }
}

extension Double {
    /// The power of ten of the first digit, such as -3 for 0.0042; less than that of any other number for 0.
    fileprivate var firstPlace: Int {
        guard isFinite, self != 0 else { return -400 }
        var (place, rest) = (0, magnitude)
        while rest >= 10 { (place, rest) = (place + 1, rest / 10) }
        while rest < 1 { (place, rest) = (place - 1, rest * 10) }
        return place
    }

    /// The number rounded to a multiple of a power of ten; as it is if that is not a number of which powers are exact.
    fileprivate func rounded(toPlace place: Int, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> Double
    {
        guard abs(place) <= 22 else { return self }
        let scale = (0..<abs(place)).reduce(1.0) { power, _ in power * 10 }
        return place < 0 ? (self * scale).rounded(rule) / scale : (self / scale).rounded(rule) * scale
    }
}
