/// How far a quantity may move away from what it was at the beginning; see ``Simulation/require(_:relativeChange:every:)``.
final class QuantityRequirement: Resumable {
    private let quantity: any AnyQuantity
    private let limit: Double
    private let isRelative: Bool
    private let interval: Int?
    private let firstMoment: Moment
    private var firstValue: [Double] = []

    init(
        of quantity: any AnyQuantity, limit: Double, isRelative: Bool, interval: Int?, from moment: Moment
    ) throws(SimulationError) {
        self.quantity = quantity
        self.limit = limit
        self.isRelative = isRelative
        self.interval = interval
        firstMoment = moment
        guard limit >= 0, limit.isFinite else {
            throw .invalidRequirement(
                "the change of '\(quantity.name)' that is allowed is \(limit), but must be finite and not negative")
        }
        if let interval, interval < 1 { throw .invalidInterval(steps: interval) }
        quantity.appendColumns(to: &firstValue)
        guard firstValue.allSatisfy(\.isFinite) else { throw failure(firstValue, change: .nan, at: moment) }
        guard !isRelative || norm(of: firstValue) > 0 else {
            throw .invalidRequirement(
                "'\(quantity.name)' is 0 at the beginning, so that no change of it is a part of it: require a change that is not relative"
            )
        }
    }

    /// The name of what is required, for errors.
    var name: String { "the change of '\(quantity.name)'" }

    /// True if the quantity is too far away from what it was.
    var isBroken: Bool {
        let change = change(to: present)
        // A change that is not a number is not within a limit, either.
        return !(change <= limit)
    }

    /// Looks at the state after a step, where it is one at which to look.
    ///
    /// - Throws: ``SimulationError/quantityHasChanged(_:)``.
    func check(at moment: Moment) throws(SimulationError) {
        if let interval, moment.step % interval != 0 { return }
        guard isBroken else { return }
        throw failure(present, change: change(to: present), at: moment)
    }

    private var present: [Double] {
        var value: [Double] = []
        quantity.appendColumns(to: &value)
        return value
    }

    private func change(to value: [Double]) -> Double {
        let difference = norm(of: zip(value, firstValue).map { $0 - $1 })
        return isRelative ? difference / norm(of: firstValue) : difference
    }

    /// The length of a vector, without squares that overflow.
    private func norm(of numbers: [Double]) -> Double {
        guard numbers.allSatisfy({ !$0.isNaN }) else { return .nan }
        let greatest = numbers.map(abs).max() ?? 0
        guard greatest > 0, greatest.isFinite else { return greatest }
        return greatest * numbers.reduce(0) { $0 + ($1 / greatest) * ($1 / greatest) }.squareRoot()
    }

    private func failure(_ value: [Double], change: Double, at moment: Moment) -> SimulationError {
        .quantityHasChanged(
            QuantityChangeFailure(
                quantity: quantity.name, value: value, firstValue: firstValue, change: change, limit: limit,
                isRelative: isRelative, moment: moment, firstMoment: firstMoment))
    }

    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(quantity.name, "the quantity that is required not to change")
        try archive.values(&firstValue, asMany: "the numbers of '\(quantity.name)'")
    }
}

extension Simulation {
    /// Ends a run with an error as soon as a quantity differs from what it is now by more than a part of that: an energy that is
    /// conserved, a number of nodes.
    ///
    ///     try simulation.require(simulation.quantities.totalEnergy, relativeChange: 1e-3)
    ///
    /// Changes from outside count as others do. The error names the
    /// quantity, the step, and its values; what was observed and recorded until then remains.
    ///
    /// - Parameters:
    ///   - quantity: The quantity; of a vector, the length of the change and of the vector count.
    ///   - limit: The part of its present value by which it may change.
    ///   - steps: It is looked at after each multiple of so many steps of the simulation; after each step of the method unless
    ///     given, which is one of its own where it has such.
    /// - Throws: ``SimulationError/invalidRequirement(_:)`` for a limit that cannot be, and a quantity that is 0;
    ///   ``SimulationError/invalidInterval(steps:)``; ``SimulationError/quantityHasChanged(_:)`` if it is not a finite number.
    /// - Complexity: That of computing the quantity, each time it is looked at.
    public func require(
        _ quantity: any AnyQuantity, relativeChange limit: Double, every steps: Int? = nil
    ) throws(SimulationError) {
        watch(
            try QuantityRequirement(of: quantity, limit: limit, isRelative: true, interval: steps, from: moment),
            atMethodSteps: steps == nil)
    }

    /// Ends a run with an error as soon as a quantity differs from what it is now by more than a number.
    ///
    /// - Parameters:
    ///   - quantity: The quantity; of a vector, the length of the change counts.
    ///   - limit: By how much it may change.
    ///   - steps: It is looked at after each multiple of so many steps of the simulation; after each step of the method unless
    ///     given, which is one of its own where it has such.
    /// - Throws: As ``require(_:relativeChange:every:)``, but for a quantity that is 0.
    /// - Complexity: That of computing the quantity, each time it is looked at.
    public func require(
        _ quantity: any AnyQuantity, change limit: Double, every steps: Int? = nil
    ) throws(SimulationError) {
        watch(
            try QuantityRequirement(of: quantity, limit: limit, isRelative: false, interval: steps, from: moment),
            atMethodSteps: steps == nil)
    }

    private func watch(_ requirement: QuantityRequirement, atMethodSteps isOfMethod: Bool) {
        let view: StepView = isOfMethod && !watch.isOnGrid ? .inside : .moments
        watch.add(QuantityRequirementSteps(of: requirement, in: view) { [unowned self] in moment })
    }
}
