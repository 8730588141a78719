import CKernels
import EngineTestSupport
import SimulationEngine
import TestSupport
import Testing

@testable import Particles

@Suite struct PairForceTests {
    static let kernels: [PairKernel] =
        [.reference, .compiled(k_baseline)]
        + [k_avx2, k_avx512].filter { $0.rawValue <= k_best_instruction_set().rawValue }.map(PairKernel.compiled)

    /// Three types, all three truncations, and one pair of types that do not act on each other.
    static func mixture() throws -> LennardJones {
        let table = PairTable(typeCount: 3) { a, b in
            LennardJones.Pair(
                epsilon: a == 0 && b == 2 ? 0 : 1 + 0.25 * Double(a + b), sigma: 1 - 0.05 * Double(a * b),
                cutoff: 2 + 0.1 * Double(b), truncation: LennardJones.Truncation.allCases[(a + b) % 3])
        }
        return try LennardJones(table)
    }

    static let crystals: [([Int], Lattice.Boundary)] = [
        ([5, 4, 4], .periodic), ([5, 4, 4], .open), ([5, 4, 4], .reflecting), ([9, 5], .periodic), ([9, 5], .open),
    ]

    @Test("Energy, virial and forces are those of the sum over all pairs", arguments: crystals, [1, 3])
    func directSum(_ crystal: ([Int], Lattice.Boundary), typeCount: Int) throws {
        let crystal = try Crystal(cells: crystal.0, boundary: crystal.1, typeCount: typeCount)
        let potential = typeCount == 1 ? try LennardJones(cutoff: 2.4) : try Self.mixture()
        let expected = crystal.directSum(potential)
        let system = try crystal.system(try PairForce(potential))
        #expect(abs(system.value(\.potentialEnergy) / expected.energy - 1) < 1e-13)
        for (force, expected) in zip(system.forcesOnNodes, expected.forces) {
            let difference = force - expected
            #expect((difference * difference).sum().squareRoot() < 1e-10)
        }
        guard let volume = crystal.box.volume else { return }
        let pressure = expected.virial / Double(crystal.box.dimensions) / volume
        #expect(abs(system.value(\.pressure) / pressure - 1) < 1e-12)
    }

    @Test("All kernels give the same bits as the reference in Swift", arguments: [1, 2, 3])
    func kernels(typeCount: Int) throws {
        let crystal = try Crystal(cells: [6, 5, 7], boundary: .periodic, typeCount: typeCount)
        let potential = typeCount == 1 ? try LennardJones(cutoff: 2.5) : try Self.mixture()
        for isWatched in [false, true] {
            let results = try Self.kernels.map { kernel in
                let system = try crystal.system(try PairForce(potential, kernel: kernel))
                if isWatched { _ = system.value(\.potentialEnergy) }
                let forces = system.forcesOnNodes.flatMap { [$0.x.bitPattern, $0.y.bitPattern, $0.z.bitPattern] }
                return forces + [system.value(\.potentialEnergy).bitPattern, system.value(\.pressure).bitPattern]
            }
            #expect(results.count >= 2)
            for result in results { #expect(result == results[0]) }
        }
    }

    /// Of all that kernels do not know, one of types that act on each other or not, one of one type, and one of charges.
    @Test("An interaction of one's own has the same bits with all kernels as with the reference in Swift")
    func kernelsOfOthers() throws {
        struct Springs: PairPotential {
            let typeCount: Int

            func cutoff(_ a: Int, _ b: Int) -> Double {
                a == 0 && b == 0 && typeCount > 1 ? 0 : 2 + 0.1 * Double(a * b)
            }
            func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
                // It is not to be asked for any other pair.
                precondition(squaredDistance < cutoff(a, b) * cutoff(a, b))
                let distance = squaredDistance.squareRoot()
                let stretch = distance - 2 + 0.3 * Double(a + b)
                return PairInteraction(energy: 0.5 * stretch * stretch, forceOverDistance: -stretch / distance)
            }
        }
        struct ChargedSprings: ChargePotential {
            let cutoff = 2.0
            func interaction(squaredDistance: Double) -> PairInteraction {
                Springs(typeCount: 1).interaction(squaredDistance: squaredDistance, 0, 0)
            }
        }
        func check(_ potential: some PairwiseInteraction, typeCount: Int) throws {
            for cells in [[6, 5, 7], [9, 7]] {
                var crystal = try Crystal(cells: cells, boundary: .periodic, typeCount: typeCount)
                for index in crystal.particles.indices { crystal.particles[index].charge = Double(index % 4) - 1 }
                for isWatched in [false, true] {
                    let results = try Self.kernels.map { kernel in
                        let system = try crystal.system(try PairForce(potential, kernel: kernel))
                        if isWatched { _ = system.value(\.potentialEnergy) }
                        let forces = system.forcesOnNodes.flatMap {
                            [$0.x.bitPattern, $0.y.bitPattern, $0.z.bitPattern]
                        }
                        return forces + [
                            system.value(\.potentialEnergy).bitPattern, system.value(\.virial).bitPattern,
                        ]
                    }
                    #expect(results.allSatisfy { $0 == results[0] })
                }
            }
        }
        try check(Springs(typeCount: 1), typeCount: 1)
        try check(Springs(typeCount: 3), typeCount: 3)
        try check(ChargedSprings(), typeCount: 1)
    }

