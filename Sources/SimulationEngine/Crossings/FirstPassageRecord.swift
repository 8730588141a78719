/// Who of many nodes has passed a level, and when, and the search for the others.
///
/// It is apart from ``FirstPassages``, which somebody holds or observes, so that it can be kept by those who look at jumps.
final class FirstPassageRecord {
    /// The time of the first passage of each node, not a number where there was none.
    @exclusivity(unchecked)
    var times: [Double]

    /// The number of nodes that have passed.
    @exclusivity(unchecked)
    var count = 0

    let scan: FirstPassageScan

    init(_ scan: FirstPassageScan) {
        self.scan = scan
        times = [Double](repeating: .nan, count: scan.nodes.count)
    }

    /// Takes note of a passage.
    func pass(_ position: Int, at time: Double) {
        times[position] = time
        count += 1
        scan.forget(position)
    }
}

extension FirstPassageRecord: SilentJumpWatcher {
    /// Takes note of a passage of which nobody is to hear.
    func noteJump(of node: Int, at time: Double) -> JumpInterest {
        var interest = JumpInterest.forget
        scan.note(node) { position, passes in
            if passes { pass(position, at: time) } else if times[position].isNaN { interest = .none }
        }
        return interest
    }
}
