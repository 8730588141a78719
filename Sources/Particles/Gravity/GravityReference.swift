import CKernels

/// The definition of what the kernels of gravity in C compute, to the last bit: eight sums side by side, the n-th body of a
/// block in sum n, then the eight in pairs; in the same order of operations, and over the same tiles of blocks.
struct GravityReference {
    let squaredSoftening: Double

    /// So many blocks are read again and again by all rows before the next ones; as `tile_length` in C.
    private static let tileLength = 64

    private typealias Lanes = SIMD8<Double>

    func addPairs(of bodies: pk_bodies, blocks: Range<Int>, blockCount: Int, into accelerations: CoordinateColumns) {
        for tile in stride(from: blocks.lowerBound, to: blockCount, by: Self.tileLength) {
            let tileEnd = min(tile + Self.tileLength, blockCount)
            for own in blocks where own < tileEnd {
                let hasOwn = own >= tile
                for row in 8 * own..<8 * own + 8 {
                    var sum = RowSum(at: bodies, row)
                    if hasOwn { addField(of: bodies, block: own, except: row % 8, to: &sum) }
                    for block in (hasOwn ? own + 1 : tile)..<tileEnd {
                        addPair(of: bodies, block, row, mass: bodies.mass[row], to: &sum, and: accelerations)
                    }
                    accelerations.add(sum.total, at: row)
                }
            }
        }
    }

    func addField(
        of bodies: pk_bodies, blockCount: Int, at points: pk_bodies, pointCount: Int,
        into accelerations: CoordinateColumns
    ) {
        for row in 0..<pointCount {
            var sum = RowSum(at: points, row)
            for block in 0..<blockCount { addField(of: bodies, block: block, except: nil, to: &sum) }
            accelerations.add(sum.total, at: row)
        }
    }

    func sums(of bodies: pk_bodies, blocks: Range<Int>, blockCount: Int) -> pk_sums {
        var (energy, virial) = (Lanes.zero, Lanes.zero)
        for row in 8 * blocks.lowerBound..<8 * blocks.upperBound {
            let own = row / 8
            var (rowEnergy, rowVirial) = (Lanes.zero, Lanes.zero)
            for block in own..<blockCount {
                let d = Distances(of: bodies, block, from: RowSum(at: bodies, row))
                let squares = d.squares + squaredSoftening
                var inverse = Self.inverseRoot(squares)
                if block == own {
                    for lane in 0...row % 8 { inverse[lane] = 0 }
                }
                let part = Self.block(bodies.mass, block) * inverse
                rowEnergy += part
                rowVirial += part * (d.squares * inverse * inverse)
            }
            energy += bodies.mass[row] * rowEnergy
            virial += bodies.mass[row] * rowVirial
        }
        return pk_sums(energy: Self.sum(energy), virial: Self.sum(virial))
    }

    func addCells(
        _ cells: pk_cells, blockCount: Int, at points: pk_bodies, pointCount: Int,
        into accelerations: CoordinateColumns
    ) {
        for row in 0..<pointCount {
            var sum = RowSum(at: points, row)
            for block in 0..<blockCount {
                let t = cellTerms(cells, block, at: sum)
                let fifth = t.inverseCube * t.guessedSquare
                let along =
                    t.mass * t.inverseCube + (2.5 * t.form * t.guessedSquare - t.halfTrace) * fifth
                sum.x += t.d.x * along - t.p.x * fifth
                sum.y += t.d.y * along - t.p.y * fifth
                sum.z += t.d.z * along - t.p.z * fifth
            }
            accelerations.add(sum.total, at: row)
        }
    }

    func addFieldPotentials(
        of bodies: pk_bodies, blockCount: Int, at points: pk_bodies, pointCount: Int,
        into potentials: UnsafeMutablePointer<Double>
    ) {
        for row in 0..<pointCount {
            var sum = Lanes.zero
            for block in 0..<blockCount {
                let d = Distances(of: bodies, block, from: RowSum(at: points, row))
                sum += Self.block(bodies.mass, block) * Self.inverseRoot(d.squares + squaredSoftening)
            }
            potentials[row] += Self.sum(sum)
        }
    }

    func addCellPotentials(
        _ cells: pk_cells, blockCount: Int, at points: pk_bodies, pointCount: Int,
        into potentials: UnsafeMutablePointer<Double>
    ) {
        for row in 0..<pointCount {
            var sum = Lanes.zero
            for block in 0..<blockCount {
                let t = cellTerms(cells, block, at: RowSum(at: points, row))
                let second = 0.5 * t.form * t.guessedSquare - t.halfTrace * (1.0 / 3)
                sum += t.squares * t.inverseCube * t.mass + second * t.inverseCube
            }
            potentials[row] += Self.sum(sum)
        }
    }

    // MARK: Parts

