/// Where the rows of a matrix end whose entries have been changed, and how much room each has.
@usableFromInline
package struct RowGaps: Sendable {
    /// Where each row ends.
    @usableFromInline
    package var ends: ContiguousArray<UInt32>

    /// Where the room of each row ends.
    @usableFromInline
    package var limits: ContiguousArray<UInt32>

    /// The number of entries of all rows together.
    @usableFromInline
    package var entryCount: Int
}

extension AdjacencyRows {
    /// Where an entry is in its sorted row, or where it would have to be.
    ///
    /// - Returns: The first position whose entry is not smaller.
    /// - Complexity: O(log d) for a row of d entries.
    @inlinable
    func position(of vertex: Int32, in row: Int) -> Int {
        var range = range(of: row)
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = vertices[middle] < vertex ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    /// The position of an entry, or `nil` if it is not there.
    @inlinable
    package func index(of vertex: Int32, in row: Int) -> Int? {
        let position = position(of: vertex, in: row)
        return position < range(of: row).upperBound && vertices[position] == vertex ? position : nil
    }

    /// Puts an entry into its sorted row.
    ///
    /// - Complexity: O(d) amortised for a row of d entries; O(n + m) the first time.
    mutating func insert(_ vertex: Int32, weight: Double, inRow row: Int) {
        openGaps()
        guard var gaps = self.gaps else { return }
        // The other reference would make a copy of each write.
        self.gaps = nil
        if gaps.ends[row] == gaps.limits[row] { move(row, in: &gaps) }
        let end = Int(gaps.ends[row])
        var position = end
        while position > Int(offsets[row]), vertices[position - 1] > vertex {
            copyEntry(at: position - 1, to: position)
            position -= 1
        }
        vertices[position] = vertex
        weights?[position] = weight
        gaps.ends[row] += 1
        gaps.entryCount += 1
        self.gaps = gaps
    }

    /// Takes an entry out of its row.
    ///
    /// - Complexity: O(d) for a row of d entries; O(n + m) the first time.
    mutating func remove(at position: Int, fromRow row: Int) {
        openGaps()
        let end = range(of: row).upperBound
        for index in position..<end - 1 { copyEntry(at: index + 1, to: index) }
        gaps?.ends[row] -= 1
        gaps?.entryCount -= 1
    }

    /// Takes all entries out of a row.
    mutating func removeAll(fromRow row: Int) {
        openGaps()
        let count = range(of: row).count
        gaps?.ends[row] = offsets[row]
        gaps?.entryCount -= count
    }

    /// Adds empty rows at the end.
    ///
    /// - Complexity: O(1) amortised for each; O(n + m) the first time.
    mutating func appendRows(_ count: Int) {
        openGaps()
        let end = offsets[rowCount]
        for _ in 0..<count {
            offsets.append(end)
            gaps?.ends.append(end)
            gaps?.limits.append(end)
        }
    }

    /// The same entries without free places.
    ///
    /// - Complexity: O(1) if there are none, O(n + m) otherwise.
    package func compacted() -> AdjacencyRows {
        guard gaps != nil else { return self }
        var counts = ContiguousArray<UInt32>(repeating: 0, count: offsets.count)
        for row in 0..<rowCount { counts[row] = UInt32(range(of: row).count) }
        return AdjacencyRows(counts: counts, hasWeights: weights != nil) { filler in
            for row in 0..<rowCount {
                for index in range(of: row) {
                    filler.put(vertices[index], weights?[index] ?? 1, inRow: Int32(truncatingIfNeeded: row))
                }
            }
        }
    }

    private mutating func copyEntry(at source: Int, to target: Int) {
        vertices[target] = vertices[source]
        guard let weight = weights?[source] else { return }
        weights?[target] = weight
    }

    private mutating func openGaps() {
        guard gaps == nil else { return }
        let ends = ContiguousArray(offsets.dropFirst())
        gaps = RowGaps(ends: ends, limits: ends, entryCount: vertices.count)
    }

    /// Moves a full row to the end of the memory, where it gets twice its room. Closes the gaps before if they would
    /// take more than half of the memory.
    private mutating func move(_ row: Int, in gaps: inout RowGaps) {
        let count = Int(gaps.ends[row] - offsets[row])
        let room = max(4, 2 * count)
        if vertices.count + room > 2 * gaps.entryCount + 64 * 1024 { close(&gaps) }
        let (start, old) = (vertices.count, Int(offsets[row]))
        vertices.append(contentsOf: repeatElement(-1, count: room))
        weights?.append(contentsOf: repeatElement(1, count: room))
        for index in 0..<count { copyEntry(at: old + index, to: start + index) }
        offsets[row] = UInt32(start)
        gaps.ends[row] = UInt32(start + count)
        gaps.limits[row] = UInt32(start + room)
        offsets[rowCount] = UInt32(vertices.count)
    }

    private mutating func close(_ gaps: inout RowGaps) {
        self.gaps = gaps
        self = compacted()
        gaps.ends = ContiguousArray(offsets.dropFirst())
        gaps.limits = gaps.ends
    }
}
