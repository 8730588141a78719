import GSL

/// Finds where a number changes its side inside of a step, from the beginning of the step on, however often it does.
///
/// A method chooses its steps by what the state needs, but a number that is computed from the state, or from the time, may
/// move much faster: the phases of oscillators that turn evenly are straight lines, over steps of many periods.
///
/// ## How it is found
///
/// The step is gone through in pieces. In each the number is computed at nine points, which are spaced unevenly so that they do
/// not all meet a periodic number at the same phase. A polynomial of degree 4 through five of them has to predict the other
/// four to within a part of the range of all nine, or else the piece is halved; after one that is predicted very well the next
/// piece is longer. A piece in which the number stays much farther from zero than it varies is not halved. Pieces are not
/// shorter than 2⁻¹⁴ of the step: what comes and goes within less is missed, and so is a peak that lies between the points of a
/// piece that is smooth otherwise.
///
/// In a piece, the number changes its side between two points at which it is on different sides, and at the extrema of the
/// polynomial through all points, however many lie between two of these (`BernsteinForm`): where one comes near to zero or beyond, the
/// number itself is looked at, and its own extremum there is looked for (`findMinimum`).
///
/// The changes that are found depend on the step and the number alone.
///
/// Where the number is also known approximately, at a smaller cost, that tells first whether there is anything to find: not where it
/// stays clear of zero by much more than it is wrong.
///
/// - Complexity: Seven evaluations of the number for a step in which it is smooth, some ten for each half period of one that
///   oscillates, and some hundred for each jump near zero.
struct StepResolution {
    /// A time, and the number at it. It is on the far side of zero if it is zero or greater.
    typealias Sample = (argument: Double, value: Double)

    /// Two times between which the number changes its side once.
    struct Change {
        let before: Sample
        let beyond: Sample

        /// Tests if a number is on another side than that before.
        func isPassed(by number: Double) -> Bool { Side(of: number) != Side(of: before.value) }
    }

    /// On which side of zero a number lies.
    private enum Side {
        case near, far, unknown

        init(of number: Double) { self = number.isNaN ? .unknown : number < 0 ? .near : .far }
    }

    /// Where the points of a piece are: at these parts of it.
    static let points = [0, 0.0713, 0.1969, 0.3511, 0.4289, 0.5437, 0.7523, 0.9161, 1]

    /// Those through which the polynomial goes that predicts the others.
    private static let given = [0, 2, 5, 6, 8]
    private static let predicted = [3, 7, 1, 4]

    /// How many of their ranges a polynomial through the points is away from the middle of their numbers at most: half the Lebesgue
    /// constant of the points, 7.373, and what is left for rounding.
    static let reachOfPolynomial = 4.0

    /// The greatest part of the range by which a prediction may be wrong, and that below which the next piece is twice as long, or
    /// five times: the error of the prediction goes with the fifth power of the length.
    private static let tolerance = 0.01
    private static let toleranceForDouble = tolerance / 32
    private static let toleranceForFivefold = tolerance / 3125

    /// Where it is looked how wrong a number is that is known approximately, and how many times farther from zero it has to stay.
    private static let compared = [3, 5, 6]
    private static let safety = 4.0

    private static let shortestPart = 0x1p-14

    /// Up to which part of the number, and of the level that it is compared with, it is a matter of rounding.
    private static let roundingPart = 0x1p-44

    /// The end of what has been gone through.
    private var reached: Sample = (0, 0)
    private var end: Sample = (0, 0)
    private var shortest = 0.0
    private let level: Double
    private let tellsUnknown: Bool

    /// How long the next piece is to be.
    private var length = 0.0

    /// The changes of the last piece that have not been handed out, the last one first.
    private var found: [Change] = []

    /// The numbers at the points of a piece.
    private var values = [Double](repeating: 0, count: points.count)
    private var least = 0.0
    private var greatest = 0.0

    /// - Parameters:
    ///   - level: The level that has been subtracted from the number; 0 if none.
    ///   - tellsUnknown: True if a number that ceases to be one, or comes to be one again, changes its side.
    init(level: Double = 0, tellsUnknown: Bool = false) {
        self.level = level
        self.tellsUnknown = tellsUnknown
    }

    /// Begins with a step.
    ///
    /// - Parameters:
    ///   - start: The beginning of the step.
    ///   - end: Its end, which is later.
    mutating func begin(from start: Sample, to end: Sample) {
        reached = start
        self.end = end
        found.removeAll(keepingCapacity: true)
        length = end.argument - start.argument
        shortest = max(length * Self.shortestPart, 64 * max(abs(start.argument), abs(end.argument)).ulp)
    }

