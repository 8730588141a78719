import Essentials

/// Entries of a matrix in some order, cut into pieces that threads can read side by side.
protocol MatrixEntries {
    /// How many there are.
    var count: Int { get }

    var pieceCount: Int { get }

    /// The weights, if there are any.
    var weights: UnsafePointer<Double>? { get }

    /// Calls a closure with the row, the column and the place among the weights of each entry of a piece.
    func forEach(inPiece piece: Int, _ body: (_ row: Int32, _ column: Int32, _ weight: Int) -> Void)
}

/// Rows as a ``RowSort`` makes them.
struct RowSortResult {
    let rows: AdjacencyRows

    /// True if each row is in ascending order.
    let areAscending: Bool

    /// True if the same entry follows itself in a row.
    let haveRepetitions: Bool
}

/// Puts entries into the rows of a matrix. Entries of the same row stay in their order.
///
/// An entry that went straight to its row would go to a place that is in no cache. Here rows are taken together in blocks.
/// First each entry goes to the part of memory that the rows of its block will take, behind the entries that came there before;
/// only some hundred places are written to at any time. Then each block, which fits into the cache, is sorted by itself.
///
/// Pieces of entries write to places of their own, and blocks do not share anything, so that the result is the same for any
/// number of threads.
///
/// Memory: 2 bytes an entry besides the rows, and for each thread a copy of the entries of a block.
struct RowSort<Entries: MatrixEntries> {
    private let entries: Entries
    private let rowCount: Int
    private let team: ThreadTeam

    /// The logarithm of the number of rows in a block.
    private let shift: Int
    private let blockCount: Int

    /// For each piece and each block the number of entries, then the place of the next one.
    private let places: ScratchMemory<UInt32>

    /// A good number of entries for a block: with their copy they take less than 400 KB.
    private static var blockLength: Int { 1 << 15 }

    /// So many places are written to at most, as long as blocks then have no more than 65,536 rows.
    private static var greatestBlockCount: Int { 1 << 10 }

    init(_ entries: Entries, rowCount: Int, team: ThreadTeam) {
        self.entries = entries
        self.rowCount = rowCount
        self.team = team
        let wanted = min(max(entries.count / Self.blockLength, 1), Self.greatestBlockCount)
        let rowsWanted = max(rowCount / wanted, 1)
        shift = min(16, rowsWanted.bitWidth - rowsWanted.leadingZeroBitCount)
        blockCount = (rowCount + 1 << shift - 1) >> shift
        places = ScratchMemory(count: entries.pieceCount * blockCount, repeating: 0)
    }

    /// The rows.
    ///
    /// - Complexity: O(n + m) for n rows and m entries.
    func result() -> RowSortResult {
        team.forEachPiece(of: entries.pieceCount) { count(piece: $0) }
        let starts = placeBlocks()
        let total = Int(starts[blockCount])
        var weights: ContiguousArray<Double>?
        var state = Order()
        var offsets: ContiguousArray<UInt32> = []
        let vertices = ContiguousArray<Int32>(count: total) { vertices in
            offsets = ContiguousArray(count: rowCount + 1) { offsets in
                offsets[rowCount] = starts[blockCount]
                guard entries.weights != nil else {
                    state = fill(Target(offsets: offsets, vertices: vertices, weights: nil), starts)
                    return
                }
                weights = ContiguousArray(count: total) { weights in
                    state = fill(Target(offsets: offsets, vertices: vertices, weights: weights), starts)
                }
            }
        }
        return RowSortResult(
            rows: AdjacencyRows(offsets: offsets, vertices: vertices, weights: weights, gaps: nil),
            areAscending: state.descents == 0, haveRepetitions: state.repetitions > 0)
    }
}

/// Where the rows go.
private struct Target {
    let offsets: UnsafeMutableBufferPointer<UInt32>
    let vertices: UnsafeMutableBufferPointer<Int32>
    let weights: UnsafeMutableBufferPointer<Double>?
}

/// How often an entry in a row is less than the one before it, or the same.
private struct Order {
    var descents = 0
    var repetitions = 0
}

// MARK: - To blocks

extension RowSort {
    private func count(piece: Int) {
        let (counts, shift) = (places.pointer + piece * blockCount, shift)
        entries.forEach(inPiece: piece) { row, _, _ in counts[Int(row) >> shift] &+= 1 }
    }

    /// Turns the counts into places, and returns where each block begins, and the end of the last one.
    private func placeBlocks() -> ContiguousArray<UInt32> {
        var starts: ContiguousArray<UInt32> = []
        starts.reserveCapacity(blockCount + 1)
        var sum: UInt32 = 0
        for block in 0..<blockCount {
            starts.append(sum)
            for piece in 0..<entries.pieceCount {
                let place = places.pointer + (piece * blockCount + block)
                (place.pointee, sum) = (sum, sum + place.pointee)
            }
        }
        starts.append(sum)
        return starts
    }

    private func fill(_ target: Target, _ starts: ContiguousArray<UInt32>) -> Order {
        // Of each entry the number of its row in the block.
        let rowsInBlock = ScratchMemory<UInt16>(capacity: target.vertices.count)
        defer { withExtendedLifetime(rowsInBlock) {} }
        team.forEachPiece(of: entries.pieceCount) { distribute(piece: $0, to: target, rowsInBlock.pointer) }
        let groups = BlockGroups(starts: starts)
        let orders = ScratchMemory(count: groups.count, repeating: Order())
        team.forEachPiece(of: groups.count) { group in
            let sorter = BlockSort(
                target: target, rowsInBlock: rowsInBlock.pointer, length: groups.greatestLength(in: group),
                rowCount: 1 << shift)
            for block in groups.blocks(of: group) {
                let rows = block << shift..<min(rowCount, (block + 1) << shift)
                sorter.sort(Int(starts[block])..<Int(starts[block + 1]), into: rows, &orders.pointer[group])
            }
        }
        return (0..<groups.count).reduce(into: Order()) { sum, group in
            sum.descents += orders.pointer[group].descents
            sum.repetitions += orders.pointer[group].repetitions
        }
    }

