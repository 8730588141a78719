import CKernels
import SimulationEngine
import Testing

@testable import Particles

/// Cutoffs so long that there is none.
@Suite("Cutoffs beyond all distances") struct UnboundedCutoffTests {
    /// An energy of 1 between any two, and a force that grows with their distance.
    private struct Counting: PairPotential {
        let reach: Double
        func cutoff(_ a: Int, _ b: Int) -> Double { reach }
        func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
            PairInteraction(energy: 1, forceOverDistance: 1)
        }
    }

    private static let cutoffs = [1e3, 1e17, 1e19, 1e20, 1e29, 1e30, 2e30, 1e40, 1e60, 1e154, 1e155, 1e300, 1.7e308]

    /// Twenty particles of two charges.
    private static let particles: [Particle] = (0..<20).map { (index: Int) -> Particle in
        let place = SIMD3<Double>(Double(index), Double(index * index % 7), Double(index % 3))
        return Particle(mass: 1, charge: index % 2 == 0 ? 1.0 : -1.0, position: place)
    }

    /// Twenty particles have 190 pairs; each has a neighbour list of 19 that is filled up to 24.
    @Test("all pairs count, and nothing else, with any kind of interaction and kernel", arguments: cutoffs)
    func allPairs(cutoff: Double) throws {
        #expect(try energy(Counting(reach: cutoff)) == 190)
        try expectSum(of: LennardJones(cutoff: cutoff))
        try expectSum(of: LennardJones(cutoff: cutoff, truncation: .shifted))
        try expectSum(of: LennardJones(cutoff: cutoff, truncation: .forceShifted))
        try expectSum(of: SoftSphere(exponent: 3, relativeCutoff: cutoff))
        try expectSum(of: Yukawa(PairTable(typeCount: 1) { _, _ in 1 }, screening: 0, cutoff: cutoff))
        let pair = Morse.Pair(depth: 1, steepness: 0.25, distance: 3)
        try expectSum(of: Morse(PairTable(typeCount: 1) { _, _ in pair }, cutoff: cutoff))
        try expectSum(of: DampedShiftedCoulomb(damping: 0, cutoff: cutoff))
    }

    private func energy(_ potential: some PairwiseInteraction, _ kernel: PairKernel = .reference) throws -> Double {
        let force = try PairForce(potential, kernel: kernel)
        let system = try ParticleSystem(Self.particles, forces: [force])
        // Energies are computed with the forces of the next call, too.
        let energy = system.value(\.potentialEnergy)
        _ = system.forcesOnNodes
        #expect(system.value(\.potentialEnergy) == energy)
        return energy
    }

    /// Compares the energy with a sum over pairs.
    private func expectSum(of potential: some PairwiseInteraction) throws {
        let law = try potential.makeLaw()
        func label(_ particle: Int) -> Double { law.label == .charge ? Self.particles[particle].charge : 0 }
        var sum = 0.0
        for i in Self.particles.indices {
            for j in 0..<i {
                let vector = Self.particles[i].state.position - Self.particles[j].state.position
                sum += law.interaction((vector * vector).sum(), label(i), label(j)).energy
            }
        }
        sum += 20 * law.selfEnergy
        for kernel in PairForceTests.kernels {
            #expect(abs(try energy(potential, kernel) - sum) <= 1e-12 * abs(sum), "\(potential) \(kernel)")
        }
    }

    @Test("a cutoff that is none is refused, of any two types", arguments: [Double.infinity, .nan, -1])
    func refused(cutoff: Double) throws {
        #expect(throws: PairPotentialError.self) { try PairForce(Counting(reach: cutoff)) }
        struct Mixed: PairPotential {
            let reach: Double
            var typeCount: Int { 2 }
            func cutoff(_ a: Int, _ b: Int) -> Double { a == b ? 1 : reach }
            func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
                PairInteraction(energy: 0, forceOverDistance: 0)
            }
        }
        let error = #expect(throws: PairPotentialError.self) { try PairForce(Mixed(reach: cutoff)) }
        if !(cutoff > 1) { #expect(error?.description.contains("the cutoff of the types 0 and 1 is") == true) }
    }

    @Test("a cutoff that differs with the order of types is refused")
    func asymmetry() {
        struct Crooked: PairPotential {
            var typeCount: Int { 2 }
            func cutoff(_ a: Int, _ b: Int) -> Double { a < b ? 1 : 2 }
            func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
                PairInteraction(energy: 0, forceOverDistance: 0)
            }
        }
        #expect(throws: PairPotentialError.invalidCutoffOfTypes(1, 0, 1)) { try PairForce(Crooked()) }
    }

    /// In a box with walls each of two particles is the other's only neighbour, wherever they go.
    @Test("a list without a cutoff holds wherever particles go")
    func moving() throws {
        let box = try Box(x: .reflecting(-1e17, 1e17), y: .open, z: .open)
        let system = try ParticleSystem(
            [Particle(mass: 1, position: .zero), Particle(mass: 1, position: [1, 0, 0])], in: box,
            forces: [try PairForce(Counting(reach: 1e300))])
        for place in [2.0, 1e9, 1e16] {
            system.setNodeState(ParticleState(position: [place, 0, 0], velocity: .zero), at: 1)
            #expect(system.value(\.potentialEnergy) == 1)
            #expect(system.forcesOnNodes[1].x == place)
        }
    }
}
