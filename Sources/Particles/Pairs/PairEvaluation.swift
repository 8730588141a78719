import CKernels
import SimulationEngine

/// The code that computes the rows of a neighbour list, or sums of gravity.
enum PairKernel: Equatable {
    /// Swift, for any interaction; the definition of what the others compute.
    case reference

    /// C, for the Lennard-Jones interaction, for damped charges and for gravity; for other interactions all but these.
    case compiled(k_instruction_set)

    var instructionSet: k_instruction_set {
        switch self {
        case .reference: k_baseline
        case .compiled(let set): set
        }
    }
}

/// The forces of an interaction at certain positions, with the neighbour list that they are computed from.
final class PairEvaluation {
    let list: NeighbourList
    private let law: PairLaw
    private let kernel: PairKernel
    private let team: ThreadTeam
    private var chunkSums = GrowingMemory<pk_sums>()

    /// Energy and virial where the points of the list are now, if they were computed.
    var sums: PairSums?

    init(
        _ law: PairLaw, skin: Double, excluding exclusions: Exclusions?, team: ThreadTeam, kernel: PairKernel
    ) {
        self.law = law
        self.kernel = kernel
        self.team = team
        list = NeighbourList(
            cutoff: law.cutoff, skin: skin, team: team, instructionSet: kernel.instructionSet, label: law.label,
            excluding: exclusions)
    }

    /// Moves the list on to positions; see ``NeighbourList/follow(_:)``.
    func follow(_ particles: ParticleColumns) -> Bool {
        sums = nil
        return list.follow(particles)
    }

    /// Moves the list to positions unless it would not be complete there; see ``NeighbourList/move(to:)``.
    func move(to particles: ParticleColumns) -> Bool {
        sums = nil
        return list.move(to: particles)
    }

    /// Builds the list at positions, unless that is where it was built.
    func build(at particles: ParticleColumns) -> Bool {
        if list.wasBuilt(at: particles) { return list.isAt(particles) || move(to: particles) }
        sums = nil
        return list.build(particles)
    }

    /// Energy and virial at positions; `nil` if the list is not complete there.
    func sums(of particles: ParticleColumns) -> PairSums? {
        if let sums, list.isAt(particles) { return sums }
        sums = nil
        guard list.move(to: particles) else { return nil }
        evaluate(withSums: true) { _, _ in }
        return sums
    }

