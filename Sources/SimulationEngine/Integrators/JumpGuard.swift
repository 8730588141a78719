import GSL

/// Finds steps in which rates jump or have kinks, for methods that may take the error of such a step for small.
///
/// The error that a method estimates follows from the rates at a few points of a step, and means something where all of them are on the
/// same branches. What a jump adds to it is at most the length of the step times the jump, and a kink adds less than that times what rates
/// change by in the step. Where that is more than is allowed, ``RateBend`` tells how much it is.
final class JumpGuard {
    /// Tells on which branches rates are (``DifferentialEquations/branches(at:of:withKinks:)``).
    typealias Branches = (_ time: Double, _ state: UnsafePointer<Double>) -> UInt64?

    /// The driver that takes the steps.
    weak var driver: ODEDriver?

    private let branches: Branches
    private let rightHandSide: ODEDriver.RightHandSide
    private let dimension: Int

    /// The branches and rates where the step begins; `nil` where rates do not jump.
    private var first: (time: Double, branches: UInt64)?
    private var firstRates: [Double] = []

    /// How far each rate was from that at the beginning, on other branches; of no meaning where all were on the same ones.
    private var jumps: [Double] = []
    private var hasLeftBranches = false

    /// The other branches that were met with, each with the first point on it; `nil` if they are more than can be looked at.
    private var others: [(branches: UInt64, time: Double, place: Int)]? = []
    private var otherStates: [Double] = []
    private static var mostOthers: Int { 4 }

    private lazy var bend = RateBend(dimension: dimension, branches: branches, rightHandSide: rightHandSide)

    /// How many steps the driver had rejected at the last evaluation.
    private var rejectedSteps = 0

    /// Where a state inside of a step is formed, and rates that nobody else computes.
    private var inside: [Double] = []
    private var otherRates: [Double] = []
    private var endRates: [Double] = []

    init(dimension: Int, branches: @escaping Branches, rightHandSide: @escaping ODEDriver.RightHandSide) {
        self.branches = branches
        self.rightHandSide = rightHandSide
        self.dimension = dimension
    }

    /// The state is another one, at the same time perhaps.
    func forget() { first = nil }

    /// A step begins. Not all methods evaluate rates there.
    func begin(at time: Double, _ state: UnsafeMutableBufferPointer<Double>) throws {
        hasLeftBranches = false
        guard let numbers = state.baseAddress, first?.time != time else { return }
        first = try branches(time, numbers).map { branches in
            if firstRates.isEmpty {
                // Rates that never jump need no memory.
                firstRates = [Double](repeating: 0, count: dimension)
                (jumps, inside, otherRates, endRates) = (firstRates, firstRates, firstRates, firstRates)
                otherStates = [Double](repeating: 0, count: Self.mostOthers * dimension)
                others?.reserveCapacity(Self.mostOthers)
            }
            try evaluate(at: time, numbers, into: &firstRates)
            return (time, branches)
        }
    }

    /// Evaluates rates for the driver, and looks on which branches they are.
    func evaluate(at time: Double, of state: Span<Double>, into rates: inout MutableSpan<Double>) throws {
        try rightHandSide(time, state, &rates)
        guard let first, driver?.formsDifferences == false else { return }
        withPointers(state, &rates) { state, rates in
            if let branches = branches(time, state), branches != first.branches { note(rates, branches, time, state) }
        }
    }

    /// Looks at a state that a step leads to, or through.
    private func look(at time: Double, _ state: UnsafePointer<Double>) throws {
        guard let first, let branches = branches(time, state), branches != first.branches else { return }
        try evaluate(at: time, state, into: &otherRates)
        otherRates.withUnsafeBufferPointer { rates in
            if let rates = rates.baseAddress { note(rates, branches, time, state) }
        }
    }

    private func evaluate(at time: Double, _ state: UnsafePointer<Double>, into rates: inout [Double]) throws {
        try rates.withUnsafeMutableBufferPointer { rates in
            var rates = rates.mutableSpan
            try rightHandSide(time, UnsafeBufferPointer(start: state, count: dimension).span, &rates)
        }
    }

