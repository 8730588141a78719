import CKernels

extension PairKernel {
    /// Adds what bodies of a range of blocks and all later ones cause in each other, divided by the gravitational constant.
    func addPairs(
        of bodies: pk_bodies, blocks: Range<Int>, blockCount: Int, squaredSoftening: Double,
        into accelerations: CoordinateColumns
    ) {
        switch self {
        case .reference:
            GravityReference(squaredSoftening: squaredSoftening)
                .addPairs(of: bodies, blocks: blocks, blockCount: blockCount, into: accelerations)
        case .compiled(let set):
            var (bodies, result) = (bodies, pk_accelerations(accelerations))
            pk_gravity_pairs(
                set, &bodies, Int32(blocks.lowerBound), Int32(blocks.upperBound), Int32(blockCount), squaredSoftening,
                &result)
        }
    }

    /// Adds what bodies cause at points, of which there are whole blocks, divided by the gravitational constant.
    func addField(
        of bodies: pk_bodies, blockCount: Int, at points: pk_bodies, pointCount: Int, squaredSoftening: Double,
        into accelerations: CoordinateColumns
    ) {
        switch self {
        case .reference:
            GravityReference(squaredSoftening: squaredSoftening)
                .addField(of: bodies, blockCount: blockCount, at: points, pointCount: pointCount, into: accelerations)
        case .compiled(let set):
            var (bodies, points, result) = (bodies, points, pk_accelerations(accelerations))
            pk_gravity_field(
                set, &bodies, Int32(blockCount), &points, Int32(pointCount), squaredSoftening, &result)
        }
    }

    /// Energy and virial of bodies of a range of blocks with each other and with all later ones, divided by −G.
    func gravitySums(
        of bodies: pk_bodies, blocks: Range<Int>, blockCount: Int, squaredSoftening: Double
    ) -> pk_sums {
        switch self {
        case .reference:
            return GravityReference(squaredSoftening: squaredSoftening)
                .sums(of: bodies, blocks: blocks, blockCount: blockCount)
        case .compiled(let set):
            var (bodies, sums) = (bodies, pk_sums())
            pk_gravity_sums(
                set, &bodies, Int32(blocks.lowerBound), Int32(blocks.upperBound), Int32(blockCount), squaredSoftening,
                &sums)
            return sums
        }
    }

    /// Adds what cells cause at points, divided by the gravitational constant.
    func addCells(
        _ cells: pk_cells, blockCount: Int, at points: pk_bodies, pointCount: Int, squaredSoftening: Double,
        into accelerations: CoordinateColumns
    ) {
        switch self {
        case .reference:
            GravityReference(squaredSoftening: squaredSoftening)
                .addCells(cells, blockCount: blockCount, at: points, pointCount: pointCount, into: accelerations)
        case .compiled(let set):
            var (cells, points, result) = (cells, points, pk_accelerations(accelerations))
            pk_gravity_cells(set, &cells, Int32(blockCount), &points, Int32(pointCount), squaredSoftening, &result)
        }
    }

    /// Adds the potentials of bodies, divided by −G, at points.
    func addFieldPotentials(
        of bodies: pk_bodies, blockCount: Int, at points: pk_bodies, pointCount: Int, squaredSoftening: Double,
        into potentials: UnsafeMutablePointer<Double>
    ) {
        switch self {
        case .reference:
            GravityReference(squaredSoftening: squaredSoftening)
                .addFieldPotentials(
                    of: bodies, blockCount: blockCount, at: points, pointCount: pointCount, into: potentials)
        case .compiled(let set):
            var (bodies, points) = (bodies, points)
            pk_gravity_field_potentials(
                set, &bodies, Int32(blockCount), &points, Int32(pointCount), squaredSoftening, potentials)
        }
    }

    /// Adds the potentials of cells, divided by −G, at points.
    func addCellPotentials(
        _ cells: pk_cells, blockCount: Int, at points: pk_bodies, pointCount: Int, squaredSoftening: Double,
        into potentials: UnsafeMutablePointer<Double>
    ) {
        switch self {
        case .reference:
            GravityReference(squaredSoftening: squaredSoftening)
                .addCellPotentials(cells, blockCount: blockCount, at: points, pointCount: pointCount, into: potentials)
        case .compiled(let set):
            var (cells, points) = (cells, points)
            pk_gravity_cell_potentials(
                set, &cells, Int32(blockCount), &points, Int32(pointCount), squaredSoftening, potentials)
        }
    }
}

extension pk_accelerations {
    init(_ columns: CoordinateColumns) {
        self.init(x: columns.x, y: columns.y, z: columns.z)
    }
}
