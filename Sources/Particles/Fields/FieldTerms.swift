import Descriptions
import SimulationEngine

/// The force on each particle as formulas of what it is and where, and its energy if it has one.
struct FieldTerms: Sendable {
    /// The variables that formulas may use besides parameters.
    static let variables = ["x", "y", "z", "mass", "charge"]
    static let velocities = ["vx", "vy", "vz"]

    /// The vectors among them, which have as many components as the box has dimensions.
    static func vectors(dimensions: Int) -> [String: [String]] {
        ["position": Array(variables.prefix(min(dimensions, 3)))]
    }

    /// The vectors that forces may use.
    static func vectorsOfForces(dimensions: Int) -> [String: [String]] {
        vectors(dimensions: dimensions).merging(["velocity": Array(velocities.prefix(dimensions))]) { first, _ in first
        }
    }

    /// The energy of a particle, if forces follow from it.
    let energy: ColumnFormula?

    /// The force along each direction, but for its sign.
    private let forces: [ColumnFormula]
    private let sign: Double

    /// The numbers between whose changes forces are continuous, and those between whose changes they have slopes, too.
    private let jumps: [ColumnFormula]
    private let kinks: [ColumnFormula]

    /// The conditions between whose changes forces have slopes in the time, if they follow from it and from parameters. An energy does
    /// not depend on the time.
    private let timeConditions: [TimeConditions]

    /// The parameters of each type of particles, by their fields.
    private let tables: [Int: [Double]]

    /// Forces that are the negative slopes of an energy.
    ///
    /// - Parameters:
    ///   - expression: The energy. Its fields are ``variables`` and parameters.
    ///   - parameters: The parameters in the order of their fields, each for all particles or for each type.
    init(energy expression: FieldExpression, _ parameters: [LoneOrList<Double>]) {
        let (constants, tables) = Self.sorted(parameters, after: Self.variables.count)
        let energy = expression.setting(constants)
        self.energy = ColumnFormula(energy)
        let slopes = (0..<3).map { energy.derivative(withRespectTo: .field($0)) }
        forces = slopes.map { ColumnFormula($0) }
        (jumps, kinks) = Self.branches(of: slopes, moving: 0..<0)
        timeConditions = []
        sign = -1
        self.tables = tables
    }

    /// Forces along two directions or three.
    ///
    /// - Parameters:
    ///   - expressions: The forces. Their fields are ``variables``, ``velocities`` and parameters.
    ///   - parameters: The parameters in the order of their fields, each for all particles or for each type.
    init(forces expressions: [FieldExpression], _ parameters: [LoneOrList<Double>]) {
        let (constants, tables) = Self.sorted(parameters, after: Self.variables.count + Self.velocities.count)
        energy = nil
        let given = expressions.map { $0.setting(constants) }
        forces = given.map { ColumnFormula($0) }
        let velocities = Self.variables.count..<Self.variables.count + Self.velocities.count
        (jumps, kinks) = Self.branches(of: given, moving: velocities)
        timeConditions = given.flatMap { $0.timeConditions(of: Set(tables.keys)) }
        sign = 1
        self.tables = tables
    }

    /// The numbers between whose changes forces are continuous, and those that tell of kinks, too.
    private static func branches(
        of forces: [FieldExpression], moving velocities: Range<Int>
    ) -> (jumps: [ColumnFormula], kinks: [ColumnFormula]) {
        func formulas(withKinks: Bool) -> [ColumnFormula] {
            forces.flatMap { force in
                let fixed = Set(force.fields.indices).subtracting(0..<3).subtracting(velocities)
                return force.jumps(butFrom: fixed, withKinks: withKinks).map { ColumnFormula($0) }
            }
        }
        return (formulas(withKinks: false), formulas(withKinks: true))
    }

    /// Finds the times between which forces have slopes in the time, as far as these follow from it and from parameters.
    func makeSwitchingTimes() -> [SwitchingTimes] {
        let typeCount = tables.values.map(\.count).max() ?? 1
        return timeConditions.map { conditions in
            SwitchingTimes(conditions, count: typeCount) { type, place in
                let table = tables[conditions.inputs[place]] ?? []
                return table.indices.contains(type) ? table[type] : .nan
            }
        }
    }

    private static func sorted(
        _ parameters: [LoneOrList<Double>], after count: Int
    ) -> (constants: [Int: Double], tables: [Int: [Double]]) {
        var (constants, tables): ([Int: Double], [Int: [Double]]) = ([:], [:])
        for (index, parameter) in parameters.enumerated() {
            switch parameter {
            case .lone(let number): constants[count + index] = number
            case .list(let numbers): tables[count + index] = numbers
            }
        }
        return (constants, tables)
    }

    /// Adds the accelerations of all particles.
    func addAccelerations(
        of particles: ParticleColumns, movingWith velocities: VelocityColumns? = nil, at time: Double = 0,
        into accelerations: CoordinateColumns
    ) {
        for (formula, column) in zip(
            forces.prefix(particles.box.dimensions), [accelerations.x, accelerations.y, accelerations.z])
        {
            forEachBlock(of: formula, particles, velocities, time) { first, numbers in
                for (index, force) in numbers.enumerated() {
                    column[first + index] += sign * force / particles.mass[first + index]
                }
            }
        }
    }

