import GSL
import SimulationEngine

extension ParticleSystem {
    /// Moves the particles to a minimum of the potential energy near where they are. Velocities stay as they are, and forces that
    /// depend on them, which have no part in the energy, do not act.
    ///
    /// - Parameters:
    ///   - method: How the minimum is looked for.
    ///   - forceTolerance: The greatest force on a particle in the end.
    ///   - maximumSteps: After how many steps to give up.
    ///   - fixed: Particles that stay where they are.
    /// - Returns: The minimum.
    /// - Throws: ``MinimizationError``; what GSL reports. The state is then as it was.
    /// - Complexity: One evaluation of the forces a step of FIRE, some evaluations of forces and energy an iteration of
    ///   GSL's methods, whose number grows with that of particles.
    @discardableResult
    public func minimizeEnergy(
        by method: MinimizationMethod, forceTolerance: Double, maximumSteps: Int = 100_000, fixed: [Int] = []
    ) throws -> EnergyMinimum {
        guard forceTolerance.isFinite, forceTolerance > 0 else {
            throw MinimizationError.invalidParameter("force tolerance", forceTolerance)
        }
        if let missing = fixed.first(where: { !(0..<nodeCount).contains($0) }) {
            throw MinimizationError.missingParticle(missing, count: nodeCount)
        }
        let landscape = EnergyLandscape(self, fixed: fixed)
        let (positions, minimum) =
            switch method {
            case .fire(let step, let displacement):
                try landscape.minimumByFIRE(
                    step: step, greatestDisplacement: displacement, tolerance: forceTolerance,
                    maximumSteps: maximumSteps)
            case .gradient(let method, let firstStep):
                try landscape.minimum(
                    by: method, firstStep: firstStep, tolerance: forceTolerance, maximumSteps: maximumSteps)
            }
        for index in positions.indices { state.elements[index] = positions[index] }
        return minimum
    }

    fileprivate func potentialEnergy(at positions: UnsafePointer<Double>) -> Double {
        withColumns(at: positions) { columns in forces.reduce(0) { $0 + $1.potentialEnergy(of: columns) } }
    }
}

/// The potential energy and the forces as functions of all positions.
private struct EnergyLandscape {
    let system: ParticleSystem
    let fixed: [Int]
    let count: Int

    init(_ system: ParticleSystem, fixed: [Int]) {
        self.system = system
        self.fixed = fixed
        count = 3 * system.nodeCount
    }

    private var initialPositions: [Double] { Array(system.state.elements.prefix(count)) }

    /// The forces, which are 0 on what is fixed.
    private func getForces(at positions: UnsafePointer<Double>, into forces: UnsafeMutablePointer<Double>) {
        system.accelerations(at: positions, movingWith: nil, into: forces)
        let nodes = system.nodeCount
        for i in 0..<count { forces[i] *= system.masses[i % nodes] }
        for node in fixed {
            for axis in 0..<3 { forces[axis * nodes + node] = 0 }
        }
    }

    /// The greatest force on a particle; not a number if one of them is not.
    private func greatestForce(_ forces: UnsafePointer<Double>) -> Double {
        let nodes = system.nodeCount
        var greatest = 0.0
        for i in 0..<nodes {
            let (x, y, z) = (forces[i], forces[nodes + i], forces[2 * nodes + i])
            let square = x * x + y * y + z * z
            if !(square <= greatest) { greatest = square }
            if square.isNaN { return .nan }
        }
        return greatest.squareRoot()
    }

    // MARK: FIRE

