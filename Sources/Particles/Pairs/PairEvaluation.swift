import CKernels
import SimulationEngine

/// What computes the rows of a neighbour list, or sums of gravity.
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
final class PairEvaluation<Potential: PairPotential> {
    let list: NeighbourList
    private let potential: Potential
    private let lennardJones: LennardJones?
    private let charges: DampedCoulomb?
    private let kernel: PairKernel

    /// The squares of the cutoffs of each two types, for interactions that kernels do not know. With more types than these the
    /// table would be large, and the reference computes them.
    private let squaredCutoffs: [Double]
    private static var greatestTypeCount: Int { 1000 }
    private let team: ThreadTeam
    private var chunkSums = GrowingMemory<pk_sums>()

    /// Energy and virial where the points of the list are now, if they were computed.
    var sums: PairSums?

    init(
        _ potential: Potential, cutoff: Double, skin: Double, excluding exclusions: Exclusions?, team: ThreadTeam,
        kernel: PairKernel
    ) {
        self.potential = potential
        self.kernel = kernel
        self.team = team
        let typeCount = potential.actsOnCharges ? 1 : potential.typeCount
        let types = 0..<(typeCount <= Self.greatestTypeCount ? typeCount : 0)
        squaredCutoffs = types.flatMap { a in
            types.map { b in min(potential.cutoff(a, b) * potential.cutoff(a, b), greatestSquaredCutoff) }
        }
        lennardJones = potential as? LennardJones
        charges = (potential as? any DampedInteraction)?.damped
        list = NeighbourList(
            cutoff: cutoff, skin: skin, team: team, instructionSet: kernel.instructionSet,
            label: potential.actsOnCharges ? .charge : .type, excluding: exclusions)
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
    ///   - withSums: Whether they are wanted.
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
        if case .compiled(let set) = kernel, let lennardJones {
            withUnsafePointer(to: rows) { rows in
                lennardJones.withTable { table in pk_lennard_jones(set, rows, table, forces, sums) }
            }
        } else if case .compiled(let set) = kernel, let charges {
            charges.evaluate(set, rows, into: forces, sums: sums)
        } else if case .compiled(let set) = kernel, !squaredCutoffs.isEmpty {
            computeForces(set, rows, into: forces, sums: sums)
        } else {
            let total = potential.computeReferenceForces(on: rows, into: forces)
            sums?.pointee = pk_sums(energy: total.energy, virial: total.virial)
        }
    }

    private func computeForces(
        _ set: k_instruction_set, _ rows: pk_rows, into forces: UnsafeMutablePointer<Double>,
        sums: UnsafeMutablePointer<pk_sums>?
    ) {
        let label =
            potential.actsOnCharges ? pk_label_charge : potential.typeCount > 1 ? pk_label_type : pk_label_none
        squaredCutoffs.withUnsafeBufferPointer { cutoffs in
            let nearness = pk_nearness(
                squared_cutoffs: cutoffs.baseAddress, type_count: Int32(potential.typeCount), label: label)
            let length = PairRows.memoryLength(for: rows)
            withUnsafeTemporaryAllocation(of: Double.self, capacity: length) { memory in
                let total = potential.computeForces(
                    on: PairRows(
                        rows, nearness, set, into: forces, wantsSums: sums != nil,
                        memory: memory.baseAddress.unsafelyUnwrapped))
                sums?.pointee = pk_sums(energy: total.energy, virial: total.virial)
            }
        }
    }
}

// MARK: - Overlaps

extension PairEvaluation {
    /// The types of two points; interactions of charges know one type.
    @inline(__always)
    private func types(_ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>) -> (Int, Int) {
        potential.actsOnCharges ? (0, 0) : (Int(a[3]), Int(b[3]))
    }

    /// Whether two points act on each other if they are near enough.
    private func areInteracting(_ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>) -> Bool {
        potential.actsOnCharges ? a[3] * b[3] != 0 : potential.cutoff(Int(a[3]), Int(b[3])) > 0
    }

    /// The first pair of particles in the list that overlap.
    func overlap() -> ParticleError? {
        for chunk in 0..<list.chunkCount {
            let rows = list.rows(ofChunk: chunk)
            for row in 0..<Int(rows.row_count) {
                let center = rows.points + 4 * Int(rows.slots[row])
                for n in Int(rows.starts[row])..<Int(rows.starts[row + 1]) {
                    let point = rows.points + 4 * rows.neighbour(n)
                    let (a, b) = types(center, point)
                    let difference = SIMD3(center[0], center[1], center[2]) - SIMD3(point[0], point[1], point[2])
                    let distance = (difference * difference).sum().squareRoot()
                    guard areInteracting(center, point), distance <= potential.overlapDistance(a, b) else {
                        continue
                    }
                    let pair = [Int(rows.slots[row]), rows.neighbour(n)].map(list.particle(atSlot:)).sorted()
                    return .overlap(
                        pair[0], pair[1], distance: distance, least: potential.overlapDistance(a, b))
                }
            }
        }
        return nil
    }

    /// The first pair of particles in the list whose interaction is not finite.
    func pairNotFinite() -> ParticleError? {
        for chunk in 0..<list.chunkCount {
            let rows = list.rows(ofChunk: chunk)
            for row in 0..<Int(rows.row_count) {
                let center = rows.points + 4 * Int(rows.slots[row])
                for n in Int(rows.starts[row])..<Int(rows.starts[row + 1]) {
                    let point = rows.points + 4 * rows.neighbour(n)
                    let (a, b) = types(center, point)
                    let difference = SIMD3(center[0], center[1], center[2]) - SIMD3(point[0], point[1], point[2])
                    let squaredDistance = (difference * difference).sum()
                    guard areInteracting(center, point), NeighbourList.isWithin(potential.cutoff(a, b), squaredDistance)
                    else { continue }
                    let pair = potential.interaction(squaredDistance: squaredDistance, a, b)
                    if pair.energy.isFinite, pair.forceOverDistance.isFinite { continue }
                    let numbers = [Int(rows.slots[row]), rows.neighbour(n)].map(list.particle(atSlot:)).sorted()
                    return .interactionNotFinite(
                        numbers[0], numbers[1], distance: squaredDistance.squareRoot(), energy: pair.energy)
                }
            }
        }
        return nil
    }
}

extension LennardJones {
    fileprivate func withTable<Result>(_ body: (UnsafePointer<pk_lennard_jones_table>) -> Result) -> Result {
        coefficients.withUnsafeBufferPointer { pairs in
            var table = pk_lennard_jones_table(
                pairs: pairs.baseAddress, type_count: Int32(typeCount),
                is_force_shifted: pairs.contains { $0.force_shift != 0 } ? 1 : 0)
            return withUnsafePointer(to: &table) { body($0) }
        }
    }
}
