import Foundation
import TestSupport
import Testing

/// Scenarios and files that the program has no memory for, or that would be read without end: all are refused in words.
@Suite(.waitsForPrograms) struct LimitTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
    }

    private static let oscillators = """
        model: {kuramoto: {coupling: 1, frequency: 1}}
        integrate: {method: runge-kutta-4, step: 0.1, until: 0.2}

        """

    private func validate(_ scenario: String, limit: String) throws -> Program.Outcome {
        try place.directory.write(scenario, to: "large.yml")
        return try place.program.shell("\(limit); exec \"$0\" validate large.yml")
    }

    @Test("What has no room in the limits of the process is refused where it stands")
    func limitOfProcess() throws {
        let scenario = "graph: {complete: {nodes: 30000}}\n" + Self.oscillators
        for limit in ["ulimit -v 2097152", "ulimit -d 2097152"] {
            let outcome = try validate(scenario, limit: limit)
            #expect(outcome.status == 65)
            let beginning =
                "large.yml:1:19: error: the graph needs at least 3.7 GB of memory, but the limits of the process "
                + "('ulimit -v', 'ulimit -d') leave "
            #expect(outcome.errors.hasPrefix(beginning), "\(outcome.errors)")
        }
    }

    private static let flight = """
        interactions: [{uniform-field: {acceleration: [0, 0, 0]}}]
        integrate: {method: leapfrog, step: 0.1, until: 1}

        """

    @Test(
        "Particles, neighbours and samples that have no room are refused where they stand",
        arguments: [
            (
                "particles: {lattice: {fcc: {cells: 200, density: 1}}}\nbox: periodic\n" + flight, "1:22",
                "a system of 32000000 particles"
            ),
            (
                "particles: {random: {count: 20000000}}\nbox: {x: {periodic: [0, 9]}, y: {periodic: [0, 9]}, z: open}\n"
                    + flight, "1:21", "a system of 20000000 particles"
            ),
            (
                "particles: {plummer: {count: 20000000}}\n" + flight, "1:30", "a system of 20000000 particles"
            ),
            (
                """
                particles: {random: {count: 60000000}}
                box: {x: {periodic: [0, 1000]}, y: {periodic: [0, 1000]}}
                model: {vicsek: {noise: 0.1}}
                integrate: {method: synchronous, until: 10}
                """, "1:29", "a number of 60000000 random positions"
            ),
            (
                """
                particles: {lattice: {sc: {cells: 48, density: 1}}}
                box: periodic
                interactions: [{lennard-jones: {cutoff: 20}}]
                integrate: {method: leapfrog, step: 0.1, until: 1}
                """, "3:15", "the list of some 47079 neighbours of each particle"
            ),
            (
                """
                particles: {plummer: {count: 50000}}
                interactions: [{yukawa: {strength: 1, screening: 1, cutoff: 1000}}]
                integrate: {method: leapfrog, step: 0.1, until: 1}
                """, "2:15", "the list of some 49999 neighbours of each particle"
            ),
            (
                "particles: {lattice: {sc: {cells: 20, density: 1}}}\n" + flight
                    + "observe: [{displacement: {of: position, points: 65536}}]", "4:26",
                "'displacement' of 8000 nodes with 65536 points"
            ),
            (
                "particles: {lattice: {sc: {cells: 20, density: 1}}}\n" + flight
                    + "observe: [{diffusion: {lags: [0.1, 0.2], points: 65536}, every: 0.1}]", "4:23",
                "'diffusion' of 8000 nodes with 65536 points"
            ),
        ])
    func particles(scenario: String, place: String, subject: String) throws {
        let outcome = try validate(scenario, limit: "ulimit -v 2097152")
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("large.yml:\(place): error: \(subject) needs at least "), "\(outcome.errors)")
        #expect(outcome.errors.contains(" of memory, but the limits of the process ('ulimit -v', 'ulimit -d') leave "))
        #expect(outcome.errors.hasSuffix("\n1 error\n"))
    }

    @Test("A table of all pairs of types that has no room is refused")
    func types() throws {
        let types = Array(repeating: "{}", count: 9000).joined(separator: ", ")
        let scenario = """
            particles: {lattice: {sc: {cells: 6, density: 0.1}}}
            box: periodic
            interactions: [{lennard-jones: {cutoff: 2.5, types: [\(types)]}}]
            integrate: {method: leapfrog, step: 0.1, until: 1}

            """
        let outcome = try validate(scenario, limit: "ulimit -v 2097152")
        #expect(outcome.status == 65)
        #expect(
            outcome.errors.contains(":3:32: error: a table of all pairs of 9000 types needs at least 2.6 GB of memory"))
    }

    @Test("A quantity has no more numbers than a histogram has bins")
    func columns() throws {
        let quantity = "{histogram: {of: phase, range: [0, 1], bins: 1000000}, per: {of: node, groups: [0, 1]}}"
        let outcome = try validate(
            "graph: {ring: {nodes: 10}}\n" + Self.oscillators + "observe: [{quantity: \(quantity)}]\n",
            limit: "ulimit -v 2097152")
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("error: 'quantity' has 2000000 numbers, but can have at most 1000000\n"))
    }

    /// Each needs some megabytes more than the program itself.
    @Test(
        "Whatever fills the memory, the program ends with an error and no signal",
        arguments: [
            "graph: {erdos-renyi: {nodes: 20000, edges: 200000}}\n" + oscillators,
            "graph: {barabasi-albert: {nodes: 20000, edges-per-node: 8}}\n" + oscillators,
            """
            graph: {lattice: {sides: [200, 200], periodic: true}}
            model: {ising: {temperature: 2}}
            integrate: {method: metropolis, until: 2}
            """,
            """
            graph: {ring: {nodes: 60000}}
            model: {si: {infection: 1, initial: {infected: 0.5}}}
            integrate: {method: event-driven, until: 0.2}
            """,
            """
            particles: {lattice: {fcc: {cells: 10, density: 0.8}}}
            box: periodic
            interactions: [{lennard-jones: {cutoff: 2.5}}]
            integrate: {method: leapfrog, step: 0.004, until: 0.04}
            """,
        ])
    func anyLimit(scenario: String) throws {
        let megabyte = 1024
        func start(_ limit: Int) throws -> Int32 {
            try place.program.shell("ulimit -v \(limit); exec \"$0\" --version").status
        }
        // From what the program needs to start, below which the system may kill it, to what the scenario needs.
        var limit = 16 * megabyte
        while (try? start(limit)) != 0 { limit += megabyte }
        var statuses: [Int32] = []
        while statuses.last != 0 {
            try #require(statuses.count < 100)
            let outcome = try validate(scenario, limit: "ulimit -v \(limit)")
            #expect([0, 65, 71, 127].contains(outcome.status), "\(limit) KiB: \(outcome.errors)")
            statuses.append(outcome.status)
            limit += megabyte
        }
        #expect(statuses.contains(71) || statuses.contains(65), "it never had too little")
    }

    @Test("Named pipes and devices are refused at once, as scenarios and as data")
    func noFiles() throws {
        #expect(mkfifo(place.directory.path(of: "pipe"), 0o600) == 0)
        for (path, kind) in [("pipe", "a named pipe"), ("/dev/zero", "a device")] {
            #expect(
                try place.observatory("validate", path)
                    == Program.Outcome(
                        status: 66, output: "", errors: "\(path): error: this is \(kind), not a file\n1 error\n"))
            for (number, source) in [
                "graph: {file: \(path), format: gml}", "graph: {edge-list: {file: \(path)}}",
                "particles: {file: \(path)}",
            ].enumerated() {
                try place.directory.write(source + "\n" + Self.oscillators, to: "\(number).yml")
                let outcome = try place.observatory("validate", "\(number).yml")
                #expect(outcome.status == 65)
                #expect(outcome.errors.contains("error: '\(path)' is \(kind), not a file\n"), "\(outcome.errors)")
            }
        }
    }

    @Test("A name or field beyond all measure, as a packed file may hold in a few bytes, is refused", arguments: 0..<6)
    func longNames(form: Int) throws {
        let long = String(repeating: "a", count: 1_200_000)
        let (name, text) = [
            ("long.txt", "a b\n\(long) b\n"), ("long.csv", "source,target\na,b\n\"\(long)\",b\n"),
            ("long.gml", "graph [ node [ id 1 label \"\(long)\" ] ]"), ("long.net", "*Vertices 1\n1 \"\(long)\"\n"),
            (
                "long.graphml",
                "<graphml><graph edgedefault='directed'><node id='\(long)'/><node id='b'/></graph></graphml>"
            ),
            (
                "long.graphml",
                "<graphml><key id='name' for='node' attr.name='name' attr.type='string'/><graph edgedefault='directed'>"
                    + "<node id='a'><data key='name'>\(long)</data></node></graph></graphml>"
            ),
        ][form]
        try place.directory.write(text, to: name)
        let format = name.hasSuffix(".txt") || name.hasSuffix(".csv") ? ", format: edge-list" : ""
        try place.directory.write("graph: {file: \(name).gz\(format)}\n" + Self.oscillators, to: "long.yml")
        let outcome = try place.program.shell("gzip \(name); exec \"$0\" validate long.yml")
        #expect(outcome.status == 65)
        #expect(outcome.errors.utf8.count < 2000)
        #expect(outcome.errors.contains("the field is longer than the 1 MiB that a field can have"))
    }
}
