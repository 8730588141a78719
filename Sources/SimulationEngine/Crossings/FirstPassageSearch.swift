#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Finds when nodes pass a level within a step of a method that knows the states inside of its steps.
///
/// The distances from the level are interpolated: by their values and slopes at both ends of the step and their values at the
/// two ends before, which costs next to nothing. Where the error of that is estimated to be more than the method allows in
/// the state, states inside of the step are added for all nodes together, at one, three and then seven Chebyshev points, until
/// the polynomials agree to within that error. What still does not agree, since the motion is not smooth, is located by
/// bisection.
struct FirstPassageSearch {
    /// The states inside of the step.
    let interior: StepStates

    /// Reads the distances of nodes at positions in the state that the model is in.
    let distances: (_ positions: [Int]) -> [Double]

    /// Reads the slopes of the distances of nodes at positions, in the state that the model is in.
    let slopes: (_ positions: [Int]) -> [Double]?

    /// The slopes of the distances of nodes at positions at both ends of the step, where the method has computed them.
    let endSlopes: (_ positions: [Int]) -> (starts: [Double], ends: [Double])?

    /// The error that the method allows in a number of the state.
    let allowedError: (_ distance: Double) -> Double

    /// The times of the values that are known, the latest first: the end of the step, its beginning, and the ends before.
    let times: [Double]

    /// A node that may pass, and what is known of it.
    private struct Candidate {
        let position: Int
        let distances: SIMD4<Double>
        var slopes: (start: Double, end: Double)?

        /// How often it changes its side, as far as these tell.
        var changes = StepCourse.Changes.unknown
        var samples = SIMD8<Double>.zero

        /// The time of the last polynomial, NaN if it does not reach the level.
        var time = Double.nan
    }

    /// The time from which times are counted, as in polynomials.
    private var end: Double { times[0] }
    private var start: Double { times[1] }

    /// - Parameters:
    ///   - passed: Those that are below the level at the beginning of the step and not at its end.
    ///   - near: Those that are below it at both, and could reach it between them.
    /// - Returns: The positions and times of those that pass.
    /// - Throws: What the integrator throws.
    func find(passed: [FirstPassageScan.Finding], near: [FirstPassageScan.Finding]) throws -> [(
        position: Int, time: Double
    )] {
        var found: [(position: Int, time: Double)] = []
        var open: [Candidate] = []
        for finding in passed {
            if finding.distances[0] == 0 || !(finding.distances[0] - finding.distances[1]).isFinite {
                found.append((finding.position, end))
            } else {
                open.append(Candidate(position: finding.position, distances: finding.distances))
            }
        }
        open += near.map { Candidate(position: $0.position, distances: $0.distances) }
        guard !open.isEmpty else { return found }
        try addSlopes(to: &open)
        for level in 0...3 where !open.isEmpty {
            let places = try addSamples(ofLevel: level, to: &open)
            var rest: [Candidate] = []
            for var candidate in open {
                if resolve(&candidate, level: level, places: places) {
                    if !candidate.time.isNaN { found.append((candidate.position, candidate.time)) }
                } else {
                    rest.append(candidate)
                }
            }
            open = rest
        }
        for candidate in open {
            if let time = try bisect(candidate) { found.append((candidate.position, time)) }
        }
        return found
    }
}

// MARK: - What is known

extension FirstPassageSearch {
    /// Adds the slopes at both ends, and takes those out that do not come to the level.
    private func addSlopes(to candidates: inout [Candidate]) throws {
        let positions = candidates.map(\.position)
        guard let slopes = try self.slopes(at: positions) else { return try removeThoseWithoutTurn(&candidates) }
        for index in candidates.indices {
            let (start, end) = (slopes.starts[index], slopes.ends[index])
            candidates[index].slopes = (start, end)
            candidates[index].changes = course(of: candidates[index], start, end).changes
        }
        candidates.removeAll { candidate in
            guard candidate.distances[0] < 0, let (start, end) = candidate.slopes else { return false }
            return candidate.changes == .none || candidate.changes == .unknown && !(start > 0 && end < 0)
        }
    }

    private func course(of candidate: Candidate, _ startSlope: Double, _ endSlope: Double) -> StepCourse {
        let length = end - start
        let earlier: (value: Double, place: Double)? =
            times.count > 2 ? (candidate.distances[2], (times[2] - start) / length) : nil
        return StepCourse(
            from: candidate.distances[1], to: candidate.distances[0],
            slopes: (length * startSlope, length * endSlope), earlier: earlier)
    }

    /// The slopes at both ends of the step, computed if need be; `nil` of what is not a number of the state.
    private func slopes(at positions: [Int]) throws -> (starts: [Double], ends: [Double])? {
        if let known = endSlopes(positions) { return known }
        try interior.show(end)
        guard let ends = slopes(positions) else { return nil }
        try interior.show(start)
        return slopes(positions).map { ($0, ends) }
    }

    /// Takes those out that do not turn, by chords in place of slopes, of what is not a number of the state.
    private func removeThoseWithoutTurn(_ candidates: inout [Candidate]) throws {
        guard candidates.contains(where: { $0.distances[0] < 0 }) else { return }
        let positions = candidates.map(\.position)
        let length = end - start
        try interior.show(start + 0x1p-10 * length)
        let early = distances(positions)
        try interior.show(end - 0x1p-10 * length)
        let late = distances(positions)
        candidates = candidates.indices.filter { index in
            let (last, first) = (candidates[index].distances[0], candidates[index].distances[1])
            return last >= 0 || early[index] - first > 0 && last - late[index] < 0
        }.map { candidates[$0] }
    }

