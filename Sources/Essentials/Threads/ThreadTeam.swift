import Dispatch

/// Does independent pieces of work on a number of threads.
///
/// Which thread does a piece must not matter to its result. Who cuts work into pieces that do not depend on the number of
/// threads, and puts the results of the pieces together in their order, gets the same bytes on any number of threads.
package struct ThreadTeam: Sendable {
    /// How many threads work at the same time, at least 1.
    package let threadCount: Int

    /// Creates a team of a number of threads, or of one if the number is less.
    package init(threadCount: Int) {
        self.threadCount = max(1, threadCount)
    }

    /// Does pieces of work and returns when all are done. A thread takes a share of what is left whenever it is done with
    /// its last one, so that one that is held up does not hold up the others.
    package func forEachPiece(of pieceCount: Int, _ work: (Int) -> Void) {
        let threads = min(threadCount, pieceCount)
        guard threads > 1 else {
            for piece in 0..<pieceCount { work(piece) }
            return
        }
        withoutActuallyEscaping(work) { work in
            let shared = SharedWork(pieceCount: pieceCount, share: max(1, pieceCount / (8 * threads)), work: work)
            DispatchQueue.concurrentPerform(iterations: threads) { _ in shared.workOn() }
        }
    }

    /// The length of a run: numbers of a few columns fit into the nearest cache.
    package static let runLength = 1024

    /// How many runs a range of numbers is cut into.
    package static func runCount(of count: Int) -> Int {
        (count + runLength - 1) / runLength
    }

    /// Cuts the numbers from 0 on into runs, does a piece of work for each, and returns when all are done.
    package func forEachRun(of count: Int, _ work: (Range<Int>) -> Void) {
        forEachPiece(of: Self.runCount(of: count)) { run in
            work(run * Self.runLength..<min(count, (run + 1) * Self.runLength))
        }
    }

    /// Does a piece of work for runs of the numbers from 0 on, or for all of them at once if there is one thread: for what is computed of
    /// each number by itself.
    package func forEachShare(of count: Int, _ work: (Range<Int>) -> Void) {
        if threadCount > 1 { forEachRun(of: count, work) } else if count > 0 { work(0..<count) }
    }
}

/// Pieces of work of which each is taken by one thread. The pieces do not share what they write: that is the contract of
/// the team.
private final class SharedWork: @unchecked Sendable {
    private let pieceCount: Int
    private let share: Int
    private let work: (Int) -> Void
    private let gate = DispatchSemaphore(value: 1)

    /// The first piece that nobody has taken, behind the gate.
    private var next = 0

    init(pieceCount: Int, share: Int, work: @escaping (Int) -> Void) {
        self.pieceCount = pieceCount
        self.share = share
        self.work = work
    }

    /// Takes pieces until none is left.
    func workOn() {
        while true {
            gate.wait()
            let first = next
            next += share
            gate.signal()
            guard first < pieceCount else { return }
            for piece in first..<min(pieceCount, first + share) { work(piece) }
        }
    }
}
