import TestSupport
import Testing

@testable import ScenarioFiles

/// Each scenario that is shipped gives the same bytes whether it is interrupted or not.
@Suite struct ShippedScenarioCheckpointTests {
    private static func scenario(_ name: String, _ changes: [String]) throws(ScenarioError) -> Scenario {
        try Scenario(contentsOf: ShippedScenarios.path(of: name), overrides: changes.map { Override($0) })
    }

    @Test(arguments: ShippedScenarios.names, [1, 2])
    func sameBytes(name: String, threads: Int) throws {
        let changes = ShippedScenarios.smaller(name) + (threads == 1 ? [] : ["threads=\(threads)"])
        // Not all models of particles have threads.
        if threads > 1, (try? Self.scenario(name, changes)) == nil { return }
        let seed = name.utf8.reduce(UInt64(threads)) { $0 &* 31 &+ UInt64($1) }
        let run = try InterruptedRun(lastStep: 30, seed: seed) {
            try Self.scenario(name, changes)
        }
        #expect(try run.expectSameBytes() == [])
    }
}

@Suite struct ShippedScenarioTests {
    @Test("The changes are those of scenarios that there are")
    func changesAreUsed() {
        #expect(ShippedScenarios.names.count >= 20)
        #expect(ShippedScenarios.namesOfChanged.isSubset(of: ShippedScenarios.names))
    }
}
