import CParticleKernels
import SimulationEngine

/// Which particles are near each other: a Verlet list (L. Verlet, Physical Review 159 (1967) 98, DOI
/// 10.1103/PhysRev.159.98) that is built with a grid of cells.
///
/// The list holds, for each particle, all others within the cutoff and a *skin*. It remains complete until a particle has
/// moved by half of the skin, which is looked at whenever it is used.
///
/// Particles are sorted by their cells into *slots*, so that those that are near each other are so in memory. In a periodic
/// box a particle near a bound has images beyond the opposite bound, which have slots of their own: whoever walks over the
/// list does not know of periods. The particles themselves, without images, are the *rows* of the list, in the order of
/// their slots. Rows are cut into chunks of a fixed length; each chunk is listed and computed by one thread.
///
/// A list is full, that is, each pair stands in two rows. So a row's sum is formed by one thread in one order, whatever the
/// number of threads, and nothing is ever written by two of them.
///
/// - Complexity: O(n) time and memory for n particles of bounded density.
final class NeighbourList {
    /// The number of rows of a chunk.
    static let chunkLength = 512

    /// Coordinates far from everything, with which rows are filled up. Their powers are numbers still.
    static let farAway = 1e30

    let radius: Double
    let team: ThreadTeam
    let instructionSet: pk_instruction_set

    /// Half of the skin, squared.
    private let squaredLeeway: Double

    /// The number of particles, which is that of rows.
    private(set) var rowCount = 0

    /// The number of particles and images.
    private(set) var slotCount = 0

    /// Whether the list is that of any positions.
    private(set) var isBuilt = false

    /// How often the list was built.
    private(set) var buildCount = 0

    // In the order of particles.
    private var builtAt = GrowingMemory<Double>()
    private var offsets = GrowingMemory<Double>()
    private var slotOfParticle = GrowingMemory<Int32>()

    // In the order of slots: x, y, z and type of each. The last one is far from everything.
    private var pointMemory = GrowingMemory<Double>()
    private var entryOfSlot = GrowingMemory<Int32>()

    // Columns of x, y and z in the order of slots, counted from the middle of the grid.
    private var sorted = GrowingMemory<Float>()

    // Images.
    private var imageCount = 0
    private var imageParticles = GrowingMemory<Int32>()
    private var imageSlots = GrowingMemory<Int32>()
    private var imageShifts = GrowingMemory<UInt8>()
    private var shifts: [SIMD3<Double>] = []

    // In the order of cells and rows.
    private var cellOfEntry = GrowingMemory<Int32>()
    private var cellStarts = GrowingMemory<Int32>()
    private var rowSlots = GrowingMemory<Int32>()
    private var rowCells = GrowingMemory<Int32>()
    private var starts = GrowingMemory<Int32>()
    private var chunks: [Chunk] = []
    private var hasMoved = GrowingMemory<Bool>()

    /// The neighbours of the rows of a chunk.
    private final class Chunk {
        var neighbours = GrowingMemory<Int32>()
    }

    init(cutoff: Double, skin: Double, team: ThreadTeam, instructionSet: pk_instruction_set) {
        radius = cutoff + skin
        squaredLeeway = skin * skin / 4
        self.team = team
        self.instructionSet = instructionSet
    }

    /// The points by slots, four numbers each.
    var points: UnsafePointer<Double> { UnsafePointer(pointMemory.start) }

    /// The slot of each particle.
    var slots: UnsafePointer<Int32> { UnsafePointer(slotOfParticle.start) }

    /// The number of entries, in which each pair stands twice and each row is filled up to a multiple of eight.
    var length: Int {
        (0..<chunkCount).reduce(0) { sum, chunk in
            let rows = rows(ofChunk: chunk)
            return sum + Int(rows.starts[Int(rows.row_count)])
        }
    }

    /// The number of chunks.
    var chunkCount: Int { (rowCount + Self.chunkLength - 1) / Self.chunkLength }

    /// The rows of a chunk.
    func rows(ofChunk chunk: Int) -> pk_rows {
        let first = chunk * Self.chunkLength
        return pk_rows(
            points: points, slots: rowSlots.start + first, starts: starts.start + chunk * (Self.chunkLength + 1),
            neighbours: chunks[chunk].neighbours.start, row_count: Int32(min(Self.chunkLength, rowCount - first)))
    }

    /// The particle at a slot, or of which there is an image.
    func particle(atSlot slot: Int) -> Int {
        let entry = Int(entryOfSlot.start[slot])
        return entry < rowCount ? entry : Int(imageParticles.start[entry - rowCount])
    }
}

// MARK: - Following the particles

extension NeighbourList {
    /// Moves the points to where the particles are, and builds the list anew if one of them has moved too far.
    ///
    /// - Returns: Whether that was possible: positions must be finite, and not absurdly large.
    func follow(_ particles: ParticleColumns) -> Bool {
        if move(to: particles) { return true }
        return build(particles)
    }

