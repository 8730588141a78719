import GSL
import SimulationEngine

/// The energy and the force of a ``PairFormula``, with its parameters for each pair of types.
struct RadialTerms: Sendable {
    private let expression: FieldExpression
    private let parameters: [PairTable<Double>]
    private let typeCount: Int
    private let formula: RadialFormula

    /// The parameters that differ from pair to pair, which are columns of the formula, by their fields.
    private let tables: [(field: Int, values: [Double])]

    /// Derives the force.
    ///
    /// - Parameters:
    ///   - expression: The energy of the distance and parameters.
    ///   - parameters: The parameters.
    ///   - typeCount: The number of types.
    ///   - isLessLine: True if the last two parameters are no fields of the expression but *a* and *b* of a line *a* + *b* *r*
    ///     that is subtracted.
    init(_ expression: FieldExpression, _ parameters: [PairTable<Double>], typeCount: Int, isLessLine: Bool = false) {
        (self.expression, self.parameters, self.typeCount) = (expression, parameters, typeCount)
        var constants: [Int: Double] = [:]
        var tables: [(Int, [Double])] = []
        for (index, table) in parameters.enumerated() {
            let number = table.values[0]
            if table.values.allSatisfy({ $0 == number }) {
                constants[index + 1] = number
            } else {
                tables.append((index + 1, table.values))
            }
        }
        self.tables = tables
        formula = RadialFormula(
            expression, constants: constants,
            less: isLessLine ? (a: parameters.count - 1, b: parameters.count) : nil)
    }

    /// The interaction of two types.
    func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
        interaction(squaredDistance: squaredDistance, a, b, formula.forceAndEnergy.makeEvaluation())
    }

    private func interaction(
        squaredDistance: Double, _ a: Int, _ b: Int, _ evaluation: ColumnEvaluation
    ) -> PairInteraction {
        var numbers = [Double](repeating: 0, count: parameters.count + 1)
        numbers[0] = squaredDistance
        for table in tables { numbers[table.field] = table.values[a * typeCount + b] }
        let (force, energy) = evaluation.values(of: numbers)
        return PairInteraction(energy: energy, forceOverDistance: force)
    }

    /// The same energy less that at the cutoff, and less its slope there if that is said.
    func shifted(at cutoffs: PairTable<Double>, withSlope: Bool) -> RadialTerms {
        let lines = PairTable(typeCount: typeCount) { a, b -> (a: Double, b: Double) in
            let cutoff = cutoffs[a, b]
            guard cutoff > 0 else { return (0, 0) }
            let pair = interaction(squaredDistance: cutoff * cutoff, a, b)
            let slope = withSlope ? -pair.forceOverDistance * cutoff : 0
            return (pair.energy - slope * cutoff, slope)
        }
        return RadialTerms(
            expression, parameters + [lines.map(\.a), lines.map(\.b)], typeCount: typeCount, isLessLine: true)
    }
}

// MARK: - Neighbours

extension RadialTerms {
    /// Computes the formula for the neighbours of each particle side by side.
    func computeForces(on rows: PairRows) -> PairSums {
        let formula = rows.wantsSums ? formula.forceAndEnergy : formula.forceOverDistance
        let evaluation = formula.makeEvaluation()
        let capacity = max(1, tables.count) * ColumnEvaluation.greatestCount
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: capacity) { memory in
            for row in 0..<rows.count {
                compute(row, of: rows, evaluation, memory.baseAddress.unsafelyUnwrapped)
                rows.addPairs(ofRow: row)
            }
            return rows.sums
        }
    }

    private func compute(
        _ row: Int, of rows: PairRows, _ evaluation: ColumnEvaluation, _ memory: UnsafeMutablePointer<Double>
    ) {
        let count = rows.findPairs(ofRow: row)
        for start in stride(from: 0, to: count, by: ColumnEvaluation.greatestCount) {
            let length = min(ColumnEvaluation.greatestCount, count - start)
            if !tables.isEmpty {
                look(up: rows.type(ofRow: row), rows.labels + start, count: length, into: memory)
            }
            // Columns have room for a whole vector behind the last pair, so that none is copied.
            evaluation.compute(
                (length + 7) & ~7, into: rows.forces + start, rows.energies + start,
                from: { $0 == 0 ? rows.squaredDistances + start : UnsafePointer(memory + place(of: $0)) })
        }
    }

    /// Where the numbers of a parameter begin in the memory of a block.
    private func place(of field: Int) -> Int {
        (tables.firstIndex { $0.field == field } ?? 0) * ColumnEvaluation.greatestCount
    }

    /// Looks up the parameters of a type with others.
    private func look(
        up type: Int, _ labels: UnsafePointer<Double>, count: Int, into memory: UnsafeMutablePointer<Double>
    ) {
        for (index, table) in tables.enumerated() {
            let target = memory + index * ColumnEvaluation.greatestCount
            table.values.withUnsafeBufferPointer { values in
                for pair in 0..<count { target[pair] = values[type * typeCount + Int(labels[pair])] }
            }
        }
    }
}

