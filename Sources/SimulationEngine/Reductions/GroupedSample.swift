/// The values that are reduced, and the groups to which they belong, in memory that grows and is kept.
final class GroupedSample {
    private var values = UnsafeMutableBufferPointer<Double>.allocate(capacity: 0)
    private var groups = UnsafeMutableBufferPointer<Int32>.allocate(capacity: 0)
    private var partitioned = UnsafeMutableBufferPointer<Double>.allocate(capacity: 0)

    /// Where each group begins in the partitioned values, and where the last one ends.
    private var bounds: [Int] = []
    private var count = 0

    deinit {
        values.deallocate()
        groups.deallocate()
        partitioned.deallocate()
    }

    /// Makes it empty, with memory for a number of values.
    func removeAll(capacity: Int) {
        count = 0
        values.reserve(capacity)
    }

    /// Appends values without a group: ones, if there are none given.
    func append(_ numbers: UnsafePointer<Double>?, count added: Int) {
        precondition(count + added <= values.count, "more values than were announced")
        guard let target = values.baseAddress else { return }
        if let numbers {
            (target + count).update(from: numbers, count: added)
        } else {
            (target + count).update(repeating: 1, count: added)
        }
        count += added
    }

    /// Appends values with their groups, which are written by a closure; −1 for none.
    func append(
        _ numbers: UnsafePointer<Double>?, count added: Int, findGroups: (UnsafeMutablePointer<Int32>) -> Void
    ) {
        groups.reserve(values.count)
        let start = count
        append(numbers, count: added)
        guard let target = groups.baseAddress else { return }
        findGroups(target + start)
    }

    /// All values, which may be put into another order.
    var all: UnsafeMutableBufferPointer<Double> {
        UnsafeMutableBufferPointer(rebasing: values[..<count])
    }

    /// The values of a group in the order in which they were appended, after they have been partitioned. They may be
    /// put into another order.
    func group(_ group: Int) -> UnsafeMutableBufferPointer<Double> {
        UnsafeMutableBufferPointer(rebasing: partitioned[bounds[group]..<bounds[group + 1]])
    }

    /// Puts the values one group after the other, and leaves out those of no group.
    func partition(groupCount: Int) {
        partitioned.reserve(values.count)
        bounds.removeAll(keepingCapacity: true)
        bounds.append(contentsOf: repeatElement(0, count: groupCount + 2))
        bounds.withUnsafeMutableBufferPointer { bounds in
            Self.partition(values[..<count], of: groups, into: partitioned, bounds: bounds)
        }
    }

    // Of given memory, since each look at a property of an object in a loop is checked for exclusive access.
    private static func partition(
        _ values: Slice<UnsafeMutableBufferPointer<Double>>, of groups: UnsafeMutableBufferPointer<Int32>,
        into partitioned: UnsafeMutableBufferPointer<Double>, bounds: UnsafeMutableBufferPointer<Int>
    ) {
        // A group's bound is two places ahead while its members are counted, and one while they are written.
        for position in values.indices where groups[position] >= 0 { bounds[Int(groups[position]) + 2] += 1 }
        for group in 2..<bounds.count { bounds[group] += bounds[group - 1] }
        for position in values.indices where groups[position] >= 0 {
            let next = Int(groups[position]) + 1
            partitioned[bounds[next]] = values[position]
            bounds[next] += 1
        }
    }
}

extension UnsafeMutableBufferPointer where Element: BitwiseCopyable & Numeric {
    /// Makes room for a number of elements, of which those that are there remain.
    fileprivate mutating func reserve(_ capacity: Int) {
        guard count < capacity else { return }
        let larger = Self.allocate(capacity: capacity)
        larger.initialize(repeating: 0)
        _ = larger.update(fromContentsOf: self)
        deallocate()
        self = larger
    }
}