    /// Moves the points to where the particles are.
    ///
    /// - Returns: Whether the list is still complete. If not, where the points are means nothing.
    func move(to particles: ParticleColumns) -> Bool {
        guard isBuilt, particles.count == rowCount else { return false }
        let count = rowCount
        let runCount = ThreadTeam.runCount(of: count)
        hasMoved.reserve(runCount)
        let (built, offsets, slots) = (builtAt.start, offsets.start, slotOfParticle.start)
        let (points, hasMoved, leeway) = (pointMemory.start, hasMoved.start, squaredLeeway)
        let (x, y, z) = (particles.x, particles.y, particles.z)
        team.forEachRun(of: count) { range in
            var isTooFar = false
            for i in range {
                let dx = x[i] - built[i]
                let dy = y[i] - built[count + i]
                let dz = z[i] - built[2 * count + i]
                // So that what is not a number is too far, too.
                if !(dx * dx + dy * dy + dz * dz <= leeway) { isTooFar = true }
                let point = points + 4 * Int(slots[i])
                point[0] = x[i] + offsets[i]
                point[1] = y[i] + offsets[count + i]
                point[2] = z[i] + offsets[2 * count + i]
            }
            hasMoved[range.lowerBound / ThreadTeam.runLength] = isTooFar
        }
        for run in 0..<runCount where hasMoved[run] { return false }
        moveImages()
        return true
    }

    /// Whether the points are where the particles are.
    func isAt(_ particles: ParticleColumns) -> Bool {
        guard isBuilt, particles.count == rowCount else { return false }
        let count = rowCount
        let (offsets, slots, points) = (offsets.start, slotOfParticle.start, pointMemory.start)
        for i in 0..<count {
            let point = points + 4 * Int(slots[i])
            guard point[0] == particles.x[i] + offsets[i], point[1] == particles.y[i] + offsets[count + i],
                point[2] == particles.z[i] + offsets[2 * count + i]
            else { return false }
        }
        return true
    }

    private func moveImages() {
        let (particles, imageSlots, codes) = (imageParticles.start, imageSlots.start, imageShifts.start)
        let (slots, points) = (slotOfParticle.start, pointMemory.start)
        shifts.withUnsafeBufferPointer { shifts in
            let shifts = shifts.baseAddress.unsafelyUnwrapped
            team.forEachRun(of: imageCount) { range in
                for image in range {
                    let origin = points + 4 * Int(slots[Int(particles[image])])
                    let point = points + 4 * Int(imageSlots[image])
                    let shift = shifts[Int(codes[image])]
                    point[0] = origin[0] + shift.x
                    point[1] = origin[1] + shift.y
                    point[2] = origin[2] + shift.z
                }
            }
        }
    }
}

// MARK: - Building

extension NeighbourList {
    private func build(_ particles: ParticleColumns) -> Bool {
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
        var lower = SIMD3<Double>(repeating: .infinity)
        var upper = -lower
        var isFinite = true
        for i in 0..<count {
            let position = particles.position(i)
            let offset = -box.image(of: position) * box.periods
            for axis in 0..<3 {
                builtAt.start[axis * count + i] = position[axis]
                offsets.start[axis * count + i] = offset[axis]
            }
            let wrapped = position + offset
            lower = pointwiseMin(lower, wrapped)
            upper = pointwiseMax(upper, wrapped)
            isFinite = isFinite && (wrapped.x + wrapped.y + wrapped.z).isFinite
        }
        guard isFinite, max(-lower.min(), upper.max()) < 1e-3 * Self.farAway else { return nil }
        for axis in 0..<3 where box.periods[axis] > 0 {
            lower[axis] = box.lowerBounds[axis] - radius
            upper[axis] = box.lowerBounds[axis] + box.periods[axis] + radius
        }
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
        for i in 0..<count {
            let wrapped = wrappedPosition(i, particles)
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

    private func wrappedPosition(_ i: Int, _ particles: ParticleColumns) -> SIMD3<Double> {
        particles.position(i)
            + SIMD3(offsets.start[i], offsets.start[rowCount + i], offsets.start[2 * rowCount + i])
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
        for entry in 0..<slotCount {
            let cell = Int(cellOfEntry[entry])
            let slot = Int(cellStarts[cell])
            cellStarts[cell] += 1
            entryOfSlot.start[slot] = Int32(entry)
            let particle = entry < rowCount ? entry : Int(imageParticles.start[entry - rowCount])
            var position = wrappedPosition(particle, particles)
            if entry < rowCount {
                slotOfParticle.start[entry] = Int32(slot)
            } else {
                imageSlots.start[entry - rowCount] = Int32(slot)
                position += shifts[Int(imageShifts.start[entry - rowCount])]
            }
            let point = pointMemory.start + 4 * slot
            let rounded = SIMD3<Float>(position - grid.middle)
            for axis in 0..<3 {
                point[axis] = position[axis]
                sorted.start[axis * stride + slot] = rounded[axis]
            }
            point[3] = Double(particles.type[particle])
        }
        // Each start has moved on to the next cell's.
        (cellStarts + 1).update(from: cellStarts, count: grid.cellCount)
        cellStarts[0] = 0
        for slot in slotCount..<stride {
            for axis in 0..<3 { sorted.start[axis * stride + slot] = 0 }
        }
        let far = pointMemory.start + 4 * slotCount
        for axis in 0..<3 { far[axis] = Self.farAway }
        far[3] = 0
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
