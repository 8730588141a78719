import ObserverBenchmarks
import SignalLibraries

/// A library of C++; the workloads themselves are written in that language.
struct SignalLibrary: Contestant {
    let name: String
    private let library: signal_library

    static let boost = SignalLibrary(name: "Boost.Signals2", library: signal_library_boost)
    static let sigcxx = SignalLibrary(name: "libsigc++", library: signal_library_sigcxx)

    var limit: Limit? { .million }

    /// Whether it was there when this program was built.
    var isInstalled: Bool { signal_library_is_installed(library) }

    func fanOut(_ work: Work) -> Outcome? {
        outcome(.fanOut, signal_fan_out, work, itemCount: work.count)
    }

    func population(_ work: Work) -> Outcome? {
        let count = work.groupCount * work.count
        let result = perform(signal_population, work)
        let operations = work.rounds * count
        return Outcome(
            [
                Phase(
                    .populationBegin, nanoseconds: result.nanoseconds, operations: operations,
                    bytes: weight(result, per: count)),
                Phase(.populationChange, nanoseconds: result.change_nanoseconds, operations: operations),
                Phase(.populationEnd, nanoseconds: result.end_nanoseconds, operations: operations),
            ],
            received: reception(result))
    }

    func unobserved(_ work: Work) -> Outcome? {
        outcome(.unobserved, signal_unobserved, work, itemCount: work.count)
    }

    func churn(_ work: Work) -> Outcome? {
        outcome(.churn, signal_churn, work, positions: work.positions, itemCount: nil)
    }

    func death(_ work: Work) -> Outcome? {
        let result = perform(signal_death, work)
        return Outcome(
            Phase(
                .death, nanoseconds: result.nanoseconds, operations: work.rounds * work.groupCount * work.count),
            received: reception(result))
    }

    func reentrant(_ work: Work) -> Outcome? {
        outcome(.reentrant, signal_reentrant, work, itemCount: nil)
    }

    /// Does the work of a workload with one row, in which observations or objects may be weighed.
    private func outcome(
        _ row: Phase.Row, _ workload: (signal_library, signal_work) -> signal_outcome, _ work: Work,
        positions: [Int] = [], itemCount: Int?
    ) -> Outcome {
        let result = perform(workload, work, positions)
        let bytes = itemCount.flatMap { weight(result, per: $0) }
        return Outcome(
            Phase(row, nanoseconds: result.nanoseconds, operations: work.rounds * work.count, bytes: bytes),
            received: reception(result))
    }

    private func perform(
        _ workload: (signal_library, signal_work) -> signal_outcome, _ work: Work, _ positions: [Int] = []
    ) -> signal_outcome {
        positions.withUnsafeBufferPointer { positions in
            workload(
                library,
                signal_work(
                    count: work.count, rounds: work.rounds, group_count: work.groupCount,
                    positions: positions.baseAddress, position_count: positions.count,
                    bytes_in_use: bytesInUse))
        }
    }

    private func weight(_ result: signal_outcome, per count: Int) -> Double? {
        count < Heap.smallestCount || result.bytes.isNaN ? nil : result.bytes / Double(count)
    }

    private func reception(_ result: signal_outcome) -> Reception {
        Reception(messages: result.messages, sum: result.sum)
    }
}

private func bytesInUse() -> Double {
    guard let bytes = Heap.bytesInUse else { return .nan }
    return Double(bytes)
}
