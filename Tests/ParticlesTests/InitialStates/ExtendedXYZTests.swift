import Particles
import SimulationEngine
import Testing

@Suite struct ExtendedXYZTests {
    private func read(_ text: String, mass: Double = 1) throws -> ExtendedXYZ {
        try ExtendedXYZ(text: text, named: "atoms.xyz", mass: mass)
    }

    @Test("Particles come with velocities, masses, types and the box")
    func everything() throws {
        let contents = try read(
            """
            2
            Lattice="10 0 0 0 8.5 0 0 0 4" Origin="-5 0 1" Properties=id:I:1:species:S:1:pos:R:3:velo:R:3:masses:R:1 pbc="T T F"
            1 Ar 0 1e-1 2 0.1 -0.2 0 40
            2 Kr  1 2 3   0 0 0.5  84
            Ar this line belongs to another frame
            """)
        #expect(
            contents.particles == [
                Particle(mass: 40, type: 0, position: [0, 0.1, 2], velocity: [0.1, -0.2, 0]),
                Particle(mass: 84, type: 1, position: [1, 2, 3], velocity: [0, 0, 0.5]),
            ])
        #expect(contents.box == (try Box(x: .periodic(-5, 5), y: .periodic(0, 8.5), z: .open)))
    }

    @Test("Plain XYZ has species and positions alone")
    func plain() throws {
        let contents = try read("3\r\nwater\r\nO 0 0 0\r\nH 1 0 0\r\nH 0 1 0\r\n", mass: 2)
        #expect(contents.particles.map(\.type) == [0, 1, 1])
        #expect(contents.particles.allSatisfy { $0.mass == 2 && $0.state.velocity == .zero })
        #expect(contents.box == nil)
    }

    @Test(
        "Charges are those of the file, or those that are given", arguments: ["charge", "charges", "initial_charges"])
    func charges(property: String) throws {
        let text = "2\nProperties=pos:R:3:\(property):R:1\n0 0 0 -1\n1 0 0 2.5\n"
        #expect(try read(text).particles.map(\.charge) == [-1, 2.5])
        let plain = try ExtendedXYZ(text: "1\n\nNa 0 0 0\n", named: "salt.xyz", charge: 3)
        #expect(plain.particles.map(\.charge) == [3])
    }

    @Test(
        "Momenta are velocities times masses; types and names are taken as they are; other properties are passed over")
    func momenta() throws {
        let contents = try read(
            """
            1
            energy=-1.5 Properties="name:S:1:forces:R:3:pos:R:3:type:I:1:momenta:R:3:mass:R:1:species:S:1" flag
            a 9 9 9 1 2 3 4 2 4 6 2 X
            """)
        #expect(
            contents.particles
                == [Particle(name: "a", mass: 2, type: 4, position: [1, 2, 3], velocity: [1, 2, 3])])
    }

    @Test(
        "What is wrong is told with its place",
        arguments: [
            ("", "1:1: error: the first line must be the number of particles, at least 1"),
            ("0\n\n", "1:1: error: the first line must be the number of particles, at least 1"),
            ("2\n\nX 0 0 0\n", "4:1: error: the file ends after 1 of 2 particles"),
            ("1\n\nX 0 0\n", "3:1: error: the line has 3 columns, but there must be 4"),
            ("1\n\nX 0 zero 0\n", "3:5: error: 'zero' is not a finite number"),
            ("1\n\nX 0 0 inf\n", "3:7: error: 'inf' is not a finite number"),
            (
                "1\nLattice=\"1 0 0 0 1 0 0.5 0 1\"\nX 0 0 0\n",
                "2:10: error: the edges of the box must be parallel to the axes: only the first, fifth and last number may "
                    + "differ from 0"
            ),
            ("1\nLattice=\"1 0 0\"\nX 0 0 0\n", "2:10: error: Lattice must be 9 finite numbers in quotation marks"),
            (
                "1\nLattice=\"1 0 0 0 -1 0 0 0 1\"\nX 0 0 0\n",
                "2:10: error: the bounds of the box in y are 0.0 and -1.0, but must be finite, and the upper one greater "
                    + "than the lower one"
            ),
            (
                "1\nLattice=\"1 0 0 0 1 0 0 0 1\" pbc=\"T F\"\nX 0 0 0\n",
                "2:34: error: pbc must be three of T and F in quotation marks"
            ),
            ("1\nLattice=\"1 0 0\nX 0 0 0\n", "2:9: error: the quotation mark is not closed"),
            (
                "1\nProperties=pos:R\nX 0 0 0\n",
                "2:12: error: Properties must have a name, a kind and a number of columns for each, such as pos:R:3"
            ),
            ("1\nProperties=pos:R:2\nX 0\n", "2:12: error: the property 'pos' must have 3 columns, not 2"),
            ("1\nProperties=pos:R:x\nX 0\n", "2:12: error: the property 'pos' must have a number of columns, not 'x'"),
            ("1\nProperties=id:I:1\n1\n", "2:12: error: the property 'pos' is missing: the positions of the particles"),
            ("1\nProperties=pos:R:3:pos:R:3\n1\n", "2:12: error: the property 'pos' stands twice"),
            (
                "1\nProperties=pos:R:3:vel:R:3:momenta:R:3\n1\n",
                "2:12: error: there can be only one of the properties vel and momenta"
            ),
            (
                "1\nProperties=pos:R:3:mass:R:1\n0 0 0 -1\n",
                "3:7: error: the mass is -1.0, but must not be less than 0"
            ),
            (
                "1\nProperties=pos:R:3:type:I:1\n0 0 0 Ar\n",
                "3:7: error: the type is 'Ar', but must be a whole number from 0 on"
            ),
        ])
    func problems(text: String, message: String) {
        let error = #expect(throws: DataFileError.self) { try read(text) }
        #expect(error?.description == "atoms.xyz:\(message)")
    }
}
