/// The particles of a system that are there after some have gone, in memory without gaps, for forces that know of no gaps.
final class PresentParticles {
    /// Their numbers as nodes.
    let nodes: [Int]

    private let masses: [Double]
    private let charges: [Double]
    private let types: [Int32]
    private let positions: UnsafeMutablePointer<Double>
    private let velocities: UnsafeMutablePointer<Double>
    private let accelerations: UnsafeMutablePointer<Double>

    init(_ nodes: [Int], masses: [Double], charges: [Double], types: [Int32]) {
        self.nodes = nodes
        self.masses = nodes.map { masses[$0] }
        self.charges = nodes.map { charges[$0] }
        self.types = nodes.map { types[$0] }
        positions = .allocate(capacity: 3 * nodes.count)
        velocities = .allocate(capacity: 3 * nodes.count)
        accelerations = .allocate(capacity: 3 * nodes.count)
        for columns in [positions, velocities, accelerations] {
            columns.initialize(repeating: 0, count: 3 * nodes.count)
        }
    }

    deinit {
        for columns in [positions, velocities, accelerations] { columns.deallocate() }
    }

    /// Calls a closure with the columns of the particles, whose positions are gathered from those of all, present or not.
    func withColumns<Result>(
        at all: UnsafePointer<Double>, count: Int, box: Box, _ body: (ParticleColumns) -> Result
    ) -> Result {
        gather(all, count: count, into: positions)
        return masses.withUnsafeBufferPointer { masses in
            charges.withUnsafeBufferPointer { charges in
                types.withUnsafeBufferPointer { types in
                    // There is at least one particle, so that there is memory.
                    body(
                        ParticleColumns(
                            count: nodes.count, box: box, mass: masses.baseAddress.unsafelyUnwrapped,
                            charge: charges.baseAddress.unsafelyUnwrapped,
                            type: types.baseAddress.unsafelyUnwrapped, positions: positions))
                }
            }
        }
    }

    /// The velocities of the particles, gathered from those of all, present or not. They are good until this is asked again.
    func velocities(in all: UnsafePointer<Double>, count: Int) -> VelocityColumns {
        gather(all, count: count, into: velocities)
        return VelocityColumns(velocities, count: nodes.count)
    }

    /// Has the velocities of the particles moved, and puts them where they belong among those of all.
    func withVelocities(
        of all: UnsafeMutablePointer<Double>, count: Int, _ move: (UnsafeMutablePointer<Double>) -> Void
    ) {
        gather(all, count: count, into: velocities)
        move(velocities)
        scatter(velocities, to: all, count: count)
    }

    private func scatter(_ columns: UnsafePointer<Double>, to all: UnsafeMutablePointer<Double>, count: Int) {
        for axis in 0..<3 {
            for (position, node) in nodes.enumerated() {
                all[axis * count + node] = columns[axis * nodes.count + position]
            }
        }
    }

    private func gather(_ all: UnsafePointer<Double>, count: Int, into columns: UnsafeMutablePointer<Double>) {
        for axis in 0..<3 {
            for (position, node) in nodes.enumerated() {
                columns[axis * nodes.count + position] = all[axis * count + node]
            }
        }
    }

    /// Has the accelerations of the particles computed, and puts them where they belong among those of all.
    func withAccelerations(
        scatteredTo all: UnsafeMutablePointer<Double>, count: Int, _ compute: (UnsafeMutablePointer<Double>) -> Void
    ) {
        accelerations.update(repeating: 0, count: 3 * nodes.count)
        compute(accelerations)
        scatter(accelerations, to: all, count: count)
    }
}
