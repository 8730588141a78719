import CKernels
import SimulationEngine

extension NeighbourList {
    /// Lists the neighbours of all rows.
    func search(_ grid: CellGrid) {
        noteRows()
        starts.reserve(chunkCount * (Self.chunkLength + 1))
        while chunks.count < chunkCount { chunks.append(Chunk()) }
        let stride = slotCount + Int(pk_rest)
        let searchRadius = radius + grid.roundingError
        grid.searchedLines.withUnsafeBufferPointer { lines in
            var cells = pk_grid(
                x: sorted.start, y: sorted.start + stride, z: sorted.start + 2 * stride,
                cell_starts: cellStarts.start, columns: Int32(grid.counts.x), lines: Int32(grid.counts.y),
                layers: Int32(grid.counts.z), searched_lines: lines.baseAddress,
                searched_line_count: Int32(lines.count), squared_radius: Float(searchRadius * searchRadius).nextUp,
                far_point: Int32(slotCount), is_narrow: isNarrow ? 1 : 0)
            withUnsafePointer(to: &cells) { cells in
                let (rowSlots, rowCells, starts) = (rowSlots.start, rowCells.start, starts.start)
                let (chunks, rowCount, set) = (chunks, rowCount, instructionSet)
                team.forEachPiece(of: chunkCount) { chunk in
                    let first = chunk * Self.chunkLength
                    let rows = RowsToSearch(
                        slots: rowSlots + first, cells: rowCells + first,
                        count: min(Self.chunkLength, rowCount - first),
                        starts: starts + chunk * (Self.chunkLength + 1))
                    rows.search(cells, into: chunks[chunk], set)
                    if let exclusions { remove(exclusions, fromChunk: chunk) }
                }
            }
        }
    }

    /// Notes where particles are, without images.
    private func noteRows() {
        rowSlots.reserve(rowCount)
        rowCells.reserve(rowCount)
        let (rowSlots, rowCells, cellOfEntry) = (rowSlots.start, rowCells.start, cellOfEntry.start)
        let (entryOfSlot, count) = (entryOfSlot.start, rowCount)
        var row = 0
        for slot in 0..<slotCount where entryOfSlot[slot] < count {
            rowSlots[row] = Int32(slot)
            rowCells[row] = cellOfEntry[Int(entryOfSlot[slot])]
            row += 1
        }
    }
}

/// The rows of a chunk, whose neighbours one thread lists.
private struct RowsToSearch {
    let slots: UnsafePointer<Int32>
    let cells: UnsafePointer<Int32>
    let count: Int
    let starts: UnsafeMutablePointer<Int32>

    func search(_ grid: UnsafePointer<pk_grid>, into chunk: NeighbourList.Chunk, _ set: k_instruction_set) {
        // A column of points around a cell is as wide as a slot.
        var columns = GrowingMemory<Int32>(capacity: 4 * 1024)
        let width = grid.pointee.is_narrow != 0 ? 1 : 2
        var done = 0
        while true {
            var candidates = columns.candidates
            let capacity = chunk.neighbours.capacity / width
            done = Int(
                pk_search(
                    set, grid, slots, cells, Int32(done), Int32(count), &candidates, starts, chunk.neighbours.start,
                    Int32(clamping: capacity)))
            if done == count { return }
            let needed = Int(candidates.count) + 2 * Int(pk_rest)
            columns.reserve(4 * needed)
            // A list is what takes most of the memory: once its length can be foretold it grows by what is missing.
            let used = done == 0 ? 0 : Int(starts[done])
            let foretold = done < 32 ? 2 * used : used * count / done * 21 / 20
            let wanted = max(foretold, used + needed + Int(pk_block), 4096)
            chunk.neighbours.grow(to: width * wanted, keeping: width * used)
        }
    }
}

extension GrowingMemory<Int32> {
    /// Four columns, three of them of coordinates in single precision.
    fileprivate var candidates: pk_candidates {
        let length = capacity / 4
        let column = { (number: Int, start: UnsafeMutablePointer<Int32>) in
            UnsafeMutableRawPointer(start + number * length).assumingMemoryBound(to: Float.self)
        }
        return pk_candidates(
            x: column(0, start), y: column(1, start), z: column(2, start), slots: start + 3 * length,
            capacity: Int32(clamping: length), count: 0)
    }
}
