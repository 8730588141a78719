/// Sums over the velocities that thermostats scale: all but those of what is pinned or driven.
extension TrialState where Model: ThermalEquations {
    /// Twice the kinetic energy of what moves freely. Summed up in a fixed order.
    func twiceKineticEnergy(of velocities: UnsafePointer<Double>, in model: Model) -> Double {
        let rows = model.state.rowCount
        let masses = model.masses
        let sum = withUnsafeTemporaryAllocation(of: Double.self, capacity: ThreadTeam.runCount(of: rows)) { sums in
            masses.withUnsafeBufferPointer { masses in
                team.forEachRun(of: rows) { nodes in
                    var sum = 0.0
                    for axis in 0..<count / rows {
                        let v = velocities + axis * rows
                        for node in nodes { sum += masses[node] * v[node] * v[node] }
                    }
                    sums[nodes.lowerBound / ThreadTeam.runLength] = sum
                }
            }
            return sums.reduce(0, +)
        }
        let held = heldCoordinates(of: model).reduce(0) { $0 + masses[$1 % rows] * velocities[$1] * velocities[$1] }
        return max(0, sum - held)
    }

    /// Scales the velocities of what moves freely.
    func scaleVelocities(by factor: Double, in model: Model) {
        let held = heldCoordinates(of: model).map { ($0, velocities[$0]) }
        let v = velocities
        team.forEachRun(of: count) { run in
            for i in run { v[i] *= factor }
        }
        for (i, velocity) in held { v[i] = velocity }
    }

    /// A step of velocity Verlet from velocities that are scaled first.
    func kickAndDrift(
        _ model: Model, from state: UnsafePointer<Double>, start: Double, end: Double, scale: Double
    ) {
        let step = end - start
        let (q, v, a, count) = (positions, velocities, accelerations, count)
        team.forEachRun(of: count) { run in
            for i in run {
                v[i] = scale * state[count + i] + step / 2 * a[i]
                q[i] = state[i] + step * v[i]
            }
        }
        moveHeld(of: model, from: state, start: start, end: end)
    }
}
