import GSL

/// Several numbers over a step that a method has chosen, as closely as a `StepResolution` looks at each of them. A state is shown once
/// for all whose points are the same.
struct NumbersInStep {
    typealias Sample = StepResolution.Sample
    typealias Change = StepResolution.Change

    /// The values of a number at both ends of the step.
    struct Ends {
        /// Which of the numbers it is.
        let index: Int
        let start: Double
        let end: Double
    }

    let interior: StepStates
    let startTime: Double
    let endTime: Double

    /// The level that was subtracted from all numbers.
    var level = 0.0

    /// Reads some of the numbers, by their indices, in the state that the model is in.
    let read: (_ indices: [Int]) -> [Double]

    /// The inner points of the whole step as one piece.
    private var times: [Double] {
        StepResolution.points.dropFirst().dropLast().map { startTime + $0 * (endTime - startTime) }
    }

    private func ends(of number: Ends) -> (start: Sample, end: Sample) {
        ((startTime, number.start), (endTime, number.end))
    }
}

// MARK: - By interpolated states

extension NumbersInStep {
    /// A time at which there is no sample.
    private struct NotSampled: Error {}

    /// How often numbers change their side of zero, as states tell that are interpolated by two polynomials: not at all, once, or, where
    /// these do not agree on that, perhaps several times.
    ///
    /// - Complexity: Fourteen interpolations of the state.
    func changes(of numbers: [Ends]) -> [StepCourse.Changes] {
        let indices = numbers.map(\.index)
        var samples: [StepPolynomial: [[Double]]] = [:]
        for polynomial in [StepPolynomial.quartic, .cubic] {
            for time in times {
                guard interior.interpolate(time, by: polynomial) else { return numbers.map { _ in .several } }
                samples[polynomial, default: []].append(read(indices))
            }
        }
        var resolution = StepResolution(level: level)
        return numbers.enumerated().map { place, ends in
            changes(of: ends, &resolution) { time, polynomial in
                times.firstIndex(of: time).flatMap { samples[polynomial]?[$0][place] }
            }
        }
    }

    private func changes(
        of ends: Ends, _ resolution: inout StepResolution, by number: (Double, StepPolynomial) -> Double?
    ) -> StepCourse.Changes {
        let (start, end) = self.ends(of: ends)
        guard (start.value >= 0) != (end.value >= 0) else {
            return resolution.staysClear(from: start, to: end, of: number) ? .none : .several
        }
        for polynomial in [StepPolynomial.quartic, .cubic] {
            var count = 0
            resolution.begin(from: start, to: end)
            do {
                while try resolution.next(of: { time in
                    guard let number = number(time, polynomial) else { throw NotSampled() }
                    return number
                }) != nil { count += 1 }
            } catch {
                return .several
            }
            if count != 1 { return .several }
        }
        return .one
    }
}

// MARK: - By states of the method

extension NumbersInStep {
    /// Calls a closure with all changes of side of some numbers: with which of these it is, the change, and what computes the number at a
    /// time.
    ///
    /// - Throws: Errors of the integrator or the closure, or `GSLError`.
    /// - Complexity: Seven states for all numbers that are smooth in the step.
    func forEachChange(
        of numbers: [Ends], _ body: (_ place: Int, Change, _ number: (Double) throws -> Double) throws -> Void
    ) throws {
        guard !numbers.isEmpty else { return }
        let indices = numbers.map(\.index)
        let times = times
        let samples = try times.map { time in
            try interior.show(time)
            return read(indices)
        }
        var resolution = StepResolution(level: level)
        for (place, ends) in numbers.enumerated() {
            func number(at time: Double) throws -> Double {
                if let sample = times.firstIndex(of: time) { return samples[sample][place] }
                try interior.show(time)
                return read([ends.index])[0]
            }
            let (start, end) = self.ends(of: ends)
            resolution.begin(from: start, to: end)
            while let change = try resolution.next(of: number(at:)) { try body(place, change, number(at:)) }
        }
    }
}
