/// When several numbers change the sides of 0 on which they lie in a step, in the order of the times: less than 0, at least 0, or not a
/// number. Each is looked at as closely as it needs (`StepResolution`).
struct SideChanges {
    private var resolutions: [StepResolution]

    /// When each changes its side next: infinite if it does not any more, not a number if that is not known.
    private var times: [Double]

    /// The numbers at both ends of the step.
    private var first: [Double]
    private var last: [Double]

    /// The numbers of interpolated states. The memory is used again in each step.
    private var samples: InterpolatedNumbers

    /// - Parameters:
    ///   - count: How many numbers there are.
    ///   - resolution: How each is looked at.
    init(ofNumbers count: Int, by resolution: StepResolution) {
        resolutions = Array(repeating: resolution, count: count)
        times = Array(repeating: .infinity, count: count)
        first = Array(repeating: 0, count: count)
        last = first
        samples = InterpolatedNumbers(count: count)
    }

    /// Takes note of the numbers at the beginning of a step.
    mutating func noteStart(_ number: (_ index: Int) -> Double) {
        for index in first.indices { first[index] = number(index) }
    }

    /// Takes note of the numbers at its end.
    mutating func noteEnd(_ number: (_ index: Int) -> Double) {
        for index in last.indices { last[index] = number(index) }
    }

    /// Begins with a step of which both ends have been noted.
    ///
    /// - Parameters:
    ///   - start: The time of its beginning.
    ///   - end: That of its end, which is later.
    ///   - number: Computes one of the numbers in the state that was interpolated last.
    ///   - interpolate: Interpolates the state of a time within the step by a polynomial; returns `false` where that is not known.
    mutating func begin(
        from start: Double, to end: Double, of number: (_ index: Int) -> Double = { _ in .nan },
        interpolating interpolate: (_ time: Double, _ by: StepPolynomial) -> Bool = { _, _ in false }
    ) {
        var samples = InterpolatedNumbers(count: 0)
        swap(&samples, &self.samples)
        defer { swap(&samples, &self.samples) }
        samples.begin(from: start, to: end)
        for index in times.indices {
            let (first, last) = ((start, first[index]), (end, last[index]))
            let isClear = resolutions[index].staysClear(from: first, to: last) { time, polynomial in
                samples.value(ofNumber: index, at: time, by: polynomial, number, interpolating: interpolate)
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

/// Several numbers of interpolated states of a step. The state of a point of the whole step is interpolated once for all numbers.
private struct InterpolatedNumbers {
    private let count: Int
    private var start = 0.0
    private var length = 0.0

    /// The numbers at the points by each of two polynomials, and whether they have been computed.
    private var values: [Double]
    private var areKnown: [Bool]

    init(count: Int) {
        self.count = count
        let states = count > 0 ? 2 * StepResolution.points.count : 0
        values = Array(repeating: 0, count: states * count)
        areKnown = Array(repeating: false, count: states)
    }

    mutating func begin(from start: Double, to end: Double) {
        (self.start, length) = (start, end - start)
        for state in areKnown.indices { areKnown[state] = false }
    }

    mutating func value(
        ofNumber index: Int, at time: Double, by polynomial: StepPolynomial, _ number: (_ index: Int) -> Double,
        interpolating interpolate: (_ time: Double, _ by: StepPolynomial) -> Bool
    ) -> Double? {
        let points = StepResolution.points
        guard count > 1, let point = points.firstIndex(where: { start + $0 * length == time }) else {
            return interpolate(time, polynomial) ? number(index) : nil
        }
        let state = polynomial == .cubic ? point : points.count + point
        if !areKnown[state] {
            guard interpolate(time, polynomial) else { return nil }
            for other in 0..<count { values[state * count + other] = number(other) }
            areKnown[state] = true
        }
        return values[state * count + index]
    }
}