    /// The next change of side.
    ///
    /// - Parameter number: Computes the number at a time within the step.
    /// - Returns: The change; `nil` if there is none up to the end of the step.
    /// - Throws: Errors of the function, or `GSLError`.
    mutating func next(of number: (Double) throws -> Double) throws -> Change? {
        while found.isEmpty, reached.argument < end.argument { try goThroughPiece(of: number) }
        return found.popLast()
    }

    /// Tests if a number that is known approximately stays so far on its side throughout the step that there is nothing to find.
    ///
    /// - Parameters:
    ///   - start: The beginning of the step, and the number itself there.
    ///   - end: The same of its end, which is later.
    ///   - number: Computes the number at a time within the step, from a state that is interpolated by a polynomial; `nil` where that
    ///     is not known.
    /// - Returns: True if it does; false where that cannot be told.
    mutating func staysClear(
        from start: Sample, to end: Sample, of number: (_ time: Double, _ by: StepPolynomial) -> Double?
    ) -> Bool {
        guard (start.value >= 0) == (end.value >= 0) else { return false }
        begin(from: start, to: end)
        while reached.argument < end.argument {
            let start = reached.argument
            let error = resolvePiece { number($0, .quartic) ?? .nan }
            guard values.allSatisfy(\.isFinite), error <= Self.tolerance * range || isOutOfReach else { return false }
            let wrong = Self.compared.reduce(0) { wrong, index in
                let coarse = number(start + Self.points[index] * length, .cubic) ?? .nan
                return max(wrong, abs(coarse - values[index]))
            }
            guard isPieceBeyond(Self.safety * wrong, error: error) else { return false }
            lengthenNextPiece(after: error)
        }
        return true
    }

    private mutating func goThroughPiece(of number: (Double) throws -> Double) throws {
        let start = reached
        let error = try resolvePiece(of: number)
        try findChanges(of: number, from: start, error: error)
        lengthenNextPiece(after: error)
    }

    /// Computes the number in a piece that is short enough, and goes on to its end.
    ///
    /// - Returns: The error of the prediction.
    private mutating func resolvePiece(of number: (Double) throws -> Double) rethrows -> Double {
        let start = reached
        let rest = end.argument - start.argument
        var error = 0.0
        while true {
            length = min(length, rest)
            try compute(number, from: start)
            error = predictionError
            let isResolved = error <= Self.tolerance * range || isOutOfReach
            if isResolved || length <= shortest { break }
            length = max(length / 2, shortest)
        }
        reached = length < rest ? (start.argument + length, values[values.count - 1]) : end
        return error
    }

    private mutating func lengthenNextPiece(after error: Double) {
        if error < Self.toleranceForFivefold * range {
            length *= 5
        } else if error <= Self.toleranceForDouble * range {
            length *= 2
        }
    }

    private mutating func compute(_ number: (Double) throws -> Double, from start: Sample) rethrows {
        values[0] = start.value
        for index in 1..<values.count - 1 { values[index] = try number(start.argument + Self.points[index] * length) }
        let isLast = length == end.argument - start.argument
        values[values.count - 1] = isLast ? end.value : try number(start.argument + length)
        least = values.min() ?? .nan
        greatest = values.max() ?? .nan
    }
}

// MARK: - What the points of a piece say

extension StepResolution {
    private var rounding: Double { Self.roundingPart * max(abs(level), abs(least), abs(greatest)) }

    /// 0 where no point has a number.
    private var range: Double { greatest.isNaN || least == greatest ? 0 : greatest - least }

    /// True if the number is much farther from zero at all points than it varies.
    private var isOutOfReach: Bool { max(least, -greatest) > 2 * range }

    /// Tests if a polynomial through the points stays farther from zero than some distance, so that its extrema need not be
    /// known.
    private func staysClear(of distance: Double) -> Bool {
        abs(least + greatest) / 2 - Self.reachOfPolynomial * range > distance
    }

    /// Tests if all points of a piece, and whatever lies between them, are on one side of zero, by more than some distance.
    private func isPieceBeyond(_ distance: Double, error: Double) -> Bool {
        guard max(least, -greatest) > distance + rounding else { return false }
        let sign = least >= 0 ? 1.0 : -1.0
        return isOutOfReach || staysClear(of: distance + margin(of: error))
            || turns.allSatisfy { sign * $0.value > distance + margin(of: error) }
    }

    /// The parts of the piece at which the polynomial through all points turns, and its values there.
    private var turns: [Sample] {
        var polynomial = HermiteInterpolation()
        for (point, value) in zip(Self.points, values) { polynomial.add(value, at: point) }
        polynomial.finish()
        return polynomial.turns(from: 0, to: 1).map { ($0, polynomial.valueAndSlope(at: $0).value) }
    }

