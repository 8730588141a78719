import Foundation
import TestSupport
import Testing

/// Results that are compared with what their manifest says.
@Suite struct VerifyTests {
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
