import Foundation
import TestSupport
import Testing

@Suite("What goes on from checkpoints")
struct ResumableTypesTests {
    private static let kinds = [
        "Integrator", "InterruptibleIntegrator", "OwnSteppingIntegrator", "JumpIntegrator", "SimulationModel",
        "NetworkModel", "DifferentialEquations", "StochasticDifferentialEquations",
        "ThermalEquations", "Swarm", "NamedSwarm", "SynchronousRule", "AsynchronousRule", "ParticleForce",
    ]

    private func sources() throws -> [String] {
        try ["SimulationEngine", "Particles", "Networks"].flatMap { module in
            let folder = packageFolder + "/Sources/" + module
            let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
            return try files.filter { $0.hasSuffix(".swift") }.map {
                try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
            }
        }
    }

    @Test("all models, methods and forces of the package say what they keep, or that they keep nothing")
    func allTypes() throws {
        let sources = try sources()
        let declaration = /^public (?:final )?class (\w+)(?:<[^{]*?>)?: ([^{]*?) \{/.anchorsMatchLineEndings()
        let conformance = /^extension (\w+): (?:Resumable|Stateless)\b/.anchorsMatchLineEndings()
        let method = /^extension (\w+) \{\n(?: *\/\/\/.*\n)* *public func archiveState\(of/.anchorsMatchLineEndings()
        var described: Set<String> = []
        for source in sources {
            described.formUnion(source.matches(of: conformance).map { String($0.1) })
            described.formUnion(source.matches(of: method).map { String($0.1) })
        }
        var count = 0
        for source in sources {
            for match in source.matches(of: declaration) {
                let kinds = match.2.split { !$0.isLetter }.map(String.init)
                guard !Set(kinds).isDisjoint(with: Self.kinds) else { continue }
                count += 1
                // The compiler has these conform.
                if !Set(kinds).isDisjoint(with: ["NamedRule", "Stateless"]) { continue }
                #expect(
                    described.contains(String(match.1)),
                    "\(match.1) cannot be stored: make it Resumable, or Stateless if it keeps nothing between steps")
            }
        }
        #expect(count > 45)
    }
}
