import GSL

/// Leapfrog steps in their kick–drift–kick form one after the other, which together make one step of an integrator. What
/// they are of the whole step are their weights.
///
/// The kick that ends one of them and that which begins the next one are made as one. The accelerations at the end are kept
/// for the next step.
///
/// Where accelerations depend on velocities, too (``SecondOrderEquations/movesVelocities``), half of the motion of velocities is
/// made before the first kick of each leapfrog step and half after the last one. Two such halves of neighbouring steps and the
/// kicks around them are the method of Boris.
final class KickDriftSteps<Model: SecondOrderEquations> {
    private let weights: [Double]
    private let team: ThreadTeam
    var accelerations: [Double] = []

    /// Where the new state is formed, so that a step that fails leaves the old one.
    var next: [Double] = []
    var isCurrent = false

    init(weights: [Double], threads: Int) {
        self.weights = weights
        team = ThreadTeam(threadCount: max(1, threads))
    }

    func stateWasChanged() {
        isCurrent = false
    }

    func advance(_ model: Model, from start: Double, to end: Double) throws(IntegrationError) {
        let coordinates = model.state.count / 2
        guard coordinates > 0 else { return }
        if accelerations.count != coordinates {
            accelerations = [Double](repeating: 0, count: coordinates)
            next = [Double](repeating: 0, count: 2 * coordinates)
            isCurrent = false
        }
        let isFinite =
            model.movesVelocities
            ? stepMovingVelocities(model, from: start, to: end, coordinates: coordinates)
            : step(model, from: start, to: end, coordinates: coordinates)
        // Should the new state be refused, the accelerations are not those of the state.
        isCurrent = false
        if !isFinite { try IntegrationError.check(next, of: model, from: start, to: end) }
        accept(next, in: model)
        isCurrent = true
    }

    /// Forms the new state in `next`, and says whether it is finite.
    private func step(_ model: Model, from start: Double, to end: Double, coordinates: Int) -> Bool {
        let step = end - start
        return withColumns(of: model, coordinates: coordinates) { state, q, v, a in
            if !isCurrent { model.velocityRates(at: start, of: state, into: a) }
            var time = start
            var (oldQ, oldV) = (UnsafePointer(state), UnsafePointer(state + coordinates))
            var kickWeight = weights[0]
            for (index, weight) in weights.enumerated() {
                if index > 0 { kickWeight = weights[index - 1] + weight }
                let (kick, drift) = (step / 2 * kickWeight, step * weight)
                team.forEachRun(of: coordinates) { [oldQ, oldV] range in
                    for i in range {
                        v[i] = oldV[i] + kick * a[i]
                        q[i] = oldQ[i] + drift * v[i]
                    }
                }
                let reached = index == weights.count - 1 ? end : time + drift
                model.endDrift(q, from: time, to: reached)
                model.velocityRates(at: reached, of: q, into: a)
                time = reached
                (oldQ, oldV) = (UnsafePointer(q), UnsafePointer(v))
            }
            return kick(q, v, by: step / 2 * weights[weights.count - 1], a, count: coordinates)
        }
    }

    /// Forms the new state in `next` where accelerations depend on velocities, too, and says whether it is finite.
    private func stepMovingVelocities(
        _ model: Model, from start: Double, to end: Double, coordinates: Int
    ) -> Bool {
        let step = end - start
        return withColumns(of: model, coordinates: coordinates) { state, q, v, a in
            q.update(from: state, count: 2 * coordinates)
            if !isCurrent { model.kickRates(at: start, of: q, into: a) }
            var time = start
            for (index, weight) in weights.enumerated() {
                let (kick, drift) = (step / 2 * weight, step * weight)
                model.moveVelocities(of: q, at: time, by: kick, isReversed: false)
                team.forEachRun(of: coordinates) { range in
                    for i in range {
                        v[i] += kick * a[i]
                        q[i] += drift * v[i]
                    }
                }
                let reached = index == weights.count - 1 ? end : time + drift
                model.endDrift(q, from: time, to: reached)
                model.kickRates(at: reached, of: q, into: a)
                team.forEachRun(of: coordinates) { range in
                    for i in range { v[i] += kick * a[i] }
                }
                model.moveVelocities(of: q, at: reached, by: kick, isReversed: true)
                time = reached
            }
            return areAllFinite(q, count: 2 * coordinates)
        }
    }

    /// Hands out the old state, the new positions and velocities, and the accelerations.
    private func withColumns(
        of model: Model, coordinates: Int,
        _ form: (
            _ state: UnsafeMutablePointer<Double>, _ q: UnsafeMutablePointer<Double>, _ v: UnsafeMutablePointer<Double>,
            _ a: UnsafeMutablePointer<Double>
        ) -> Bool
    ) -> Bool {
        accelerations.withUnsafeMutableBufferPointer { accelerations in
            next.withUnsafeMutableBufferPointer { next in
                guard let state = model.state.elements.baseAddress, let a = accelerations.baseAddress,
                    let q = next.baseAddress
                else { return true }
                return form(state, q, q + coordinates, a)
            }
        }
    }

    /// Kicks velocities, and says whether they and the positions are finite.
    private func kick(
        _ q: UnsafePointer<Double>, _ v: UnsafeMutablePointer<Double>, by step: Double, _ a: UnsafePointer<Double>,
        count: Int
    ) -> Bool {
        withUnsafeTemporaryAllocation(of: Bool.self, capacity: ThreadTeam.runCount(of: count)) { areFinite in
            team.forEachRun(of: count) { range in
                for i in range { v[i] += step * a[i] }
                areFinite[range.lowerBound / ThreadTeam.runLength] =
                    areAllFinite(v + range.lowerBound, count: range.count)
                    && areAllFinite(q + range.lowerBound, count: range.count)
            }
            return areFinite.allSatisfy { $0 }
        }
    }

    private func accept(_ next: [Double], in model: Model) {
        next.withUnsafeBufferPointer { next in
            guard let new = next.baseAddress, let state = model.state.elements.baseAddress else { return }
            team.forEachRun(of: next.count) { range in
                (state + range.lowerBound).update(from: new + range.lowerBound, count: range.count)
            }
        }
    }
}

extension KickDriftSteps {
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.flag(&isCurrent)
        guard isCurrent else { return }
        try archive.values(&accelerations)
        if archive.isReading { next = [Double](repeating: 0, count: 2 * accelerations.count) }
    }
}
