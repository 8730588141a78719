import SimulationEngine

extension NeighbourList {
    /// Finds the images around the box, and the cells of particles and images.
    ///
    /// Images are in the order of their particles, whatever the number of threads: they are counted first.
    func findImages(_ particles: ParticleColumns, _ grid: CellGrid) {
        let count = rowCount
        let box = particles.box
        if shifts.isEmpty {
            for code in 0..<27 {
                let steps = SIMD3(Double(code % 3) - 1, Double(code / 3 % 3) - 1, Double(code / 9) - 1)
                shifts.append(steps * box.periods)
            }
        }
        cellOfEntry.grow(to: count, keeping: 0)
        let runCount = ThreadTeam.runCount(of: count)
        firstImages.reserve(runCount + 1)
        let (offsets, firstImages) = (offsets.start, firstImages.start)
        var cells = cellOfEntry.start
        let wrapped = { (i: Int) in
            particles.position(i) + SIMD3(offsets[i], offsets[count + i], offsets[2 * count + i])
        }
        team.forEachRun(of: count) { [cells] range in
            var imageCount = 0
            for i in range {
                let point = wrapped(i)
                cells[i] = Int32(grid.cell(point.x, point.y, point.z))
                imageCount += ImageRange(of: point, in: box, radius: radius).count
            }
            firstImages[range.lowerBound / ThreadTeam.runLength + 1] = imageCount
        }
        firstImages[0] = 0
        for run in 0..<runCount { firstImages[run + 1] += firstImages[run] }
        imageCount = firstImages[runCount]
        slotCount = count + imageCount
        reserveImages()
        cells = cellOfEntry.start
        let (imageParticles, imageShifts, shifts) = (imageParticles.start, imageShifts.start, shifts)
        team.forEachRun(of: count) { [cells] range in
            var next = firstImages[range.lowerBound / ThreadTeam.runLength]
            for i in range {
                let point = wrapped(i)
                ImageRange(of: point, in: box, radius: radius).forEachCode { code in
                    let image = point + shifts[code]
                    imageParticles[next] = Int32(i)
                    imageShifts[next] = UInt8(code)
                    cells[count + next] = Int32(grid.cell(image.x, image.y, image.z))
                    next += 1
                }
            }
        }
    }

    /// Makes room for the images, and for some more, since their number changes a little whenever the list is built.
    private func reserveImages() {
        guard imageCount > imageParticles.capacity || slotCount > cellOfEntry.capacity else { return }
        let capacity = imageCount + imageCount / 32 + 64
        imageParticles.reserve(capacity)
        imageShifts.reserve(capacity)
        imageSlots.reserve(capacity)
        cellOfEntry.grow(to: rowCount + capacity, keeping: rowCount)
    }
}

/// Where a particle has images near the box: so many periods away, from the least to the greatest in each direction.
private struct ImageRange {
    private var least = SIMD3<Int>.zero
    private var greatest = SIMD3<Int>.zero

    @inline(__always)
    init(of wrapped: SIMD3<Double>, in box: Box, radius: Double) {
        let fromLower = wrapped - box.lowerBounds
        for axis in 0..<3 where box.periods[axis] > 0 {
            if fromLower[axis] < radius { greatest[axis] = 1 }
            if fromLower[axis] >= box.periods[axis] - radius { least[axis] = -1 }
        }
    }

    /// The number of images.
    var count: Int {
        let counts = greatest &- least &+ 1
        return counts.x * counts.y * counts.z - 1
    }

    /// Calls with the number of the shift of each image.
    @inline(__always)
    func forEachCode(_ body: (Int) -> Void) {
        guard least != .zero || greatest != .zero else { return }
        for z in least.z...greatest.z {
            for y in least.y...greatest.y {
                for x in least.x...greatest.x where x != 0 || y != 0 || z != 0 {
                    body((x + 1) + 3 * (y + 1) + 9 * (z + 1))
                }
            }
        }
    }
}