    private func distribute(piece: Int, to target: Target, _ rowsInBlock: UnsafeMutablePointer<UInt16>) {
        guard let vertices = target.vertices.baseAddress else { return }
        let (places, shift) = (places.pointer + piece * blockCount, shift)
        let mask: Int32 = 1 << shift - 1
        let put = { (row: Int32, column: Int32) in
            let block = Int(row) >> shift
            let place = Int(places[block])
            places[block] &+= 1
            vertices[place] = column
            rowsInBlock[place] = UInt16(truncatingIfNeeded: row & mask)
            return place
        }
        if let weights = target.weights?.baseAddress, let source = entries.weights {
            entries.forEach(inPiece: piece) { weights[put($0, $1)] = source[$2] }
        } else {
            entries.forEach(inPiece: piece) { row, column, _ in _ = put(row, column) }
        }
    }
}

/// Blocks that follow each other, taken together so that memory for one serves all.
private struct BlockGroups {
    private let starts: ContiguousArray<UInt32>
    private let length: Int

    private static var greatestCount: Int { 64 }

    init(starts: ContiguousArray<UInt32>) {
        self.starts = starts
        length = max(1, (starts.count - 1 + Self.greatestCount - 1) / Self.greatestCount)
    }

    var count: Int { (starts.count - 1 + length - 1) / length }

    func blocks(of group: Int) -> Range<Int> { group * length..<min(starts.count - 1, (group + 1) * length) }

    func greatestLength(in group: Int) -> Int {
        blocks(of: group).reduce(0) { max($0, Int(starts[$1 + 1] - starts[$1])) }
    }
}

// MARK: - To rows

/// Sorts the entries of blocks, one after the other, by rows.
private struct BlockSort {
    private let target: Target
    private let rowsInBlock: UnsafeMutablePointer<UInt16>

    /// Where the next entry of each row goes.
    private let next: ScratchMemory<UInt32>
    private let vertices: ScratchMemory<Int32>
    private let weights: ScratchMemory<Double>?

    init(target: Target, rowsInBlock: UnsafeMutablePointer<UInt16>, length: Int, rowCount: Int) {
        self.target = target
        self.rowsInBlock = rowsInBlock
        next = ScratchMemory(capacity: rowCount)
        vertices = ScratchMemory(capacity: length)
        weights = target.weights.map { _ in ScratchMemory(capacity: length) }
    }

    func sort(_ range: Range<Int>, into rows: Range<Int>, _ order: inout Order) {
        guard let offsets = target.offsets.baseAddress else { return }
        placeRows(of: range, offsets + rows.lowerBound, count: rows.count)
        guard !range.isEmpty, let entries = target.vertices.baseAddress else { return }
        if let weights, let target = target.weights?.baseAddress {
            weights.pointer.update(from: target + range.lowerBound, count: range.count)
            move(range, entries) { target[$0] = weights.pointer[$1] }
        } else {
            move(range, entries) { _, _ in }
        }
        note(range, offsets + rows.lowerBound, count: rows.count, entries, &order)
    }

    /// Counts the entries of each row.
    private func placeRows(of range: Range<Int>, _ offsets: UnsafeMutablePointer<UInt32>, count: Int) {
        let (next, rowsInBlock) = (next.pointer, rowsInBlock)
        next.initialize(repeating: 0, count: count)
        for index in range { next[Int(rowsInBlock[index])] &+= 1 }
        var sum = UInt32(truncatingIfNeeded: range.lowerBound)
        for row in 0..<count {
            let length = next[row]
            next[row] = sum
            offsets[row] = sum
            sum &+= length
        }
    }

    /// Moves each entry to its row, and tells where it has come to and from where.
    @inline(__always)
    private func move(_ range: Range<Int>, _ target: UnsafeMutablePointer<Int32>, _ moved: (Int, Int) -> Void) {
        let (next, rowsInBlock, vertices) = (next.pointer, rowsInBlock + range.lowerBound, vertices.pointer)
        vertices.update(from: target + range.lowerBound, count: range.count)
        for index in 0..<range.count {
            let row = Int(rowsInBlock[index])
            let place = Int(next[row])
            next[row] &+= 1
            target[place] = vertices[index]
            moved(place, index)
        }
    }

    /// Notes what is not in ascending order within rows: what is so at all, but for the first entries of rows.
    private func note(
        _ range: Range<Int>, _ offsets: UnsafeMutablePointer<UInt32>, count: Int,
        _ vertices: UnsafeMutablePointer<Int32>,
        _ order: inout Order
    ) {
        var (descents, repetitions): (Int32, Int32) = (0, 0)
        for index in range.dropFirst() {
            descents &+= vertices[index] < vertices[index - 1] ? 1 : 0
            repetitions &+= vertices[index] == vertices[index - 1] ? 1 : 0
        }
        var last = range.lowerBound
        for row in 0..<count {
            let start = Int(offsets[row])
            // Rows without entries begin where the next one does.
            guard start > last, start < range.upperBound else { continue }
            descents &-= vertices[start] < vertices[start - 1] ? 1 : 0
            repetitions &-= vertices[start] == vertices[start - 1] ? 1 : 0
            last = start
        }
        order.descents += Int(UInt32(bitPattern: descents))
        order.repetitions += Int(UInt32(bitPattern: repetitions))
    }
}
