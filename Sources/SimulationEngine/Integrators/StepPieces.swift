import GSL

/// The pieces of a long step of a method, each of which is shown to those who watch as a step of its own.
///
/// A method that extrapolates takes steps in which numbers turn several times. Whoever looks at steps expects that of them that
/// other methods take: that a number turns once at most, and that its ends tell about where it has been. The step is therefore cut at
/// its golden section, and the parts again, as long as a part is not smooth. Cuts at that section meet no periodic number at one
/// phase again and again.
///
/// A part is smooth if the cubic polynomial through four of its states predicts a fifth one between them, in all numbers, to within a
/// thousandth of their range and what the tolerance allows, if none of these polynomials turns twice, and if both holds of its own two
/// parts, too. Slopes are not asked for: in a stiff system, where such methods are at home, those of a state that is as exact as
/// the tolerance say nothing.
///
/// The pieces follow from the step alone, not from who looks, or when.
///
/// - Complexity: Eight states a piece, or seven for a step that is smooth; O(*n*) for each in time and memory.
final class StepPieces {
    /// Where a part is cut.
    private static let section = 0.618_033_988_749_894_9

    /// Up to which part of the range of a number a prediction may be wrong.
    private static let tolerance = 1e-3

    /// How many times the error of each state counts: the sum of what they weigh in a prediction, and what is left for estimates.
    private static let weightOfErrors = 4.0

    /// Up to which part of a number its changes are a matter of rounding.
    private static let roundingPart = 0x1p-44

    /// The shortest piece, as a part of the step.
    private static let shortestPart = 0x1p-10

    /// The piece that was found last.
    private var piece: (start: Double, end: Double)

    /// The ends of the parts that follow one another from there, the first one last.
    private var parts: [Double]

    /// The states at times that are still of use.
    private var states: [Double: [Double]]

    private let shortest: Double
    private let control: StepSizeControl
    private let state: (_ time: Double) throws -> [Double]

    /// - Parameters:
    ///   - start: The time and the state before the step.
    ///   - end: Those after it.
    ///   - control: The error that is allowed in a state.
    ///   - state: Computes the state at a time within the step.
    init(
        from start: (time: Double, state: [Double]), to end: (time: Double, state: [Double]), control: StepSizeControl,
        state: @escaping (_ time: Double) throws -> [Double]
    ) {
        self.control = control
        self.state = state
        piece = (start.time, start.time)
        parts = [end.time]
        states = [start.time: start.state, end.time: end.state]
        let length = end.time - start.time
        // Shorter ones would have no five times that differ.
        shortest = max(length * Self.shortestPart, 256 * max(abs(start.time), abs(end.time)).ulp)
    }

    /// The end of the piece that leads on from a time.
    ///
    /// - Parameter time: A time within the step, not before those that were asked for earlier.
    /// - Returns: The end.
    /// - Throws: Errors in computing states. Those that are known remain so.
    func end(after time: Double) throws -> Double {
        while piece.end <= time, !parts.isEmpty { try goOn() }
        return piece.end
    }

    private func goOn() throws {
        let start = piece.end
        while let end = parts.last, try !isPiece(start, end) { parts.append(Self.cut(start, end)) }
        guard let end = parts.popLast() else { return }
        piece = (start, end)
        states = states.filter { $0.key >= end }
    }

    private func isPiece(_ start: Double, _ end: Double) throws -> Bool {
        guard end - start > shortest else { return true }
        let cut = Self.cut(start, end)
        return try isSmooth(start, end) && isSmooth(start, cut) && isSmooth(cut, end)
    }

    private static func cut(_ start: Double, _ end: Double) -> Double { start + section * (end - start) }

    private func isSmooth(_ start: Double, _ end: Double) throws -> Bool {
        let cut = Self.cut(start, end)
        let times = [start, Self.cut(start, cut), cut, Self.cut(cut, end), end]
        let states = try times.map { try knownState(at: $0) }
        let parts = times.map { ($0 - start) / (end - start) }
        return states[0].indices.allSatisfy { component in
            isSmooth(component, states.map { $0[component] }, at: parts)
        }
    }

    /// Tests if a number is smooth, given its values at five parts of a time.
    private func isSmooth(_ component: Int, _ values: [Double], at parts: [Double]) -> Bool {
        guard let least = values.min(), let greatest = values.max() else { return true }
        let (range, size) = (greatest - least, max(abs(least), abs(greatest)))
        let relative = control.relative * (control.stateWeight * size + control.derivativeWeight * range)
        let allowed = control.absolute * (control.scales?[component] ?? 1) + relative
        let error = Self.weightOfErrors * (allowed + Self.roundingPart * size)
        let cubic = Cubic(
            through: (values[0], values[1], values[3], values[4]), at: (parts[1], parts[3]))
        let isPredicted = abs(cubic.value(at: parts[2]) - values[2]) <= Self.tolerance * range + error
        return isPredicted && cubic.reversal <= error
    }

    private func knownState(at time: Double) throws -> [Double] {
        if let known = states[time] { return known }
        let new = try state(time)
        states[time] = new
        return new
    }
}

/// The cubic polynomial through four values: at 0, at two numbers between that and 1, and at 1.
private struct Cubic {
    private let coefficients: SIMD4<Double>

    init(through values: (Double, Double, Double, Double), at places: (Double, Double)) {
        // Newton's divided differences.
        let (first, second) = places
        let slopes = (
            (values.1 - values.0) / first, (values.2 - values.1) / (second - first),
            (values.3 - values.2) / (1 - second)
        )
        let bends = ((slopes.1 - slopes.0) / second, (slopes.2 - slopes.1) / (1 - first))
        let last = bends.1 - bends.0
        coefficients = SIMD4(
            values.0, slopes.0 - bends.0 * first + last * first * second, bends.0 - last * (first + second), last)
    }

    func value(at place: Double) -> Double {
        ((coefficients[3] * place + coefficients[2]) * place + coefficients[1]) * place + coefficients[0]
    }

    /// By how much it goes back between two extrema, if both lie between 0 and 1.
    var reversal: Double {
        let (square, half) = (3 * coefficients[3], coefficients[2])
        let discriminant = half * half - square * coefficients[1]
        guard square != 0, discriminant > 0 else { return 0 }
        let distance = discriminant.squareRoot() / abs(square)
        let middle = -half / square
        guard middle - distance > 0, middle + distance < 1 else { return 0 }
        return abs(square) * (4 / 3) * distance * distance * distance
    }
}
