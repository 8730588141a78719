import Foundation
import TestSupport
import Testing

private let hasCompiler = FileManager.default.isExecutableFile(atPath: "/usr/bin/cc")

/// Runs whose formulas a compiler for C compiles.
@Suite(.waitsForPrograms) struct CompileTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    /// Runs the binary with a cache of its own.
    private func observatory(_ arguments: String, _ environment: String = "") throws -> Program.Outcome {
        try place.program.shell("CC=/usr/bin/cc XDG_CACHE_HOME=\"$PWD/cache\" \(environment) \"$0\" \(arguments)")
    }

    private func expectSameFiles(_ a: String, _ b: String) throws {
        let files = try place.files(in: a)
        #expect(try place.files(in: b) == files)
        for file in files where file != "data" {
            #expect(try place.data("\(a)/\(file)") == place.data("\(b)/\(file)"), "\(file)")
        }
    }

    /// A network of spiking neurons with noise.
    private static let neurons = """
        graph: {erdos-renyi: {nodes: 100, edges: 1000}}
        model:
          equations:
            variables: {v: {uniform: [-60, -50]}, g: 0}
            edges: {mean: {mean: from.v / 20}}
            rates: {v: (g - (v + 49) + mean) / 20, g: -g / 5}
            noise: {v: 0.2}
            events: [{when: v > -50 and node < 90, set: {v: -60}, refractory: 5, send: {g: 1.62}}]
        integrate: {method: euler-maruyama, step: 0.1, until: 50}
        observe: [{nodes: all, fields: [v, g], every: 5, name: cells}]
        """

    @Test(
        "Results are the same bytes with and without", .enabled(if: hasCompiler, "there is no compiler 'cc'"),
        arguments: ["Scenarios/amplitude-death.yml", "Scenarios/spin-wave.yml", "neurons.yml"])
    func bytes(scenario: String) throws {
        try place.directory.write(Self.neurons, to: "neurons.yml")
        #expect(try observatory("run \(scenario) --quiet -o plain").status == 0)
        let outcome = try observatory("run \(scenario) --quiet -o compiled --compile")
        #expect(outcome == Program.Outcome(status: 0, output: "Results: compiled\n", errors: ""))
        try expectSameFiles("plain", "compiled")
        // Those of the scenario, and what the compiler was tried by.
        #expect(try place.files(in: "cache/observatory/formulas").count == 2)
        // The same formulas are compiled once: without its other programs the compiler would fail.
        #expect(try observatory("run \(scenario) --quiet -o again --compile", "PATH=/nowhere").status == 0)
        #expect(
            try observatory("sweep \(scenario) --replicates 2 --quiet -o many --compile", "PATH=/nowhere").status == 0)
        // Those of the scenario, and what the compiler was tried by.
        #expect(try place.files(in: "cache/observatory/formulas").count == 2)
    }

    @Test("A run goes on with the option or without", .enabled(if: hasCompiler, "there is no compiler 'cc'"))
    func resumed() throws {
        try place.directory.write(Self.neurons, to: "neurons.yml")
        let checkpoints = "--set 'checkpoints={every: 20, keep: all}'"
        #expect(try observatory("run neurons.yml \(checkpoints) --quiet -o plain").status == 0)
        #expect(try observatory("run neurons.yml \(checkpoints) --quiet -o compiled --compile").status == 0)
        #expect(try place.data("plain/checkpoint-200") == place.data("compiled/checkpoint-200"))
        #expect(try observatory("resume plain --from checkpoint-200 -o other --quiet --compile").status == 0)
        try expectSameFiles("other", "plain")
        #expect(try observatory("resume compiled --from checkpoint-200 -o another --quiet").status == 0)
        try expectSameFiles("another", "plain")
    }

    @Test("Where there is no compiler, or it fails, that is told, and nothing is run")
    func errors() throws {
        try place.directory.write(Self.neurons, to: "neurons.yml")
        let missing = try observatory("run neurons.yml -o out --compile", "CC=no-such-cc")
        #expect(
            missing
                == Program.Outcome(
                    status: 69, output: "",
                    errors:
                        "error: formulas cannot be compiled: there is no program 'no-such-cc' that can be run; install a compiler "
                        + "for C such as gcc or clang, or name one by the environment variable CC; formulas that are not compiled "
                        + "have the same results\n"))
        let failing = try observatory("run neurons.yml -o out --compile", "CC=false")
        #expect(failing.status == 69 && failing.errors.contains("formulas cannot be compiled: '/"), "\(failing)")
        // No run of a sweep has failed by that.
        let sweep = "sweep neurons.yml --set 'sweep.vary={integrate.until: [5, 10]}' -o sweep --quiet"
        #expect(try observatory("\(sweep) --compile", "CC=false").status == 69)
        #expect(try observatory(sweep).status == 0)
        let homeless = try observatory("run neurons.yml -o out --compile", "XDG_CACHE_HOME=here HOME=")
        #expect(
            homeless
                == Program.Outcome(
                    status: 69, output: "",
                    errors:
                        "error: compiled formulas have no place: neither of the environment variables XDG_CACHE_HOME and HOME is a path "
                        + "from the root; formulas that are not compiled have the same results\n"))
        #expect(try !place.files().contains("out"))
        // One that was asked for must work, also where there is nothing for it.
        let club = "run Scenarios/karate-club.yml --quiet --set integrate.until=1 --compile -o"
        #expect(try observatory("\(club) none", "CC=false").status == 69)
        #expect(try observatory("\(club) club").status == (hasCompiler ? 0 : 69))
    }
}
