import Testing

/// A run that can be stored and gone on from.
public protocol Interruptible {
    /// Runs a number of steps.
    func run(steps: Int) throws

    /// What is needed to go on.
    func checkpoint() throws -> [UInt8]

    /// Goes on from a checkpoint.
    func resume(from bytes: [UInt8]) throws

    /// All numbers of the state, to the last bit.
    var bits: [UInt64] { get }

    /// Hands over what observers were told since this was asked for last.
    func takeLog() -> [String]

    /// Runs a number of steps, and stores a checkpoint after one of them.
    func run(steps: Int, storingAt step: Int) throws -> (checkpoint: [UInt8], log: [String])
}

/// A run of which there can be branches.
public protocol Branchable: Interruptible {
    /// Has another run that was made anew go on from here, too.
    func branch(into other: any Interruptible) throws
}

extension Interruptible {
    /// Nobody observes.
    public func takeLog() -> [String] { [] }

    /// Runs, stores, and runs on.
    public func run(steps: Int, storingAt step: Int) throws -> (checkpoint: [UInt8], log: [String]) {
        try run(steps: step)
        let stored = (try checkpoint(), takeLog())
        try run(steps: steps - step)
        return stored
    }
}

/// Expects that a run that goes on from a checkpoint ends as one that nobody interrupts, to the last bit, with the same
/// messages, and with the same checkpoint; and that storing changes nothing.
///
/// - Parameters:
///   - steps: The length of the run.
///   - interruptions: When it is interrupted.
///   - sourceLocation: Where this is expected.
///   - make: Makes the run anew.
/// - Throws: What making and running throw.
public func expectSameWhenInterrupted(
    steps: Int, at interruptions: [Int], sourceLocation: SourceLocation = #_sourceLocation,
    _ make: () throws -> any Interruptible
) throws {
    let whole = try make()
    _ = whole.takeLog()
    try whole.run(steps: steps)
    let (bits, log) = (whole.bits, whole.takeLog())
    for step in interruptions {
        let first = try make()
        _ = first.takeLog()
        let stored = try first.run(steps: steps, storingAt: step)
        #expect(first.bits == bits, "storing after step \(step) changes the run", sourceLocation: sourceLocation)
        let second = try make()
        _ = second.takeLog()
        try second.resume(from: stored.checkpoint)
        try second.run(steps: steps - step)
        #expect(second.bits == bits, "the state, interrupted after step \(step)", sourceLocation: sourceLocation)
        #expect(
            stored.log + second.takeLog() == log, "the messages, interrupted after step \(step)",
            sourceLocation: sourceLocation)
        #expect(
            try second.checkpoint() == first.checkpoint(), "the checkpoint, interrupted after step \(step)",
            sourceLocation: sourceLocation)
    }
}

/// Expects that a run and a branch of it both end as one of which there is no branch, to the last bit.
///
/// - Parameters:
///   - steps: The length of the run.
///   - branchings: When the branch begins.
///   - sourceLocation: Where this is expected.
///   - make: Makes the run anew.
/// - Throws: What making and running throw.
public func expectSameWhenBranched(
    steps: Int, at branchings: [Int], sourceLocation: SourceLocation = #_sourceLocation,
    _ make: () throws -> any Interruptible
) throws {
    let whole = try make()
    try whole.run(steps: steps)
    for step in branchings {
        let (first, second) = (try #require(try make() as? any Branchable), try make())
        try first.run(steps: step)
        let bits = first.bits
        try first.branch(into: second)
        try second.run(steps: steps - step)
        #expect(second.bits == whole.bits, "the branch, begun after step \(step)", sourceLocation: sourceLocation)
        #expect(first.bits == bits, "the branch has moved the run on", sourceLocation: sourceLocation)
        try first.run(steps: steps - step)
        #expect(first.bits == whole.bits, "the run, branched after step \(step)", sourceLocation: sourceLocation)
    }
}
