import TestSupport
import Testing

@testable import ObserverCore

/// Everything at once: random networks of variables, windows and transforms, to which everything is done that can be,
/// also in closures, compared with the rules message by message and life by life.
@Suite(.tracksLifetimes) struct RandomNetworkTests {
    static let sequencesPerSeed = 200
    static let stepCount = 60

    @Test(arguments: RandomSequenceTests.seeds)
    func theLibraryDoesWhatTheRulesSay(seed: Int) {
        var receiptCount = 0
        for number in 0..<Self.sequencesPerSeed {
            let sequence = UInt64(seed * Self.sequencesPerSeed + number)
            let outcome = play(sequence, comparingStatesEvery: 10)
            receiptCount += outcome.receiptCount
            guard outcome.failure != nil else { continue }
            // Again with a closer look, for the shortest sequence of actions that fails.
            Issue.record("\(play(sequence, comparingStatesEvery: 1).failure ?? "fails only once")")
            return
        }
        // Enough happens for the comparison to mean something.
        #expect(receiptCount > 50 * Self.sequencesPerSeed)
    }

    /// Plays a sequence up to the first difference between the library and the model.
    private func play(
        _ sequence: UInt64, comparingStatesEvery interval: Int
    ) -> (receiptCount: Int, failure: String?) {
        var random = SeededGenerator(seed: sequence)
        let layout = NetworkLayout(&random)
        let script = NetworkScript(seed: sequence, layout: layout)
        let world = NetworkWorld(layout: layout, script: script)
        let model = NetworkModel(layout: layout, script: script)
        var actions: [NetworkAction] = []
        var comparedCount = 0
        for step in 1...Self.stepCount {
            actions.append(NetworkAction.random(&random, in: layout))
            world.performAtTopLevel(actions[step - 1])
            model.performAtTopLevel(actions[step - 1])
            let difference =
                receiptDifference(world, model, from: comparedCount)
                ?? (step.isMultiple(of: interval) ? stateDifference(world, model) : nil)
            if let difference {
                let steps = actions.map { "\($0)" }.joined(separator: "\n")
                return (comparedCount, "sequence \(sequence) of \(layout.kinds)\n\(steps)\n\(difference)")
            }
            comparedCount = model.receipts.count
        }
        return (comparedCount, nil)
    }

    private func receiptDifference(_ world: NetworkWorld, _ model: NetworkModel, from start: Int) -> String? {
        guard world.receipts.dropFirst(start) != model.receipts.dropFirst(start) else { return nil }
        let equalCount = zip(world.receipts, model.receipts).prefix { $0 == $1 }.count
        let (received, expected) = (world.receipts.dropFirst(equalCount), model.receipts.dropFirst(equalCount))
        return "received \(received.prefix(3))\nexpected \(expected.prefix(3))"
    }

    private func stateDifference(_ world: NetworkWorld, _ model: NetworkModel) -> String? {
        let (state, expected) = (world.state, model.state)
        guard state == expected else { return "is \(state)\nexpected \(expected)" }
        return world.windowsAreKnown ? nil : "the source does not know which windows are observed"
    }
}
