import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms) struct RunTests {
    private static let shortRun = ["--set", "integrate.until=1000"]
    private static let solarSystem = "Scenarios/outer-solar-system.yml"
    private static let karateClub = "Scenarios/karate-club.yml"

    @Test func solarSystemWritesItsTables() throws {
        let place = try Workplace()
        let outcome = try place.program.run(["run", Self.solarSystem] + Self.shortRun)
        #expect(outcome == Program.Outcome(status: 0, output: "Results: Results/outer-solar-system\n", errors: ""))
        #expect(
            try place.files(in: "Results/outer-solar-system") == [
                "angular-momentum.csv", "data", "data/outer-solar-system.csv", "manifest.json", "positions.csv",
                "scenario.yml", "total-energy.csv",
            ])
        let times = Array(stride(from: 0.0, through: 1000, by: 100))
        let positions = try CSVColumns(contentsOf: place.directory.path(of: "Results/outer-solar-system/positions.csv"))
        #expect(positions.header == ["time", "node", "x", "y", "z"])
        #expect(positions.numbers("time", node: "Pluto") == times)
        #expect(positions.numbers("x", node: "Jupiter").first == 3.40546614227466)
    }

    @Test func karateClubWritesItsTables() throws {
        let place = try Workplace()
        let outcome = try place.observatory("run", Self.karateClub, "--set", "integrate.until=1", "--quiet")
        #expect(outcome == Program.Outcome(status: 0, output: "Results: Results/karate-club\n", errors: ""))
        #expect(
            try place.files(in: "Results/karate-club") == [
                "data", "data/karate-club.csv", "manifest.json", "order-parameter.csv", "phases.csv", "scenario.yml",
            ])
        let phases = try CSVColumns(contentsOf: place.directory.path(of: "Results/karate-club/phases.csv"))
        #expect(phases.header == ["time", "node", "phase"])
        #expect(phases.numbers("time", node: "34") == [0, 0.5, 1])
        let order = try CSVColumns(contentsOf: place.directory.path(of: "Results/karate-club/order-parameter.csv"))
        let times = (0...20).map { Double($0) / 20 }
        #expect(order.numbers("time") == times)
    }

    @Test("Observations can be piped, and what else is said goes to standard error")
    func observationsOnStandardOutput() throws {
        let place = try Workplace()
        let observe = "observe=[{quantity: order-parameter, every: 0.5, format: json-lines, to: standard-output}]"
        let outcome = try place.observatory(
            "run", Self.karateClub, "--set", "integrate.until=10", "--set", observe, "--set",
            "stop=[{when: {at: 1}}]")
        #expect(outcome.status == 0)
        #expect(outcome.errors == "stopped: a condition was met at time 1.0\nResults: Results/karate-club\n")
        let rows = try outcome.output.split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Double])
        }
        #expect(rows.map { $0["time"] } == [0, 0.5, 1])
        #expect(rows.allSatisfy { (0...1).contains($0["order-parameter"] ?? -1) })
    }

    @Test("A negative number is one, where a number is asked for, and no option")
    func negativeNumbers() throws {
        let place = try Workplace()
        for (arguments, message) in [
            (
                ["run", Self.karateClub, "--checkpoint-interval", "-3"],
                "The time from one checkpoint to the next must be 0"
            ),
            (
                ["sweep", Self.karateClub, "--checkpoint-interval", "-3"],
                "The time from one checkpoint to the next must"
            ),
            (["sweep", Self.karateClub, "--jobs", "-1"], "'--jobs' must be between 1 and 4096."),
            (["run", Self.karateClub, "--watch", "--port", "-1"], "The port must be from 1 to 65535."),
            (["why", "out", "--node", "1", "--limit", "-1"], "At least one number must be told."),
        ] {
            let outcome = try place.program.run(arguments)
            #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
        }
    }

    @Test func aFreeNameIsChosenEachTime() throws {
        let place = try Workplace()
        let arguments = ["run", Self.karateClub, "--set", "integrate.until=1"]
        let names = try (1...3).map { _ in try place.program.run(arguments).output }
        #expect(
            names == [
                "Results: Results/karate-club\n", "Results: Results/karate-club-2\n",
                "Results: Results/karate-club-3\n",
            ])
    }

    @Test func outputNamesADirectoryHoweverDeep() throws {
        let place = try Workplace()
        let outcome = try place.program.run(["run", Self.solarSystem, "--output", "a/b/c"] + Self.shortRun)
        #expect(outcome == Program.Outcome(status: 0, output: "Results: a/b/c\n", errors: ""))
        #expect(try place.files(in: "a/b/c").contains("positions.csv"))
        #expect(try !place.files().contains("Results"))
    }

    @Test func overridesAreStoredWithTheResults() throws {
        let place = try Workplace()
        let outcome = try place.observatory(
            "run", Self.solarSystem, "-o", "out", "--set", "integrate.until=1000", "--set", "observe.0.every=500",
            "--set", "observe.1.name=energy")
        #expect(outcome.status == 0)
        #expect(
            try place.directory.read("out/scenario.yml") == """
                name: Outer solar system
                particles:
                  file: 'data/outer-solar-system.csv'
                model:
                  gravity:
                    constant: 2.9591220828559115e-4
                    softening: 0
                integrate:
                  method: rk8pd
                  tolerance: 1e-12
                  until: 1000
                  step: 100
                observe:
                - nodes: all
                  fields: [position]
                  every: 500
                  name: positions
                  format: csv
                  to: file
                - quantity: total-energy
                  every: 100
                  name: energy
                  format: csv
                  to: file
                - quantity: angular-momentum
                  every: 100
                  format: csv
                  to: file
                  name: 'angular-momentum'
                seed: 0

                """)
        let positions = try CSVColumns(contentsOf: place.directory.path(of: "out/positions.csv"))
        #expect(positions.numbers("time", node: "Sun") == [0, 500, 1000])
        #expect(try CSVColumns(contentsOf: place.directory.path(of: "out/energy.csv")).count == 11)
    }

    @Test func storedScenarioGivesTheSameBytes() throws {
        let place = try Workplace()
        _ = try place.observatory("run", Self.karateClub, "-o", "first", "--set", "integrate.until=2")
        let outcome = try place.observatory("run", "first/scenario.yml", "-o", "second")
        #expect(outcome.output == "Results: second\n")
        let files = try place.files(in: "first")
        #expect(try place.files(in: "second") == files)
        for file in files where file != "data" {
            #expect(try place.data("second/\(file)") == place.data("first/\(file)"), "\(file)")
        }
    }

    @Test func dataBehindALinkIsCopied() throws {
        let place = try Workplace()
        try FileManager.default.createSymbolicLink(
            atPath: place.directory.path(of: "Scenarios/link.csv"), withDestinationPath: "data/karate-club.csv")
        let outcome = try place.observatory(
            "run", Self.karateClub, "-o", "out", "--set", "integrate.until=1", "--set",
            "graph.edge-list.file=link.csv")
        #expect(outcome.status == 0)
        #expect(try place.data("out/data/link.csv") == place.data("Scenarios/data/karate-club.csv"))
        let copy = place.directory.path(of: "out/data/link.csv")
        let type = try FileManager.default.attributesOfItem(atPath: copy)[.type] as? FileAttributeType
        #expect(type == .typeRegular)
    }

    @Test func failedSimulationTellsWhereItsResultsLie() throws {
        let place = try Workplace()
        let outcome = try place.observatory(
            "run", Self.karateClub, "-o", "out", "--set", "model.kuramoto.coupling=1e308", "--set",
            "model.kuramoto.phase={uniform: [0, 0.1]}")
        #expect(outcome.status == 1)
        #expect(outcome.output == "Results: out\n")
        #expect(outcome.errors.hasPrefix("error: the simulation failed: in step 1, at time "))
        #expect(outcome.errors.contains("the derivative of 'phase' of node "))
        let phases = try CSVColumns(contentsOf: place.directory.path(of: "out/phases.csv"))
        #expect(phases.numbers("time", node: "1") == [0])
    }

    /// Two bodies fall onto each other until they meet.
    @Test func aStateThatIsNotFiniteEndsTheRun() throws {
        let place = try Workplace()
        try place.directory.write("name,mass,x,y,z\nAnn,1,-1,0,0\nBob,1,1,0,0\n", to: "bodies.csv")
        try place.directory.write(
            """
            particles: {file: bodies.csv}
            model: {gravity: {constant: 2}}
            integrate: {method: leapfrog, step: 2, until: 100}
            observe: [{nodes: all, fields: [x]}]
            """, to: "fall.yml")
        // The first step of leapfrog takes both to the middle.
        let outcome = try place.observatory("run", "fall.yml", "-o", "out")
        #expect(
            outcome
                == Program.Outcome(
                    status: 1, output: "Results: out\n",
                    errors: """
                        error: the simulation failed: in step 1, at time 2.0, 'vx' of node 'Ann' is nan: take a smaller step, or \
                        look for a singularity, such as particles that meet; the last good state of the node, at time \
                        0.0, is x = -1.0, y = 0.0, z = 0.0, vx = 0.0, vy = 0.0, vz = 0.0

                        """))
        #expect(try place.directory.read("out/nodes.csv") == "time,node,x\n0.0,Ann,-1.0\n0.0,Bob,1.0\n")
    }
}
