import CKernels

/// The sources that act on the particles of a group, which are near each other: cells that are seen at a small angle from all of
/// them, and particles one by one. The group's own particles are not among these.
///
/// Groups are the largest cells of the tree with few enough particles.
struct TreeWalk: ~Copyable {
    /// The most particles of a group, unless they cannot be told apart.
    static let groupCapacity = 64

    /// The columns of a cell: x, y, z, mass, six moments, half of their trace.
    private static let cellColumnCount = 11

    private var cellList = GrowingMemory<Int32>()
    private var leafList = GrowingMemory<Int32>()
    private var (cellCount, leafCount, sourceCount, sourceStride) = (0, 0, 0, 0)
    private var cellMemory = GrowingMemory<Double>()
    private var sourceMemory = GrowingMemory<Double>()

    /// The cells that act, and how many blocks of them.
    var cells: pk_cells { pk_cells(columns: cellMemory.start, stride: cellBlockCount * BodyColumns.blockLength) }
    var cellBlockCount: Int { (cellCount + BodyColumns.blockLength - 1) / BodyColumns.blockLength }

    /// The particles that act one by one, and how many blocks of them.
    var sources: pk_bodies { pk_bodies(sourceMemory.start, stride: sourceStride) }
    var sourceBlockCount: Int { (sourceCount + BodyColumns.blockLength - 1) / BodyColumns.blockLength }

    /// Finds what acts on the particles of a cell.
    mutating func walk(_ tree: borrowing MassTree, to group: Int) {
        list(tree, to: group)
        copyCells(of: tree)
        copyParticles(of: tree)
    }

    private mutating func list(_ tree: borrowing MassTree, to group: Int) {
        let (steps, cells) = (tree.steps, tree.cells)
        let (lower, upper) = (cells[group].lower, cells[group].upper)
        cellList.reserve(tree.cellCount)
        leafList.reserve(tree.cellCount)
        (cellCount, leafCount, sourceCount) = (0, 0, 0)
        var number = 0
        while number < tree.cellCount {
            let next = Int(steps[number].next)
            let center = SIMD3(steps[number].x, steps[number].y, steps[number].z)
            let away = center - center.clamped(lowerBound: lower, upperBound: upper)
            if number <= group, group < next {
                // The group is in the cell, or is the cell.
                number = number == group ? next : number + 1
            } else if (away * away).sum() > steps[number].squaredOpeningDistance {
                cellList.start[cellCount] = Int32(number)
                cellCount += steps[number].squaredOpeningDistance < 0 ? 0 : 1
                number = next
            } else if steps[number].isLeaf {
                leafList.start[leafCount] = Int32(number)
                leafCount += 1
                sourceCount += Int(cells[number].end - cells[number].first)
                number = next
            } else {
                number += 1
            }
        }
    }

    private mutating func copyCells(of tree: borrowing MassTree) {
        let stride = cellBlockCount * BodyColumns.blockLength
        cellMemory.reserve(Self.cellColumnCount * stride)
        let columns = cellMemory.start
        for index in 0..<cellCount {
            let cell = tree.cells + Int(cellList.start[index])
            columns[index] = cell.pointee.x
            columns[index + stride] = cell.pointee.y
            columns[index + 2 * stride] = cell.pointee.z
            columns[index + 3 * stride] = cell.pointee.mass
            columns[index + 4 * stride] = cell.pointee.xx
            columns[index + 5 * stride] = cell.pointee.xy
            columns[index + 6 * stride] = cell.pointee.xz
            columns[index + 7 * stride] = cell.pointee.yy
            columns[index + 8 * stride] = cell.pointee.yz
            columns[index + 9 * stride] = cell.pointee.zz
            columns[index + 10 * stride] = 0.5 * (cell.pointee.xx + cell.pointee.yy + cell.pointee.zz)
        }
        // The cells that fill up the columns are in the place of another one and have no mass.
        for index in cellCount..<stride {
            for column in 0..<3 { columns[index + column * stride] = columns[column * stride] }
            for column in 3..<Self.cellColumnCount { columns[index + column * stride] = 0 }
        }
    }

    private mutating func copyParticles(of tree: borrowing MassTree) {
        let stride = sourceBlockCount * BodyColumns.blockLength
        sourceStride = stride
        sourceMemory.reserve(4 * stride)
        let (columns, from, count) = (sourceMemory.start, tree.columns, tree.count)
        // Those without mass are left out, since they may be in one place with a particle of the group.
        sourceCount = 0
        for index in 0..<leafCount {
            let leaf = tree.cells + Int(leafList.start[index])
            for place in Int(leaf.pointee.first)..<Int(leaf.pointee.end) where from[place + 3 * count] > 0 {
                columns[sourceCount] = from[place]
                columns[sourceCount + stride] = from[place + count]
                columns[sourceCount + 2 * stride] = from[place + 2 * count]
                columns[sourceCount + 3 * stride] = from[place + 3 * count]
                sourceCount += 1
            }
        }
        // As above.
        for index in sourceCount..<stride {
            for column in 0..<3 { columns[index + column * stride] = columns[column * stride] }
            columns[index + 3 * stride] = 0
        }
    }
}
