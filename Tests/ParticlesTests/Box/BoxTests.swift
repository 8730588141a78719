import Particles
import SimulationEngine
import Testing

@Suite struct BoxTests {
    static func box() throws -> Box {
        try Box(x: .periodic(-1, 3), y: .open, z: .reflecting(0, 2))
    }

    @Test("Positions are wrapped into periodic axes only, and the image says how far")
    func wrapping() throws {
        let box = try Self.box()
        #expect(box.wrapped([3.5, 100, 1]) == [-0.5, 100, 1])
        #expect(box.image(of: [3.5, 100, 1]) == [1, 0, 0])
        #expect(box.wrapped([-9.25, -7, 1]) == [2.75, -7, 1])
        #expect(box.image(of: [-9.25, -7, 1]) == [-3, 0, 0])
        // The lower bound belongs to the box, the upper one to the next.
        #expect(box.wrapped([-1, 0, 0]).x == -1)
        #expect(box.wrapped([3, 0, 0]).x == -1)
    }

    @Test("The shortest vector among the images of one")
    func shortest() throws {
        #expect(try Self.box().shortest([3.5, 9, -2]) == [-0.5, 9, -2])
        #expect(try Self.box().shortest([-2.5, 0, 0]) == [1.5, 0, 0])
    }

    @Test("The volume is the product of the edges, the area in two dimensions, and none without bounds")
    func volume() throws {
        #expect(try Self.box().volume == nil)
        #expect(try Box(x: .periodic(0, 2), y: .reflecting(1, 4), z: .periodic(-2, 3)).volume == 30)
        #expect(try Box(x: .periodic(0, 2), y: .reflecting(1, 4)).volume == 6)
        #expect(Box.open.volume == nil)
    }

    @Test("Bounds must be finite and in order")
    func refusals() {
        #expect(throws: BoxError.invalidBounds(axis: 1, lower: 2, upper: 2)) {
            try Box(x: .open, y: .periodic(2, 2), z: .open)
        }
        #expect(throws: BoxError.invalidBounds(axis: 0, lower: 0, upper: .infinity)) {
            try Box(x: .reflecting(0, .infinity), y: .open)
        }
        #expect(throws: BoxError.invalidDimensions(1)) { try Box([.open]) }
        #expect(
            BoxError.invalidBounds(axis: 1, lower: 2, upper: 1).description
                == "the bounds of the box in y are 2.0 and 1.0, but must be finite, and the upper one greater than the "
                + "lower one")
    }

    /// A free particle between walls moves as a triangular wave: in the unfolded room it goes straight on.
    @Test("A particle bounces from walls, several times in a step if it is fast", arguments: [0.25, 3, -7.5])
    func walls(speed: Double) throws {
        let box = try Box(x: .reflecting(-1, 1), y: .open, z: .open)
        let system = try ParticleSystem(
            [Particle(mass: 1, position: [0.5, 0, 0], velocity: [speed, 1, 0])], in: box, forces: [])
        let simulation = try Simulation(system, integrator: Leapfrog(), step: 1)
        for step in 1...20 {
            try simulation.run(steps: 1)
            let phase = (0.5 + 1 + speed * Double(step)).truncatingRemainder(dividingBy: 4)
            let unfolded = phase < 0 ? phase + 4 : phase
            let state = system.nodeState(at: 0)
            #expect(abs(state.position.x - (unfolded <= 2 ? unfolded - 1 : 3 - unfolded)) < 1e-12)
            #expect(abs(state.velocity.x) == abs(speed))
            #expect(state.velocity.y == 1)
        }
    }

    @Test("Particles behind walls and outside of the plane are refused")
    func misplacedParticles() throws {
        let walls = try Self.box()
        #expect(throws: ParticleError.behindWall(particle: 0, axis: 2)) {
            try ParticleSystem([Particle(mass: 1, position: [0, 0, 3])], in: walls, forces: [])
        }
        #expect(throws: ParticleError.outsideOfPlane(particle: 0)) {
            try ParticleSystem([Particle(mass: 1, position: [0, 0, 3])], in: .openPlane, forces: [])
        }
    }
}
