import EngineTestSupport
import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Bonds, angles, external fields and minima of the energy in scenarios.
@Suite struct BondReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
        try folder.directory.write(
            "name,mass,x,y,z\nA,1,0,0,0\nB,1,1,0,0\nC,1,1,1,0\nD,1,0,1,0\n", to: "square.csv")
        try folder.directory.write("first,second,length\nA,B,0.5\n1,C,2\n", to: "bonds.csv")
        try folder.directory.write("second,last\nA,9\n", to: "bad.csv")
        try folder.directory.write("first,apex,last\nA,B,C\n", to: "angles.csv")
    }

    private func text(_ interactions: String, more: String = "") -> String {
        """
        particles: {file: square.csv}
        interactions: [\(interactions)]
        integrate: {method: leapfrog, step: 0.01, until: 0.01}
        observe: [{quantities: [potential-energy], name: energy}]
        \(more)
        """
    }

    /// By hand, for a square of side 1: ½ k (1 − length)² for each bond.
    @Test(
        "Bonds are listed, or those of chains, graphs and files",
        arguments: [
            ("bonds: {harmonic: {stiffness: 2, length: 0.5}, pairs: [[0, 1], [2, 1]]}", 0.5),
            ("bonds: {harmonic: {stiffness: 2, length: 0.5}, pairs: [[A, B]]}", 0.25),
            ("bonds: {harmonic: {stiffness: 2, length: 0.5}, chain: {length: 4}}", 0.75),
            ("bonds: {harmonic: {stiffness: 2, length: 0.5}, chain: {length: 2}}", 0.5),
            ("bonds: {harmonic: {stiffness: 2, length: 0.5}, chain: {length: 3, count: 1}}", 0.5),
            ("bonds: {harmonic: {stiffness: 2, length: 0.5}, graph: {ring: {nodes: 4}}}", 1),
            ("bonds: {harmonic: {stiffness: 2}, chain: {length: 4}}", 0),
            ("bonds: {harmonic: {stiffness: 2}, file: bonds.csv}", 1.25),
            ("angles: {harmonic: {stiffness: 2, angle: 0.5707963267948966}, triples: [[0, 1, 2], [D, C, B]]}", 2),
            ("angles: {harmonic: {stiffness: 2, angle: 0.5707963267948966}, chain: {length: 4}}", 2),
            ("angles: {harmonic: {stiffness: 2, angle: 0.5707963267948966}, file: angles.csv}", 1),
            ("uniform-field: {acceleration: [1, 2, 3]}", -6),
            ("harmonic-trap: {stiffness: 2}", 4),
            ("harmonic-trap: {stiffness: [2, 0, 5], centre: [1, 0, 1]}", 12),
        ])
    func energies(interaction: String, energy: Double) throws {
        let results = try folder.run(text("{\(interaction)}"))
        let first = try #require(Double(results.column(1, of: "energy.csv")[0]))
        #expect(abs(first - energy) < 1e-14)
    }

    @Test(
        "drag and magnetic fields act as Swift's do",
        arguments: [
            ("drag: {coefficient: 0.5}", 0.5 * exp(-1)),
            ("drag: {coefficient: [0.5], flow: [2, 0, 0]}", 0.5 * pow(2 - exp(-0.5), 2)),
            ("magnetic-field: {field: 3}", 0.5), ("magnetic-field: {field: [0, 0, 3]}", 0.5),
        ] as [(String, Double)])
    func velocityDependentForces(interaction: String, energy: Double) throws {
        try folder.directory.write("mass,charge,x,y,z,vx,vy,vz\n1,2,0,0,0,1,0,0\n", to: "one.csv")
        let results = try folder.run(
            """
            particles: {file: one.csv}
            interactions: [{\(interaction)}]
            integrate: {method: rk8pd, until: 1, tolerance: 1e-12}
            observe: [{quantities: [kinetic-energy, total-energy], every: 1, name: energy}]

            """)
        for column in 1...2 {
            let last = try #require(results.column(column, of: "energy.csv").last.flatMap(Double.init))
            #expect(abs(last - energy) < 1e-10)
        }
    }

    @Test("FENE bonds have their energy")
    func fene() throws {
        let results = try folder.run(
            text("{bonds: {fene: {stiffness: 2, greatest-length: 2}, pairs: [[0, 1]]}}"))
        let first = try #require(Double(results.column(1, of: "energy.csv")[0]))
        #expect(abs(first + 4 * -0.2876820724517809) < 1e-14)
    }

    @Test(
        "What is wrong with bonds and fields is told",
        arguments: [
            (
                "bonds: {harmonic: {stiffness: 1, length: 1}}",
                "an interaction of bonds must say which particles are bonded"
            ),
            ("bonds: {pairs: [[0, 1]]}", "an interaction of bonds must say what bonds do"),
            ("bonds: {harmonic: {length: 1}, pairs: [[0, 1]]}", "missing key 'stiffness' in 'harmonic'"),
            ("bonds: {harmonic: {stiffness: 1}, pairs: [[0, 4]]}", "must be between 0 and 3"),
            ("bonds: {harmonic: {stiffness: 1}, pairs: [[0, 1, 2]]}", "must have 2"),
            (
                "bonds: {harmonic: {stiffness: 1}, pairs: [[2, 2]]}",
                "particle 2 stands twice in the bond of particles 2, 2"
            ),
            ("bonds: {harmonic: {stiffness: 1}, pairs: [[0, 1], [1, 0]]}", "the bond of particles 1, 0 stands twice"),
            ("bonds: {harmonic: {stiffness: 1}, chain: {length: 3}}", "4 particles cannot be cut into chains of 3"),
            ("bonds: {harmonic: {stiffness: 1}, chain: {length: 3, count: 2}}", "2 chains of 3 need more particles"),
            (
                "bonds: {harmonic: {stiffness: 1}, graph: {ring: {nodes: 5}}}",
                "the graph has 5 vertices, but there are 4"
            ),
            (
                "bonds: {harmonic: {stiffness: 1, length: 1}, file: bonds.csv}",
                "'length' stands either here or in a column of the file"
            ),
            ("bonds: {harmonic: {stiffness: 1}, file: bad.csv}", "the column 'first' is missing"),
            (
                "bonds: {harmonic: {stiffness: 1}, file: bad.csv}",
                "unknown column 'last': the columns are first, second, length"
            ),
            (
                "bonds: {fene: {stiffness: 1, greatest-length: 3}, file: bonds.csv}",
                "bonds of type 'fene' have no lengths at rest"
            ),
            (
                "bonds: {fene: {stiffness: 1, greatest-length: 1}, pairs: [[0, 1]]}",
                "the bond between particles 0 and 1 is stretched to 1.0, but must be shorter than 1.0"
            ),
            (
                "angles: {harmonic: {stiffness: 1, angle: 4}, triples: [[0, 1, 2]]}",
                "'angle' must be between 0 and 3.14159"
            ),
            ("angles: {triples: [[0, 1, 2]]}", "an interaction of angles must say how angles are held"),
            (
                "uniform-field: {acceleration: [1]}",
                "'acceleration' must have 3 numbers, one for each direction of the box, not 1"
            ),
            (
                "uniform-field: {acceleration: [1, 2]}",
                "'acceleration' must have 3 numbers, one for each direction of the box, not 2"
            ),
            ("harmonic-trap: {stiffness: [1, 2]}", "'stiffness' must have 3 numbers, one for each direction"),
            ("harmonic-trap: {stiffness: 1, centre: [1, 2]}", "'centre' must have 3 numbers, one for each direction"),
            ("drag: {coefficient: 1, flow: [1, 2]}", "'flow' must have 3 numbers, one for each direction"),
            ("harmonic-trap: {stiffness: -1}", "'stiffness' must be 0 or greater"),
            ("drag: {coefficient: -1}", "'coefficient' must be 0 or greater"),
            ("drag: {flow: [0, 0, 0]}", "missing key 'coefficient' in 'drag'"),
            ("magnetic-field: {field: [0, 1]}", "'field' must have 3 items, not 2"),
        ])
    func problems(interaction: String, message: String) throws {
        let problems = try folder.problems(text("{\(interaction)}"))
        #expect(problems?.contains(message) == true, "\(problems ?? "none")")
    }

    @Test("Drag and magnetic fields are followed by all methods that know how, and refused by the others")
    func velocityMethods() throws {
        for interaction in ["{magnetic-field: {field: 1}}", "{drag: {coefficient: 1}}"] {
            let text = text(interaction)
            #expect(try folder.problems(text) == nil)
            #expect(try folder.problems(text + "box: {x: {reflecting: [-1, 2]}, y: open, z: open}") == nil)
            for (method, isPossible) in [
                ("yoshida-4", true), ("runge-kutta-4", true), ("langevin, temperature: 1, friction: 1", true),
                ("nose-hoover, temperature: 1, relaxation-time: 1", true),
                ("berendsen, temperature: 1, relaxation-time: 1", true), ("wisdom-holman", false),
                ("brownian, temperature: 1, friction: 1", false),
            ] {
                let problems = try folder.problems(
                    text.replacingOccurrences(of: "method: leapfrog", with: "method: \(method)"))
                #expect((problems == nil) == isPossible, "\(method): \(problems ?? "none")")
                if let problems {
                    #expect(problems.contains("takes forces at positions, but drag and magnetic fields"))
                    #expect(
                        problems.contains("method: leapfrog, langevin, runge-kutta-4, or an adaptive one such as rk8pd")
                    )
                }
            }
        }
    }

    @Test(
        "Particles go to a minimum of their energy before a run",
        arguments: [
            "fire", "bfgs", "conjugate-fletcher-reeves", "conjugate-polak-ribiere",
        ])
    func minimum(method: String) throws {
        let results = try folder.run(
            text("{lennard-jones: {cutoff: 50}}", more: "minimise: {method: \(method), force-tolerance: 1e-7}\n"))
        // Nothing breaks the symmetry of the square, whose inverse twelfth powers of distances add up to 4 + 2/64 in units
        // of its side, and whose sixth powers to 4 + 2/8: its least energy is −4.25²/4.03125.
        let first = try #require(Double(results.column(1, of: "energy.csv")[0]))
        #expect(abs(first + 4.25 * 4.25 / 4.03125) < 1e-9)
        let second = try #require(Double(results.column(1, of: "energy.csv")[1]))
        #expect(abs(first - second) < 1e-12)
    }

    @Test("What is wrong with a minimisation is told")
    func minimisationProblems() throws {
        for (block, message) in [
            ("{}", "missing key 'force-tolerance' in 'minimise'"),
            ("{force-tolerance: 0}", "'force-tolerance' must be greater than 0"),
            ("{force-tolerance: 1, method: newton}", "'newton'"),
            ("{force-tolerance: 1, fixed: [4]}", "must be between 0 and 3"),
            (
                "{force-tolerance: 1, method: bfgs, greatest-displacement: 1}",
                "'greatest-displacement' has no meaning for 'bfgs'"
            ),
        ] {
            let problems = try folder.problems(
                text("{lennard-jones: {cutoff: 50}}", more: "minimise: \(block)\n"))
            #expect(problems?.contains(message) == true, "\(problems ?? "none")")
        }
        // A search that fails ends the run.
        #expect(throws: (any Error).self) {
            try folder.run(
                text(
                    "{lennard-jones: {cutoff: 50}}", more: "minimise: {force-tolerance: 1e-7, steps: 2}\n"),
                to: "failed")
        }
    }
}
