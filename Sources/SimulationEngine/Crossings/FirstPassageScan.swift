/// A field of many nodes after the last steps, less a level, and the search for those that have come from below it.
///
/// ## How it is kept
///
/// In blocks of ``blockLength`` nodes. The distances from the level after a step fill a slot of their block; the slots of a
/// block, as many as steps are kept, lie one after the other and are used in turn, so that a node's last distances are
/// found near each other. On which side of the level a node is, is kept as a bit besides: a step reads the field, writes
/// a slot, and compares bits. It reads older distances of those nodes only that change sides. A block all of whose nodes
/// have passed is not looked at any more.
///
/// A block is rows of 8 nodes. Bit *r* of word *k* belongs to node *k* of row *r*.
final class FirstPassageScan {
    /// The field of nodes, in three ways.
    struct Field {
        /// The value of one node.
        let value: (Int) -> Double

        /// Copies the values of some nodes.
        let copy: (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<Double>) -> Void

        /// The memory in which the values of all nodes lie now, if they do.
        let column: () -> UnsafeBufferPointer<Double>?
    }

    /// A node that deserves a closer look after a step.
    struct Finding {
        let position: Int

        /// Its distances after the last steps, the latest first.
        let distances: SIMD4<Double>
    }

    typealias Row = SIMD8<Double>
    typealias Words = SIMD8<UInt64>

    /// A row for each bit of a word.
    static let blockLength = UInt64.bitWidth * Row.scalarCount

    let nodes: [Int]

    /// Those that were below the level before the last step and are not after it, in no order that means anything.
    private(set) var passed: [Finding] = []

    /// Those that were and are below the level, but near it.
    var near: [Finding] = []

    /// The times of the distances that are known, the latest first.
    private(set) var times: [Double] = []

    /// How many steps are kept.
    let depth: Int

    private let field: Field
    let factor: Double
    private let offset: Double

    /// True if the nodes follow one another, so that their numbers need not be read.
    let areConsecutive: Bool

    /// Where nodes stand that do not follow one another.
    private lazy var positions = NodePositions(of: nodes)

    /// Which slot is the latest.
    @exclusivity(unchecked)
    private var latest = 0

    private let distances: UnsafeMutableBufferPointer<Double>

    /// Those that are below the level, for each block.
    let below: UnsafeMutableBufferPointer<Words>

    /// Those that have not passed, for each block.
    let awaited: UnsafeMutableBufferPointer<Words>

    /// - Parameters:
    ///   - nodes: The nodes.
    ///   - level: The level.
    ///   - sign: 1 if it is reached from below, -1 if from above.
    ///   - depth: How many steps are kept, 2 to 4.
    ///   - field: The field to reach the level.
    init(nodes: [Int], level: Double, sign: Double, depth: Int, field: Field) {
        self.nodes = nodes
        self.depth = depth
        self.field = field
        areConsecutive = zip(nodes, nodes.dropFirst()).allSatisfy { $1 - $0 == 1 }
        factor = sign
        // With -0 for a level of 0, a value at the level is at +0 from either side, be it 0 or -0.
        offset = level == 0 ? -0.0 : sign * level
        let blockCount = (nodes.count + Self.blockLength - 1) / Self.blockLength
        distances = .allocate(capacity: blockCount * depth * Self.blockLength)
        distances.preferHugePages()
        distances.initialize(repeating: 0)
        below = .allocate(capacity: blockCount)
        below.initialize(repeating: .zero)
        awaited = .allocate(capacity: blockCount)
        awaited.initialize(repeating: .zero)
        awaitAll()
    }

    deinit {
        distances.deallocate()
        below.deallocate()
        awaited.deallocate()
    }

    /// The number of a node that is watched.
    func node(at position: Int) -> Int { areConsecutive ? nodes[0] + position : nodes[position] }

    /// The time of the latest distances.
    var lastTime: Double { times[0] }

    /// The interpolation that tells when nodes passed in the last step.
    var interpolation: FirstPassageInterpolation { FirstPassageInterpolation(times: times) }

    /// The distances of a node from the level at the ends of the last step, negative below it.
    func ends(of finding: Finding) -> NoisePath.Ends {
        NoisePath.Ends(
            start: factor * finding.distances[1], end: factor * finding.distances[0], startTime: times[1],
            endTime: times[0])
    }
}

// MARK: - Reading

