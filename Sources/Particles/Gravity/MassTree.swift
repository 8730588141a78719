import GSL

/// A tree of cells after J. Barnes and P. Hut, *A hierarchical O(N log N) force-calculation algorithm*, Nature 324 (1986)
/// 446, DOI 10.1038/324446a0.
///
/// Particles are sorted by their Morton keys, which interleave 21 bits of each coordinate, so that the particles of a cell
/// follow each other (M. S. Warren and J. K. Salmon, Proceedings of Supercomputing '93, DOI 10.1145/169627.169640). Cells
/// stand in the order in which one walks down: behind a cell its first child and what is below that, then the next child,
/// so that a walk needs no stack: it goes on with the next cell in memory, or, where it does not open one, with
/// ``Step/next``. A cell with a single child is left out.
///
/// - Complexity: O(n) memory; O(n log n) time to build for n particles.
struct MassTree: ~Copyable {
    /// The most particles of a cell that is not divided, unless they cannot be told apart by their keys.
    static let leafCapacity = 16

    /// A cell as a walk through the tree looks at it.
    struct Step: BitwiseCopyable {
        /// The centre of mass; of the box, if there is no mass.
        var x = 0.0
        var y = 0.0
        var z = 0.0

        /// How near one may come before the cell has to be opened, squared; negative for a cell without mass.
        var squaredOpeningDistance = 0.0

        /// The next cell that is not below this one.
        var next: Int32 = 0

        /// True if there are no cells below this one.
        var isLeaf: Bool
    }

    /// The sum of the masses in a cube, and how they lie in it.
    struct Cell: BitwiseCopyable {
        /// The centre of mass; of the box, if there is no mass.
        var x = 0.0
        var y = 0.0
        var z = 0.0

        var mass = 0.0

        /// The second moments of mass about the centre, times 3.
        var xx = 0.0
        var xy = 0.0
        var xz = 0.0
        var yy = 0.0
        var yz = 0.0
        var zz = 0.0

        /// The least box around the particles.
        var lower = SIMD3<Double>(repeating: .infinity)
        var upper = SIMD3<Double>(repeating: -.infinity)

        /// The particles, in the order of their keys.
        var first: Int32
        var end: Int32
    }

    /// The number of particles.
    private(set) var count = 0

    /// The number of cells, the first of which is the root.
    private(set) var cellCount = 0

    private var cellMemory = GrowingMemory<Cell>()
    private var stepMemory = GrowingMemory<Step>()
    private var keyMemory = GrowingMemory<KeyedParticle>()
    private var columnMemory = GrowingMemory<Double>()
    private let openingAngle: Double

    /// A tree whose cells are opened by those that see their longest edge at a greater angle than this.
    init(openingAngle: Double) {
        self.openingAngle = openingAngle
    }

    /// The cells as a walk looks at them.
    var steps: UnsafePointer<Step> { UnsafePointer(stepMemory.start) }

    var cells: UnsafePointer<Cell> { UnsafePointer(cellMemory.start) }

    /// The number of the particle in a place of the order of keys.
    func particle(at place: Int) -> Int { Int(keyMemory.start[place].particle) }

    /// The columns x, y, z and mass in the order of keys, ``count`` numbers each.
    var columns: UnsafePointer<Double> { UnsafePointer(columnMemory.start) }

    /// Builds the tree of particles; returns whether there is one, which is so unless positions are not finite or too far
    /// apart.
    mutating func build(_ particles: ParticleColumns) -> Bool {
        let (lower, upper) = particles.bounds
        guard (upper - lower).sum().isFinite, particles.areFinite else { return false }
        count = particles.count
        cellCount = 0
        keyMemory.reserve(2 * count)
        columnMemory.reserve(4 * count)
        sort(particles, from: lower, edge: (upper - lower).max())
        _ = addCell(0, count)
        return true
    }
}

// MARK: - Keys

extension MassTree {
    /// A particle and its Morton key.
    struct KeyedParticle: BitwiseCopyable {
        var key: UInt64
        var particle: Int32
    }

