import CParticleKernels
import SimulationEngine

extension NeighbourList {
    /// Builds the list.
    ///
    /// - Returns: Whether that was possible: positions must be finite, and not absurdly large.
    func build(_ particles: ParticleColumns) -> Bool {
        isBuilt = false
        rowCount = particles.count
        guard let grid = wrap(particles) else { return false }
        sort(particles, into: grid)
        search(grid)
        isBuilt = true
        buildCount += 1
        return true
    }

    /// Finds the images of particles in the box, the images around it, and the cells of all.
    private func wrap(_ particles: ParticleColumns) -> CellGrid? {
        let count = particles.count
        let box = particles.box
        builtAt.reserve(3 * count)
        offsets.reserve(3 * count)
        slotOfParticle.reserve(count)
        let (builtAt, offsets) = (builtAt.start, offsets.start)
        var lower = SIMD3<Double>(repeating: .infinity)
        var upper = -lower
        var isFinite = true
        for i in 0..<count {
            let position = particles.position(i)
            let offset = -box.image(of: position) * box.periods
            for axis in 0..<3 {
                builtAt[axis * count + i] = position[axis]
                offsets[axis * count + i] = offset[axis]
            }
            let wrapped = position + offset
            lower = pointwiseMin(lower, wrapped)
            upper = pointwiseMax(upper, wrapped)
            isFinite = isFinite && (wrapped.x + wrapped.y + wrapped.z).isFinite
        }
        for axis in 0..<3 where box.periods[axis] > 0 {
            lower[axis] = box.lowerBounds[axis] - radius
            upper[axis] = box.lowerBounds[axis] + box.periods[axis] + radius
        }
        guard isFinite, max(-lower.min(), upper.max()) < Self.greatestCoordinate else { return nil }
        let grid = CellGrid(from: lower, to: upper, radius: radius, particleCount: count)
        findImages(particles, grid)
        return grid
    }

    private func findImages(_ particles: ParticleColumns, _ grid: CellGrid) {
        let count = rowCount
        let box = particles.box
        if shifts.isEmpty {
            for code in 0..<27 {
                let steps = SIMD3(Double(code % 3) - 1, Double(code / 3 % 3) - 1, Double(code / 9) - 1)
                shifts.append(steps * box.periods)
            }
        }
        reserveImages(max(imageParticles.capacity, 64), keeping: 0)
        imageCount = 0
        let offsets = offsets.start
        for i in 0..<count {
            let wrapped = particles.position(i) + SIMD3(offsets[i], offsets[count + i], offsets[2 * count + i])
            cellOfEntry.start[i] = Int32(grid.cell(wrapped.x, wrapped.y, wrapped.z))
            let fromLower = wrapped - box.lowerBounds
            var least = SIMD3<Int>.zero
            var greatest = SIMD3<Int>.zero
            for axis in 0..<3 where box.periods[axis] > 0 {
                if fromLower[axis] < radius { greatest[axis] = 1 }
                if fromLower[axis] >= box.periods[axis] - radius { least[axis] = -1 }
            }
            guard least != .zero || greatest != .zero else { continue }
            if imageCount + 27 > imageParticles.capacity {
                reserveImages(2 * imageParticles.capacity, keeping: imageCount)
            }
            for kz in least.z...greatest.z {
                for ky in least.y...greatest.y {
                    for kx in least.x...greatest.x where kx != 0 || ky != 0 || kz != 0 {
                        let code = (kx + 1) + 3 * (ky + 1) + 9 * (kz + 1)
                        let image = wrapped + shifts[code]
                        imageParticles.start[imageCount] = Int32(i)
                        imageShifts.start[imageCount] = UInt8(code)
                        cellOfEntry.start[count + imageCount] = Int32(grid.cell(image.x, image.y, image.z))
                        imageCount += 1
                    }
                }
            }
        }
        slotCount = count + imageCount
    }

    private func reserveImages(_ capacity: Int, keeping kept: Int) {
        imageParticles.grow(to: capacity, keeping: kept)
        imageShifts.grow(to: capacity, keeping: kept)
        imageSlots.grow(to: capacity, keeping: kept)
        cellOfEntry.grow(to: rowCount + capacity, keeping: kept == 0 ? 0 : rowCount + kept)
    }

