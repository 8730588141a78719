import SimulationEngine

/// The force of an interaction along bonds: chains, springs, networks of springs.
///
///     let bonds = Bond.chains(1, ofLength: 100)
///     let force = try BondForce(FENEBond(stiffness: 30, greatestLength: 1.5), on: bonds, threads: 2)
///
/// A bond is between the nearest images of its particles. Each particle sums up the forces of its own bonds, so that
/// results are the same bytes for any number of threads, and the two ends of a bond feel opposite forces to the last bit.
///
/// - Complexity: O(*n* + *b*) for *n* particles and *b* bonds.
public final class BondForce<Potential: BondPotential>: ParticleForce, BondedParticles, Stateless {
    /// The interaction, with what it takes from the initial state once there are particles.
    package private(set) var potential: Potential

    /// The bonds.
    public let bonds: [Bond]

    /// Why the last accelerations were not numbers, if a bond was too long.
    public private(set) var failure: BondError?

    private let team: ThreadTeam
    private var starts: [Int32] = []
    private var partners: [Int32] = []
    private var numbers: [Int32] = []

    /// For each run of particles a bond that is too long, or −1.
    private var torn: [Int] = []

    /// Creates the force.
    ///
    /// - Parameters:
    ///   - potential: The interaction.
    ///   - bonds: The bonds, no two of the same particles.
    ///   - threads: How many threads share the work.
    /// - Throws: ``BondError`` if there are no bonds, if one is that of a particle with itself, or if one stands twice.
    public init(_ potential: Potential, on bonds: [Bond], threads: Int = 1) throws(BondError) {
        try BondError.check(bonds.map(\.particles))
        self.potential = potential
        self.bonds = bonds
        team = ThreadTeam(threadCount: max(1, threads))
    }

    /// Bonds are those of certain particles.
    public var concernsCertainParticles: Bool { true }

    /// Refuses bonds of particles that are not there or have no mass, and bonds that are too long, also for the box.
    public func prepare(for particles: ParticleColumns) throws(ParticleError) {
        do throws(BondError) { try prepareBonds(particles) } catch { throw .bond(error) }
    }

    private func prepareBonds(_ particles: ParticleColumns) throws(BondError) {
        try BondError.check(bonds.map(\.particles), in: particles)
        let image = NearestImage(particles.box)
        let lengths = bonds.map { (squaredLength(of: $0, particles, image)).squareRoot() }
        try potential.prepare(forInitialLengths: lengths)
        let reach = max(potential.restLength, potential.greatestLength.isFinite ? potential.greatestLength : 0)
        for axis in 0..<3 where particles.box.periods[axis] > 0 {
            let period = particles.box.periods[axis]
            guard reach <= period / 2 else { throw .longerThanHalfTheBox(reach, axis: axis, period: period) }
        }
        for (number, (bond, length)) in zip(bonds, lengths).enumerated() {
            guard length < potential.greatestLength else {
                throw .tooLong(bond, length: length, greatest: potential.greatestLength)
            }
            guard length > 0 || potential.restLength == 0 else { throw .samePlace(bond) }
            let pair = potential.interaction(squaredLength: length * length, bond: number)
            guard pair.energy.isFinite, pair.forceOverDistance.isFinite else {
                throw .notFinite(bond, length: length, energy: pair.energy)
            }
        }
        listBonds(ofParticles: particles.count)
    }

    private func listBonds(ofParticles count: Int) {
        starts = [Int32](repeating: 0, count: count + 1)
        for bond in bonds {
            starts[bond.first + 1] += 1
            starts[bond.second + 1] += 1
        }
        for particle in 0..<count { starts[particle + 1] += starts[particle] }
        partners = [Int32](repeating: 0, count: 2 * bonds.count)
        numbers = partners
        var ends = starts
        for (number, bond) in bonds.enumerated() {
            for (particle, partner) in [(bond.first, bond.second), (bond.second, bond.first)] {
                partners[Int(ends[particle])] = Int32(partner)
                numbers[Int(ends[particle])] = Int32(number)
                ends[particle] += 1
            }
        }
        torn = [Int](repeating: -1, count: ThreadTeam.runCount(of: count))
    }

    /// Adds the accelerations of all particles. They are not numbers if a bond is too long, and ``failure`` says which.
    public func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns) {
        precondition(starts.count == particles.count + 1, "bonds are prepared for other particles")
        let image = NearestImage(particles.box)
        torn.withUnsafeMutableBufferPointer { torn in
            guard let torn = torn.baseAddress else { return }
            withRows { starts, partners, numbers in
                team.forEachRun(of: particles.count) { run in
                    let place = torn + run.lowerBound / ThreadTeam.runLength
                    place.pointee = -1
                    potential.addAccelerations(
                        by: BondRows(
                            particles: run, columns: particles, image: image, starts: starts, partners: partners,
                            bonds: numbers, accelerations: accelerations, torn: place))
                }
            }
        }
        failure = torn.first { $0 >= 0 }.map { number in
            let bond = bonds[number]
            return .tooLong(
                bond, length: squaredLength(of: bond, particles, image).squareRoot(), greatest: potential.greatestLength
            )
        }
    }

    /// Why the last accelerations were not numbers.
    public var failureCause: String? { failure?.description }

    /// The energy of all bonds.
    public func potentialEnergy(of particles: ParticleColumns) -> Double {
        sums(of: particles).energy
    }

    /// The virial of all bonds.
    public func virial(of particles: ParticleColumns) -> Double {
        sums(of: particles).virial
    }

    private func sums(of particles: ParticleColumns) -> PairSums {
        let image = NearestImage(particles.box)
        var sums = PairSums(energy: 0, virial: 0)
        for (number, bond) in bonds.enumerated() {
            let squaredLength = squaredLength(of: bond, particles, image)
            let pair = potential.interaction(squaredLength: squaredLength, bond: number)
            sums.energy += pair.energy
            sums.virial += pair.forceOverDistance * squaredLength
        }
        return sums
    }

    private func squaredLength(of bond: Bond, _ particles: ParticleColumns, _ image: NearestImage) -> Double {
        let vector = image.nearest(particles.position(bond.first) - particles.position(bond.second))
        return (vector * vector).sum()
    }

    /// There is at least one bond, so that there is memory.
    private func withRows(
        _ body: (UnsafePointer<Int32>, UnsafePointer<Int32>, UnsafePointer<Int32>) -> Void
    ) {
        starts.withUnsafeBufferPointer { starts in
            partners.withUnsafeBufferPointer { partners in
                numbers.withUnsafeBufferPointer { numbers in
                    guard let starts = starts.baseAddress, let partners = partners.baseAddress,
                        let numbers = numbers.baseAddress
                    else { return }
                    body(starts, partners, numbers)
                }
            }
        }
    }
}

extension Bond {
    var particles: [Int] { [first, second] }
}
