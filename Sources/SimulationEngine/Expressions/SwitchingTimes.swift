/// Finds when conditions of the time come to be others for any of many sets of inputs, such as those of the nodes of a network.
///
/// The sets lie in a tree by their numbers: where nothing changes for all numbers between the least and the greatest of a branch, no set
/// of it is looked at. It belongs to one isolation domain.
///
/// Memory: some 8 bytes an input and set for those that differ, and as many for the tree.
package final class SwitchingTimes {
    private let conditions: TimeConditions
    private let search: SwitchingSearch
    private var ranges: ConditionRanges

    /// The numbers of each set that differs from the others, set after set, and of each branch their ranges.
    private var sets: ContiguousArray<Double> = []
    private var hulls: ContiguousArray<NumberRange> = []
    private var branches: ContiguousArray<Branch> = []

    /// What is known, from when on.
    private var known: (start: Double, stretch: SmoothStretch)?

    /// Sets that follow each other, and the place of the second half of the branch, whose first half follows it; 0 if it has no halves.
    private struct Branch {
        let sets: Range<Int>
        var second = 0
    }

    /// Branches of so few sets have no halves.
    private static var fewest: Int { 4 }

    /// What does not jump is followed for so many sets: behind each a method begins anew with short steps, which costs more than it is worth
    /// where something always moves.
    private static var mostSetsWithoutJumps: Int { 64 }

    /// Of so many sets in turn of which nothing can be told, nothing is to be told of any that follow.
    private static var mostUntold: Int { 4096 }

    /// So many times as far as is asked it is tried to prove that nothing changes.
    private static var foresight: Double { 8 }

    /// Takes note of sets of inputs.
    ///
    /// - Parameters:
    ///   - conditions: The conditions.
    ///   - count: How many sets there are, some of which may be the same.
    ///   - number: Returns the number of an input of a set, by its place among the inputs of the conditions.
    /// - Complexity: O(n log² n) for n sets, with some 24 bytes an input and set meanwhile.
    package init(
        _ conditions: TimeConditions, count: Int = 1, _ number: (_ set: Int, _ place: Int) -> Double = { _, _ in 0 }
    ) {
        self.conditions = conditions
        search = SwitchingSearch(conditions)
        ranges = ConditionRanges(conditions) { _ in .all }
        let width = conditions.inputs.count
        if conditions.kind != .jumps {
            var known: Set<[UInt64]> = []
            for set in 0..<count where known.count <= Self.mostSetsWithoutJumps {
                known.insert((0..<width).map { number(set, $0).bitPattern })
            }
            guard known.count <= Self.mostSetsWithoutJumps else { return }
        }
        let given = ContiguousArray((0..<count * width).map { number($0 / width, $0 % width) })
        var order = ContiguousArray(0..<count)
        func precedes(_ a: Int, _ b: Int) -> Bool {
            for place in 0..<width {
                let (key, other) = (given[a * width + place].orderKey, given[b * width + place].orderKey)
                if key != other { return key < other }
            }
            return false
        }
        order.sort { precedes($0, $1) || (!precedes($1, $0) && $0 < $1) }
        var different: ContiguousArray<Int> = []
        for set in order where different.last.map({ precedes($0, set) }) ?? true { different.append(set) }
        grow(&different, 0..<different.count, given)
        for set in different { sets += given[set * width..<(set + 1) * width] }
    }

    /// Adds the branch of some sets, which are put in the order of the tree.
    private func grow(_ order: inout ContiguousArray<Int>, _ range: Range<Int>, _ given: ContiguousArray<Double>) {
        let (branch, width) = (branches.count, conditions.inputs.count)
        branches.append(Branch(sets: range))
        for place in 0..<width {
            hulls.append(
                range.reduce(NumberRange(given[order[range.lowerBound] * width + place])) {
                    $0.union(NumberRange(given[order[$1] * width + place]))
                })
        }
        guard range.count > Self.fewest else { return }
        // Halves along the input that differs most among them, as a part of all that there is.
        let widest = (0..<width).max { part($0, of: branch) < part($1, of: branch) } ?? 0
        if width > 1 {
            order[range].sort {
                let (a, b) = (given[$0 * width + widest].orderKey, given[$1 * width + widest].orderKey)
                return a < b || (a == b && $0 < $1)
            }
        }
        let middle = range.lowerBound + range.count / 2
        grow(&order, range.lowerBound..<middle, given)
        branches[branch].second = branches.count
        grow(&order, middle..<range.upperBound, given)
    }

    private func part(_ place: Int, of branch: Int) -> Double {
        let (own, all) = (hulls[branch * conditions.inputs.count + place], hulls[place])
        return all.low < all.high ? (own.high / 2 - own.low / 2) / (all.high / 2 - all.low / 2) : 0
    }
}

extension SwitchingTimes {
    /// Finds a stretch of time in which no condition comes to be another for any set.
    ///
    /// - Parameters:
    ///   - start: Where it begins.
    ///   - end: Where it ends at the latest.
    /// - Returns: The stretch, which is not empty if `end` is later than `start`.
    /// - Complexity: O(log n) for n sets of which few change, and the operations of conditions each time; a hundred times that for those
    ///   that do.
    package func stretch(from start: Double, to end: Double) -> SmoothStretch {
        if let known, known.start <= start, start < known.stretch.end {
            if end < known.stretch.end { return SmoothStretch(end: end) }
            if known.stretch.endsAtSwitch { return known.stretch }
        }
        // Where there are too many sets to follow, none has been kept.
        guard !branches.isEmpty else { return SmoothStretch(end: end) }
        var stretch = SmoothStretch(end: start + Self.foresight * (end - start))
        var untold = 0
        look(inBranch: 0, from: start, &stretch, &untold)
        known = (start, stretch)
        return stretch.end > end ? SmoothStretch(end: end) : stretch
    }

    private func areSame(inBranch branch: Int, from start: Double, to end: Double) -> Bool {
        let width = conditions.inputs.count
        ranges.setInputs { hulls[branch * width + $0] }
        ranges.compute(from: start, to: end)
        return conditions.conditions.indices.allSatisfy { ranges.isSame($0) }
    }

    /// Shortens a stretch by what changes in a branch.
    private func look(inBranch branch: Int, from start: Double, _ stretch: inout SmoothStretch, _ untold: inout Int) {
        guard untold < Self.mostUntold, !areSame(inBranch: branch, from: start, to: stretch.end) else { return }
        if branches[branch].second > 0 {
            look(inBranch: branch + 1, from: start, &stretch, &untold)
            look(inBranch: branches[branch].second, from: start, &stretch, &untold)
            return
        }
        let width = conditions.inputs.count
        for set in branches[branch].sets {
            sets.withUnsafeBufferPointer {
                search.setInputs(UnsafeBufferPointer(rebasing: $0[set * width..<(set + 1) * width]))
            }
            guard !search.areSame(from: start, to: stretch.end) else { continue }
            let found = search.search(from: start, to: stretch.end)
            untold = found == nil ? untold + 1 : 0
            stretch = stretch.shortened(to: found)
        }
    }
}

extension [SwitchingTimes] {
    /// Finds a stretch of time in which nothing of all changes.
    package func stretch(from start: Double, to end: Double) -> SmoothStretch {
        reduce(SmoothStretch(end: end)) { $0.shortened(to: $1.stretch(from: start, to: $0.end)) }
    }
}

extension Double {
    /// A number that is in the order of numbers, of which none is the same as that of another one.
    fileprivate var orderKey: Int64 {
        let bits = Int64(bitPattern: bitPattern)
        return bits < 0 ? bits ^ .max : bits
    }
}
