import CMath
import GSL

/// Finds when nodes pass a level within a step of a method that knows the states inside of its steps.
///
/// The distances from the level are interpolated: by their values and slopes at both ends of the step and their values at the
/// two ends before, which costs next to nothing. Where the error of that is estimated to be more than the method allows in
/// the state, states inside of the step are added for all nodes together, at one, three and then seven Chebyshev points, until
/// the polynomials agree to within that error. A polynomial is followed through all its turns. What still does not agree is looked
/// at as closely as it needs (`StepResolution`).
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

    typealias Passage = (position: Int, time: Double)

    /// How many times its estimated error a number has to stay away from the level.
    private static let safety = 4.0

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
    ///   - driven: Those that are below it at the beginning, and follow a function of time.
    /// - Returns: The positions and times of those that pass.
    /// - Throws: Errors of the integrator, or `GSLError`.
    func find(
        passed: [FirstPassageScan.Finding], near: [FirstPassageScan.Finding], driven: [FirstPassageScan.Finding]
    ) throws -> [Passage] {
        var found = try findDriven(driven)
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
            if let time = try locate(candidate) { found.append((candidate.position, time)) }
        }
        return found
    }

    private func findDriven(_ findings: [FirstPassageScan.Finding]) throws -> [Passage] {
        guard !findings.isEmpty else { return [] }
        let step = NumbersInStep(interior: interior, startTime: start, endTime: end, read: distances)
        let ends = findings.map {
            NumbersInStep.Ends(index: $0.position, start: $0.distances[1], end: $0.distances[0])
        }
        return try zip(findings, step.changes(of: ends)).filter { $1 != .none }.compactMap { finding, _ -> Passage? in
            let candidate = Candidate(position: finding.position, distances: finding.distances)
            return try locate(candidate).map { (finding.position, $0) }
        }
    }
}

// MARK: - What is known

extension FirstPassageSearch {
    /// Adds the slopes at both ends, where they are known, and takes those out that do not come to the level.
    private func addSlopes(to candidates: inout [Candidate]) throws {
        let positions = candidates.map(\.position)
        guard let slopes = try self.slopes(at: positions) else { return }
        for index in candidates.indices {
            let (start, end) = (slopes.starts[index], slopes.ends[index])
            candidates[index].slopes = (start, end)
            candidates[index].changes = course(of: candidates[index], start, end).changes
        }
        candidates.removeAll { $0.distances[0] < 0 && $0.changes == .none }
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
    /// - Returns: True if it is exact enough.
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
        let rise = polynomial.firstRise(from: start - end, to: 0)
        candidate.time = rise.place.map { min(end, max(start, end + $0)) } ?? .nan
        let allowed = allowedError(candidate.distances[0])
        guard level > 0 else {
            guard candidate.slopes != nil, times.count == 4 else { return false }
            let error = polynomial.estimatedError(between: start - end, and: 0)
            // What does not come near need not be known as exactly as the time of a passage.
            return rise.place == nil ? rise.clearance > Self.safety * error : error <= allowed && rise.clearance > error
        }
        guard before.isNaN == candidate.time.isNaN else { return false }
        // A level that is not reached is not reached by more than what polynomials differ by.
        guard !before.isNaN else {
            return level > 1 || [.one, .turn].contains(candidate.changes) && rise.clearance > allowed
        }
        return abs(polynomial.valueAndSlope(at: before - end).value) <= allowed
    }

    /// The first time at which a distance is no more below 0, by states; `nil` if there is none.
    private func locate(_ candidate: Candidate) throws -> Double? {
        func distance(at time: Double) throws -> Double {
            try interior.show(time)
            return distances([candidate.position])[0]
        }
        var resolution = StepResolution()
        resolution.begin(from: (start, candidate.distances[1]), to: (end, candidate.distances[0]))
        return try resolution.next(of: distance(at:)).map { change in
            try findRoot(between: change.before, and: change.beyond, tolerance: 1e-12, of: distance(at:)).argument
        }
    }
}
