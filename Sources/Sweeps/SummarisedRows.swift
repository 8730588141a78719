import ScenarioFiles

/// The numbers of the runs of a point, put together row by row.
///
/// Rows of different runs belong together if they stand at the same place. Runs of one point mostly have the same rows in the same
/// order, so that a row is first compared with that which comes next, and looked up only where it is another.
struct SummarisedRows {
    /// A column says where a row is, is a number, or is neither.
    enum Column {
        case place, value, other
    }

    /// The numbers of one replicate.
    private struct Run {
        let replicate: Int

        /// The numbers of the columns with values, record after record.
        var numbers: [Double] = []

        /// Where the numbers of each row begin; `nil` where it has none.
        var records: [Int?] = []

        func record(ofRow row: Int) -> Int? { row < records.count ? records[row] : nil }
    }

    /// The fields that say where each row is, as they stand in the table, with a comma behind each.
    private(set) var places: [[UInt8]] = []
    private var indices: [[UInt8]: Int] = [:]

    /// The runs in ascending order of their replicates. A replicate that has several records at one place is there several times.
    private var runs: [Run] = []
    private let columns: [Column]

    /// How many columns are numbers.
    let width: Int

    init(columns: [Column]) {
        self.columns = columns
        width = columns.count { $0 == .value }
    }

    /// Adds the rows of a run; those that have not as many fields as there are columns are left out.
    ///
    /// - Complexity: O(n) for n bytes.
    mutating func add(_ rows: ArraySlice<UInt8>, of replicate: Int) {
        let first = runs.count
        var (next, place, numbers): (Int, [UInt8], [Double]) = (0, [], [])
        runs.append(Run(replicate: replicate))
        var start = rows.startIndex
        while start < rows.endIndex {
            let end = CSVRecords.endOfLine(rows, from: start)
            if read(rows[start..<end], &place, &numbers) {
                let row = row(at: place, guess: next)
                add(numbers, at: row, first)
                next = row + 1
            }
            start = end
        }
    }

    /// Takes a record apart.
    ///
    /// - Returns: True if it has as many fields as there are columns.
    private func read(_ record: ArraySlice<UInt8>, _ place: inout [UInt8], _ numbers: inout [Double]) -> Bool {
        place.removeAll(keepingCapacity: true)
        numbers.removeAll(keepingCapacity: true)
        var column = 0
        CSVRecords.forEachField(of: record) { field in
            if column < columns.count {
                switch columns[column] {
                case .place:
                    place += field
                    place.append(UInt8(ascii: ","))
                case .value: numbers.append(Double(decimal: field))
                case .other: break
                }
            }
            column += 1
        }
        return column == columns.count
    }

    /// The row at a place, which is a new one if there is none.
    private mutating func row(at place: [UInt8], guess: Int) -> Int {
        if guess < places.count, places[guess] == place { return guess }
        if let row = indices[place] { return row }
        indices[place] = places.count
        places.append(place)
        return places.count - 1
    }

    /// Adds a record to a run, or to the next that has none at the row.
    private mutating func add(_ numbers: [Double], at row: Int, _ first: Int) {
        var index = first
        while index < runs.count, runs[index].record(ofRow: row) != nil { index += 1 }
        if index == runs.count { runs.append(Run(replicate: runs[first].replicate)) }
        let missing = row - runs[index].records.count + 1
        if missing > 0 { runs[index].records.append(contentsOf: repeatElement(nil, count: missing)) }
        runs[index].records[row] = runs[index].numbers.count
        runs[index].numbers += numbers
    }

    // MARK: - Numbers of a row

    /// How many records stand at a row.
    func count(ofRow row: Int) -> Int { runs.count { $0.record(ofRow: row) != nil } }

    /// Puts the numbers of a column of a row, the first with a value being 0, in the place of others.
    func gather(_ column: Int, ofRow row: Int, into numbers: inout [Double]) {
        numbers.removeAll(keepingCapacity: true)
        for run in runs.indices {
            if let record = runs[run].record(ofRow: row) { numbers.append(runs[run].numbers[record + column]) }
        }
    }

    /// Puts the numbers of a column of a row less those at the same place of another point, of each replicate that both have, in
    /// the place of others.
    func gatherDifferences(_ column: Int, ofRow row: Int, from other: Self, into numbers: inout [Double]) {
        numbers.removeAll(keepingCapacity: true)
        guard let otherRow = other.indices[places[row]] else { return }
        var there = 0
        for here in runs.indices {
            guard let record = runs[here].record(ofRow: row) else { continue }
            let replicate = runs[here].replicate
            while there < other.runs.count,
                other.runs[there].replicate < replicate || other.runs[there].record(ofRow: otherRow) == nil
            {
                there += 1
            }
            guard there < other.runs.count else { return }
            guard other.runs[there].replicate == replicate, let otherRecord = other.runs[there].record(ofRow: otherRow)
            else { continue }
            numbers.append(runs[here].numbers[record + column] - other.runs[there].numbers[otherRecord + column])
            there += 1
        }
    }
}

extension Double {
    /// The number that a field of a table has; not a number where it has none.
    ///
    /// Up to fifteen digits are an integer divided by a power of ten, both of which are exact (W. D. Clinger, *How to read floating
    /// point numbers accurately*, 1990, DOI 10.1145/93542.93557); others are left to the standard library.
    init(decimal field: ArraySlice<UInt8>) {
        var (digits, count, decimals, hasPoint): (Int, Int, Int, Bool) = (0, 0, 0, false)
        let isNegative = field.first == UInt8(ascii: "-")
        for byte in isNegative ? field.dropFirst() : field {
            if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), count < 15 {
                digits = digits * 10 + Int(byte - UInt8(ascii: "0"))
                count += 1
                decimals += hasPoint ? 1 : 0
            } else if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
            } else {
                self = Double(String(decoding: field, as: UTF8.self)) ?? .nan
                return
            }
        }
        guard count > 0 else {
            self = .nan
            return
        }
        let size = Double(digits) / Self.powersOfTen[decimals]
        self = isNegative ? -size : size
    }

    /// 1 to 10¹⁵.
    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]
}