    /// Sorts particles and images by their cells, by counting.
    private func sort(_ particles: ParticleColumns, into grid: CellGrid) {
        cellStarts.reserve(grid.cellCount + 1)
        let cellStarts = cellStarts.start
        cellStarts.update(repeating: 0, count: grid.cellCount + 1)
        let cellOfEntry = cellOfEntry.start
        for entry in 0..<slotCount { cellStarts[Int(cellOfEntry[entry]) + 1] += 1 }
        for cell in 0..<grid.cellCount { cellStarts[cell + 1] += cellStarts[cell] }
        let stride = slotCount + Int(pk_rest)
        pointMemory.reserve(4 * (slotCount + 1))
        entryOfSlot.reserve(slotCount)
        sorted.reserve(3 * stride)
        let (points, sorted, entryOfSlot, offsets) = (pointMemory.start, sorted.start, entryOfSlot.start, offsets.start)
        let (imageParticles, imageShifts, imageSlots) = (imageParticles.start, imageShifts.start, imageSlots.start)
        let (slotOfParticle, count) = (slotOfParticle.start, rowCount)
        for entry in 0..<slotCount {
            let cell = Int(cellOfEntry[entry])
            let slot = Int(cellStarts[cell])
            cellStarts[cell] += 1
            entryOfSlot[slot] = Int32(entry)
            let i = entry < count ? entry : Int(imageParticles[entry - count])
            var position = particles.position(i) + SIMD3(offsets[i], offsets[count + i], offsets[2 * count + i])
            if entry < count {
                slotOfParticle[entry] = Int32(slot)
            } else {
                imageSlots[entry - count] = Int32(slot)
                position += shifts[Int(imageShifts[entry - count])]
            }
            let rounded = SIMD3<Float>(position - grid.middle)
            for axis in 0..<3 {
                points[4 * slot + axis] = position[axis]
                sorted[axis * stride + slot] = rounded[axis]
            }
            points[4 * slot + 3] = label == .type ? Double(particles.type[i]) : particles.charge[i]
        }
        // Each start has moved on to the next cell's.
        (cellStarts + 1).update(from: cellStarts, count: grid.cellCount)
        cellStarts[0] = 0
        for slot in slotCount..<stride {
            for axis in 0..<3 { sorted[axis * stride + slot] = 0 }
        }
        for axis in 0..<3 { points[4 * slotCount + axis] = Self.farAway }
        points[4 * slotCount + 3] = 0
    }

    private func search(_ grid: CellGrid) {
        rowSlots.reserve(rowCount)
        rowCells.reserve(rowCount)
        var row = 0
        for slot in 0..<slotCount where entryOfSlot.start[slot] < rowCount {
            rowSlots.start[row] = Int32(slot)
            rowCells.start[row] = cellOfEntry.start[Int(entryOfSlot.start[slot])]
            row += 1
        }
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
                far_point: Int32(slotCount))
            withUnsafePointer(to: &cells) { cells in
                let (rowSlots, rowCells, starts) = (rowSlots.start, rowCells.start, starts.start)
                let (chunks, rowCount, set) = (chunks, rowCount, instructionSet)
                team.forEachPiece(of: chunkCount) { chunk in
                    let first = chunk * Self.chunkLength
                    Self.search(
                        cells, rowSlots + first, rowCells + first, min(Self.chunkLength, rowCount - first),
                        starts + chunk * (Self.chunkLength + 1), chunks[chunk], set)
                    if let exclusions { remove(exclusions, fromChunk: chunk) }
                }
            }
        }
    }

    private static func search(
        _ grid: UnsafePointer<pk_grid>, _ slots: UnsafePointer<Int32>, _ cells: UnsafePointer<Int32>, _ count: Int,
        _ starts: UnsafeMutablePointer<Int32>, _ chunk: Chunk, _ set: pk_instruction_set
    ) {
        var done = 0
        while true {
            done = Int(
                pk_search(
                    set, grid, slots, cells, Int32(done), Int32(count), starts, chunk.neighbours.start,
                    Int32(chunk.neighbours.capacity)))
            if done == count { return }
            // A list is what takes most of the memory: once its length can be foretold it grows by what is missing.
            let used = Int(starts[done])
            let foretold = done < 32 ? 2 * chunk.neighbours.capacity : used * count / done * 21 / 20
            chunk.neighbours.grow(to: max(foretold, chunk.neighbours.capacity + 4096), keeping: used)
        }
    }
}
