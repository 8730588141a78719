import GSL
import SimulationEngine
import TestSupport
import Testing

@testable import Particles

/// Minima of the potential energy.
@Suite struct MinimizationTests {
    static let methods: [MinimizationMethod] =
        [.fire(firstStep: 0.01, greatestDisplacement: 0.1)]
        + GradientMethod.allCases.map { .gradient($0, firstStep: 0.01) }

    private func cluster(_ places: [SIMD3<Double>], disturbance: Double = 0.06) throws -> ParticleSystem {
        var generator = SeededGenerator(seed: 3)
        let particles = places.enumerated().map { index, place in
            var position = place
            for axis in 0..<3 { position[axis] += Double.random(in: -disturbance...disturbance, using: &generator) }
            return Particle(mass: index == 0 ? 3 : 1, position: position)
        }
        return try ParticleSystem(particles, forces: [try PairForce(LennardJones(cutoff: 100))])
    }

    /// The centre of an icosahedron and its corners.
    static var icosahedron: [SIMD3<Double>] {
        let ratio = (1 + 5.0.squareRoot()) / 2
        let scale = 1.08 / (1 + ratio * ratio).squareRoot()
        var places: [SIMD3<Double>] = [.zero]
        for a in [-scale, scale] {
            for b in [-scale * ratio, scale * ratio] {
                places.append(SIMD3(0, a, b))
                places.append(SIMD3(a, b, 0))
                places.append(SIMD3(b, 0, a))
            }
        }
        return places
    }

    /// A truncated octahedron of the face-centred cubic lattice around a gap.
    static var octahedron: [SIMD3<Double>] {
        var places: [SIMD3<Double>] = []
        for x in -2...2 {
            for y in -2...2 {
                for z in -2...2 where [1, 3, 5].contains(x * x + y * y + z * z) {
                    places.append(0.77 * SIMD3(Double(x), Double(y), Double(z)))
                }
            }
        }
        return places
    }

    /// Two tips over a pentagon.
    static let bipyramid: [SIMD3<Double>] = [
        SIMD3(0, 0, 0.56), SIMD3(0, 0, -0.56), SIMD3(0.95, 0, 0), SIMD3(0.2936, 0.9035, 0), SIMD3(-0.7686, 0.5584, 0),
        SIMD3(-0.7686, -0.5584, 0), SIMD3(0.2936, -0.9035, 0),
    ]

    /// D. J. Wales and J. P. K. Doye, *Global optimization by basin-hopping and the lowest energy structures of
    /// Lennard-Jones clusters containing up to 110 atoms*, Journal of Physical Chemistry A 101 (1997) 5111, DOI
    /// 10.1021/jp970984n, table 1.
    @Test("Clusters of 7 and 13 atoms fall into their lowest minima", arguments: methods)
    func clusters(method: MinimizationMethod) throws {
        for (places, energy) in [(Self.bipyramid, -16.505384), (Self.icosahedron, -44.326801)] {
            let system = try cluster(places)
            let minimum = try system.minimizeEnergy(by: method, forceTolerance: 1e-5)
            #expect(abs(minimum.energy - energy) < 1e-6, "\(minimum)")
            #expect(abs(system.value(\.potentialEnergy) - energy) < 1e-6)
            #expect(minimum.greatestForce <= 1e-5)
            let forces = system.forcesOnNodes.map { ($0 * $0).sum().squareRoot() }
            #expect(abs((forces.max() ?? 1) - minimum.greatestForce) < 1e-9)
        }
    }

    @Test("A cluster of 38 atoms falls into the truncated octahedron")
    func octahedron() throws {
        #expect(Self.octahedron.count == 38)
        let system = try cluster(Self.octahedron, disturbance: 0.03)
        let minimum = try system.minimizeEnergy(by: Self.methods[0], forceTolerance: 1e-5)
        #expect(abs(minimum.energy + 173.928427) < 1e-6)
    }

    @Test("Particles that are far too near to each other are brought apart")
    func overlap() throws {
        let system = try cluster([[0, 0, 0], [0.3, 0, 0], [0, 0.3, 0]], disturbance: 0)
        let minimum = try system.minimizeEnergy(by: Self.methods[0], forceTolerance: 1e-6)
        #expect(abs(minimum.energy + 3) < 1e-9)
    }

    @Test("What is fixed stays, and velocities do, too", arguments: methods)
    func fixed(method: MinimizationMethod) throws {
        let bonds = Bond.chains(1, ofLength: 5)
        let particles = (0..<5).map { Particle(mass: 2, position: [Double($0), 0, 0], velocity: [1, 2, 3]) }
        let system = try ParticleSystem(
            particles,
            forces: [
                try BondForce(HarmonicBond(stiffness: 100, length: 1), on: bonds),
                try UniformField(acceleration: [3, 0, 0]),
            ])
        try system.minimizeEnergy(by: method, forceTolerance: 1e-8, fixed: [0])
        // Each spring bears the weight of those below it.
        var place = 0.0
        for node in 0..<5 {
            if node > 0 { place += 1 + Double(5 - node) * 6 / 100 }
            #expect(abs(system.state[0, node] - place) < 1e-8)
            #expect(system.nodeState(at: node).velocity == [1, 2, 3])
        }
    }

    @Test("A search that fails leaves the particles where they were", arguments: methods)
    func failure(method: MinimizationMethod) throws {
        let system = try cluster(Self.bipyramid)
        let bits = system.bits
        let error = #expect(throws: MinimizationError.self) {
            try system.minimizeEnergy(by: method, forceTolerance: 1e-6, maximumSteps: 2)
        }
        #expect(error?.description.hasPrefix("after 2 steps of minimisation the greatest force is ") == true)
        #expect(system.bits == bits)
    }

    @Test("Parameters that are not possible are refused")
    func refusals() throws {
        let system = try cluster(Self.bipyramid)
        #expect(throws: MinimizationError.invalidParameter("force tolerance", 0)) {
            try system.minimizeEnergy(by: Self.methods[0], forceTolerance: 0)
        }
        #expect(throws: MinimizationError.invalidParameter("step", -1)) {
            try system.minimizeEnergy(by: .fire(firstStep: -1, greatestDisplacement: 1), forceTolerance: 1)
        }
        #expect(throws: MinimizationError.invalidParameter("first step", .infinity)) {
            try system.minimizeEnergy(by: .gradient(.bfgs, firstStep: .infinity), forceTolerance: 1)
        }
        #expect(throws: MinimizationError.missingParticle(7, count: 7)) {
            try system.minimizeEnergy(by: Self.methods[0], forceTolerance: 1, fixed: [7])
        }
    }
}
