/// The places of observed nodes that have jumped since all observed nodes were looked at, a bit for each.
///
/// Where states last until they jump, a publication looks at these only, so that it takes as long as there are jumps, not as there are
/// observed nodes. To note a jump takes longer than to look at a state: jumps are not noted where few nodes are observed, nor where many
/// jump from one publication to the next, or something else changes states in between.
@usableFromInline
final class JumpedPlaces {
    /// As many nodes are looked at in the time in which a jump is noted.
    private static let looksPerNote = 8

    /// To note so many jumps takes a microsecond, however few nodes are observed.
    private static let freeNotes = 64

    /// One of so many nodes is observed at least: jumps of the others are noted in vain.
    private static let nodesPerPlace = 8

    /// So many publications pass before jumps are noted again where that was in vain.
    private static let restLength = 16

    /// True if all that has changed since the last publication is noted.
    @exclusivity(unchecked)
    @usableFromInline
    var isComplete = false

    /// True if jumps are to be noted.
    private(set) var areWanted = false

    private let places: NodePlaces

    @exclusivity(unchecked)
    private var words: UnsafeMutableBufferPointer<UInt64> = .allocate(capacity: 0)

    /// True if all jumps are noted, since a step has begun in which they are wanted.
    private var isNoting = false

    /// How many jumps have been noted since the last publication, and how many it may be.
    @exclusivity(unchecked)
    private var count = 0
    @exclusivity(unchecked)
    private var greatestCount = 0

    /// How many publications one after the other had to look at all nodes though jumps were noted.
    private var vainCount = 0

    /// How many publications are to pass before jumps are noted again.
    private var rest = 0

    init(among places: NodePlaces) {
        self.places = places
    }

    deinit { words.deallocate() }
}

// MARK: - When jumps are noted

extension JumpedPlaces {
    /// Jumps are noted from now on, until it is said otherwise.
    func begin() { isNoting = true }

    /// Decides after a publication whether jumps are to be noted until the next.
    ///
    /// - Parameters:
    ///   - wasComplete: True if the publication has looked at those alone that have jumped.
    ///   - nodeCount: The number of all nodes.
    /// - Returns: True if it is to be otherwise than before, from the next step on.
    func decide(wasComplete: Bool, nodeCount: Int) -> Bool {
        // The first publication after jumps have begun to be noted looks at all in any case.
        vainCount = wasComplete || !isNoting ? 0 : vainCount + 1
        rest = count > greatestCount || vainCount > 2 ? Self.restLength : max(0, rest - 1)
        count = 0
        greatestCount = max(Self.freeNotes, places.count / Self.looksPerNote)
        let wereWanted = areWanted
        areWanted = rest == 0 && !places.isEmpty && places.count >= nodeCount / Self.nodesPerPlace
        if areWanted != wereWanted { isNoting = false }
        isComplete = isNoting
        return areWanted != wereWanted
    }

    /// Forgets all places, of which some may be others now.
    func removeAll() {
        isComplete = false
        words.update(repeating: 0)
    }
}

// MARK: - The places

extension JumpedPlaces {
    /// Takes note of a node that has jumped, or of none if its number is negative.
    @inline(__always)
    func note(_ node: Int) {
        count &+= 1
        guard count <= greatestCount else {
            isComplete = false
            return
        }
        guard node >= 0, let place = places.place(of: node) else { return }
        let word = place &>> 6
        if word >= words.count { grow() }
        words[word] |= 1 &<< UInt64(truncatingIfNeeded: place)
    }

    /// Takes note that any node may have jumped.
    func noteAll() {
        isComplete = false
        count = greatestCount + 1
    }

    private func grow() {
        let former = words
        words = .allocate(capacity: places.capacity / 64 + 1)
        words.initialize(repeating: 0)
        _ = words.update(fromContentsOf: former)
        former.deallocate()
    }

    /// Takes places out, in order.
    ///
    /// - Parameters:
    ///   - word: The first word of 64 places to look at; afterwards that which is to be looked at next.
    ///   - found: Where to put the places.
    /// - Returns: How many there are; 0 if there are no more.
    @usableFromInline
    func take(from word: inout Int, into found: UnsafeMutableBufferPointer<Int>) -> Int {
        var count = 0
        while word < words.count {
            var bits = words[word]
            while bits != 0, count < found.count {
                found[count] = word &* 64 &+ bits.trailingZeroBitCount
                count &+= 1
                bits &= bits &- 1
            }
            words[word] = bits
            guard bits == 0 else { break }
            word &+= 1
        }
        return count
    }
}
