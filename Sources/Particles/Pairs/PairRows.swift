import CKernels

/// Some particles and the neighbours of each, for ``PairPotential/computeForces(on:)`` and ``ChargePotential/computeForces(on:)``.
///
/// Kernels in C find the pairs of a row within their cutoffs and write their squared distances one after the other; the
/// interaction goes over these in a loop without conditions, which compilers make one of vectors; and kernels add up what it has
/// written, as the n-th neighbour of the row in sum n mod 8. So an interaction is never asked for pairs beyond its cutoff.
public struct PairRows {
    /// The number of particles.
    @usableFromInline let count: Int

    /// True if energies are asked for.
    @usableFromInline let wantsSums: Bool

    /// True if the pairs of a row have labels that are types.
    @usableFromInline let areOfTypes: Bool

    /// The squared distances of the pairs of the row that was looked at last, and their labels: types, or products of charges.
    @usableFromInline let squaredDistances: UnsafePointer<Double>
    @usableFromInline let labels: UnsafePointer<Double>

    /// Receive the forces of these pairs, divided by their distances, and the energies.
    @usableFromInline let forces: UnsafeMutablePointer<Double>
    @usableFromInline let energies: UnsafeMutablePointer<Double>

    private let rows: pk_rows
    private let nearness: pk_nearness
    private let pairs: pk_row_pairs
    private let set: k_instruction_set
    private let results: UnsafeMutablePointer<Double>

    /// Prepares rows.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - nearness: Which pairs are near.
    ///   - set: The instruction set of the kernels.
    ///   - results: Receives the force on each particle, four numbers apart.
    ///   - wantsSums: True if energies are asked for.
    ///   - memory: ``memoryLength(for:)`` numbers, which are used as long as the rows are.
    init(
        _ rows: pk_rows, _ nearness: pk_nearness, _ set: k_instruction_set,
        into results: UnsafeMutablePointer<Double>, wantsSums: Bool, memory: UnsafeMutablePointer<Double>
    ) {
        count = Int(rows.row_count)
        self.wantsSums = wantsSums
        areOfTypes = nearness.label == pk_label_type
        let sumCount = 2 * Int(pk_block)
        memory.update(repeating: 0, count: sumCount)
        let length = Self.columnLength(for: rows)
        let columns = (0..<Self.columnCount).map { memory + sumCount + $0 * length }
        pairs = pk_row_pairs(
            dx: columns[0], dy: columns[1], dz: columns[2],
            near: UnsafeMutableRawPointer(columns[7]).assumingMemoryBound(to: UInt8.self),
            squared_distances: columns[3], labels: columns[4], forces: columns[5], energies: columns[6], sums: memory)
        squaredDistances = UnsafePointer(columns[3])
        labels = UnsafePointer(columns[4])
        forces = columns[5]
        energies = columns[6]
        self.rows = rows
        self.nearness = nearness
        self.set = set
        self.results = results
    }

    private static let columnCount = 8

    /// The length of the longest row, and what is written over.
    private static func columnLength(for rows: pk_rows) -> Int {
        let longest = (0..<Int(rows.row_count)).reduce(0) { max($0, Int(rows.starts[$1 + 1] - rows.starts[$1])) }
        return longest + Int(pk_block)
    }

    /// How many numbers of memory rows need.
    static func memoryLength(for rows: pk_rows) -> Int {
        2 * Int(pk_block) + columnCount * columnLength(for: rows)
    }

    /// Finds the pairs of a row within their cutoffs, and returns how many there are.
    @usableFromInline
    func findPairs(ofRow row: Int) -> Int {
        withUnsafePointer(to: rows) { rows in
            withUnsafePointer(to: nearness) { nearness in
                withUnsafePointer(to: pairs) { pairs in
                    Int(pk_find_pairs(set, rows, Int32(row), nearness, pairs))
                }
            }
        }
    }

    /// The type of the particle of a row.
    @usableFromInline
    func type(ofRow row: Int) -> Int { Int(rows.points[4 * Int(rows.slots[row]) + 3]) }

    /// Adds up the forces that have been written for the pairs of a row.
    @usableFromInline
    func addPairs(ofRow row: Int) {
        withUnsafePointer(to: rows) { rows in
            withUnsafePointer(to: pairs) { pairs in
                pk_add_pairs(set, rows, Int32(row), pairs, results + 4 * row, wantsSums ? 1 : 0)
            }
        }
    }

    /// The sums over all rows that have been added up.
    @usableFromInline var sums: PairSums {
        PairSums(energy: pk_total(pairs.sums), virial: pk_total(pairs.sums + Int(pk_block)))
    }
}

/// Sums over pairs of particles.
public struct PairSums: Equatable, Sendable {
    /// The potential energy.
    public var energy: Double

    /// The virial Σ *r* · *F*.
    public var virial: Double

    /// Creates sums.
    @inlinable
    public init(energy: Double, virial: Double) {
        self.energy = energy
        self.virial = virial
    }
}

extension PairPotential {
    /// Sums up the forces of the neighbours of each particle, side by side in eight sums in their order.
    @inlinable
    public func computeForces(on rows: PairRows) -> PairSums { computeEachPair(on: rows) }

    /// The default implementation of ``computeForces(on:)``.
    @inlinable
    @inline(__always)
    func computeEachPair(on rows: PairRows) -> PairSums {
        for row in 0..<rows.count {
            let count = rows.findPairs(ofRow: row)
            if rows.areOfTypes {
                let type = rows.type(ofRow: row)
                rows.compute(count) { pair in
                    interaction(squaredDistance: rows.squaredDistances[pair], type, Int(rows.labels[pair]))
                }
            } else {
                rows.compute(count) { interaction(squaredDistance: rows.squaredDistances[$0], 0, 0) }
            }
            rows.addPairs(ofRow: row)
        }
        return rows.sums
    }
}

extension PairRows {
    /// Writes what pairs do to each other; energies only if they are wanted, so that they are not even computed otherwise.
    @inlinable
    @inline(__always)
    func compute(_ count: Int, _ interaction: (Int) -> PairInteraction) {
        let (forces, energies) = (forces, energies)
        guard wantsSums else {
            for pair in 0..<count { forces[pair] = interaction(pair).forceOverDistance }
            return
        }
        for pair in 0..<count {
            let result = interaction(pair)
            forces[pair] = result.forceOverDistance
            energies[pair] = result.energy
        }
    }
}
