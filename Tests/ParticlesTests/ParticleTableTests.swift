import Particles
import SimulationEngine
import Testing

@Suite struct ParticleTableTests {
    private func particles(_ text: String) throws -> [Particle] {
        try Particle.particles(from: try DelimitedTable(text: text, named: "bodies.csv"))
    }

    private func problems(_ text: String) -> String? {
        #expect(throws: DataFileError.self) { try particles(text) }?.description
    }

    @Test func columnsMayStandInAnyOrder() throws {
        let read = try particles("z,y,x,mass,name,vz,vy,vx\n3,2,1,5,Ada,6,5,4\n")
        #expect(read == [Particle(name: "Ada", mass: 5, position: [1, 2, 3], velocity: [4, 5, 6])])
    }

    @Test func namesAndVelocitiesMayBeLeftOut() throws {
        #expect(try particles("mass,x,y,z\n1,2,3,4\n") == [Particle(mass: 1, position: [2, 3, 4])])
    }

    @Test func chargesAreThoseOfTheirColumnOrOneForAll() throws {
        #expect(try particles("mass,x,y,z,charge\n1,2,3,4,-1.5\n").map(\.charge) == [-1.5])
        let table = try DelimitedTable(text: "mass,x,y,z\n1,2,3,4\n", named: "bodies.csv")
        #expect(try Particle.particles(from: table, charge: 2).map(\.charge) == [2])
        #expect(
            problems("mass,x,y,z,charge\n1,2,3,4,inf\n") == "bodies.csv:2:9: error: 'inf' is not a finite number")
    }

    @Test func aMisspeltColumnIsNotTakenForOneThatWasLeftOut() {
        #expect(
            problems("mass,x,y,z,v_x\n1,2,3,4,5\n") == """
                bodies.csv:1:12: error: unknown column 'v_x': the columns of particles are \
                mass, x, y, z, name, type, charge, vx, vy, vz
                """)
    }

    @Test func missingColumnsAreTold() {
        #expect(
            problems("name,x\na,1\n") == """
                bodies.csv:1:1: error: the column 'mass' is missing
                bodies.csv:1:1: error: the column 'y' is missing
                bodies.csv:1:1: error: the column 'z' is missing
                """)
    }

    @Test func allProblemsOfTheRecordsAreToldAtOnce() {
        #expect(
            problems("name,mass,x,y,z\nSun,1,0,0,nan\n,2,abc,0,0\nSun,-3,0,inf,0\n") == """
                bodies.csv:2:11: error: 'nan' is not a finite number
                bodies.csv:3:4: error: 'abc' is not a number
                bodies.csv:3:1: error: the name is empty
                bodies.csv:4:5: error: the mass is -3.0, but must not be less than 0
                bodies.csv:4:10: error: 'inf' is not a finite number
                bodies.csv:4:1: error: the name 'Sun' stands in line 2 already
                """)
    }

    @Test func aTableWithoutRecordsIsRefused() {
        #expect(
            problems("mass,x,y,z\n")
                == "bodies.csv:1:1: error: the file has no particles: there are no records below the header")
    }

    // MARK: Places

    private func problemsOfPlaces(_ text: String) -> String? {
        do {
            let table = try DelimitedTable(text: text, named: "bodies.csv")
            #expect(try Particle.particlesInDifferentPlaces(from: table) == Particle.particles(from: table))
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func particlesInOnePlaceAreRefused() {
        #expect(
            problemsOfPlaces("name,mass,x,y,z\nA,1,0,2,3\nB,2,0,0,0\nC,1,0,2,3\n")
                == "bodies.csv:4:5: error: 'C' is in the same place as 'A' in line 2, (0.0, 2.0, 3.0): "
                + "gravity has no bounds there")
        // Zero is zero whatever its sign; a particle without mass is attracted, too.
        #expect(
            problemsOfPlaces("mass,x,y,z\n0,0,0,-0\n1,-0,0,0\n")
                == "bodies.csv:3:3: error: the particle is in the same place as the particle in line 2, "
                + "(0.0, 0.0, 0.0): gravity has no bounds there")
    }

    @Test func allParticlesInPlacesOfOthersAreToldInTheOrderOfTheirLines() {
        let rows = ["1,9,0,0", "1,5,5,5", "1,9,0,0", "0,7,7,7", "1,5,5,5", "1,9,0,0", "1,9,0,1e-300", "0,7,7,7"]
        let problems = problemsOfPlaces("mass,x,y,z\n" + rows.joined(separator: "\n"))
        let lines = problems?.split(separator: "\n").map { $0.prefix { $0 != "(" } }
        #expect(
            lines == [
                "bodies.csv:4:3: error: the particle is in the same place as the particle in line 2, ",
                "bodies.csv:6:3: error: the particle is in the same place as the particle in line 3, ",
                "bodies.csv:7:3: error: the particle is in the same place as the particle in line 2, ",
            ])
    }

    @Test func particlesWithoutMassMayBeInOnePlace() {
        #expect(problemsOfPlaces("mass,x,y,z\n0,1,1,1\n0,1,1,1\n1,1,1,2\n") == nil)
        #expect(problemsOfPlaces("mass,x,y,z\n1,1,1,1\n") == nil)
    }
}