extension FirstPassageScan {
    /// Forgets what was before.
    ///
    /// - Returns: The positions of the awaited nodes that are at the level or beyond it.
    func begin(at time: Double) -> [Int] {
        times = [time]
        passed = []
        near = []
        var beyond: [Int] = []
        forEachAwaitedBlock { block, isBelow in
            below[block] = isBelow
            forEachNode(of: awaited[block] & ~isBelow, in: block) { position in
                if distance(of: position, stepsAgo: 0) >= 0 { beyond.append(position) }
            }
        }
        return beyond
    }

    /// Takes note of the values after a step, and of the awaited nodes that may have passed in it.
    ///
    /// - Parameters:
    ///   - time: The end of the step.
    ///   - reach: Tells for the length of a step which product of the distances at its ends is near; 0 if none is.
    func advance(to time: Double, near reach: (_ step: Double) -> Double) {
        latest = (latest + depth - 1) % depth
        times.insert(time, at: 0)
        if times.count > depth { times.removeLast() }
        let known = times.count
        let product = reach(times[0] - times[1])
        // The memory is used again in each step.
        passed.removeAll(keepingCapacity: true)
        near.removeAll(keepingCapacity: true)
        forEachAwaitedBlock { block, isBelow in
            let before = awaited[block] & below[block]
            below[block] = isBelow
            forEachNode(of: before & ~isBelow, in: block) { position in
                let finding = finding(at: position, known)
                if finding.distances[1] < 0, finding.distances[0] >= 0 { passed.append(finding) }
            }
            guard product > 0 else { return }
            forEachNode(of: before & isBelow, in: block) { position in
                let (new, old) = (distance(of: position, stepsAgo: 0), distance(of: position, stepsAgo: 1))
                guard old * new < product, old < 0, new < 0 else { return }
                near.append(finding(at: position, known))
            }
        }
    }

    /// Reads the field into the latest slot of each block of which something is awaited, and hands over who is below the
    /// level.
    private func forEachAwaitedBlock(_ body: (Int, Words) -> Void) {
        let column = areConsecutive ? field.column() : nil
        for block in awaited.indices where awaited[block] != .zero {
            let slot = slot(stepsAgo: 0, of: block)
            let first = block * Self.blockLength
            let count = min(Self.blockLength, nodes.count - first)
            if let column, count == Self.blockLength, let start = column.baseAddress {
                body(block, read(start + nodes[first], into: slot))
            } else {
                copyField(first..<first + count, into: slot)
                body(block, read(slot, into: slot))
            }
        }
    }

    /// Writes the distances of a block, and tells who is below the level.
    private func read(_ values: UnsafePointer<Double>, into slot: UnsafeMutablePointer<Double>) -> Words {
        let (source, target) = (UnsafeRawPointer(values), UnsafeMutableRawPointer(slot))
        let factor = Row(repeating: factor)
        let offset = Row(repeating: offset)
        let sign = Words(repeating: 1 << 63)
        var isBelow = Words.zero
        for row in 0..<UInt64.bitWidth {
            let start = row * MemoryLayout<Row>.stride
            let distances = factor * source.loadUnaligned(fromByteOffset: start, as: Row.self) - offset
            target.storeBytes(of: distances, toByteOffset: start, as: Row.self)
            // Once all rows are read, the first one's bit has come down to the lowest.
            isBelow = isBelow &>> 1 | unsafeBitCast(distances, to: Words.self) & sign
        }
        return isBelow
    }

    /// The distance of a value of the field.
    func distance(of value: Double) -> Double { factor * value - offset }

    /// The value of the field of a node in the state that the model is in.
    func value(at position: Int) -> Double { field.value(node(at: position)) }

    private func copyField(_ positions: Range<Int>, into slot: UnsafeMutablePointer<Double>) {
        let values = UnsafeMutableBufferPointer(start: slot, count: positions.count)
        guard areConsecutive else {
            return nodes.withUnsafeBufferPointer { field.copy(UnsafeBufferPointer(rebasing: $0[positions]), values) }
        }
        withUnsafeTemporaryAllocation(of: Int.self, capacity: positions.count) { numbers in
            let first = nodes[positions.lowerBound]
            for index in 0..<positions.count { numbers.initializeElement(at: index, to: first + index) }
            field.copy(UnsafeBufferPointer(numbers), values)
        }
    }
}

// MARK: - Places

extension FirstPassageScan {
    /// The distances of a block's nodes after one of the last steps.
    func slot(stepsAgo: Int, of block: Int) -> UnsafeMutablePointer<Double> {
        // Blocks are those that memory was allocated for.
        distances.baseAddress.unsafelyUnwrapped + (block * depth + (latest + stepsAgo) % depth) * Self.blockLength
    }

    private func distance(of position: Int, stepsAgo: Int) -> Double {
        let (block, index) = position.quotientAndRemainder(dividingBy: Self.blockLength)
        return slot(stepsAgo: stepsAgo, of: block)[index]
    }