    /// How near to zero an extremum of the polynomial through all points has to come to be looked at. That polynomial is more exact
    /// than the one that was tried.
    private func margin(of error: Double) -> Double { 8 * error + 1e-6 * range + rounding }

    /// By how much the worst prediction is wrong, beyond rounding: infinite where the number is finite at some points only.
    private var predictionError: Double {
        let finite = values.count { $0.isFinite }
        guard finite == values.count else { return finite == 0 ? 0 : .infinity }
        let error = Self.predicted.reduce(0) { error, index in
            max(error, abs(polynomial(through: Self.given, at: Self.points[index]) - values[index]))
        }
        return error <= rounding ? 0 : error
    }

    /// The value of the polynomial through some of the points, by Lagrange's formula.
    private func polynomial(through indices: [Int], at part: Double) -> Double {
        let points = Self.points
        var sum = 0.0
        for index in indices {
            var weight = values[index]
            for other in indices where other != index {
                weight *= (part - points[other]) / (points[index] - points[other])
            }
            sum += weight
        }
        return sum
    }
}

// MARK: - Changes in a piece

extension StepResolution {
    private mutating func findChanges(
        of number: (Double) throws -> Double, from start: Sample, error: Double
    ) throws {
        // The arguments of samples are parts of the piece here, which are as exact wherever on the axis of time it lies.
        let time = { [reached, length] (part: Double) in part == 1 ? reached.argument : start.argument + part * length }
        let margin = margin(of: error)
        let turns = error.isFinite && !staysClear(of: margin) ? self.turns : []
        var before: Sample = (0, start.value)
        for index in 1..<values.count {
            let after: Sample = (Self.points[index], values[index])
            let between = turns.filter { $0.argument > Self.points[index - 1] && $0.argument < after.argument }
            let beyond = try look(at: between, from: (Self.points[index - 1], values[index - 1]), to: after, margin) {
                try number(time($0))
            }
            for place in beyond + [after] {
                if hasChanged(from: before.value, to: place.value) {
                    found.append(
                        Change(
                            before: (time(before.argument), before.value),
                            beyond: (time(place.argument), place.value)))
                }
                before = place
            }
        }
        // The whole of a piece is as good as a part of it, and independent of where the points are.
        if found.count == 1, error <= Self.tolerance * range { found = [Change(before: start, beyond: reached)] }
        found.reverse()
    }

    private func hasChanged(from before: Double, to after: Double) -> Bool {
        (tellsUnknown || (before.isFinite && after.isFinite)) && Side(of: before) != Side(of: after)
    }

    /// Looks at the number between two points where the polynomial through all points turns near zero, or beyond it.
    ///
    /// - Returns: Parts of the piece at which the number is on the other side of zero than at the one before.
    private func look(
        at turns: [Sample], from start: Sample, to end: Sample, _ margin: Double, _ number: (Double) throws -> Double
    ) throws -> [Sample] {
        // One turn between points on different sides is on its own side of zero.
        guard turns.count > 1 || (start.value >= 0) == (end.value >= 0) else { return [] }
        var places: [Sample] = []
        var before = start
        for (index, turn) in turns.enumerated() {
            let sign = before.value >= 0 ? 1.0 : -1.0
            guard sign * turn.value <= margin else { continue }
            let next = turns.dropFirst(index + 1).first
            let after = try next.map { ($0.argument, try number($0.argument)) } ?? end
            let guess: Sample = (turn.argument, try number(turn.argument))
            guard let beyond = try place(beyond: sign, near: guess, between: before, and: after, number) else {
                continue
            }
            places.append(beyond)
            before = beyond
        }
        return places
    }

    /// The number near an extremum, where it is beyond zero.
    private func place(
        beyond sign: Double, near guess: Sample, between before: Sample, and after: Sample,
        _ number: (Double) throws -> Double
    ) throws -> Sample? {
        if sign * guess.value < 0 { return guess }
        guard sign * guess.value < sign * before.value, sign * guess.value < sign * after.value else { return nil }
        let least = try findMinimum(
            between: (before.argument, sign * before.value), guess: (guess.argument, sign * guess.value),
            and: (after.argument, sign * after.value), tolerance: 1e-7, until: { $0 < 0 }
        ) { try sign * number($0) }
        return least.value < 0 ? (least.argument, sign * least.value) : nil
    }
}

/// The least double up to which something has come about that has not at a time before, by bisection.
func leastTime(
    from before: Double, to after: Double, at hasCome: (Double) throws -> Bool
) rethrows -> Double {
    var (low, high) = (before, after)
    while true {
        let middle = low + (high - low) / 2
        guard middle > low, middle < high else { return high }
        if try hasCome(middle) { high = middle } else { low = middle }
    }
}
