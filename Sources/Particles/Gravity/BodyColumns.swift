import CKernels

/// Bodies that act on others, or points that are acted on, in columns as the kernels of gravity want them: filled up to
/// whole blocks.
struct BodyColumns: ~Copyable {
    /// How many bodies make a block.
    static let blockLength = Int(pk_block)

    /// The number of bodies.
    private(set) var count = 0

    private var memory = GrowingMemory<Double>()
    private var numbers = GrowingMemory<Int32>()

    var blockCount: Int { (count + Self.blockLength - 1) / Self.blockLength }

    /// The number of bodies with those that fill up the last block.
    var capacity: Int { blockCount * Self.blockLength }

    /// The number of the particle that each body is.
    var particles: UnsafePointer<Int32> { UnsafePointer(numbers.start) }

    var columns: pk_bodies { pk_bodies(memory.start, stride: capacity) }

    /// Takes the particles with charges, in their order, with those in the place of masses.
    mutating func copyCharges(_ particles: ParticleColumns) {
        let columns = pk_bodies(x: particles.x, y: particles.y, z: particles.z, mass: particles.charge)
        copy(columns, count: particles.count) { $0 != 0 }
    }

    /// Takes the particles whose masses are wanted, in their order.
    mutating func copy(_ particles: ParticleColumns, where isWanted: (Double) -> Bool) {
        let columns = pk_bodies(x: particles.x, y: particles.y, z: particles.z, mass: particles.mass)
        copy(columns, count: particles.count, where: isWanted)
    }

    /// Takes those of a number of particles whose masses are wanted, in their order.
    mutating func copy(_ particles: pk_bodies, count particleCount: Int, where isWanted: (Double) -> Bool) {
        numbers.reserve(particleCount)
        count = 0
        for particle in 0..<particleCount where isWanted(particles.mass[particle]) {
            numbers.start[count] = Int32(particle)
            count += 1
        }
        memory.reserve(4 * capacity)
        let (x, capacity) = (memory.start, capacity)
        var bound = 0.0
        for body in 0..<count {
            let particle = Int(numbers.start[body])
            x[body] = particles.x[particle]
            x[body + capacity] = particles.y[particle]
            x[body + 2 * capacity] = particles.z[particle]
            x[body + 3 * capacity] = particles.mass[particle]
            bound = max(bound, abs(x[body]))
        }
        // The bodies that fill up the columns are in no other's place, so that distances are not 0.
        for body in count..<capacity {
            x[body] = Double(3 + body - count) * (bound + 1)
            for column in 1..<4 { x[body + column * capacity] = 0 }
        }
    }
}

extension pk_bodies {
    /// Four columns that are so many numbers apart.
    init(_ start: UnsafePointer<Double>, stride: Int) {
        self.init(x: start, y: start + stride, z: start + 2 * stride, mass: start + 3 * stride)
    }

    /// The columns from a body on.
    func advanced(by bodies: Int) -> pk_bodies {
        pk_bodies(x: x + bodies, y: y + bodies, z: z + bodies, mass: mass + bodies)
    }
}

extension CoordinateColumns {
    /// The columns from a number on.
    func advanced(by numbers: Int) -> CoordinateColumns {
        CoordinateColumns(x: x + numbers, y: y + numbers, z: z + numbers, count: count - numbers)
    }

    /// Sets the first numbers of each column to 0.
    func clear(count: Int) {
        x.update(repeating: 0, count: count)
        y.update(repeating: 0, count: count)
        z.update(repeating: 0, count: count)
    }

    /// Adds to the numbers of a particle.
    func add(_ vector: SIMD3<Double>, at particle: Int) {
        x[particle] += vector.x
        y[particle] += vector.y
        z[particle] += vector.z
    }
}

extension ParticleColumns {
    /// The first two particles in the order of their places that are in one place, if one of the two has mass.
    ///
    /// - Complexity: O(n log n) for n particles.
    func firstCoincidence() -> (Int, Int)? {
        firstCoincidence(of: Array(0..<count)) { mass[$0] > 0 }
    }

    /// The first two particles in the order of their places that are in one place and have charges.
    ///
    /// - Complexity: O(n log n) for n particles.
    func firstCoincidenceOfCharges() -> (Int, Int)? {
        firstCoincidence(of: (0..<count).filter { charge[$0] != 0 }) { _ in true }
    }

    private func firstCoincidence(of particles: [Int], where acts: (Int) -> Bool) -> (Int, Int)? {
        let sorted = particles.sorted { isBefore($0, $1) ?? ($0 < $1) }
        var start = 0
        while start < sorted.count {
            let place = position(sorted[start])
            let group = sorted[start...].prefix { position($0) == place }
            start = group.endIndex
            guard let first = group.first(where: acts), let other = group.first(where: { $0 != first }) else {
                continue
            }
            return (min(first, other), max(first, other))
        }
        return nil
    }

    /// The order of two particles by their places, or `nil` if these are the same.
    private func isBefore(_ a: Int, _ b: Int) -> Bool? {
        if x[a] != x[b] { return x[a] < x[b] }
        if y[a] != y[b] { return y[a] < y[b] }
        return z[a] == z[b] ? nil : z[a] < z[b]
    }
}
