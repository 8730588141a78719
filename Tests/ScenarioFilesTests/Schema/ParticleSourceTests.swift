import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Particles from extended XYZ files and from random numbers, and configurations whose energy is evaluated.
@Suite struct ParticleSourceTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    static let evaluation = """
        particles: {file: atoms.xyz}
        interactions: [{lennard-jones: {cutoff: 3, tail-corrections: true}}]
        integrate: {method: leapfrog, step: 0.001, until: 0.001}
        observe:
          - quantities: [potential-energy, virial, pressure]
            when: start
            name: energies

        """

    static let pair = """
        2
        Lattice="10 0 0 0 10 0 0 0 10" Properties=species:S:1:pos:R:3
        Ar 0.5 5 5
        Ar 9 5 5

        """

    private func row(_ file: String, of results: ScenarioFolder.Results) throws -> [Double] {
        try results.text(file).split(separator: "\n")[1].split(separator: ",").compactMap { Double($0) }
    }

    /// Two particles 1.5 apart across a bound of the box, by hand. The tails are those of Allen and Tildesley with n = 2.
    @Test("A configuration of an extended XYZ file is evaluated in its box")
    func pairInBox() throws {
        try folder.directory.write(Self.pair, to: "atoms.xyz")
        let values = try row("energies.csv", of: try folder.run(Self.evaluation))
        let sixth = 1 / pow(1.5, 6.0)
        let tail = 8 * Double.pi * 4 / 1000 / 3 * (pow(3.0, -9.0) / 3 - pow(3.0, -3.0))
        let virialTail = 16 * Double.pi * 4 / 1000 * (2 * pow(3.0, -9.0) / 3 - pow(3.0, -3.0))
        let virial = 24 * sixth * (2 * sixth - 1) + virialTail
        #expect(abs(values[1] - (4 * sixth * (sixth - 1) + tail)) < 1e-13)
        #expect(abs(values[2] - virial) < 1e-13)
        #expect(abs(values[3] - virial / 3000) < 1e-15)
    }

    /// The same as a CSV file without masses, in a box that the scenario gives.
    @Test("The same configuration from a CSV file, and again from the stored scenarios")
    func csv() throws {
        try folder.directory.write(Self.pair, to: "atoms.xyz")
        let first = try folder.run(Self.evaluation, to: "first")
        try folder.directory.write("x,y,z\n0.5,5,5\n9,5,5\n", to: "atoms.csv")
        let edge = "{periodic: [0, 10]}"
        let second = try folder.run(
            Self.evaluation,
            set: ["particles={file: atoms.csv, mass: 1}", "box={x: \(edge), y: \(edge), z: \(edge)}"], to: "second")
        #expect(try first.text("energies.csv") == second.text("energies.csv"))
        let scenario = try Scenario(contentsOf: first.path + "/scenario.yml")
        let again = try ResultDirectory(creating: folder.directory.path(of: "again"))
        try scenario.run(in: again)
        #expect(
            try ScenarioFolder.Results(path: again.path).text("energies.csv") == first.text("energies.csv"))
        #expect(
            try ScenarioFolder.Results(path: again.path).text("scenario.yml") == first.text("scenario.yml"))
    }

    @Test("A box of the scenario replaces that of the file, and a trajectory can be read again")
    func boxes() throws {
        try folder.directory.write(Self.pair, to: "atoms.xyz")
        let edge = "{periodic: [0, 20]}"
        let results = try folder.run(
            Self.evaluation,
            set: [
                "box={x: \(edge), y: \(edge), z: \(edge)}", "particles.mass=2",
                "observe=[{nodes: all, format: xyz}, {quantity: kinetic-energy}]", "particles.temperature=1",
            ], to: "first")
        let frame = try results.text("nodes.xyz")
        #expect(frame.contains("Lattice=\"20.0 0.0 0.0"))
        try folder.directory.write(frame, to: "atoms.xyz")
        let second = try folder.run(
            Self.evaluation, set: ["observe=[{quantity: kinetic-energy}]", "particles.mass=2"], to: "second")
        #expect(try results.column(1, of: "kinetic-energy.csv")[0] == second.column(1, of: "kinetic-energy.csv")[0])
    }

    /// The greatest cutoff that is allowed is half of the box.
    @Test("Cutoffs may be half of the box, not more")
    func cutoff() throws {
        try folder.directory.write(Self.pair, to: "atoms.xyz")
        _ = try folder.run(Self.evaluation, set: ["interactions.0.lennard-jones.cutoff=5"])
        let problems = try #require(
            try folder.problems(Self.evaluation, set: ["interactions.0.lennard-jones.cutoff=5.0001"]))
        #expect(problems.contains("error: the cutoff 5.0001 is greater than half of the box, which is 10.0 long in x"))
    }

    @Test("Tail corrections are refused in a box that is open in a direction, at the interactions")
    func tailsWithoutDensity() throws {
        try folder.directory.write(Self.pair, to: "atoms.xyz")
        let edge = "{periodic: [0, 10]}"
        let open = ["box={x: \(edge), y: \(edge), z: open}", "observe=[{quantity: potential-energy}]"]
        let problems = try #require(try folder.problems(Self.evaluation, set: open))
        #expect(problems.contains("error: tail corrections count on particles that fill the space beyond the cutoff"))
        #expect(problems.contains("the box is open in z"))
        _ = try folder.run(
            Self.evaluation, set: open + ["interactions.0.lennard-jones.tail-corrections=false"])
    }

    @Test("Random particles keep their distance")
    func random() throws {
        let edge = "{periodic: [0, 8]}"
        let text = """
            seed: 4
            box: {x: \(edge), y: \(edge), z: \(edge)}
            particles: {random: {count: 200, minimum-distance: 0.9}, temperature: 1}
            interactions: [{lennard-jones: {cutoff: 2.5}}]
            integrate: {method: leapfrog, step: 0.001, until: 0.002}
            observe: [{radial-distribution: {bins: 40}, when: start}, {quantity: total-energy}]

            """
        let results = try folder.run(text)
        let coordination = try results.column(2, of: "radial-distribution.csv").compactMap(Double.init)
        #expect(coordination[8] == 0)
        #expect(coordination[11] > 0)
        let jammed = try #require(try folder.problems(text, set: ["particles.random.minimum-distance=1.5"]))
        #expect(
            jammed.contains("of 200 random particles that are at least 1.5 apart: there must be fewer"), "\(jammed)")
        let open = try #require(try folder.problems(text, set: ["box=open", "observe=[]"]))
        #expect(open.contains("error: random positions need a box with bounds, but it is open in x"), "\(open)")
    }

    @Test(
        "What is wrong is told",
        arguments: [
            ("particles={random: {}}", "missing key 'count' in 'random'"),
            ("particles={random: {count: 0}}", "'count' must be between 1 and"),
            ("particles.random={count: 5}", "particles are either 'random' or a 'lattice' or from a 'file'"),
            ("particles.file=none.xyz", "the file 'none.xyz' does not exist"),
            ("particles.file=bad.xyz", "'far' is not a finite number"),
            ("particles.mass=0", "'mass' must be greater than 0"),
        ])
    func refusal(override: String, message: String) throws {
        try folder.directory.write(Self.pair, to: "atoms.xyz")
        try folder.directory.write("1\n\nX 0 0 far\n", to: "bad.xyz")
        let problems = try #require(try folder.problems(Self.evaluation, set: [override]))
        #expect(problems.contains("error: \(message)"), "\(problems)")
        #expect(problems.hasSuffix("\n1 error"), "\(problems)")
        if override.hasSuffix("bad.xyz") { #expect(problems.contains("bad.xyz:3:7: error:"), "\(problems)") }
    }

    @Test("Particles in one place are refused, with a cutoff and under gravity")
    func onePlace() throws {
        let box = "Lattice=\"10 0 0 0 10 0 0 0 10\" Properties=species:S:1:pos:R:3"
        try folder.directory.write("2\n\(box)\nX 1 2 3\nX 1 2 3\n", to: "atoms.xyz")
        let cut = try #require(
            try folder.problems(Self.evaluation, set: ["observe=[{quantity: potential-energy}]"]))
        #expect(cut.contains("error: particles 0 and 1 are in the same place: they must be apart"), "\(cut)")
        try folder.directory.write("2\n\nX 1 2 3\nX 1 2 3\n", to: "open.xyz")
        let gravity = try #require(
            try folder.problems(
                "particles: {file: open.xyz}\nmodel: {gravity: {constant: 1}}\n"
                    + "integrate: {method: leapfrog, step: 1, until: 1}\n"))
        #expect(gravity.contains("error: particles 0 and 1 are in the same place: they must be apart"), "\(gravity)")
    }
}
