import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

@Suite("What is wrong with the particles of a file")
struct ParticleFileProblemTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private static let fluid = """
        box: {x: {periodic: [0, 10]}, y: {periodic: [0, 10]}, z: {reflecting: [0, 10]}}
        particles: {file: fluid.csv}
        interactions:
          - lennard-jones: {cutoff: 2.5}
        integrate: {method: leapfrog, step: 0.001, until: 0.001}

        """

    private static let header = "mass,x,y,z,type,charge"

    @Test(
        "is told at its line and column, also where interactions or the box find it",
        arguments: [
            (["1,1,1,1,0,0", "1,1.05,1,1,0,0"], "fluid.csv:3:3: error: particles 0 and 1 overlap: they are 0.05"),
            (
                ["1,1,1,1,0,0", "1,5,1,1,0,0", "1,1,1,1,0,0"],
                "fluid.csv:4:3: error: particles 0 and 2 are in the same place"
            ),
            (["1,1,1,1,0,0", "1,1.05,1,1,0,0"], "particle 0 stands in line 2"),
            (
                ["1,1,1,1,0,0", "1,5,5,5,1,0"],
                "fluid.csv:3:9: error: particle 1 is of type 1, but the interaction knows only 1"
            ),
            (["1,1,1,-1,0,0"], "fluid.csv:2:7: error: particle 0 is beyond a wall of the box in z"),
            (["0,1,1,1,0,0"], "fluid.csv:2:1: error: particle 0 has no mass, but interacts"),
            (["-1,1,1,1,0,0"], "fluid.csv:2:1: error: the mass is -1.0, but must not be less than 0"),
            (["1,1,1,1,0,strong"], "fluid.csv:2:11: error: 'strong' is not a number"),
            (["1,1,1,1,0,inf"], "fluid.csv:2:11: error: 'inf' is not a finite number"),
            (["1,1,1,1,-1,0"], "fluid.csv:2:9: error: the type is '-1', but must be a whole number from 0 on"),
        ])
    func places(rows: [String], message: String) throws {
        try folder.directory.write(([Self.header] + rows).joined(separator: "\n") + "\n", to: "fluid.csv")
        let problems = try #require(try folder.problems(Self.fluid))
        #expect(problems.contains(message), "\(problems)")
        #expect(problems.hasSuffix("\n1 error"), "\(problems)")
    }

    @Test("is told of the file that is meant, also where that is set on the command line, and of XYZ files")
    func otherFiles() throws {
        try folder.directory.write(Self.header + "\n1,1,1,1,0,0\n", to: "fluid.csv")
        try folder.directory.write(Self.header + "\n1,1,1,1,0,0\n\n1,1,1,11,0,0\n", to: "other.csv")
        let problems = try #require(try folder.problems(Self.fluid, set: ["particles.file=other.csv"]))
        #expect(problems.hasPrefix("other.csv:4:7: error: particle 1 is beyond a wall"), "\(problems)")
        #expect(!problems.contains("fluid.csv"))
        try folder.directory.write(
            "2\nProperties=species:S:1:pos:R:3\nAr 1 1 1\nAr 1 1.01 1\n", to: "fluid.xyz")
        let others = try #require(try folder.problems(Self.fluid, set: ["particles.file=fluid.xyz"]))
        #expect(others.hasPrefix("fluid.xyz:4:4: error: particles 0 and 1 overlap"), "\(others)")
    }

    @Test("is told of all particles at once, in their order")
    func allParticles() throws {
        let rows = [
            "1,1,1,1,3,0", "1,5,5,5,0,0", "1,5,5,12,0,0", "0,3,3,3,0,0", "1,5,5.08,5,0,0", "1,8,8,8,2,0",
            "1,5,4.92,5,0,0",
        ]
        try folder.directory.write(([Self.header] + rows).joined(separator: "\n") + "\n", to: "fluid.csv")
        let problems = try #require(try folder.problems(Self.fluid))
        for message in [
            "fluid.csv:2:9: error: particle 0 is of type 3",
            "fluid.csv:4:7: error: particle 2 is beyond a wall of the box in z",
            "fluid.csv:5:1: error: particle 3 has no mass", "fluid.csv:6:3: error: particles 1 and 4 overlap",
            "fluid.csv:7:9: error: particle 5 is of type 2", "fluid.csv:8:3: error: particles 1 and 6 overlap",
            "\n6 errors",
        ] {
            #expect(problems.contains(message), "\(problems)")
        }
        let lines = problems.split(separator: "\n").filter { $0.hasPrefix("fluid.csv:") }.map { $0.prefix(11) }
        #expect(lines == lines.sorted())
    }

    @Test("is told at the columns of an XYZ file, wherever its properties stand")
    func columnsOfXYZ() throws {
        try folder.directory.write(
            """
            4
            Properties=name:S:1:mass:R:1:type:I:1:pos:R:3
            a 1 0  1 1 1
            b 1 7  5 5 5
            c 0 0  6 6 6
            d 1 0  3 3 -1

            """, to: "fluid.xyz")
        let problems = try #require(try folder.problems(Self.fluid, set: ["particles.file=fluid.xyz"]))
        for message in [
            "fluid.xyz:4:5: error: particle 1 is of type 7", "fluid.xyz:5:3: error: particle 2 has no mass",
            "fluid.xyz:6:12: error: particle 3 is beyond a wall of the box in z", "\n3 errors",
        ] {
            #expect(problems.contains(message), "\(problems)")
        }
        try folder.directory.write("3\n\nA 1 1 1\nA 1 1 1\nA 1 1 1\n", to: "stars.xyz")
        let stars = try #require(
            try folder.problems(
                """
                particles: {file: stars.xyz}
                model: {gravity: {constant: 1}}
                integrate: {method: leapfrog, step: 0.001, until: 0.001}

                """))
        for line in ["stars.xyz:4:3: error: particles 0 and 1", "stars.xyz:5:3: error: particles 1 and 2"] {
            #expect(stars.contains(line), "\(stars)")
        }
    }

    @Test("a short record does not hide what is wrong with others")
    func shortRecord() throws {
        try folder.directory.write(
            Self.header + "\n1,1,1,1,0,0\n1,1,1\n1,1,x,1,0,0\n1,2,2,2,0,0,0\n-2,1,1,1,0,0\n", to: "fluid.csv")
        let problems = try #require(try folder.problems(Self.fluid))
        for message in [
            "fluid.csv:3:1: error: the record has 3 fields, but the header has 6",
            "fluid.csv:4:5: error: 'x' is not a number",
            "fluid.csv:5:1: error: the record has 7 fields", "fluid.csv:6:1: error: the mass is -2.0", "4 errors",
        ] {
            #expect(problems.contains(message), "\(problems)")
        }
    }

    @Test(
        "bonds of a file that stand twice, lead nowhere or to themselves are told at their lines",
        arguments: [
            (
                "0,1\n1,2\n1,0",
                "bonds.csv:4:1: error: the bond of particles 1, 0 stands twice: it must stand once; the other "
                    + "one is in line 2"
            ),
            ("0,1\n2,2", "bonds.csv:3:1: error: particle 2 stands twice in the bond of particles 2, 2"),
            ("0,1\n1,3", "bonds.csv:3:3: error: there is no particle '3': it must be a number from 0 to 2"),
        ])
    func bonds(rows: String, message: String) throws {
        try folder.directory.write("first,second\n\(rows)\n", to: "bonds.csv")
        let problems = try #require(
            try folder.problems(
                Self.fluid,
                set: [
                    "particles.file=points.csv",
                    "interactions=[{bonds: {harmonic: {stiffness: 1}, file: bonds.csv}}]",
                ]))
        #expect(problems.contains(message), "\(problems)")
    }

    @Test(
        "boxes without room and cutoffs that are too long for them are told",
        arguments: [
            (
                "box={x: {periodic: [0, 0]}, y: {periodic: [0, 10]}, z: {periodic: [0, 10]}}",
                "the upper bound must be greater"
            ),
            (
                "box={x: {periodic: [4, 2]}, y: {periodic: [0, 10]}, z: {periodic: [0, 10]}}",
                "the upper bound must be greater"
            ),
            (
                "interactions=[{lennard-jones: {cutoff: 5.1}}]",
                "the cutoff 5.1 is greater than half of the box, which is 10.0 long in x: it must be at most 5.0"
            ),
            ("particles={file: points.csv, mass: -1}", "'mass' must be greater than 0"),
            ("particles={lattice: {fcc: {cells: 2, density: 0}}}", "'density' must be greater than 0"),
            ("particles={lattice: {fcc: {cells: 0, density: 1}}}", "must be"),
            ("box={x: {periodic: [0, 10]}}", "missing key 'y'"),
        ])
    func boxes(change: String, message: String) throws {
        try folder.directory.write(Self.header + "\n1,1,1,1,0,0\n", to: "fluid.csv")
        let problems = try #require(try folder.problems(Self.fluid, set: [change]))
        #expect(problems.contains(message), "\(problems)")
    }
}
