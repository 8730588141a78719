/// Counts how often what is found is answered by changes since a step of the method was complete.
///
/// Where each answer brings about the next thing to be answered, no step is ever complete. That may be as it should: something
/// that is set back each time it reaches a level, by a method whose steps are longer than that takes. It holds the run up for
/// ever where the answers come ever sooner, as the impacts of a ball that loses speed by each.
struct AnswerCount {
    /// How many answers are looked at together.
    static let batch = 10_000

    /// By which part of the longest time of a batch time must go on in one.
    private static let leastPart = 0.01

    /// The number of all answers.
    private(set) var count = 0

    /// When the first of the present batch was given.
    private var batchStart = 0.0

    /// The longest time that a batch has taken.
    private var longest = 0.0

    /// Takes note of an answer.
    ///
    /// - Parameter time: The time at which it is given.
    /// - Returns: True if the answers come ever sooner: time has not gone on since the last batch of them, or by less than a
    ///   hundredth of what it did in another.
    mutating func addAnswer(at time: Double) -> Bool {
        if count == 0 { batchStart = time }
        count += 1
        guard count.isMultiple(of: Self.batch) else { return false }
        let elapsed = time - batchStart
        batchStart = time
        longest = max(longest, elapsed)
        return elapsed <= Self.leastPart * longest
    }

    /// Archives the count, so that a run that is resumed fails where it would have failed.
    mutating func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&count)
        try archive.time(&batchStart)
        try archive.time(&longest)
    }
}