    private func sort(_ particles: ParticleColumns, from lower: SIMD3<Double>, edge: Double) {
        let keys = keyMemory.start
        // Particles that are all but in one place need not be told apart.
        let scale = edge > 0x1p-1000 ? 0x1p21 / edge : 0
        for particle in 0..<count {
            let place = (particles.position(particle) - lower) * scale
            let cell = place.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 0x1p21 - 1))
            let key =
                Self.spread(UInt64(cell.x)) << 2 | Self.spread(UInt64(cell.y)) << 1 | Self.spread(UInt64(cell.z))
            keys[particle] = KeyedParticle(key: key, particle: Int32(particle))
        }
        Self.sort(keys, count: count, scratch: keys + count)
        for place in 0..<count {
            let particle = Int(keys[place].particle)
            columnMemory.start[place] = particles.x[particle]
            columnMemory.start[place + count] = particles.y[particle]
            columnMemory.start[place + 2 * count] = particles.z[particle]
            columnMemory.start[place + 3 * count] = particles.mass[particle]
        }
    }

    /// Moves bit n of 21 to bit 3 n.
    private static func spread(_ number: UInt64) -> UInt64 {
        var bits = number
        bits = (bits | bits << 32) & 0x001F_0000_0000_FFFF
        bits = (bits | bits << 16) & 0x001F_0000_FF00_00FF
        bits = (bits | bits << 8) & 0x100F_00F0_0F00_F00F
        bits = (bits | bits << 4) & 0x10C3_0C30_C30C_30C3
        return (bits | bits << 2) & 0x1249_2492_4924_9249
    }

    /// Sorts by the digits of keys, from the last one on; particles with one key keep their order. The number of digits is
    /// even, so that the result is where it was.
    private static func sort(
        _ keys: UnsafeMutablePointer<KeyedParticle>, count: Int, scratch: UnsafeMutablePointer<KeyedParticle>
    ) {
        let digitBits = 11
        var (from, to) = (keys, scratch)
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 1 << digitBits) { starts in
            for digit in 0..<6 {
                let shift = UInt64(digit * digitBits)
                let mask = UInt64(1 << digitBits - 1)
                starts.update(repeating: 0)
                for index in 0..<count { starts[Int(from[index].key >> shift & mask)] += 1 }
                var start = 0
                for value in starts.indices {
                    (starts[value], start) = (start, start + starts[value])
                }
                for index in 0..<count {
                    let value = Int(from[index].key >> shift & mask)
                    to[starts[value]] = from[index]
                    starts[value] += 1
                }
                swap(&from, &to)
            }
        }
    }
}

// MARK: - Cells

extension MassTree {
    /// Adds the cell of a range of particles, and what is below it; returns its number.
    private mutating func addCell(_ first: Int, _ end: Int) -> Int {
        let cell = cellCount
        cellCount += 1
        if cellCount > cellMemory.capacity {
            cellMemory.grow(to: 2 * cellCount + 64, keeping: cell)
            stepMemory.grow(to: 2 * cellCount + 64, keeping: cell)
        }
        let keys = keyMemory.start
        let different = keys[first].key ^ keys[end - 1].key
        let isLeaf = end - first <= Self.leafCapacity || different == 0
        cellMemory.start[cell] = Cell(first: Int32(first), end: Int32(end))
        stepMemory.start[cell] = Step(isLeaf: isLeaf)
        if !isLeaf {
            // The three bits in which the children differ.
            let shift = UInt64((63 - different.leadingZeroBitCount) / 3 * 3)
            var start = first
            while start < end {
                let childEnd = endOfChild(from: start, to: end, shift)
                _ = addCell(start, childEnd)
                start = childEnd
            }
        }
        stepMemory.start[cell].next = Int32(cellCount)
        sumUp(cell)
        return cell
    }

