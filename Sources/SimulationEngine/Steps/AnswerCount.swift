/// Counts how often what is found is answered by changes since a step of the method was complete.
///
/// Where each answer brings about the next thing to be answered, no step is ever complete. That may be as it should: something
/// that is set back each time it reaches a level, by a method whose steps are longer than that takes. It holds the run up for
/// ever where the answers come ever sooner, as the impacts of a ball that loses speed by each, or as soon as can be.
struct AnswerCount {
    /// How many answers are looked at together.
    static let batch = 10_000

    /// By which part of the longest time of a batch time must go on in one.
    private static let leastPart = 0.01

    /// By how much time must go on in a batch, or its answers follow each other as closely as their times are located.
    private static let leastTime = 10 * 1e-12 * Double(batch)

    /// The same as a part of a step of the grid, where times are counted in small units.
    private static let leastPartOfStep = 1e-4

    /// How many answers of a node may do so: many nodes may answer at nearly the same time.
    private static let greatestCountOfNode = 10

    /// The number of all answers.
    private(set) var count = 0

    /// When the first of the present batch was given.
    private var batchStart = 0.0

    /// The longest time that a batch has taken.
    private var longest = 0.0

    /// How many answers have come as soon as can be.
    private var closeCount = 0

    /// Takes note of an answer.
    ///
    /// - Parameters:
    ///   - time: The time at which it is given.
    ///   - step: The step of the grid.
    ///   - nodeCount: The number of nodes.
    /// - Returns: True if there is no end to the answers: they come ever sooner, so that time has gone on since the last batch of them
    ///   by less than a hundredth of what it did in another, or as soon as can be.
    mutating func addAnswer(at time: Double, step: Double, nodeCount: Int) -> Bool {
        if count == 0 { batchStart = time }
        count += 1
        guard count.isMultiple(of: Self.batch) else { return false }
        let elapsed = time - batchStart
        batchStart = time
        longest = max(longest, elapsed)
        closeCount = elapsed <= min(Self.leastTime, Self.leastPartOfStep * step) ? closeCount + Self.batch : 0
        return elapsed <= Self.leastPart * longest
            || closeCount >= Self.greatestCountOfNode * nodeCount && closeCount > 0
    }

    /// Archives the count, so that a run that is resumed fails where it would have failed.
    mutating func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&count)
        try archive.time(&batchStart)
        try archive.time(&longest)
        try archive.count(&closeCount)
    }
}