// MARK: - What can be wrong

extension RadialTerms {
    /// Refuses what is no energy of a distance and of these parameters.
    static func check(
        _ energy: FieldExpression, _ parameters: [PairTable<Double>], _ cutoffs: PairTable<Double>
    ) throws(PairPotentialError) {
        func refuse(_ reason: String) -> PairPotentialError { .parameter(.unfit("energy", because: reason)) }
        guard energy.kind == .number else { throw refuse("is a condition, but must be a number") }
        guard !energy.usesTime, !energy.usesNode else { throw refuse("must not depend on 'time' or 'node'") }
        guard energy.fields.count == parameters.count + 1 else {
            throw refuse("is of \(energy.fields.count) names, but there are r and \(parameters.count) parameters")
        }
        guard energy.usedFields.contains(0) else { throw refuse("does not depend on the distance r") }
        for cutoff in cutoffs.values { try PairPotentialError.check(cutoff, Interactions.cutoffOfPair) }
        for (name, table) in zip(energy.fields.dropFirst(), parameters) {
            guard table.typeCount == cutoffs.typeCount else {
                throw .parameter(
                    .unfit(name, because: "is for \(table.typeCount) types, the cutoff for \(cutoffs.typeCount)"))
            }
            if let number = table.values.first(where: { !$0.isFinite }) {
                throw .parameter(.impossible(name, .number(number), allowed: .number(.any)))
            }
        }
    }

    /// Refuses what is not finite at the cutoff.
    func check(at cutoffs: PairTable<Double>) throws(PairPotentialError) {
        for a in 0..<typeCount {
            for b in a..<typeCount where cutoffs[a, b] > 0 {
                let cutoff = cutoffs[a, b]
                let pair = interaction(squaredDistance: cutoff * cutoff, a, b)
                guard pair.energy.isFinite, pair.forceOverDistance.isFinite else {
                    throw .parameter(
                        .unfit(
                            "energy",
                            because: "is \(pair.energy) at the cutoff \(cutoff), and the force "
                                + "\(pair.forceOverDistance * cutoff): both must be finite"))
                }
            }
        }
    }

    /// The integrals of energy and virial beyond the cutoffs, in two and in three dimensions, by `gsl_integration_qagiu`.
    ///
    /// M. P. Allen and D. J. Tildesley, *Computer Simulation of Liquids* (2nd ed. 2017), section 2.8.
    func tails(beyond cutoffs: PairTable<Double>) throws(PairPotentialError) -> [Int: PairTable<TailCorrection>] {
        var tails: [Int: PairTable<TailCorrection>] = [:]
        for dimensions in 2...3 {
            tails[dimensions] = try PairTable(typeCount: typeCount) { a, b throws(PairPotentialError) in
                guard cutoffs[a, b] > 0 else { return TailCorrection(energy: 0, virial: 0) }
                return try tail(a, b, beyond: cutoffs[a, b], dimensions)
            }
        }
        return tails
    }

    private func tail(
        _ a: Int, _ b: Int, beyond cutoff: Double, _ dimensions: Int
    ) throws(PairPotentialError) -> TailCorrection {
        let surface = (dimensions == 2 ? 2 : 4) * Double.pi
        let evaluation = formula.forceAndEnergy.makeEvaluation()
        func integral(_ value: (PairInteraction, Double) -> Double) throws -> Double {
            try integrate(from: cutoff) { r in
                let shell = surface * (dimensions == 2 ? r : r * r)
                return shell * value(interaction(squaredDistance: r * r, a, b, evaluation), r)
            }
        }
        do {
            return TailCorrection(
                energy: try integral { pair, _ in pair.energy },
                virial: try integral { pair, r in pair.forceOverDistance * r * r })
        } catch {
            let reason = "are not known in \(dimensions) dimensions: the integral beyond the cutoff has no limit"
            throw .parameter(.unfit("tail-corrections", because: reason))
        }
    }
}
