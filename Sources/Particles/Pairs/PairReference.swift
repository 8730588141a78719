import CKernels

/// No two particles of a list are as far from each other, and what rows are filled up with is further away: a cutoff beyond this
/// means that there is none.
let greatestSquaredCutoff = 1e40

// The definition of what kernels compute, with which they are compared.

extension PairLaw {
    /// Sums up the forces of the neighbours of each particle, side by side in eight sums in their order.
    ///
    /// - Parameters:
    ///   - rows: The particles and their neighbours.
    ///   - forces: Receives the force on each particle, four numbers apart.
    /// - Returns: The sums over all rows, which are twice those over pairs.
    func computeReferenceForces(
        on rows: pk_rows, into forces: UnsafeMutablePointer<Double>
    ) -> PairSums {
        var energy = SIMD8<Double>.zero
        var virial = SIMD8<Double>.zero
        for row in 0..<Int(rows.row_count) {
            let center = rows.points + 4 * Int(rows.slots[row])
            var (fx, fy, fz) = (SIMD8<Double>.zero, SIMD8<Double>.zero, SIMD8<Double>.zero)
            for n in Int(rows.starts[row])..<Int(rows.starts[row + 1]) {
                let point = rows.points + 4 * rows.neighbour(n)
                let dx = center[0] - point[0]
                let dy = center[1] - point[1]
                let dz = center[2] - point[2]
                let squaredDistance = dx * dx + dy * dy + dz * dz
                let cutoff = cutoffOfPair(center[3], point[3])
                guard squaredDistance < min(cutoff * cutoff, greatestSquaredCutoff) else { continue }
                let pair = interaction(squaredDistance, center[3], point[3])
                let lane = n % 8
                fx[lane] += dx * pair.forceOverDistance
                fy[lane] += dy * pair.forceOverDistance
                fz[lane] += dz * pair.forceOverDistance
                energy[lane] += pair.energy
                virial[lane] += pair.forceOverDistance * squaredDistance
            }
            forces[4 * row] = fx.sumOfLanes
            forces[4 * row + 1] = fy.sumOfLanes
            forces[4 * row + 2] = fz.sumOfLanes
        }
        return PairSums(energy: energy.sumOfLanes, virial: virial.sumOfLanes)
    }
}

extension SIMD8<Double> {
    /// The sum of all lanes in the order in which the kernels in C form it.
    var sumOfLanes: Double {
        ((self[0] + self[4]) + (self[2] + self[6])) + ((self[1] + self[5]) + (self[3] + self[7]))
    }
}
