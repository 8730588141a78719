import Foundation
import Testing

/// Runs tests that wait for other programs on threads of their own, so that tests that compute do not wait as well.
///
///     @Suite(.waitsForPrograms) struct RunTests { … }
///
/// The threads of tasks are as many as the machine has processors, and one that waits leaves a processor without work.
public struct WaitingForPrograms: SuiteTrait, TestTrait, TestScoping {
    /// A suite hands the trait down.
    public var isRecursive: Bool { true }

    /// Runs a test.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
    }
}

extension Trait where Self == WaitingForPrograms {
    /// Runs tests on threads that may wait for other programs.
    public static var waitsForPrograms: Self { WaitingForPrograms() }
}

/// Threads that may wait: a few more than programs can run at a time.
private final class WaitingThreads: TaskExecutor {
    static let shared = WaitingThreads()

    private let queue = OperationQueue()

    private init() {
        queue.maxConcurrentOperationCount = 2 * ProcessInfo.processInfo.activeProcessorCount
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