    /// A dynamics that is turned towards the forces as long as it goes downhill, and stopped where it goes uphill.
    ///
    /// E. Bitzek et al., *Structural relaxation made simple*, Physical Review Letters 97 (2006) 170201, DOI
    /// 10.1103/PhysRevLett.97.170201, with its parameters, and with semi-implicit steps as J. Guénolé et al., Computational
    /// Materials Science 175 (2020) 109584, DOI 10.1016/j.commatsci.2020.109584, advise.
    func minimumByFIRE(
        step first: Double, greatestDisplacement: Double, tolerance: Double, maximumSteps: Int
    ) throws(MinimizationError) -> ([Double], EnergyMinimum) {
        for (name, value) in [("step", first), ("greatest displacement", greatestDisplacement)] {
            guard value.isFinite, value > 0 else { throw .invalidParameter(name, value) }
        }
        var (q, v, f) = (initialPositions, [Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
        var (step, mixing, stepsDownhill) = (first, 0.1, 0)
        for index in 0...max(maximumSteps, 0) {
            getForces(at: q, into: &f)
            let greatest = greatestForce(f)
            guard greatest.isFinite else { throw .forcesNotFinite(steps: index, cause: system.failureCause) }
            if greatest <= tolerance {
                return (q, EnergyMinimum(energy: system.potentialEnergy(at: q), greatestForce: greatest, steps: index))
            }
            guard index < maximumSteps else {
                throw .tooManySteps(index, greatestForce: greatest, tolerance: tolerance)
            }
            if dot(f, v) > 0 {
                let ratio = mixing * (dot(v, v) / dot(f, f)).squareRoot()
                for i in 0..<count { v[i] = (1 - mixing) * v[i] + ratio * f[i] }
                stepsDownhill += 1
                if stepsDownhill > 5 {
                    step = min(1.1 * step, 10 * first)
                    mixing *= 0.99
                }
            } else {
                for i in 0..<count { v[i] = 0 }
                (step, mixing, stepsDownhill) = (index == 0 ? step : 0.5 * step, 0.1, 0)
            }
            move(&q, &v, along: f, step: step, atMost: greatestDisplacement)
        }
        throw .tooManySteps(maximumSteps, greatestForce: .nan, tolerance: tolerance)
    }

    private func move(
        _ q: inout [Double], _ v: inout [Double], along f: [Double], step: Double, atMost greatest: Double
    ) {
        for i in 0..<count { v[i] += step * f[i] }
        let longest = step * greatestForce(v)
        let scale = longest > greatest ? greatest / longest : 1
        for i in 0..<count { q[i] += scale * step * v[i] }
        system.applyBoundaries(positions: &q, velocities: &v)
    }

    private func dot(_ a: [Double], _ b: [Double]) -> Double {
        var sum = 0.0
        for i in 0..<count { sum += a[i] * b[i] }
        return sum
    }

    // MARK: GSL

    func minimum(
        by method: GradientMethod, firstStep: Double, tolerance: Double, maximumSteps: Int
    ) throws -> ([Double], EnergyMinimum) {
        guard firstStep.isFinite, firstStep > 0 else {
            throw MinimizationError.invalidParameter("first step", firstStep)
        }
        var (evaluations, last) = (0, Double.nan)
        do {
            let found = try findMinimum(
                from: initialPositions, by: method, firstStep: firstStep, maximumIterations: maximumSteps,
                until: { gradient in
                    last = gradient.baseAddress.map(greatestForce) ?? 0
                    return last <= tolerance
                },
                of: { positions, gradient in
                    evaluations += 1
                    getForces(at: positions, into: gradient)
                    for i in 0..<count { gradient[i].negate() }
                    let energy = system.potentialEnergy(at: positions)
                    guard energy.isFinite, greatestForce(gradient).isFinite else {
                        throw MinimizationError.forcesNotFinite(steps: evaluations, cause: system.failureCause)
                    }
                    return energy
                })
            let minimum = EnergyMinimum(energy: found.value, greatestForce: last, steps: found.iterations)
            return (found.arguments, minimum)
        } catch let error as GSLError where error.isIterationLimit || error.isLackOfProgress {
            throw error.isIterationLimit
                ? MinimizationError.tooManySteps(maximumSteps, greatestForce: last, tolerance: tolerance)
                : MinimizationError.noProgress(steps: evaluations, greatestForce: last, tolerance: tolerance)
        }
    }
}
