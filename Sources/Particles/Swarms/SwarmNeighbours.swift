import CKernels
import SimulationEngine

/// Which particles of a swarm see each other, from the same lists that forces use.
final class SwarmNeighbours {
    let list: NeighbourList
    private let box: Box
    private let squaredRadius: Double
    private let team: ThreadTeam
    private let masses: [Double]
    private let types: [Int32]

    /// Makes lists for particles that see as far as a radius, which is at most half of the periods of the box.
    init(radius: Double, in box: Box, count: Int, threads: Int) {
        let periods = (0..<3).map { box.periods[$0] }.filter { $0 > 0 }
        // Images that are further away than one period are not listed.
        let skin = min(0.3 * radius, ((periods.min() ?? .infinity) - radius) / 2)
        team = ThreadTeam(threadCount: max(1, threads))
        list = NeighbourList(cutoff: radius, skin: skin, team: team, instructionSet: k_best_instruction_set())
        self.box = box
        squaredRadius = radius * radius
        masses = [Double](repeating: 1, count: count)
        types = [Int32](repeating: 0, count: count)
    }

    /// Moves on to positions: columns of *x*, *y* and *z*.
    ///
    /// - Returns: True if that was possible: positions must be finite, and not absurdly large.
    func follow(_ positions: UnsafePointer<Double>) -> Bool {
        withColumns(at: positions) { list.follow($0) }
    }

    /// Calls a closure with the columns of the particles.
    func withColumns<Result>(
        at positions: UnsafePointer<Double>, _ body: (ParticleColumns) -> Result
    ) -> Result {
        masses.withUnsafeBufferPointer { masses in
            types.withUnsafeBufferPointer { types in
                // A swarm has at least one particle, so that there is memory. Nobody looks at charges.
                body(
                    ParticleColumns(
                        count: masses.count, box: box, mass: masses.baseAddress.unsafelyUnwrapped,
                        charge: masses.baseAddress.unsafelyUnwrapped, type: types.baseAddress.unsafelyUnwrapped,
                        positions: positions))
            }
        }
    }

    /// Does a piece of work for each particle, on all threads. The work of a particle must not write what that of another
    /// one reads.
    func forEachParticle(_ work: (_ particle: Int, _ neighbours: Row) -> Void) {
        team.forEachPiece(of: list.chunkCount) { chunk in
            let rows = list.rows(ofChunk: chunk)
            for row in 0..<Int(rows.row_count) {
                let slot = Int(rows.slots[row])
                work(
                    list.particle(atSlot: slot),
                    Row(rows: rows, row: row, slot: slot, list: list, squaredRadius: squaredRadius))
            }
        }
    }

    /// The particles that one sees, always in the same order.
    struct Row {
        fileprivate let rows: pk_rows
        fileprivate let row: Int
        fileprivate let slot: Int
        fileprivate let list: NeighbourList
        fileprivate let squaredRadius: Double

        /// Calls with each other particle within the radius, and the vector to its nearest image.
        @inline(__always)
        func forEach(_ body: (_ other: Int, _ vector: SIMD3<Double>) -> Void) {
            let center = rows.points + 4 * slot
            for n in Int(rows.starts[row])..<Int(rows.starts[row + 1]) {
                let neighbour = rows.neighbour(n)
                let point = rows.points + 4 * neighbour
                let vector = SIMD3(point[0] - center[0], point[1] - center[1], point[2] - center[2])
                guard (vector * vector).sum() <= squaredRadius else { continue }
                body(list.particle(atSlot: neighbour), vector)
            }
        }
    }
}
