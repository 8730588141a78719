/// Something that is measured again and again.
struct Figure {
    let name: String

    /// Does it once, and returns nanoseconds.
    let measure: () throws -> Double
}

/// The medians of figures that take turns, so that what slows the machine down for a while slows down all alike. Each is
/// done once before, without being counted.
func medians(of figures: [Figure], runs: Int) throws -> [Double] {
    for figure in figures { _ = try figure.measure() }
    var times = figures.map { _ in [Double]() }
    for _ in 0..<runs {
        for (index, figure) in figures.enumerated() { times[index].append(try figure.measure()) }
    }
    return times.map { $0.sorted()[$0.count / 2] }
}

/// How many nanoseconds a closure takes.
func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
    let (seconds, attoseconds) = try ContinuousClock().measure(body).components
    return 1e9 * Double(seconds) + 1e-9 * Double(attoseconds)
}
