import Foundation
import TestSupport
import Testing

/// Results that are compared with what their manifest says.
@Suite(.waitsForPrograms) struct VerifyTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
        let outcome = try place.observatory(
            "run", "Scenarios/karate-club.yml", "--set", "integrate.until=5", "-o", "out")
        #expect(outcome.status == 0)
    }

    private func verify() throws -> Program.Outcome { try place.observatory("verify", "out") }

    private func byteCount() throws -> Int {
        try place.files(in: "out").filter { $0 != "data" && $0 != "manifest.json" }
            .reduce(0) { try $0 + place.data("out/\($1)").count }
    }

    @Test("Results that are as they were written are complete")
    func complete() throws {
        #expect(
            try verify()
                == Program.Outcome(status: 0, output: "out: complete (4 files, \(byteCount()) bytes)\n", errors: ""))
    }

    @Test("A table with one other byte is told, also by 'resume', which changes nothing")
    func changed() throws {
        var bytes = try place.data("out/phases.csv")
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(fileURLWithPath: place.directory.path(of: "out/phases.csv")))
        let error =
            "error: 'phases.csv' has other bytes than when the run ended: their checksum is not that of the manifest\n"
        #expect(try verify() == Program.Outcome(status: 65, output: "", errors: error))
        #expect(
            try place.observatory("resume", "out")
                == Program.Outcome(
                    status: 65, output: "",
                    errors: "the run in 'out' has ended: there is nothing left to do\n" + error))
        #expect(try place.data("out/phases.csv") == bytes)
    }

    @Test("All that is missing or cut short is told at once")
    func missing() throws {
        let length = try place.data("out/order-parameter.csv").count
        try place.data("out/order-parameter.csv").prefix(100)
            .write(to: URL(fileURLWithPath: place.directory.path(of: "out/order-parameter.csv")))
        try FileManager.default.removeItem(atPath: place.directory.path(of: "out/data/karate-club.csv"))
        let outcome = try verify()
        #expect(outcome.status == 65)
        #expect(outcome.errors.hasPrefix("error: 'data/karate-club.csv' cannot be read: "))
        #expect(
            outcome.errors.hasSuffix(
                "error: 'order-parameter.csv' has 100 bytes, but had \(length) when the run ended\n"))
    }

    @Test("Columns that are not those of the manifest are told")
    func columns() throws {
        let rows = ["--set", "observe.0.format=json-lines", "--set", "integrate.until=1", "-o", "rows"]
        #expect(try place.program.run(["run", "Scenarios/karate-club.yml"] + rows).status == 0)
        for (folder, table) in [("out", "phases.csv"), ("rows", "phases.jsonl")] {
            #expect(try place.observatory("verify", folder).status == 0)
            let manifest = try place.directory.read("\(folder)/manifest.json")
            let other = manifest.replacingOccurrences(of: "\"phase\"", with: "\"faze\"")
            try #require(other != manifest)
            try place.directory.write(other, to: "\(folder)/manifest.json")
            #expect(
                try place.observatory("verify", folder)
                    == Program.Outcome(
                        status: 65, output: "",
                        errors: "error: '\(table)' has other columns than 'manifest.json' says\n"))
        }
    }

    @Test("Checkpoints that were kept are looked at, too")
    func checkpoints() throws {
        let keep = ["--set", "checkpoints={every: 2, keep: all}", "--set", "integrate.until=5", "-o", "kept"]
        #expect(try place.program.run(["run", "Scenarios/karate-club.yml"] + keep).status == 0)
        #expect(try place.observatory("verify", "kept").output.hasSuffix(" bytes; 3 kept checkpoints)\n"))
        let name = try #require(try place.files(in: "kept").sorted().first { $0.hasPrefix("checkpoint-") })
        var bytes = try place.data("kept/\(name)")
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(fileURLWithPath: place.directory.path(of: "kept/\(name)")))
        #expect(
            try place.observatory("verify", "kept")
                == Program.Outcome(
                    status: 65, output: "",
                    errors: "error: '\(name)' is no checkpoint any more: its bytes do not give its checksum\n"))
        try FileManager.default.removeItem(atPath: place.directory.path(of: "kept/\(name)"))
        #expect(
            try place.observatory("verify", "kept")
                == Program.Outcome(
                    status: 65, output: "",
                    errors: "error: the checkpoint '\(name)' was kept when the run ended, but is not there any more\n"))
    }

    @Test("What is no complete run is told")
    func refused() throws {
        #expect(try place.observatory("verify", "nowhere").status == 66)
        try place.directory.write("{", to: "out/manifest.json")
        #expect(
            try verify()
                == Program.Outcome(
                    status: 65, output: "",
                    errors: "error: 'out/manifest.json' cannot be read: it is not what a run has written\n"))
        try FileManager.default.removeItem(atPath: place.directory.path(of: "out/manifest.json"))
        #expect(
            try verify()
                == Program.Outcome(
                    status: 65, output: "",
                    errors: "error: the run in 'out' has not ended: to go on with it, run 'observatory resume out'\n"))
    }
}
