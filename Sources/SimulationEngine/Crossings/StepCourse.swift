/// How often a number can change its side of zero within a step, as far as its values and slopes at both ends tell.
///
/// The number is taken for the polynomial of degree 4 through these and through its value before the step that came before, in
/// Bernstein form (`BernsteinForm`). What the cubic polynomial through the ends alone differs by tells how far the number itself may be
/// away.
///
/// - Complexity: Some ten operations where the number stays away from zero.
struct StepCourse {
    /// The number of times that a number changes its side, as far as that is known.
    enum Changes: Int, CaseIterable {
        /// Nothing is known but its ends.
        case unknown

        /// It does not.
        case none

        /// Once.
        case one

        /// There and back, beyond its only extremum, or not at all.
        case turn

        /// Perhaps more often than its ends tell.
        case several

        /// How often at most, as far as is known; 2 stands for any greater number, too.
        var most: Int {
            switch self {
            case .unknown, .none: 0
            case .one: 1
            case .turn, .several: 2
            }
        }
    }

    /// How many times what both polynomials differ by the number may be away from that of degree 4.
    private static let safety = 4.0

    /// Up to which part of the range of the coefficients it may be away at least: the terms of the polynomial that are known may cancel
    /// at the place before the step.
    private static let leastPart = 0.125

    /// Up to which part it may be away where only the cubic polynomial is known.
    private static let unknownPart = 0.25

    /// How often the step is halved.
    private static let depth = 6

    /// The middle coefficients of the Bernstein form, and by how much they may be wrong.
    private var coefficients: Coefficients
    private var doubts: Coefficients

    /// The first five are used.
    private typealias Coefficients = SIMD8<Double>
    private static let count = 5

    /// - Parameters:
    ///   - start: The number at the beginning of the step.
    ///   - end: That at the end.
    ///   - slopes: Its rates of change there, times the length of the step.
    ///   - earlier: Its value at a place before the step, where the step reaches from 0 to 1; `nil` if none is known.
    init(
        from start: Double, to end: Double, slopes: (start: Double, end: Double),
        earlier: (value: Double, place: Double)?
    ) {
        let middle = (start + slopes.start / 3 + end - slopes.end / 3) / 2
        coefficients = Coefficients(start, start + slopes.start / 4, middle, end - slopes.end / 4, end, end, end, end)
        doubts = .zero
        var range: Double { coefficients.max() - coefficients.min() }
        if let earlier {
            let (place, rest) = (earlier.place, 1 - earlier.place)
            let cubic =
                (1 + 2 * place) * rest * rest * start + (1 + 2 * rest) * place * place * end
                + place * rest * (rest * slopes.start - place * slopes.end)
            // The polynomial that vanishes with its slope at both ends, (x (1 − x))², has a sixth in the middle coefficient.
            let bend = (earlier.value - cubic) / (6 * place * place * rest * rest)
            coefficients[2] += bend
            // The unknown rest grows from there as far as the end of the step is away.
            doubts[2] = max(Self.safety * abs(bend) * max(1, -1 / place), Self.leastPart * range)
        } else {
            doubts[2] = Self.unknownPart * range
        }
    }

    /// Takes into account that the number may be away from what it is taken for by an error a third of the step from either end.
    mutating func allow(_ error: Double) {
        // Of (x (1 − x))², 4/81 are there, and a sixth is in the middle coefficient.
        doubts[2] += Self.safety * 81 / 24 * error
    }

    /// How often the number changes its side.
    var changes: Changes {
        guard coefficients.sum().isFinite else { return .unknown }
        guard !staysOnItsSide else { return .none }
        let isSameSide = (coefficients[0] >= 0) == (coefficients[4] >= 0)
        let most = mostChanges(halvings: Self.depth)
        switch most {
        case 0: return .none
        case 1: return .one
        default: return isSameSide && hasOneExtremum ? .turn : .several
        }
    }

    private var staysOnItsSide: Bool {
        all(coefficients - doubts .>= 0) || all(coefficients + doubts .< 0)
    }

    /// True if it has no more than one extremum, which lies on the side of zero of both ends or beyond.
    private var hasOneExtremum: Bool {
        let sign = coefficients[0] >= 0 ? 1.0 : -1.0
        let outward = coefficients * sign
        guard outward[1] < outward[0], outward[3] < outward[4] else { return false }
        return outward[2] + doubts[2] <= max(outward[1], outward[3])
    }

    /// The most changes that are possible, by halves if there may be more than one.
    private func mostChanges(halvings: Int) -> Int {
        let most = mostChangesOfCoefficients
        guard most > 1, halvings > 0 else { return most }
        let (early, late) = halves
        return early.mostChanges(halvings: halvings - 1) + late.mostChanges(halvings: halvings - 1)
    }

    /// How often the signs of the coefficients change at most, each of which may have either where it may be wrong by so much.
    private var mostChangesOfCoefficients: Int {
        var most: (above: Int?, below: Int?) = (nil, nil)
        for index in 0..<Self.count {
            let (coefficient, doubt) = (coefficients[index], doubts[index])
            let next = (
                above: max(most.above ?? 0, most.below.map { $0 + 1 } ?? 0),
                below: max(most.below ?? 0, most.above.map { $0 + 1 } ?? 0)
            )
            most = (coefficient + doubt >= 0 ? next.above : nil, coefficient - doubt < 0 ? next.below : nil)
        }
        return max(most.above ?? 0, most.below ?? 0)
    }

    /// The same number over both halves of the step, by de Casteljau's algorithm.
    private var halves: (StepCourse, StepCourse) {
        var (early, late) = (self, self)
        var (coefficients, doubts) = (self.coefficients, self.doubts)
        for order in 1..<Self.count {
            for index in 0..<Self.count - order {
                coefficients[index] = (coefficients[index] + coefficients[index + 1]) / 2
                doubts[index] = (doubts[index] + doubts[index + 1]) / 2
            }
            (early.coefficients[order], early.doubts[order]) = (coefficients[0], doubts[0])
            let last = Self.count - 1 - order
            (late.coefficients[last], late.doubts[last]) = (coefficients[last], doubts[last])
        }
        return (early, late)
    }
}