    /// Tells on which branches the forces on all particles are; `nil` if they do not jump, nor have kinks if these count.
    func branches(
        of particles: ParticleColumns, movingWith velocities: VelocityColumns, at time: Double, withKinks: Bool
    ) -> UInt64? {
        let formulas = withKinks ? kinks : jumps
        guard !formulas.isEmpty else { return nil }
        var sum = BranchSum()
        for (kind, formula) in formulas.enumerated() {
            forEachBlock(of: formula, particles, velocities, time) { first, numbers in
                guard let start = numbers.baseAddress else { return }
                sum.add(start, count: numbers.count, kind: kind, first: first)
            }
        }
        return sum.value
    }

    /// The energy of all particles; 0 if forces follow from none.
    func potentialEnergy(of particles: ParticleColumns) -> Double {
        var sum = 0.0
        if let energy {
            forEachBlock(of: energy, particles, nil, 0) { _, numbers in for number in numbers { sum += number } }
        }
        return sum
    }

    private func forEachBlock(
        of formula: ColumnFormula, _ particles: ParticleColumns, _ velocities: VelocityColumns?, _ time: Double,
        _ body: (Int, UnsafeMutableBufferPointer<Double>) -> Void
    ) {
        let size = ColumnEvaluation.greatestCount
        let columns = self.columns(of: particles, velocities)
        let evaluation = formula.makeEvaluation()
        withUnsafeTemporaryAllocation(of: Double.self, capacity: (1 + tables.count) * size) { memory in
            guard let results = memory.baseAddress else { return }
            for first in stride(from: 0, to: particles.count, by: size) {
                let count = min(size, particles.count - first)
                var looked = 0
                evaluation.compute(count, at: time, into: results) { field in
                    guard let table = tables[field] else { return columns[field] + first }
                    looked += 1
                    let target = results + looked * size
                    for index in 0..<count { target[index] = table[Int(particles.type[first + index])] }
                    return UnsafePointer(target)
                }
                body(first, UnsafeMutableBufferPointer(start: results, count: count))
            }
        }
    }

    private func columns(
        of particles: ParticleColumns, _ velocities: VelocityColumns?
    ) -> [UnsafePointer<Double>] {
        let own = [particles.x, particles.y, particles.z, particles.mass, particles.charge]
        return own + (velocities.map { [$0.x, $0.y, $0.z] } ?? [])
    }
}

// MARK: - What can be wrong

extension FieldTerms {
    /// Refuses particles without mass, types without parameters, and forces along other directions than the box has.
    func check(_ particles: ParticleColumns) throws(FieldError) {
        let dimensions = particles.box.dimensions
        guard energy != nil || forces.count == dimensions else {
            throw .wrongForceCount(forces.count, dimensions: dimensions)
        }
        let typeCount = tables.values.map(\.count).min() ?? .max
        for particle in 0..<particles.count {
            guard particles.mass[particle] > 0 else { throw .noMass(particle: particle) }
            let type = Int(particles.type[particle])
            guard type < typeCount else { throw .unknownType(type, particle: particle, known: typeCount) }
        }
    }

    /// Refuses forces and energies that are not finite.
    func checkFinite(_ particles: ParticleColumns) throws(FieldError) {
        for (number, formula) in ([energy].compactMap({ $0 }) + forces).enumerated() {
            let numbers = numbers(of: formula, particles, nil)
            guard let particle = numbers.firstIndex(where: { !$0.isFinite }) else { continue }
            throw energy != nil && number > 0
                ? .noSlope(particle: particle, value: numbers[particle])
                : .notFinite(particle: particle, value: numbers[particle])
        }
    }

    /// Refuses formulas that differ between images of a particle in a periodic box.
    func checkPeriods(_ particles: ParticleColumns, movingWith velocities: VelocityColumns? = nil) throws(FieldError) {
        for axis in 0..<particles.box.dimensions where particles.box.periods[axis] > 0 {
            let period = particles.box.periods[axis]
            for formula in [energy].compactMap({ $0 }) + forces {
                let numbers = numbers(of: formula, particles, velocities)
                let others = particles.moved(by: period, along: axis) { self.numbers(of: formula, $0, velocities) }
                for (particle, (one, other)) in zip(numbers, others).enumerated() {
                    // Coordinates that have become longer are less exact.
                    guard abs(one - other) > 1e-6 * max(1, abs(one)) else { continue }
                    throw .notPeriodic(axis: axis, particle: particle, one, other)
                }
            }
        }
    }

    private func numbers(
        of formula: ColumnFormula, _ particles: ParticleColumns, _ velocities: VelocityColumns?
    ) -> [Double] {
        var all: [Double] = []
        forEachBlock(of: formula, particles, velocities, 0) { _, numbers in all += numbers }
        return all
    }
}

extension ParticleColumns {
    /// The result of a closure for the same particles elsewhere.
    fileprivate func moved<Result>(
        by distance: Double, along axis: Int, _ body: (ParticleColumns) -> Result
    ) -> Result {
        var positions: [Double] = []
        for (index, column) in [x, y, z].enumerated() {
            positions += (0..<count).map { column[$0] + (index == axis ? distance : 0) }
        }
        return positions.withUnsafeBufferPointer { positions in
            body(
                ParticleColumns(
                    count: count, box: box, mass: mass, charge: charge, type: type,
                    positions: positions.baseAddress.unsafelyUnwrapped))
        }
    }
}
