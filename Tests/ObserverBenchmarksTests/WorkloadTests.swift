import ObserverBenchmarks
import Testing

/// What each workload has to deliver, added up message by message.
@Suite struct WorkloadTests {
    @Test(arguments: Workload.allCases, [(1, 1), (1, 7), (3, 2), (1200, 3)])
    func ourSideAndTheFloorDeliverEverythingOnce(workload: Workload, size: (count: Int, rounds: Int)) {
        let work = Work(count: size.count, rounds: size.rounds)
        let expected = Self.reception(workload, work)
        #expect(ObserverCoreContestant().perform(workload, work)?.received == expected)
        guard workload != .death else { return }
        #expect(SwiftClosures().perform(workload, work)?.received == expected)
    }

    @Test(arguments: Workload.allCases)
    func phasesCountTheirOperations(workload: Workload) throws {
        let work = Work(count: 500, rounds: 3)
        let outcome = try #require(ObserverCoreContestant().perform(workload, work))
        let groups = [.population, .death].contains(workload) ? 2 : 1
        for phase in outcome.phases {
            #expect(phase.operations == groups * 500 * 3)
            #expect(phase.nanoseconds > 0)
        }
    }

    /// In a process of its own, since the memory of all of it is weighed.
    @Test func observationsAndVariablesAreWeighed() async {
        await #expect(processExitsWith: .success) {
            let work = Work(count: 10_000, rounds: 1)
            let unobserved = try #require(ObserverCoreContestant().unobserved(work)?.phases.first)
            guard Heap.bytesInUse != nil else { return }
            // An object with a header of 16 bytes, a value and two references takes 40; the allocator makes 48 of it.
            let bytes = try #require(unobserved.bytes)
            #expect(40...56 ~= bytes)
        }
    }

    @Test func usualCountsEndAtTheLargest() {
        #expect(Workload.fanOut.usualCounts(upTo: 1000) == [1, 10, 100, 1000])
        #expect(Workload.churn.usualCounts(upTo: 1_000_000) == [1000, 100_000, 1_000_000])
        #expect(Workload.churn.usualCounts(upTo: 50) == [50])
    }

    private static func reception(_ workload: Workload, _ work: Work) -> Reception {
        let (all, rounds) = (0..<work.count, 1...work.rounds)
        var values: [Double] = []
        for _ in all {
            switch workload {
            case .fanOut, .populationLoop, .collection: values += rounds.map(Double.init)
            case .population: for _ in 0..<work.groupCount { values += rounds.map(Double.init) }
            case .unobserved: break
            case .churn: values.append(1)
            case .chain: for round in rounds { values += [Double(round), Double(round) * 2 + 1] }
            case .capturingChain: values += rounds.map { Double($0) * 2 + 1 }
            case .death: values += Array(repeating: 1, count: work.rounds * work.groupCount)
            case .reentrant: break
            }
        }
        if workload == .reentrant {
            for _ in rounds { values += [-1] + all.map { Double($0 + 1) } }
        }
        let sum = workload == .unobserved ? Double(work.count * work.rounds) : values.reduce(0, +)
        return Reception(messages: Double(values.count), sum: sum)
    }
}