    /// The terms of a block of cells at a row; see `gravity_variant.h`.
    private struct CellTerms {
        let d: Distances
        let p: (x: Lanes, y: Lanes, z: Lanes)
        let (form, squares, inverseCube, guessedSquare): (Lanes, Lanes, Lanes, Lanes)
        let (mass, halfTrace): (Lanes, Lanes)
    }

    private func cellTerms(_ cells: pk_cells, _ block: Int, at row: RowSum) -> CellTerms {
        func column(_ number: Int) -> Lanes { Self.block(cells.columns + number * cells.stride, block) }
        let d = Distances(of: pk_bodies(cells.columns, stride: cells.stride), block, from: row)
        let p = (
            x: column(4) * d.x + column(5) * d.y + column(6) * d.z,
            y: column(5) * d.x + column(7) * d.y + column(8) * d.z,
            z: column(6) * d.x + column(8) * d.y + column(9) * d.z
        )
        let squares = d.squares + squaredSoftening
        let guess = Self.guess(squares)
        return CellTerms(
            d: d, p: p, form: d.x * p.x + d.y * p.y + d.z * p.z, squares: squares,
            inverseCube: Self.inverseCube(squares), guessedSquare: guess * guess, mass: column(3),
            halfTrace: column(10))
    }

    /// The sum that is formed for one body or point.
    private struct RowSum {
        let position: SIMD3<Double>
        var (x, y, z) = (Lanes.zero, Lanes.zero, Lanes.zero)

        init(at points: pk_bodies, _ row: Int) {
            position = SIMD3(points.x[row], points.y[row], points.z[row])
        }

        var total: SIMD3<Double> {
            SIMD3(GravityReference.sum(x), GravityReference.sum(y), GravityReference.sum(z))
        }
    }

    /// The distances of a block from a row.
    private struct Distances {
        let (x, y, z): (Lanes, Lanes, Lanes)

        init(of bodies: pk_bodies, _ block: Int, from row: RowSum) {
            x = GravityReference.block(bodies.x, block) - row.position.x
            y = GravityReference.block(bodies.y, block) - row.position.y
            z = GravityReference.block(bodies.z, block) - row.position.z
        }

        var squares: Lanes { x * x + y * y + z * z }
    }

    private func addPair(
        of bodies: pk_bodies, _ block: Int, _ row: Int, mass: Double, to sum: inout RowSum,
        and accelerations: CoordinateColumns
    ) {
        let d = Distances(of: bodies, block, from: sum)
        let inverse = Self.inverseCube(d.squares + squaredSoftening)
        let onRow = Self.block(bodies.mass, block) * inverse
        let onBlock = mass * inverse
        sum.x += d.x * onRow
        sum.y += d.y * onRow
        sum.z += d.z * onRow
        for lane in 0..<8 {
            accelerations.x[8 * block + lane] -= d.x[lane] * onBlock[lane]
            accelerations.y[8 * block + lane] -= d.y[lane] * onBlock[lane]
            accelerations.z[8 * block + lane] -= d.z[lane] * onBlock[lane]
        }
    }

    private func addField(of bodies: pk_bodies, block: Int, except lane: Int?, to sum: inout RowSum) {
        let d = Distances(of: bodies, block, from: sum)
        var inverse = Self.inverseCube(d.squares + squaredSoftening)
        if let lane { inverse[lane] = 0 }
        let onRow = Self.block(bodies.mass, block) * inverse
        sum.x += d.x * onRow
        sum.y += d.y * onRow
        sum.z += d.z * onRow
    }

    /// A guess of x^(−1/2); see `gravity_variant.h`.
    private static func guess(_ x: Lanes) -> Lanes {
        let halved = unsafeBitCast(x, to: SIMD8<UInt64>.self) &>> 1
        let y = unsafeBitCast(0x5FE6_EB50_C7B5_37A9 &- halved, to: Lanes.self)
        let h = 1 - x * (y * y)
        let cubic = 0.3762790111484312 + h * 0.3130540836718514
        return y * (0.999999253623151 + h * (0.5000004233876097 + h * cubic))
    }

    /// x^(−3/2).
    private static func inverseCube(_ x: Lanes) -> Lanes {
        let y = guess(x)
        let y2 = y * y
        let h = 1 - x * y2
        let y3 = y2 * y
        return y3 + y3 * (h * (1.5 + 1.875 * h))
    }

    /// x^(−1/2).
    private static func inverseRoot(_ x: Lanes) -> Lanes {
        let y = guess(x)
        let h = 1 - x * (y * y)
        return y + y * (h * (0.5 + 0.375 * h))
    }

    private static func block(_ column: UnsafePointer<Double>, _ block: Int) -> Lanes {
        UnsafeRawPointer(column + 8 * block).loadUnaligned(as: Lanes.self)
    }

    private static func sum(_ s: Lanes) -> Double {
        ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
    }
}
