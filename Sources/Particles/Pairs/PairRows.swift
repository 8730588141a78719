import CParticleKernels

/// Some particles and the neighbours of each, for ``PairPotential/computeForces(on:)``.
public struct PairRows {
    /// Four numbers for each place in the list: a position, and the type or the charge.
    @usableFromInline let points: UnsafePointer<Double>

    /// The place of each particle.
    @usableFromInline let places: UnsafePointer<Int32>

    /// Where the neighbours of each particle begin, and where those of the last one end.
    @usableFromInline let starts: UnsafePointer<Int32>

    /// The places of neighbours, in 16 bits if they are narrow, else in 32; `nil` where there are none.
    @usableFromInline let neighbours: UnsafeRawPointer?

    @usableFromInline let areNarrow: Bool

    /// The number of particles.
    @usableFromInline let count: Int

    /// Receives the force on each particle, four numbers apart.
    @usableFromInline let forces: UnsafeMutablePointer<Double>

    init(_ rows: pk_rows, forces: UnsafeMutablePointer<Double>) {
        points = rows.points
        places = rows.slots
        starts = rows.starts
        neighbours = rows.neighbours
        areNarrow = rows.is_narrow != 0
        count = Int(rows.row_count)
        self.forces = forces
    }

    /// The place of a neighbour.
    @inlinable
    @inline(__always)
    func neighbour(_ n: Int) -> Int {
        // A list with neighbours has memory for them.
        let memory = neighbours.unsafelyUnwrapped
        return areNarrow
            ? Int(memory.assumingMemoryBound(to: UInt16.self)[n]) : Int(memory.assumingMemoryBound(to: Int32.self)[n])
    }
}

/// Sums over pairs of particles.
public struct PairSums: Equatable, Sendable {
    /// The potential energy.
    public var energy: Double

    /// The virial Σ *r* · *F*.
    public var virial: Double

    /// Creates sums.
    @inlinable
    public init(energy: Double, virial: Double) {
        self.energy = energy
        self.virial = virial
    }
}

/// No two particles of a list are as far from each other, and what rows are filled up with is further away: a cutoff beyond this
/// means that there is none.
@usableFromInline let greatestSquaredCutoff = 1e40

extension PairPotential {
    /// Sums up the forces of the neighbours of each particle, side by side in eight sums in their order.
    @inlinable
    public func computeForces(on rows: PairRows) -> PairSums {
        var energy = SIMD8<Double>.zero
        var virial = SIMD8<Double>.zero
        for row in 0..<rows.count {
            let center = rows.points + 4 * Int(rows.places[row])
            var (fx, fy, fz) = (SIMD8<Double>.zero, SIMD8<Double>.zero, SIMD8<Double>.zero)
            for n in Int(rows.starts[row])..<Int(rows.starts[row + 1]) {
                let point = rows.points + 4 * rows.neighbour(n)
                let dx = center[0] - point[0]
                let dy = center[1] - point[1]
                let dz = center[2] - point[2]
                let squaredDistance = dx * dx + dy * dy + dz * dz
                let (a, b) = actsOnCharges ? (0, 0) : (Int(center[3]), Int(point[3]))
                let cutoff = cutoff(a, b)
                let product = actsOnCharges ? center[3] * point[3] : 1
                // Nothing acts on what has no charge, wherever that is.
                guard squaredDistance < min(cutoff * cutoff, greatestSquaredCutoff), product != 0 else { continue }
                var pair = interaction(squaredDistance: squaredDistance, a, b)
                if actsOnCharges {
                    pair.energy *= product
                    pair.forceOverDistance *= product
                }
                let lane = n % 8
                fx[lane] += dx * pair.forceOverDistance
                fy[lane] += dy * pair.forceOverDistance
                fz[lane] += dz * pair.forceOverDistance
                energy[lane] += pair.energy
                virial[lane] += pair.forceOverDistance * squaredDistance
            }
            rows.forces[4 * row] = fx.sumOfLanes
            rows.forces[4 * row + 1] = fy.sumOfLanes
            rows.forces[4 * row + 2] = fz.sumOfLanes
        }
        return PairSums(energy: energy.sumOfLanes, virial: virial.sumOfLanes)
    }
}

extension SIMD8<Double> {
    /// The sum of all lanes in the order in which the kernels in C form it.
    @inlinable
    @inline(__always)
    var sumOfLanes: Double {
        ((self[0] + self[4]) + (self[2] + self[6])) + ((self[1] + self[5]) + (self[3] + self[7]))
    }
}
