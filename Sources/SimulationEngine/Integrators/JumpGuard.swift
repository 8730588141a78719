import GSL

/// Finds steps in which rates jump, for methods that may take the error of such a step for small.
///
/// The error that a method estimates follows from the rates at a few points of a step, and means something where all of them are on the
/// same branches. What a jump adds to it is at most the length of the step times the jump.
final class JumpGuard {
    /// Tells on which branches rates are (``DifferentialEquations/branches(at:of:)``).
    typealias Branches = (_ time: Double, _ state: UnsafePointer<Double>) -> UInt64?

    /// The driver that takes the steps.
    weak var driver: ODEDriver?

    private let branches: Branches
    private let rightHandSide: ODEDriver.RightHandSide
    private let dimension: Int

    /// The branches and rates at the beginning of the step.
    private var first: UInt64?
    private var firstRates: [Double] = []

    /// How far each rate was from that at the beginning, on other branches; of no meaning where all were on the same ones.
    private var jumps: [Double] = []
    private var hasLeftBranches = false

    /// How many steps the driver had rejected at the last evaluation.
    private var rejectedSteps = 0

    /// Where a state inside of a step is formed, and its rates behind it.
    private var inside: [Double] = []

    init(dimension: Int, branches: @escaping Branches, rightHandSide: @escaping ODEDriver.RightHandSide) {
        self.branches = branches
        self.rightHandSide = rightHandSide
        self.dimension = dimension
    }

    /// A step begins with the rates that are evaluated next, those where it begins.
    func begin() {
        first = nil
        hasLeftBranches = false
    }

    /// Evaluates rates for the driver, and looks on which branches they are.
    func evaluate(at time: Double, of state: Span<Double>, into rates: inout MutableSpan<Double>) throws {
        try rightHandSide(time, state, &rates)
        withPointers(state, &rates) { note(time, $0, $1) }
    }

    /// Looks at two points inside of a step.
    func look(inside step: CubicStep) throws {
        guard first != nil else { return }
        if inside.isEmpty { inside = firstRates + firstRates }
        for part in 1...2 {
            let time = step.start + step.length * Double(part) / 3
            let weights = step.weights(at: time)
            try inside.withUnsafeMutableBufferPointer { inside in
                for i in 0..<dimension { inside[i] = step.value(i, weights) }
                let state = UnsafeBufferPointer(rebasing: inside[..<dimension])
                let target = UnsafeMutableBufferPointer(rebasing: inside[dimension...])
                var rates = target.mutableSpan
                try evaluate(at: time, of: state.span, into: &rates)
            }
        }
    }

    private func note(_ time: Double, _ state: UnsafePointer<Double>, _ rates: UnsafePointer<Double>) {
        guard let number = branches(time, state) else { return }
        let rejectedSteps = driver?.rejectedSteps ?? 0
        // A shorter step is tried.
        if rejectedSteps != self.rejectedSteps { hasLeftBranches = false }
        self.rejectedSteps = rejectedSteps
        guard let first else {
            first = number
            if firstRates.isEmpty {
                // Rates that never jump need no memory.
                firstRates = [Double](repeating: 0, count: dimension)
                jumps = firstRates
            }
            for i in firstRates.indices { firstRates[i] = rates[i] }
            return
        }
        guard number != first else { return }
        for i in jumps.indices {
            jumps[i] = max(hasLeftBranches ? jumps[i] : 0, abs(rates[i] - firstRates[i]))
        }
        hasLeftBranches = true
    }

    /// Tests if the rates have jumped by more than the tolerance allows in a step of a length that leads to a state.
    func hasJumped(in length: Double, to state: UnsafeMutableBufferPointer<Double>, allowed: StepSizeControl) -> Bool {
        hasLeftBranches
            && jumps.indices.contains {
                jumps[$0] * length > allowed.allowedError(of: state[$0], component: $0)
            }
    }
}
