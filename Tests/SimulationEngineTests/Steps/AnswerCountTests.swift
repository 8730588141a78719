import Testing

@testable import SimulationEngine

/// Answers that let time go on may come as often as they like; those that come ever sooner are told.
@Suite struct AnswerCountTests {
    /// After how many answers it is told that they come ever sooner; `nil` if not among a hundred thousand.
    private func countWhenTold(step: Double = 1, nodes: Int = 1, waits: (_ number: Double) -> Double) -> Int? {
        var (answers, time) = (AnswerCount(), 3.0)
        for number in 1...100_000 {
            time += waits(Double(number))
            if answers.addAnswer(at: time, step: step, nodeCount: nodes) { return answers.count }
        }
        return nil
    }

    @Test("What is set back each time it reaches a level is set back as often as it does")
    func evenAnswers() {
        #expect(countWhenTold { _ in 0.02 } == nil)
        #expect(countWhenTold { $0.truncatingRemainder(dividingBy: 7) } == nil)
        // Faster and faster, but without an end: after n of them the time is √n.
        #expect(countWhenTold { 1 / $0.squareRoot() } == nil)
    }

    @Test("Answers of which infinitely many come before a time are told, and so are those of one time")
    func everSooner() {
        #expect(countWhenTold { _ in 0 } == 10_000)
        var wait = 1.0
        #expect(
            countWhenTold { _ in
                wait *= 0.9
                return wait
            } == 20_000)
        #expect(countWhenTold { 1 / ($0 * $0) } == 20_000)
    }

    @Test("Answers that follow each other as closely as their times are located are told, whatever the unit of time is")
    func asSoonAsCanBe() {
        #expect(countWhenTold { _ in 2e-12 } == 10_000)
        #expect(countWhenTold { _ in 1e-9 } == nil)
        #expect(countWhenTold(step: 1e-8) { _ in 2e-12 } == nil)
        // Each node of a large network may answer at nearly the same time.
        #expect(countWhenTold(nodes: 2000) { _ in 2e-12 } == 20_000)
        #expect(countWhenTold(nodes: 20_000) { _ in 2e-12 } == nil)
    }

    @Test("One that is interrupted goes on where it was") func archive() throws {
        var (answers, time) = (AnswerCount(), 0.0)
        for number in 1...15_000 {
            time += 1 / Double(number * number)
            if answers.addAnswer(at: time, step: 1, nodeCount: 1) { Issue.record("told after \(number) answers") }
        }
        let archive = StateArchive()
        try answers.archiveState(in: archive)
        var resumed = AnswerCount()
        try resumed.archiveState(in: StateArchive(reading: archive.contents))
        for number in 15_001...20_000 {
            time += 1 / Double(number * number)
            if resumed.addAnswer(at: time, step: 1, nodeCount: 1) != (number == 20_000) {
                Issue.record("wrong after \(number) answers")
            }
        }
    }
}
