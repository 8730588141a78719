/// When several numbers change the sides of 0 on which they lie in a step, in the order of the times: less than 0, at least 0, or not a
/// number. Each is looked at as closely as it needs (`StepResolution`).
struct SideChanges {
    private var resolutions: [StepResolution]

    /// When each changes its side next: infinite if it does not any more, not a number if that is not known.
    private var times: [Double]

    /// - Parameters:
    ///   - count: How many numbers there are.
    ///   - resolution: How each is looked at.
    init(ofNumbers count: Int, by resolution: StepResolution) {
        resolutions = Array(repeating: resolution, count: count)
        times = Array(repeating: .infinity, count: count)
    }

    /// Begins with a step.
    ///
    /// - Parameters:
    ///   - start: The beginning of the step, and the numbers there.
    ///   - end: The same of its end, which is later.
    ///   - numbers: Computes them at a time within the step, from a state that is interpolated by a polynomial; `nil` where that is
    ///     not known.
    mutating func begin(
        from start: (time: Double, numbers: [Double]), to end: (time: Double, numbers: [Double]),
        interpolating numbers: (_ time: Double, _ by: StepPolynomial) -> [Double]? = { _, _ in nil }
    ) {
        var samples: [StepPolynomial: [Double: [Double]]] = [:]
        for index in times.indices {
            let (first, last) = ((start.time, start.numbers[index]), (end.time, end.numbers[index]))
            let isClear = resolutions[index].staysClear(from: first, to: last) { time, polynomial in
                let sample = samples[polynomial]?[time] ?? numbers(time, polynomial)
                samples[polynomial, default: [:]][time] = sample
                return sample?[index]
            }
            times[index] = isClear ? .infinity : .nan
            if !isClear { resolutions[index].begin(from: first, to: last) }
        }
    }

    /// The next time at which one of the numbers changes its side.
    ///
    /// - Parameters:
    ///   - number: Computes one of the numbers at a time within the step.
    ///   - locate: Finds the time of a change of one of them, at which that has happened.
    /// - Returns: The time; `nil` if there is none up to the end of the step.
    /// - Throws: What the functions throw, or `GSLError`.
    mutating func next(
        of number: (_ index: Int, _ time: Double) throws -> Double,
        locatedBy locate: (_ index: Int, StepResolution.Change) throws -> Double
    ) throws -> Double? {
        for index in times.indices where times[index].isNaN {
            guard let change = try resolutions[index].next(of: { try number(index, $0) }) else {
                times[index] = .infinity
                continue
            }
            times[index] = try locate(index, change)
        }
        guard let next = times.indices.min(by: { times[$0] < times[$1] }), times[next] < .infinity else { return nil }
        defer { times[next] = .nan }
        return times[next]
    }
}
