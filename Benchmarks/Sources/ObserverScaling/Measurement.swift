/// One measured workload.
struct Measurement {
    let library: String
    let workload: String
    let count: Int

    /// For each message, or each observation begun or ended: the median of the runs.
    let nanoseconds: Double

    /// The distance between the fastest and the slowest run as a part of the median.
    let spread: Double

    init(library: String, workload: String, count: Int, runs: [Double]) {
        let sorted = runs.sorted()
        self.library = library
        self.workload = workload
        self.count = count
        nanoseconds = sorted[sorted.count / 2]
        spread = (sorted[sorted.count - 1] - sorted[0]) / nanoseconds
    }
}

/// The time that a piece of work takes, in nanoseconds.
func nanoseconds(_ work: () -> Void) -> Double {
    let duration = ContinuousClock().measure(work).components
    return Double(duration.seconds) * 1e9 + Double(duration.attoseconds) / 1e9
}
