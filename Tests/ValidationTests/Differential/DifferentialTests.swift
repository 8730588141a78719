import Foundation
import TestSupport
import Testing

/// Random scenarios, against plain arithmetic on a full record of each, and against themselves with everything varied that must
/// not matter.
///
/// `.ci/differential COUNT [SEED]` runs as many cases as one likes. A case that fails prints its seed and its scenario.
@Suite struct DifferentialTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let firstSeed = UInt64(environment["OBSERVATORY_DIFFERENTIAL_SEED"] ?? "") ?? 1
    private static let count = UInt64(environment["OBSERVATORY_DIFFERENTIAL_COUNT"] ?? "") ?? 12

    /// Whether the cases are those of the test suite, not of the command.
    static let isOfSuite = environment["OBSERVATORY_DIFFERENTIAL_COUNT"] == nil

    private static var seeds: Range<UInt64> { firstSeed..<firstSeed + count }

    @Test("What is found is what plain arithmetic finds in a full record", arguments: seeds)
    func againstRecord(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let place = try TemporaryDirectory()
        var scenario = WatchedScenario(system: RandomSystem(number: seed, &random), seed: seed)
        let fine = scenario.system.steps[0]
        var look = Look(step: fine, further: scenario.fullRecord)
        let pilot = try RunOutcome(scenario.yaml(look), in: place, as: "pilot")
        let record = try FullRecord(pilot, of: scenario.system)
        scenario.drawWatches(record, &random)
        look.further += scenario.summaries(of: record)
        let outcome = try RunOutcome(scenario.yaml(look), in: place, as: "watched")
        #expect(
            try outcome.table("record") == pilot.table("record"),
            "seed \(seed): watching has changed the trajectory\n\(scenario.yaml(look))")
        var arithmetic = RecordArithmetic(scenario, record, outcome)
        try arithmetic.check()
        let failures = arithmetic.failures.prefix(5).joined(separator: "\n")
        #expect(failures.isEmpty, "seed \(seed):\n\(failures)\n\(scenario.yaml(look))")
    }

    @Test("What must not matter does not: steps, other observers, order, threads, interruption", arguments: seeds)
    func againstItself(seed: UInt64) throws {
        var random = SeededGenerator(seed: ~seed)
        let place = try TemporaryDirectory()
        var scenario = WatchedScenario(system: RandomSystem(number: seed, &random), seed: seed)
        let pilotLook = Look(step: scenario.system.steps[0], further: scenario.fullRecord)
        let pilot = try RunOutcome(scenario.yaml(pilotLook), in: place, as: "pilot")
        try scenario.drawWatches(FullRecord(pilot, of: scenario.system), &random)
        scenario.drawActions(&random)
        let plain = Look(step: scenario.system.steps[0])
        var refused: [WatchedScenario] = []
        for number in 0..<3 {
            let other = scenario.withRule(number, &random)
            let isAccepted = try RunOutcome.isAccepted(other.yaml(plain), in: place)
            if isAccepted { scenario = other } else { refused.append(other) }
        }
        if Self.isOfSuite, seed == RandomSystem.caseOfRepeatedActions {
            #expect(scenario.intervene.contains { $0.contains("once: false") })
        }
        let reference = try RunOutcome.findings(of: scenario.yaml(plain), in: place, as: "reference")
        for number in 0..<3 {
            let look = scenario.drawLook(&random)
            for other in refused {
                #expect(
                    try !RunOutcome.isAccepted(other.yaml(look), in: place),
                    "seed \(seed):\n\(other.yaml(plain))\n--- is refused, but not ---\n\(other.yaml(look))")
            }
            let findings = try RunOutcome.findings(
                of: scenario.yaml(look), interruptedAfter: look.interruptedAfter, in: place, as: "look-\(number)")
            let differing = reference.keys.sorted().filter { reference[$0] != findings[$0] }
            let first = differing.first.map { firstDifference(reference[$0] ?? "", findings[$0] ?? "") } ?? ""
            #expect(
                differing.isEmpty,
                """
                seed \(seed), look \(number), interrupted after \(look.interruptedAfter ?? 0): \
                \(differing.joined(separator: ", ")) differ: \(first)
                \(scenario.yaml(plain))
                --- is not the same as ---
                \(scenario.yaml(look))
                """)
        }
    }

    private func firstDifference(_ left: String, _ right: String) -> String {
        let lines = (left.split(separator: "\n"), right.split(separator: "\n"))
        let index = zip(lines.0, lines.1).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        guard let index else { return "\(lines.0.count) and \(lines.1.count) lines" }
        return "line \(index + 1), '\(lines.0[index])' and '\(lines.1[index])'"
    }
}