    @Test("Forces of pairs cancel to rounding")
    func newtonsThirdLaw() throws {
        let system = try Crystal(cells: [5, 5, 5], boundary: .periodic).system(
            try PairForce(LennardJones(cutoff: 2.5)))
        let forces = system.forcesOnNodes
        let sum = forces.reduce(SIMD3<Double>.zero, +)
        let size = forces.reduce(0) { $0 + ($1 * $1).sum().squareRoot() }
        #expect((sum * sum).sum().squareRoot() < 1e-14 * size)
    }

    @Test("The force is minus the slope of the energy")
    func gradient() throws {
        let crystal = try Crystal(cells: [4, 4, 4], boundary: .periodic, typeCount: 3)
        let table = PairTable(typeCount: 3) { a, b in
            LennardJones.Pair(sigma: 1 - 0.05 * Double(a), cutoff: 2.2, truncation: .forceShifted)
        }
        let system = try crystal.system(try PairForce(try LennardJones(table)))
        let forces = system.forcesOnNodes
        // Neglects a sixth of the third derivative of forces times the square of the step: some 1e4 times 1e-10.
        let step = 1e-5
        for node in [0, 13, 40] {
            for axis in 0..<3 {
                let original = system.state[axis, node]
                let energies = [original + step, original - step].map { place in
                    system.state[axis, node] = place
                    return system.value(\.potentialEnergy)
                }
                system.state[axis, node] = original
                #expect(abs(forces[node][axis] + (energies[0] - energies[1]) / (2 * step)) < 1e-6)
            }
        }
    }

    static func trajectory(
        skin: Double? = nil, threads: Int = 1, looking: Bool = false, steps: Int = 60
    ) throws -> (system: ParticleSystem, listCount: Int) {
        var crystal = try Crystal(cells: [10, 11, 10], boundary: .periodic, typeCount: 3)
        try crystal.particles.setVelocities(temperature: 2, from: try RandomStreams(seed: 11))
        let force = try PairForce(try mixture(), skin: skin, threads: threads)
        let system = try crystal.system(force)
        let simulation = try Simulation(system, integrator: Leapfrog(threads: threads), step: 0.002)
        for _ in 0..<steps {
            try simulation.run(steps: 1)
            if looking { _ = (system.value(\.totalEnergy), system.value(\.pressure)) }
        }
        return (system, force.listCount)
    }