    /// Adds the accelerations where the points of the list are, and computes energy and virial if they are wanted.
    func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns, withSums: Bool) {
        let (entries, mass) = (list.entries, particles.mass)
        let (x, y, z) = (accelerations.x, accelerations.y, accelerations.z)
        evaluate(withSums: withSums) { rows, forces in
            for row in 0..<Int(rows.row_count) {
                let particle = Int(entries[Int(rows.slots[row])])
                let inverseMass = 1 / mass[particle]
                x[particle] += forces[4 * row] * inverseMass
                y[particle] += forces[4 * row + 1] * inverseMass
                z[particle] += forces[4 * row + 2] * inverseMass
            }
        }
    }

    /// Computes the forces where the points of the list are, and energy and virial if they are wanted.
    ///
    /// - Parameters:
    ///   - withSums: True if they are wanted.
    ///   - use: Is called with the rows of each chunk and the forces on them, four numbers each, the last of which means
    ///     nothing; on several threads.
    private func evaluate(withSums: Bool, _ use: (pk_rows, UnsafePointer<Double>) -> Void) {
        let chunkCount = list.chunkCount
        chunkSums.reserve(chunkCount)
        let chunkSums = chunkSums.start
        team.forEachPiece(of: chunkCount) { chunk in
            withUnsafeTemporaryAllocation(of: Double.self, capacity: 4 * NeighbourList.chunkLength) { memory in
                let forces = memory.baseAddress.unsafelyUnwrapped
                let rows = list.rows(ofChunk: chunk)
                evaluate(rows, into: forces, sums: withSums ? chunkSums + chunk : nil)
                use(rows, forces)
            }
        }
        guard withSums else { return }
        var total = PairSums(energy: 0, virial: 0)
        for chunk in 0..<chunkCount {
            total.energy += chunkSums[chunk].energy
            total.virial += chunkSums[chunk].virial
        }
        // Each pair stands in two rows.
        sums = PairSums(energy: total.energy / 2, virial: total.virial / 2)
    }

    private func evaluate(
        _ rows: pk_rows, into forces: UnsafeMutablePointer<Double>, sums: UnsafeMutablePointer<pk_sums>?
    ) {
        if case .compiled(let set) = kernel, let compute = law.kernel {
            withUnsafePointer(to: rows) { compute(set, $0, forces, sums) }
        } else if case .compiled(let set) = kernel, !law.squaredCutoffs.isEmpty {
            computeForces(set, rows, into: forces, sums: sums)
        } else {
            let total = law.computeReferenceForces(on: rows, into: forces)
            sums?.pointee = pk_sums(energy: total.energy, virial: total.virial)
        }
    }

    private func computeForces(
        _ set: k_instruction_set, _ rows: pk_rows, into forces: UnsafeMutablePointer<Double>,
        sums: UnsafeMutablePointer<pk_sums>?
    ) {
        let label =
            law.label == .charge ? pk_label_charge : law.typeCount > 1 ? pk_label_type : pk_label_none
        law.squaredCutoffs.withUnsafeBufferPointer { cutoffs in
            let nearness = pk_nearness(
                squared_cutoffs: cutoffs.baseAddress, type_count: Int32(law.typeCount), label: label)
            let length = PairRows.memoryLength(for: rows)
            withUnsafeTemporaryAllocation(of: Double.self, capacity: length) { memory in
                let total = law.computeForces(
                    PairRows(
                        rows, nearness, set, into: forces, wantsSums: sums != nil,
                        memory: memory.baseAddress.unsafelyUnwrapped))
                sums?.pointee = pk_sums(energy: total.energy, virial: total.virial)
            }
        }
    }
}

// MARK: - Overlaps

extension PairEvaluation {
    /// The first pair of particles in the list that overlap.
    func overlap() -> ParticleError? {
        firstPair { $0.squareRoot() <= law.overlapDistance($1, $2) && law.cutoffOfPair($1, $2) > 0 }.map { pair in
            .overlap(
                pair.particles[0], pair.particles[1], distance: pair.squaredDistance.squareRoot(),
                least: law.overlapDistance(pair.a, pair.b))
        }
    }

    /// The first pair of particles in the list whose interaction is not finite.
    func pairNotFinite() -> ParticleError? {
        let pair = firstPair { squaredDistance, a, b in
            let cutoff = law.cutoffOfPair(a, b)
            guard cutoff > 0, NeighbourList.isWithin(cutoff, squaredDistance) else { return false }
            let pair = law.interaction(squaredDistance, a, b)
            return !(pair.energy.isFinite && pair.forceOverDistance.isFinite)
        }
        return pair.map { pair in
            .interactionNotFinite(
                pair.particles[0], pair.particles[1], distance: pair.squaredDistance.squareRoot(),
                energy: law.interaction(pair.squaredDistance, pair.a, pair.b).energy)
        }
    }

    /// The first pair in the list, with its labels, of which something is true.
    private func firstPair(
        where isMeant: (_ squaredDistance: Double, _ a: Double, _ b: Double) -> Bool
    ) -> (particles: [Int], squaredDistance: Double, a: Double, b: Double)? {
        for chunk in 0..<list.chunkCount {
            let rows = list.rows(ofChunk: chunk)
            for row in 0..<Int(rows.row_count) {
                let center = rows.points + 4 * Int(rows.slots[row])
                for n in Int(rows.starts[row])..<Int(rows.starts[row + 1]) {
                    let point = rows.points + 4 * rows.neighbour(n)
                    let difference = SIMD3(center[0], center[1], center[2]) - SIMD3(point[0], point[1], point[2])
                    let squaredDistance = (difference * difference).sum()
                    guard isMeant(squaredDistance, center[3], point[3]) else { continue }
                    let particles = [Int(rows.slots[row]), rows.neighbour(n)].map(list.particle(atSlot:)).sorted()
                    return (particles, squaredDistance, center[3], point[3])
                }
            }
        }
        return nil
    }
}
