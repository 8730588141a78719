import Benchmark
import ObserverBenchmarks

/// The workloads of ObserverCore for `swift package benchmark`.
///
/// The memory of an observation or an object is the same in each run and has thresholds. Instructions are counted where
/// the kernel lets a program do that; `Benchmarks/count-instructions` counts them everywhere. Time is left to
/// observer-scaling, since it says little about one program alone.
let benchmarks: @Sendable () -> Void = {
    let bytes = BenchmarkMetric.custom("Bytes of one", polarity: .prefersSmaller, useScalingFactor: false)
    let configuration = Benchmark.Configuration(
        metrics: [bytes, .instructions], warmupIterations: 1, maxDuration: .milliseconds(200),
        maxIterations: 10, thresholds: [bytes: BenchmarkThresholds(absolute: [.p90: 1])])
    for workload in Workload.allCases {
        for count in [1000, 10_000] {
            Benchmark("\(workload.rawValue)-\(count)", configuration: configuration) { benchmark in
                // Preparing is a part of what is counted, so that there must be enough of the work itself.
                let outcome = ObserverCoreContestant().perform(workload, Work(count: count, rounds: 10))
                // A chain is followed by a plain observation, which fan-out weighs already.
                guard let weight = outcome?.phases.lazy.compactMap(\.bytes).first else { return }
                benchmark.measurement(bytes, Int(weight.rounded()))
            }
        }
    }
}
