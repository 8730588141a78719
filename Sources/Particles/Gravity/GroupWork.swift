import CKernels

/// The computations for the particles of a group of a tree, and memory for them.
struct GroupWork: ~Copyable {
    let kernel: PairKernel
    let squaredSoftening: Double

    private var walk = TreeWalk()
    private var bodies = BodyColumns()
    private var points = BodyColumns()
    private var results = GrowingMemory<Double>()

    init(kernel: PairKernel, squaredSoftening: Double) {
        self.kernel = kernel
        self.squaredSoftening = squaredSoftening
    }

    /// Computes the accelerations of the particles of a group, divided by the gravitational constant, and hands them on with
    /// the places of the particles in the tree.
    mutating func accelerate(
        _ group: Int, of tree: borrowing MassTree, _ receive: (Int, SIMD3<Double>) -> Void
    ) {
        walk.walk(tree, to: group)
        let (first, count) = copyBodies(of: group, in: tree)
        let result = clearedResults(for: bodies.capacity)
        kernel.addPairs(
            of: bodies.columns, blocks: 0..<bodies.blockCount, blockCount: bodies.blockCount,
            squaredSoftening: squaredSoftening, into: result)
        addDistant(at: bodies.columns, count: bodies.count, into: result)
        for body in 0..<bodies.count {
            receive(first + Int(bodies.particles[body]), SIMD3(result.x[body], result.y[body], result.z[body]))
        }
        guard bodies.count < count else { return }
        points.copy(tree.columns(from: first), count: count) { $0 == 0 }
        let pointResult = clearedResults(for: points.capacity)
        kernel.addField(
            of: bodies.columns, blockCount: bodies.blockCount, at: points.columns, pointCount: points.capacity,
            squaredSoftening: squaredSoftening, into: pointResult)
        addDistant(at: points.columns, count: points.count, into: pointResult)
        for point in 0..<points.count {
            receive(
                first + Int(points.particles[point]),
                SIMD3(pointResult.x[point], pointResult.y[point], pointResult.z[point]))
        }
    }

    /// The energy of the particles of a group among each other, and half of that with all others, divided by −G.
    mutating func energy(of group: Int, in tree: borrowing MassTree) -> Double {
        walk.walk(tree, to: group)
        _ = copyBodies(of: group, in: tree)
        let potentials = clearedResults(for: bodies.capacity).x
        kernel.addFieldPotentials(
            of: walk.sources, blockCount: walk.sourceBlockCount, at: bodies.columns, pointCount: bodies.count,
            squaredSoftening: squaredSoftening, into: potentials)
        kernel.addCellPotentials(
            walk.cells, blockCount: walk.cellBlockCount, at: bodies.columns, pointCount: bodies.count,
            squaredSoftening: squaredSoftening, into: potentials)
        let own = kernel.gravitySums(
            of: bodies.columns, blocks: 0..<bodies.blockCount, blockCount: bodies.blockCount,
            squaredSoftening: squaredSoftening)
        return (0..<bodies.count).reduce(own.energy) { $0 + 0.5 * bodies.columns.mass[$1] * potentials[$1] }
    }

    /// Takes the particles of a group that have mass; returns where all of the group's begin and how many there are.
    private mutating func copyBodies(of group: Int, in tree: borrowing MassTree) -> (first: Int, count: Int) {
        let (first, end) = (Int(tree.cells[group].first), Int(tree.cells[group].end))
        bodies.copy(tree.columns(from: first), count: end - first) { $0 > 0 }
        return (first, end - first)
    }

    private mutating func clearedResults(for capacity: Int) -> CoordinateColumns {
        results.reserve(3 * capacity)
        results.start.update(repeating: 0, count: 3 * capacity)
        return CoordinateColumns(results.start, count: capacity)
    }

    /// Adds what the cells and particles cause that the walk has found.
    private func addDistant(at points: pk_bodies, count: Int, into result: CoordinateColumns) {
        let rowsAtOnce = Int(pk_rows_at_once)
        kernel.addField(
            of: walk.sources, blockCount: walk.sourceBlockCount, at: points,
            pointCount: (count + rowsAtOnce - 1) / rowsAtOnce * rowsAtOnce, squaredSoftening: squaredSoftening,
            into: result)
        kernel.addCells(
            walk.cells, blockCount: walk.cellBlockCount, at: points, pointCount: count,
            squaredSoftening: squaredSoftening, into: result)
    }
}

extension MassTree {
    /// The columns of the particles from a place on.
    fileprivate func columns(from place: Int) -> pk_bodies {
        pk_bodies(columns, stride: count).advanced(by: place)
    }

    /// Writes the numbers of the cells that are groups, and returns how many there are.
    func listGroups(into list: UnsafeMutablePointer<Int32>) -> Int {
        var (groupCount, cell) = (0, 0)
        while cell < cellCount {
            let isGroup = steps[cell].isLeaf || Int(cells[cell].end - cells[cell].first) <= TreeWalk.groupCapacity
            if isGroup {
                list[groupCount] = Int32(cell)
                groupCount += 1
            }
            cell = isGroup ? Int(steps[cell].next) : cell + 1
        }
        return groupCount
    }
}
