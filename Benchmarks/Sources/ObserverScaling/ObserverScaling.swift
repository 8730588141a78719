/// Measures how observation scales, beside a loop over C functions and one over Swift closures, and prints CSV.
@main
enum ObserverScaling {
    static let runCount = 5

    static func main() {
        print("library,workload,count,nanoseconds,spread")
        for count in [1, 10, 100, 1000, 10_000, 100_000, 1_000_000] { fanOut(count) }
        for count in [1000, 10_000, 100_000, 1_000_000] { population(count) }
    }

    private static func fanOut(_ count: Int) {
        let fanOut = FanOut(count: count)
        var runs: [String: [Double]] = [:]
        // Interleaved, so that a change of the machine's speed meets all alike.
        for _ in 0..<runCount {
            runs["C functions", default: []].append(fanOut.cFunctions())
            runs["Swift closures", default: []].append(fanOut.swiftClosures())
            runs["ObserverCore", default: []].append(fanOut.observerCore())
        }
        for library in ["C functions", "Swift closures", "ObserverCore"] {
            show(Measurement(library: library, workload: "fan-out", count: count, runs: runs[library] ?? []))
        }
    }

    private static func population(_ count: Int) {
        let times = (0..<runCount).map { _ in Population(count: count).observerCore() }
        for (workload, time) in [
            ("population-unobserved", \Population.Times.unobserved), ("population-begin", \.begin),
            ("population-change", \.change), ("population-end", \.end),
        ] {
            show(
                Measurement(
                    library: "ObserverCore", workload: workload, count: count, runs: times.map { $0[keyPath: time] }))
        }
    }

    private static func show(_ measurement: Measurement) {
        let hundredths = [measurement.nanoseconds, measurement.spread].map { Int($0 * 100 + 0.5) }
        let numbers = hundredths.map { String(Double($0) / 100) }
        let columns = [measurement.library, measurement.workload, String(measurement.count)] + numbers
        print(columns.joined(separator: ","))
    }
}