    func finding(at position: Int, _ known: Int) -> Finding {
        var distances = SIMD4<Double>.zero
        for step in 0..<known { distances[step] = distance(of: position, stepsAgo: step) }
        return Finding(position: position, distances: distances)
    }

    func forEachNode(of words: Words, in block: Int, _ body: (Int) -> Void) {
        guard words != .zero else { return }
        for index in words.indices {
            var bits = words[index]
            while bits != 0 {
                body(block * Self.blockLength + bits.trailingZeroBitCount * Row.scalarCount + index)
                bits &= bits - 1
            }
        }
    }
}

// MARK: - Jumps

extension FirstPassageScan {
    /// Takes note of the values after a jump, and calls a closure with the positions of the awaited nodes that have come to the
    /// level or beyond it.
    func advance(to time: Double, by jumps: JumpWatch, passing: (Int) -> Void) {
        guard !jumps.hasNotedAll else {
            advance(to: time) { _ in 0 }
            for finding in passed { passing(finding.position) }
            return
        }
        for node in jumps.nodes { note(node) { position, passes in if passes { passing(position) } } }
        times[0] = time
    }

    /// Takes note of the value of a node that has jumped, and calls a closure with each of its positions, and whether it passes
    /// there.
    @inline(__always)
    func note(_ node: Int, _ body: (_ position: Int, _ passes: Bool) -> Void) {
        forEachPosition(of: node) { body($0, passes($0)) }
    }

    /// Brings the value of a node up to date, and tells whether it passes thereby.
    private func passes(_ position: Int) -> Bool {
        let place = Place(of: position)
        let wasBelow = below[place.block][place.word] & place.mask != 0
        let distance = distance(of: value(at: position))
        slot(stepsAgo: 0, of: place.block)[place.index] = distance
        set(distance.sign == .minus, place, in: below)
        return awaited[place.block][place.word] & place.mask != 0 && wasBelow && distance >= 0
    }

    @inline(__always)
    func forEachPosition(of node: Int, _ body: (Int) -> Void) {
        guard areConsecutive else { return positions.forEach(of: node, body) }
        let position = node - (nodes.first ?? 0)
        if nodes.indices.contains(position) { body(position) }
    }
}

// MARK: - Who is awaited

extension FirstPassageScan {
    private func awaitAll() {
        for position in nodes.indices { set(true, Place(of: position), in: awaited) }
    }

    /// Looks for a node no more, which has passed.
    func forget(_ position: Int) { set(false, Place(of: position), in: awaited) }

    @inline(__always)
    private func set(_ bit: Bool, _ place: Place, in words: UnsafeMutableBufferPointer<Words>) {
        if bit { words[place.block][place.word] |= place.mask } else { words[place.block][place.word] &= ~place.mask }
    }

    /// Where the distance and the bits of a node stand.
    private struct Place {
        let block: Int
        let index: Int
        let word: Int
        let mask: UInt64

        @inline(__always)
        init(of position: Int) {
            // Lengths are powers of two, which is quick without a sign.
            let (block, index) = UInt(bitPattern: position).quotientAndRemainder(dividingBy: UInt(blockLength))
            self.block = Int(bitPattern: block)
            self.index = Int(bitPattern: index)
            word = Int(bitPattern: index % UInt(Row.scalarCount))
            mask = 1 << UInt64(index / UInt(Row.scalarCount))
        }
    }
}

// MARK: - Checkpoints

extension FirstPassageScan {
    /// Archives the distances after the last steps.
    ///
    /// - Parameters:
    ///   - archive: The archive.
    ///   - hasPassed: Tells whether a node has, from what has been read before.
    /// - Throws: ``CheckpointError``.
    func archiveState(in archive: StateArchive, hasPassed: (Int) -> Bool) throws(CheckpointError) {
        try archive.values(&times)
        guard (1...depth).contains(times.count) else {
            throw .damaged(reason: "\(times.count) steps are known of a first passage")
        }
        if archive.isReading { latest = 0 }
        for step in times.indices {
            for block in awaited.indices {
                let count = min(Self.blockLength, nodes.count - block * Self.blockLength)
                let values = UnsafeMutableBufferPointer(start: slot(stepsAgo: step, of: block), count: count)
                try archive.memory(UnsafeMutableRawBufferPointer(values))
            }
        }
        guard archive.isReading else { return }
        for position in nodes.indices {
            set(distance(of: position, stepsAgo: 0) < 0, Place(of: position), in: below)
            set(!hasPassed(position), Place(of: position), in: awaited)
        }
    }
}