    /// Where the particles end whose keys agree with that of the first one up to the bits of a child.
    private func endOfChild(from first: Int, to end: Int, _ shift: UInt64) -> Int {
        let keys = keyMemory.start
        let child = keys[first].key >> shift
        var (low, high) = (first + 1, end)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle].key >> shift == child { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func sumUp(_ number: Int) {
        var cell = cellMemory.start[number]
        if stepMemory.start[number].isLeaf { sumUpParticles(&cell) } else { sumUpChildren(&cell, of: number) }
        let size = (cell.upper - cell.lower).max()
        let offset = SIMD3(cell.x, cell.y, cell.z) - 0.5 * (cell.lower + cell.upper)
        let distance = size / openingAngle + (offset * offset).sum().squareRoot()
        cellMemory.start[number] = cell
        stepMemory.start[number].x = cell.x
        stepMemory.start[number].y = cell.y
        stepMemory.start[number].z = cell.z
        stepMemory.start[number].squaredOpeningDistance = cell.mass > 0 ? distance * distance : -1
    }

    private func sumUpParticles(_ cell: inout Cell) {
        let x = columnMemory.start
        var sum = SIMD3<Double>.zero
        for place in Int(cell.first)..<Int(cell.end) {
            let position = SIMD3(x[place], x[place + count], x[place + 2 * count])
            sum += x[place + 3 * count] * position
            cell.mass += x[place + 3 * count]
            cell.lower = pointwiseMin(cell.lower, position)
            cell.upper = pointwiseMax(cell.upper, position)
        }
        cell.setCenter(sum)
        for place in Int(cell.first)..<Int(cell.end) {
            let position = SIMD3(x[place], x[place + count], x[place + 2 * count])
            cell.addMoments(of: x[place + 3 * count], at: position)
        }
    }

    private func sumUpChildren(_ cell: inout Cell, of number: Int) {
        let (cells, steps) = (cellMemory.start, stepMemory.start)
        let end = Int(steps[number].next)
        var sum = SIMD3<Double>.zero
        var child = number + 1
        while child < end {
            sum += cells[child].mass * SIMD3(cells[child].x, cells[child].y, cells[child].z)
            cell.mass += cells[child].mass
            cell.lower = pointwiseMin(cell.lower, cells[child].lower)
            cell.upper = pointwiseMax(cell.upper, cells[child].upper)
            child = Int(steps[child].next)
        }
        cell.setCenter(sum)
        child = number + 1
        while child < end {
            cell.addMoments(of: cells[child].mass, at: SIMD3(cells[child].x, cells[child].y, cells[child].z))
            cell.xx += cells[child].xx
            cell.xy += cells[child].xy
            cell.xz += cells[child].xz
            cell.yy += cells[child].yy
            cell.yz += cells[child].yz
            cell.zz += cells[child].zz
            child = Int(steps[child].next)
        }
    }
}

extension MassTree.Cell {
    fileprivate mutating func setCenter(_ sum: SIMD3<Double>) {
        let center = mass > 0 ? sum / mass : 0.5 * (lower + upper)
        (x, y, z) = (center.x, center.y, center.z)
    }

    fileprivate mutating func addMoments(of mass: Double, at position: SIMD3<Double>) {
        let d = position - SIMD3(x, y, z)
        let scaled = 3 * mass * d
        xx += scaled.x * d.x
        xy += scaled.x * d.y
        xz += scaled.x * d.z
        yy += scaled.y * d.y
        yz += scaled.y * d.z
        zz += scaled.z * d.z
    }
}

extension ParticleColumns {
    fileprivate var areFinite: Bool {
        areAllFinite(x, count: count) && areAllFinite(y, count: count) && areAllFinite(z, count: count)
    }

    /// The least box around all particles.
    fileprivate var bounds: (lower: SIMD3<Double>, upper: SIMD3<Double>) {
        var lower = position(0)
        var upper = lower
        for particle in 1..<max(1, count) {
            lower = pointwiseMin(lower, position(particle))
            upper = pointwiseMax(upper, position(particle))
        }
        return (lower, upper)
    }
}
