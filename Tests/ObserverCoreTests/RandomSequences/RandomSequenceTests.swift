import Foundation
import TestSupport
import Testing

@testable import ObserverCore

/// Random sequences of everything that can be done, also in closures, compared with the rules message by message.
///
/// The environment variable `OBSERVATORY_SEQUENCE_SEEDS` says of how many seeds.
@Suite(.tracksLifetimes) struct RandomSequenceTests {
    static let sequencesPerSeed: UInt64 = 200
    static let stepCount = 60

    /// The seeds of these tests and of those on networks.
    static let seeds =
        1...max(1, ProcessInfo.processInfo.environment["OBSERVATORY_SEQUENCE_SEEDS"].flatMap { Int($0) } ?? 5)

    @Test(arguments: seeds)
    func theLibraryDoesWhatTheRulesSay(seed: Int) {
        var receiptCount = 0
        for number in 0..<Self.sequencesPerSeed {
            let sequence = UInt64(seed) * Self.sequencesPerSeed + number
            let script = RandomScript(seed: sequence)
            let world = RealWorld(script: script, withSoleObservations: number.isMultiple(of: 2))
            let model = ReferenceModel(script: script)
            var random = SeededGenerator(seed: sequence)
            var comparedCount = 0
            for step in 1...Self.stepCount {
                let action = RandomAction.random(&random)
                world.performAtTopLevel(action)
                model.performAtTopLevel(action)
                guard isSame(world, model, from: comparedCount, withStates: step.isMultiple(of: 10)) else {
                    Issue.record("sequence \(sequence), step \(step): \(action)\n\(difference(world, model))")
                    return
                }
                comparedCount = model.receipts.count
            }
            expectIntactLinks(world.objects, world.observers.map(\.receiver))
            receiptCount += model.receipts.count
        }
        // Enough happens for the comparison to mean something.
        #expect(receiptCount > 50 * Int(Self.sequencesPerSeed))
    }

    /// Whether the same was received since some receipt, and, if that is asked, who observes what is the same.
    private func isSame(
        _ world: RealWorld, _ model: ReferenceModel, from start: Int, withStates: Bool
    ) -> Bool {
        guard world.receipts.dropFirst(start) == model.receipts.dropFirst(start) else { return false }
        guard withStates else { return true }
        for observer in 0..<RandomAction.observerCount {
            for object in 0..<RandomAction.objectCount {
                let isObserving = world.isObserving(observer: observer, object: object)
                guard isObserving == model.isObserving(observer: observer, object: object) else { return false }
            }
        }
        return true
    }

    private func difference(_ world: RealWorld, _ model: ReferenceModel) -> String {
        let equalCount = zip(world.receipts, model.receipts).prefix { $0 == $1 }.count
        return """
            got \(world.receipts.dropFirst(equalCount).prefix(5))
            expected \(model.receipts.dropFirst(equalCount).prefix(5))
            """
    }
}