    /// Adds the distances inside of the step for a level of refinement.
    ///
    /// - Returns: The parts of the step at which they are, in the order of samples.
    private func addSamples(ofLevel level: Int, to candidates: inout [Candidate]) throws -> [Double] {
        let parts = Self.parts(ofLevel: level)
        let known = level == 0 ? 0 : Self.parts(ofLevel: level - 1).count
        let positions = candidates.map(\.position)
        for index in known..<parts.count {
            try interior.show(start + parts[index] * (end - start))
            for (candidate, distance) in distances(positions).enumerated() {
                candidates[candidate].samples[index] = distance
            }
        }
        return parts
    }

    /// Chebyshev points between both ends, those of each level behind those of the level before.
    private static func parts(ofLevel level: Int) -> [Double] {
        var parts: [Double] = []
        for level in 0..<level {
            let count = 2 << level
            for index in stride(from: 1, to: count, by: 2) {
                let sine = sin(.pi * Double(index) / Double(2 * count))
                parts.append(sine * sine)
            }
        }
        return parts
    }
}

// MARK: - Interpolation

extension FirstPassageSearch {
    /// Finds the time of the polynomial of a level.
    ///
    /// - Returns: Whether it is exact enough.
    private func resolve(_ candidate: inout Candidate, level: Int, places: [Double]) -> Bool {
        let length = end - start
        var polynomial = HermiteInterpolation()
        polynomial.add(candidate.distances[0], slope: candidate.slopes?.end, at: 0)
        polynomial.add(candidate.distances[1], slope: candidate.slopes?.start, at: start - end)
        if level == 0 {
            for index in 2..<times.count { polynomial.add(candidate.distances[index], at: times[index] - end) }
        }
        for (index, part) in places.enumerated() {
            polynomial.add(candidate.samples[index], at: start + part * length - end)
        }
        polynomial.finish()
        let before = candidate.time
        candidate.time = time(of: polynomial, candidate, places) ?? .nan
        let allowed = allowedError(candidate.distances[0])
        guard level > 0 else {
            guard candidate.slopes != nil, candidate.changes != .several, times.count == 4 else { return false }
            let error = polynomial.estimatedError(between: start - end, and: 0)
            return error <= allowed && isClear(candidate, polynomial, by: error)
        }
        guard before.isNaN == candidate.time.isNaN else { return false }
        // A level that is not reached is not reached by more than what polynomials differ by.
        guard !before.isNaN else {
            return level > 1 || candidate.changes != .several && isClear(candidate, polynomial, by: allowed)
        }
        return abs(polynomial.valueAndSlope(at: before - end).value) <= allowed
    }

    /// The first time at which the polynomial reaches the level; `nil` if it does not.
    private func time(of polynomial: HermiteInterpolation, _ candidate: Candidate, _ places: [Double]) -> Double? {
        if candidate.changes == .several {
            return polynomial.firstRise(from: start - end, to: 0).map { min(end, max(start, end + $0)) }
        }
        return peak(of: polynomial, candidate, places).map { time(of: polynomial, candidate, places, until: $0) }
    }

    /// Where the polynomial has reached the level for sure: at the end, or where it is highest; `nil` if it does not reach it.
    private func peak(of polynomial: HermiteInterpolation, _ candidate: Candidate, _ places: [Double]) -> Double? {
        guard candidate.distances[0] < 0 else { return 0 }
        if let index = places.indices.filter({ candidate.samples[$0] >= 0 }).min(by: { places[$0] < places[$1] }) {
            return start + places[index] * (end - start) - end
        }
        let top = polynomial.top(from: start - end, to: 0)
        return polynomial.valueAndSlope(at: top).value >= 0 ? top : nil
    }

    private func time(
        of polynomial: HermiteInterpolation, _ candidate: Candidate, _ places: [Double], until peak: Double
    ) -> Double {
        var (low, high) = (start - end, peak)
        for (index, part) in places.enumerated() {
            let place = start + part * (end - start) - end
            if candidate.samples[index] >= 0 { high = min(high, place) }
        }
        for (index, part) in places.enumerated() {
            let place = start + part * (end - start) - end
            if candidate.samples[index] < 0, place < high { low = max(low, place) }
        }
        return min(end, max(start, end + polynomial.root(from: low, to: high)))
    }

    /// Whether a number that turns reaches the level, or does not, by more than an error.
    private func isClear(_ candidate: Candidate, _ polynomial: HermiteInterpolation, by error: Double) -> Bool {
        guard candidate.distances[0] < 0 else { return true }
        let top = polynomial.top(from: start - end, to: 0)
        return abs(polynomial.valueAndSlope(at: top).value) > error
    }

    /// The time at which a distance is no more below 0, by bisection on states; `nil` if none is known at which it is not.
    private func bisect(_ candidate: Candidate) throws -> Double? {
        let parts = Self.parts(ofLevel: 3)
        var (low, high) = (start, candidate.distances[0] >= 0 ? end : .infinity)
        for (index, part) in parts.enumerated() where candidate.samples[index] >= 0 {
            high = min(high, start + part * (end - start))
        }
        guard high.isFinite else { return nil }
        for (index, part) in parts.enumerated() where candidate.samples[index] < 0 {
            let time = start + part * (end - start)
            if time < high { low = max(low, time) }
        }
        while high - low > 1e-12 {
            let middle = low + (high - low) / 2
            guard middle > low, middle < high else { break }
            try interior.show(middle)
            if distances([candidate.position])[0] >= 0 { high = middle } else { low = middle }
        }
        return high
    }
}