    @Test("A trajectory is the same bytes for any number of threads, and if somebody looks")
    func threads() throws {
        let (system, listCount) = try Self.trajectory()
        #expect(listCount > 2)
        for threads in [2, 3, 7] { #expect(try Self.trajectory(threads: threads).system.bits == system.bits) }
        let watched = try Self.trajectory(looking: true)
        #expect(watched.system.bits == system.bits)
        #expect(watched.listCount == listCount)
    }

    @Test("A trajectory depends on the skin by rounding only", arguments: [0.02, 0.1, 0.8])
    func skins(skin: Double) throws {
        let (system, listCount) = try Self.trajectory()
        let other = try Self.trajectory(skin: skin)
        #expect(other.listCount != listCount)
        let difference = zip(system.state.elements, other.system.state.elements).map { abs($0 - $1) }.max()
        #expect(try #require(difference) < 1e-10)
    }

    @Test("Particles that lie one or more boxes away act as their images")
    func images() throws {
        var crystal = try Crystal(cells: [4, 4, 5], boundary: .periodic)
        let potential = try LennardJones(cutoff: 2.4)
        let system = try crystal.system(try PairForce(potential))
        let forces = system.forcesOnNodes
        for index in crystal.particles.indices {
            let steps = SIMD3(Double(index % 3 - 1), Double(index % 7 - 3), Double(-index % 5))
            let upper = crystal.box.axes.map { $0.bounds?.upper ?? 0 }
            crystal.particles[index].state.position += steps * SIMD3(upper[0], upper[1], upper[2])
        }
        let moved = try crystal.system(try PairForce(potential))
        #expect(abs(moved.value(\.potentialEnergy) / system.value(\.potentialEnergy) - 1) < 1e-12)
        for (force, other) in zip(forces, moved.forcesOnNodes) {
            #expect(((force - other) * (force - other)).sum().squareRoot() < 1e-11)
        }
    }

    @Test("Energies are those of the state, however it came about and whatever was looked at before")
    func looking() throws {
        let crystal = try Crystal(cells: [4, 4, 5], boundary: .periodic)
        let potential = try LennardJones(cutoff: 2.4)
        let system = try crystal.system(try PairForce(potential))
        for shift in [0, 1e-3, 0.05, 0.4, 7] {
            system.state[1, 17] = crystal.particles[17].state.position.y + shift
            var moved = crystal
            moved.particles[17].state.position.y += shift
            let expected = moved.directSum(potential).energy
            for _ in 0..<2 { #expect(abs(system.value(\.potentialEnergy) / expected - 1) < 1e-12) }
        }
    }

    @Test("What a list holds grows with the system, and no pair is forgotten far away from the middle")
    func sparseSystems() throws {
        var crystal = try Crystal(cells: [3, 3, 3], boundary: .open)
        for (place, distance) in [1e3, 1e6, -1e7, 9e17].enumerated() {
            crystal.particles.append(Particle(mass: 1, position: [distance, 0, 3 * Double(place)]))
            crystal.particles.append(Particle(mass: 1, position: [distance, 1.1, 3 * Double(place)]))
        }
        let potential = try LennardJones(cutoff: 2.5)
        let energy = try crystal.system(try PairForce(potential)).value(\.potentialEnergy)
        #expect(abs(energy / crystal.directSum(potential).energy - 1) < 1e-13)
    }

    @Test("A position that is not a number ends the run with the last good state")
    func blowUp() throws {
        let particles = [
            Particle(mass: 1, position: [0, 0, 0]), Particle(mass: 1, position: [0.2, 0, 0]),
            Particle(mass: 1, position: [1.5, 0, 0], velocity: [-1e200, 0, 0]),
        ]
        let system = try ParticleSystem(particles, forces: [try PairForce(LennardJones(cutoff: 2.5))])
        let simulation = try Simulation(system, integrator: Leapfrog(), step: 1e150)
        #expect(throws: IntegrationError.self) { try simulation.run(steps: 3) }
        #expect(simulation.moment.step == 0)
        #expect(system.nodeState(at: 2) == particles[2].state)
    }

    /// The second particle is beyond what a list can hold while all numbers are finite; the third moves to infinity.
    @Test("What blows up is named with its time, its particle and its quantity", arguments: [(1, 1e20), (2, 1e308)])
    func nameOfBlowUp(particle: Int, speed: Double) throws {
        var particles = [0.0, 10, 20, 30].map { Particle(mass: 1, position: [$0, 0, 0]) }
        particles[particle].state.velocity.x = speed
        let system = try ParticleSystem(particles, forces: [try PairForce(LennardJones(cutoff: 2.5))])
        let simulation = try Simulation(system, integrator: Leapfrog(), step: 2)
        let error = #expect(throws: IntegrationError.self) { try simulation.run(steps: 3) }
        guard case .stateNotFinite(let failure) = error else { throw error ?? .interrupted(time: 0) }
        #expect((failure.node, failure.time, failure.lastTime) == (particle, 2, 0))
        #expect(failure.field == (particle == 1 ? "vx" : "x"))
        #expect(failure.lastValues[0].value == 10 * Double(particle))
    }

    @Test("Tail corrections are refused where there is no density beyond the cutoff")
    func tailsWithoutVolume() throws {
        let potential = try LennardJones(cutoff: 2.5, tailCorrections: true)
        for (box, axis) in [
            (Box.open, 0), (try Box(x: .periodic(0, 6), y: .periodic(0, 6), z: .open), 2),
            (try Box(x: .periodic(0, 6), y: .open), 1),
        ] {
            let error = #expect(throws: ParticleError.self) {
                try ParticleSystem([Particle(mass: 1, position: .zero)], in: box, forces: [try PairForce(potential)])
            }
            #expect(error == .tailWithoutVolume(axis: axis))
            let name = BoxError.axisNames[axis]
            #expect(error?.description.contains("the box is open in \(name)") ?? false)
        }
    }

    /// With one particle more the last of the slots has no number of 16 bits any more.
    @Test("Lists of narrow and of wide numbers hold the same pairs", arguments: [65_535, 65_536])
    func widths(count: Int) throws {
        // Particles in a line without images, so that there are as many slots.
        let particles = (0..<count).map { Particle(mass: 1, position: [Double($0), 0, 0]) }
        let potential = try LennardJones(sigma: 0.875, cutoff: 1.5)
        let system = try ParticleSystem(particles, forces: [try PairForce(potential)])
        let pair = potential.interaction(squaredDistance: 1, 0, 0)
        #expect(abs(system.value(\.potentialEnergy) / (Double(count - 1) * pair.energy) - 1) < 1e-12)
        let forces = system.forcesOnNodes
        #expect(abs(forces[0].x + pair.forceOverDistance) < 1e-12)
        #expect(abs(forces[count - 1].x - pair.forceOverDistance) < 1e-12)
        #expect(forces[1..<count - 1].allSatisfy { abs($0.x) < 1e-12 })
    }

    @Test("A crowd in one place has room, whatever the set of instructions")
    func crowd() throws {
        var generator = SeededGenerator(seed: 3)
        let particles = (0..<1200).map { _ in
            let place = (0..<3).map { _ in Double.random(in: 0...1, using: &generator) }
            return Particle(mass: 1, position: SIMD3(place[0], place[1], place[2]))
        }
        let systems = try [k_baseline, k_avx2, k_avx512].filter { $0.rawValue <= k_best_instruction_set().rawValue }
            .map { set in
                try ParticleSystem(
                    particles,
                    forces: [
                        try PairForce(
                            LennardJones(sigma: 1e-3, cutoff: 0.4), kernel: .compiled(set))
                    ])
            }
        let forces = systems.map(\.forcesOnNodes)
        #expect(forces.allSatisfy { $0 == forces[0] })
    }

    @Test("Particles that an interaction cannot act on are refused")
    func refusals() throws {
        let force = try PairForce(LennardJones(cutoff: 2.5))
        func make(_ particles: [Particle], in box: Box = .open) throws {
            _ = try ParticleSystem(particles, in: box, forces: [force])
        }
        let first = Particle(mass: 1, position: [0, 0, 0])
        #expect(throws: ParticleError.overlap(0, 1, distance: 0, least: 0.1)) { try make([first, first]) }
        #expect(throws: ParticleError.overlap(1, 2, distance: 0.0625, least: 0.1)) {
            try make([first, Particle(mass: 1, position: [5, 0, 0]), Particle(mass: 1, position: [5.0625, 0, 0])])
        }
        let box = try Box(x: .periodic(0, 6), y: .periodic(0, 4), z: .open)
        #expect(throws: ParticleError.overlap(0, 1, distance: 0, least: 0.1)) {
            try make(
                [first, Particle(mass: 1, position: [6, -12, 0])], in: Box(x: .periodic(0, 6), y: .periodic(0, 6)))
        }
        #expect(throws: ParticleError.cutoffTooLong(2.5, axis: 1, period: 4)) { try make([first], in: box) }
        #expect(throws: ParticleError.unknownType(1, particle: 0, known: 1)) {
            try make([Particle(mass: 1, type: 1, position: .zero)])
        }
        #expect(throws: ParticleError.pairForceWithoutMass(particle: 0)) {
            try make([Particle(mass: 0, position: .zero)])
        }
        #expect(throws: ParticleError.positionsTooLarge) {
            try make([first, Particle(mass: 1, position: [0, 2e18, 0])])
        }
        #expect(throws: PairPotentialError.invalidCutoff(0)) { try PairForce(LennardJones(cutoff: 0)) }
        expectRefusal(of: "skin", is: "0") { try PairForce(LennardJones(cutoff: 1), skin: 0) }
    }

    @Test("Particles of which all strengths are 0 move as without the interaction, however near they come")
    func noStrength() throws {
        let none = PairTable(typeCount: 2) { _, _ in EnergyAndLength(epsilon: 0, sigma: 1) }
        let morse = PairTable(typeCount: 2) { _, _ in Morse.Pair(depth: 0, steepness: 3, distance: 1) }
        let forces: [any ParticleForce] = [
            try PairForce(LennardJones(PairTable(typeCount: 2) { _, _ in LennardJones.Pair(epsilon: 0, cutoff: 2.5) })),
            try PairForce(LennardJones(epsilon: 0, cutoff: 2.5, tailCorrections: true)),
            try PairForce(SoftSphere(none)), try PairForce(Morse(morse, cutoff: 2)),
            try PairForce(Yukawa(PairTable(typeCount: 2) { _, _ in 0 }, screening: 2, cutoff: 2.5)),
        ]
        let box = try Box(x: .periodic(0, 6), y: .periodic(0, 6), z: .periodic(0, 6))
        for (index, force) in forces.enumerated() {
            let particles = (0..<6).map { place in
                Particle(
                    mass: 1, type: index == 1 ? 0 : place % 2, position: [1 + 0.01 * Double(place), 1, 1],
                    velocity: [1 - 0.3 * Double(place), 0.1, 0])
            }
            let system = try ParticleSystem(particles, in: box, forces: [force])
            let free = try ParticleSystem(particles, in: box, forces: [])
            for system in [system, free] {
                try Simulation(system, integrator: Leapfrog(), step: 0.125).run(steps: 40)
            }
            for node in 0..<6 { #expect(system.nodeState(at: node) == free.nodeState(at: node), "\(index), \(node)") }
            #expect(system.value(\.potentialEnergy) == 0 && system.value(\.pressure) == free.value(\.pressure))
        }
    }

    @Test("An interaction of one's own")
    func ownPotential() throws {
        struct SquareHill: PairPotential {
            func cutoff(_ a: Int, _ b: Int) -> Double { 1.5 }
            func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
                PairInteraction(energy: 2.25 - squaredDistance, forceOverDistance: 2)
            }
        }
        let crystal = try Crystal(cells: [4, 4, 4], boundary: .periodic)
        let system = try crystal.system(try PairForce(SquareHill(), threads: 2))
        let expected = crystal.directSum(SquareHill())
        #expect(abs(system.value(\.potentialEnergy) / expected.energy - 1) < 1e-13)
        for (force, expected) in zip(system.forcesOnNodes, expected.forces) {
            #expect(((force - expected) * (force - expected)).sum().squareRoot() < 1e-12)
        }
    }
}
