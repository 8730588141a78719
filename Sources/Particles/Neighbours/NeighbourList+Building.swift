import CKernels
import SimulationEngine

extension NeighbourList {
    /// Builds the list.
    ///
    /// - Returns: True if that was possible: positions must be finite, and not absurdly large.
    func build(_ particles: ParticleColumns) -> Bool {
        isBuilt = false
        rowCount = particles.count
        guard let grid = wrap(particles) else { return false }
        findImages(particles, grid)
        sort(into: grid)
        placePoints(particles, grid)
        search(grid)
        isBuilt = true
        buildCount += 1
        return true
    }

    /// Tests if a position is one that can be listed: finite, and not absurdly large.
    static func hasPlace(at position: SIMD3<Double>, in box: Box) -> Bool {
        let wrapped = box.wrapped(position)
        return (0..<3).allSatisfy { abs(wrapped[$0]) < greatestCoordinate }
    }

    /// Finds the images of particles in the box, and lays a grid over them.
    private func wrap(_ particles: ParticleColumns) -> CellGrid? {
        let count = particles.count
        let box = particles.box
        builtAt.reserve(3 * count)
        offsets.reserve(3 * count)
        slotOfParticle.reserve(count)
        let (builtAt, offsets) = (builtAt.start, offsets.start)
        let runCount = ThreadTeam.runCount(of: count)
        var extent = withUnsafeTemporaryAllocation(of: Extent.self, capacity: runCount) { extents in
            let extents = extents.baseAddress.unsafelyUnwrapped
            team.forEachRun(of: count) { range in
                var extent = Extent()
                for i in range {
                    let position = particles.position(i)
                    let offset = -box.image(of: position) * box.periods
                    for axis in 0..<3 {
                        builtAt[axis * count + i] = position[axis]
                        offsets[axis * count + i] = offset[axis]
                    }
                    extent.include(position + offset)
                }
                (extents + range.lowerBound / ThreadTeam.runLength).initialize(to: extent)
            }
            return (1..<runCount).reduce(into: extents[0]) { $0.unite(with: extents[$1]) }
        }
        for axis in 0..<3 where box.periods[axis] > 0 {
            extent.lower[axis] = box.lowerBounds[axis] - radius
            extent.upper[axis] = box.lowerBounds[axis] + box.periods[axis] + radius
        }
        let greatest = max(-extent.lower.min(), extent.upper.max())
        guard extent.isFinite, greatest < Self.greatestCoordinate else { return nil }
        return CellGrid(from: extent.lower, to: extent.upper, radius: radius, particleCount: count)
    }

    /// Sorts particles and images by their cells, by counting.
    private func sort(into grid: CellGrid) {
        cellStarts.reserve(grid.cellCount + 1)
        entryOfSlot.reserve(slotCapacity)
        let (cellStarts, cellOfEntry, entryOfSlot) = (cellStarts.start, cellOfEntry.start, entryOfSlot.start)
        let (slotOfParticle, imageSlots, count) = (slotOfParticle.start, imageSlots.start, rowCount)
        cellStarts.update(repeating: 0, count: grid.cellCount + 1)
        for entry in 0..<slotCount { cellStarts[Int(cellOfEntry[entry]) + 1] += 1 }
        for cell in 0..<grid.cellCount { cellStarts[cell + 1] += cellStarts[cell] }
        for entry in 0..<slotCount {
            let cell = Int(cellOfEntry[entry])
            let slot = cellStarts[cell]
            cellStarts[cell] += 1
            entryOfSlot[Int(slot)] = Int32(entry)
            if entry < count { slotOfParticle[entry] = slot } else { imageSlots[entry - count] = slot }
        }
        // Each start has moved on to the next cell's.
        (cellStarts + 1).update(from: cellStarts, count: grid.cellCount)
        cellStarts[0] = 0
    }

    /// Writes the points of all slots.
    private func placePoints(_ particles: ParticleColumns, _ grid: CellGrid) {
        let stride = slotCount + Int(pk_rest)
        pointMemory.reserve(4 * (slotCapacity + 1))
        sorted.reserve(3 * (slotCapacity + Int(pk_rest)))
        let (points, sorted, entryOfSlot, offsets) = (pointMemory.start, sorted.start, entryOfSlot.start, offsets.start)
        let (imageParticles, imageShifts, shifts) = (imageParticles.start, imageShifts.start, shifts)
        let (count, middle, isTyped) = (rowCount, grid.middle, label == .type)
        team.forEachRun(of: slotCount) { range in
            for slot in range {
                let entry = Int(entryOfSlot[slot])
                let i = entry < count ? entry : Int(imageParticles[entry - count])
                var position = particles.position(i) + SIMD3(offsets[i], offsets[count + i], offsets[2 * count + i])
                if entry >= count { position += shifts[Int(imageShifts[entry - count])] }
                let rounded = SIMD3<Float>(position - middle)
                for axis in 0..<3 {
                    points[4 * slot + axis] = position[axis]
                    sorted[axis * stride + slot] = rounded[axis]
                }
                points[4 * slot + 3] = isTyped ? Double(particles.type[i]) : particles.charge[i]
            }
        }
        for slot in slotCount..<stride {
            for axis in 0..<3 { sorted[axis * stride + slot] = 0 }
        }
        for axis in 0..<3 { points[4 * slotCount + axis] = Self.farAway }
        points[4 * slotCount + 3] = 0
    }
}

/// The bounds of points.
private struct Extent {
    var lower = SIMD3<Double>(repeating: .infinity)
    var upper = SIMD3<Double>(repeating: -.infinity)
    var isFinite = true

    mutating func include(_ point: SIMD3<Double>) {
        lower = pointwiseMin(lower, point)
        upper = pointwiseMax(upper, point)
        isFinite = isFinite && (point.x + point.y + point.z).isFinite
    }

    mutating func unite(with other: Extent) {
        lower = pointwiseMin(lower, other.lower)
        upper = pointwiseMax(upper, other.upper)
        isFinite = isFinite && other.isFinite
    }
}