    /// Takes note of rates on other branches.
    private func note(
        _ rates: UnsafePointer<Double>, _ branches: UInt64, _ time: Double, _ state: UnsafePointer<Double>
    ) {
        let rejectedSteps = driver?.rejectedSteps ?? 0
        // A shorter step is tried.
        if rejectedSteps != self.rejectedSteps { hasLeftBranches = false }
        self.rejectedSteps = rejectedSteps
        for i in jumps.indices {
            jumps[i] = max(hasLeftBranches ? jumps[i] : 0, abs(rates[i] - firstRates[i]))
        }
        if !hasLeftBranches {
            if others == nil { others = [] }
            others?.removeAll(keepingCapacity: true)
        }
        hasLeftBranches = true
        guard let known = others, !known.contains(where: { $0.branches == branches }) else { return }
        guard known.count < Self.mostOthers else { return others = nil }
        let place = known.count * dimension
        for i in 0..<dimension { otherStates[place + i] = state[i] }
        others?.append((branches, time, place))
    }
}

extension JumpGuard {
    /// Tests if rates jump or bend in a step by more than the tolerance allows.
    ///
    /// - Parameters:
    ///   - start: The beginning of the step.
    ///   - end: Its end.
    ///   - looksInside: True to look at two points inside, too, for a method that evaluates rates at none.
    ///   - allowed: The errors that are allowed.
    /// - Returns: True if they do.
    /// - Throws: Errors of the right-hand side.
    func hasJumped(
        from start: CubicStep.End, to end: CubicStep.End, looksInside: Bool, allowed: StepSizeControl
    ) throws -> Bool {
        guard first != nil, let numbers = end.state.baseAddress else { return false }
        // Those of a longer step that the driver itself rejected do not count.
        if (driver?.rejectedSteps ?? 0) != rejectedSteps { hasLeftBranches = false }
        try look(at: end.time, numbers)
        if looksInside { try lookInside(from: start, to: end, numbers) }
        let length = end.time - start.time
        func isAllowed(_ error: Double, _ component: Int) -> Bool {
            // What is not a number is the matter of the step itself.
            !(error > allowed.allowedError(of: end.state[component], component: component))
        }
        guard hasLeftBranches, !jumps.indices.allSatisfy({ isAllowed(jumps[$0] * length, $0) }) else { return false }
        return try !areHarmless(from: start, length, isAllowed)
    }

    /// Tests if what happens on the ways to other branches is within what is allowed.
    private func areHarmless(
        from start: CubicStep.End, _ length: Double, _ isAllowed: (_ error: Double, _ component: Int) -> Bool
    ) throws -> Bool {
        guard let first, let others, let state = start.state.baseAddress else { return false }
        return try otherStates.withUnsafeBufferPointer { states in
            guard let states = states.baseAddress else { return false }
            return try others.allSatisfy {
                try bend.isHarmless(
                    from: (start.time, UnsafePointer(state)), on: first.branches, to: ($0.time, states + $0.place),
                    length: length,
                    isAllowed: isAllowed)
            }
        }
    }

    private func lookInside(
        from start: CubicStep.End, to end: CubicStep.End, _ numbers: UnsafePointer<Double>
    ) throws {
        try evaluate(at: end.time, numbers, into: &endRates)
        for part in 1...2 {
            let time = start.time + (end.time - start.time) * Double(part) / 3
            firstRates.withUnsafeBufferPointer { first in
                endRates.withUnsafeBufferPointer { last in
                    guard let first = first.baseAddress, let last = last.baseAddress else { return }
                    let step = CubicStep(from: start, to: end, slopes: (first, last))
                    let weights = step.weights(at: time)
                    for i in inside.indices { inside[i] = step.value(i, weights) }
                }
            }
            try look(at: time, inside)
        }
    }
}
