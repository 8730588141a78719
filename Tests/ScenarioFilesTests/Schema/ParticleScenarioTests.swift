import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Crystals, boxes and interactions.
@Suite struct ParticleScenarioTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    static let crystal = """
        seed: 3
        box: periodic
        particles: {lattice: {fcc: {cells: 4, density: 0.8442}}, temperature: 1.44, energies: per-particle}
        interactions: [{lennard-jones: {cutoff: 2.5}}]
        integrate: {method: leapfrog, step: 0.005, until: 0.01}
        observe: [{quantities: [temperature, potential-energy, total-energy, pressure], name: thermodynamics}]

        """

    /// The figures of LAMMPS's published log; the pressure has that of 256 particles' degrees of freedom.
    @Test("A crystal begins with the energies of LAMMPS's melt")
    func crystal() throws {
        let results = try folder.run(Self.crystal)
        #expect(try results.header("thermodynamics.csv") == "time,temperature,potential-energy,total-energy,pressure")
        let row = try (1...4).map { try Double(results.column($0, of: "thermodynamics.csv")[0]) ?? .nan }
        #expect(abs(row[0] - 1.44) < 1e-12)
        #expect(abs(row[1] + 6.7733681) < 5e-8)
        #expect(abs(row[2] - row[1] - 1.5 * 1.44 * 255 / 256) < 1e-12)
        #expect(abs(row[3] + 5.0197073 + 0.8442 * 1.44 * (1 / 256.0 - 1 / 32000.0)) < 5e-8)
    }

    @Test("The same bytes with any number of threads, and when the stored scenario is run again")
    func reproduction() throws {
        let first = try folder.run(Self.crystal, to: "first")
        let second = try folder.run(Self.crystal, set: ["threads=2"], to: "second")
        #expect(try first.text("thermodynamics.csv") == second.text("thermodynamics.csv"))
        let again = try folder.run(try first.text("scenario.yml"), to: "again")
        #expect(try first.text("thermodynamics.csv") == again.text("thermodynamics.csv"))
        #expect(try first.text("scenario.yml") == again.text("scenario.yml"))
    }

    @Test("Particles of several types from a file, with walls and a periodic axis, under several forces")
    func mixture() throws {
        try folder.directory.write("mass,type,x,y,z\n1,0,1,0,0\n2,1,1,1.5,0\n1,1,3,0,0.5\n", to: "mixed.csv")
        let results = try folder.run(
            """
            box: {x: {periodic: [0, 6]}, y: {reflecting: [-2, 2]}, z: open}
            particles: {file: mixed.csv}
            interactions:
              - lennard-jones: {types: [{}, {epsilon: 0.5, sigma: 0.8}], cutoff: 2.5, truncation: force-shifted}
              - weeks-chandler-andersen: {types: [{}, {}], skin: 0.5}
              - soft-sphere: {types: [{}, {sigma: 0.5}], exponent: 9}
            integrate: {method: leapfrog, step: 0.01, until: 0.1}
            observe: [{quantity: momentum}]
            """)
        #expect(try results.column(1, of: "momentum.csv").count == 11)
    }

    /// Two particles that fly apart through a periodic bound; the forces are tested with the potentials.
    @Test("Positions can be wrapped", arguments: ["wrapped", "unwrapped"])
    func positions(recorded: String) throws {
        try folder.directory.write("mass,x,y,z,vx\n1,1,0,0,-4\n1,3,0,0,0\n", to: "pair.csv")
        let results = try folder.run(
            """
            box: {x: {periodic: [0, 8]}, y: open, z: open}
            particles: {file: pair.csv, positions: \(recorded)}
            interactions:
              - yukawa: {strength: 1e-9, screening: 1, cutoff: 2.5}
              - morse: {depth: 1e-9, steepness: 1, distance: 1, cutoff: 2.5}
            integrate: {method: leapfrog, step: 0.5, until: 1}
            observe: [{nodes: [0], fields: [x]}]
            """, to: recorded)
        let places = try results.column(2, of: "nodes.csv").compactMap(Double.init)
        let expected: [Double] = recorded == "wrapped" ? [1, 7, 5] : [1, -1, -3]
        #expect(zip(places, expected).allSatisfy { abs($0 - $1) < 1e-6 } && places.count == 3)
    }

    @Test(
        "What is wrong is told",
        arguments: [
            ("box=round", "'box' cannot be 'round'"),
            ("box={x: periodic, y: periodic}", "the box has 2 dimensions, but the lattice has 3"),
            ("box={x: {periodic: [1, 1]}, y: open, z: open}", "the upper bound must be greater than the lower bound"),
            ("box=", "'box' says nothing"),
            ("box={y: open, z: open}", "missing key 'x' in 'box'"),
            ("particles.lattice={fcc: {cells: 4}}", "'fcc' must have either 'density' or 'constant'"),
            ("particles.lattice={fcc: {cells: 0, density: 1}}", "'cells' must be between 1 and 1000000"),
            ("particles.lattice={fcc: {cells: [4, 4], density: 1}}", "'cells' must have 3 items, not 2"),
            ("particles.lattice={hcp: {}}", "unknown key 'hcp' in 'lattice'"),
            ("particles.temperature=-1", "'temperature' must be 0 or greater"),
            ("particles.mass=0", "'mass' must be greater than 0"),
            ("particles.energies=all", "'energies' cannot be 'all'"),
            ("particles.file=bodies.csv", "particles are either a 'lattice' or from a 'file'"),
            (
                "particles.lattice.fcc.cells=2",
                "the cutoff 2.5 is greater than half of the box, which is 3.359192382765014"
            ),
            ("particles.lattice.fcc.density=1000000", "the cutoff 2.5 is greater than half of the box"),
            ("interactions.0.lennard-jones.cutoff=-1", "'cutoff' must be greater than 0"),
            ("interactions.0.lennard-jones.cutof=1", "unknown key 'cutof' in 'lennard-jones'"),
            ("interactions.0={lenard-jones: {}}", "unknown key 'lenard-jones' in 'interactions[0]'"),
            ("interactions.0={yukawa: {strength: 1, cutoff: 2}}", "missing key 'screening' in 'yukawa'"),
            (
                "interactions.0={morse: {depth: -1, steepness: 1, distance: 1, cutoff: 2}}",
                "'depth' must be 0 or greater"
            ),
            ("interactions.0={soft-sphere: {exponent: 0}}", "'exponent' must be between 1 and 1000"),
            ("particles.positions=inside", "'positions' cannot be 'inside'"),
            (
                "interactions.0.lennard-jones.types=3",
                "'types' must be a list of {epsilon: …, sigma: …}, not the number 3"
            ),
            ("interactions.0.lennard-jones.skin=0", "'skin' must be greater than 0"),
            ("threads=0", "'threads' must be between 1 and 1024"),
            ("model={gravity: {constant: 1}}", "forces stand either under 'interactions' or under 'model'"),
        ])
    func refusal(override: String, message: String) throws {
        let problems = try #require(try folder.problems(Self.crystal, set: [override]))
        #expect(problems.contains("error: \(message)"), "\(problems)")
        #expect(problems.hasSuffix("\n1 error"), "\(problems)")
    }

    @Test(
        "What is wrong with particles of a file is told",
        arguments: [
            ("mass,x,y,z\n1,0,0,0\n1,0,0,0\n", "particles 0 and 1 are in the same place: they must be apart"),
            (
                "mass,x,y,z\n1,0,0,0\n1,9.9375,0,0\n",
                "particles 0 and 1 overlap: they are 0.0625 apart, but must be more than 0.1 apart"
            ),
            (
                "mass,type,x,y,z\n1,0,0,0,0\n1,1,2,0,0\n",
                "particle 1 is of type 1, but the interaction knows only 1 type, 0"
            ),
            ("mass,type,x,y,z\n1,iron,0,0,0\n", "the type is 'iron', but must be a whole number from 0 on"),
            ("mass,x,y,z\n0,0,0,0\n", "particle 0 has no mass, but interacts with others"),
            ("mass,x,y,z\n1,0,11,0\n", "particle 0 is beyond a wall of the box in y"),
        ])
    func refusedParticles(table: String, message: String) throws {
        try folder.directory.write(table, to: "atoms.csv")
        let problems = try #require(
            try folder.problems(
                """
                box: {x: {periodic: [0, 10]}, y: {reflecting: [0, 10]}, z: open}
                particles: {file: atoms.csv}
                interactions: [{lennard-jones: {cutoff: 2.5}}]
                integrate: {method: leapfrog, step: 0.005, until: 0.01}
                """))
        #expect(problems.contains("error: \(message)"), "\(problems)")
        #expect(problems.hasSuffix("\n1 error"), "\(problems)")
    }

    @Test("Walls need a method that knows of them, and bare words a lattice")
    func walls() throws {
        let rk8pd = try #require(
            try folder.problems(
                Self.crystal,
                set: ["box=reflecting", "integrate={method: rk8pd, until: 1}", "observe=[]"]))
        #expect(rk8pd.contains("error: 'rk8pd' does not know of the walls of the box"))
        let bare = try #require(try folder.problems(ScenarioFolder.particles, set: ["box=periodic"]))
        #expect(bare.contains("error: 'box' needs bounds: only a lattice has a size of its own"))
    }
}
