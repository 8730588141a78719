import Networks
import SimulationEngine

/// All that happens in a compartment model up to a time, found by nothing but runs that are looked at once, at their ends.
///
/// A jump has the time of the first look that finds it made. So where somebody else says when jumps are made, and is right,
/// the looks at these times and just before them find them there; where he is wrong, others find them at other times.
struct ReferenceJumps<State: Compartment> {
    struct Jump: Equatable {
        let time: Double
        let node: Int
        let old: State
        let new: State
    }

    let initial: [State]
    private(set) var jumps: [Jump] = []

    /// - Parameters:
    ///   - end: The time up to which to look.
    ///   - times: When jumps may be made.
    ///   - states: Runs from the beginning to a time, and says in which states vertices are then.
    init(until end: Double, at times: [Double], states: (_ time: Double) throws -> [State]) rethrows {
        initial = try states(0)
        var present = initial
        var looks = Set(stride(from: 0, through: end, by: 0.05)).union(times + [end])
        for time in times { looks.insert(time.nextDown) }
        for time in looks.sorted() {
            let found = try states(time)
            for node in initial.indices where found[node] != present[node] {
                jumps.append(Jump(time: time, node: node, old: present[node], new: found[node]))
            }
            present = found
        }
    }

    /// The numbers of vertices in a compartment after each jump.
    func counts(of state: State) -> [(time: Double, count: Int)] {
        var count = initial.count { $0 == state }
        return jumps.map { jump in
            count += (jump.new == state ? 1 : 0) - (jump.old == state ? 1 : 0)
            return (jump.time, count)
        }
    }

    /// When a number that is kept after each jump comes to a level from below, or falls below it.
    static func crossings(
        of values: [(time: Double, count: Int)], from start: Int, level: Double
    ) -> [Crossing] {
        var last = start
        return values.compactMap { time, count in
            defer { last = count }
            guard (Double(last) >= level) != (Double(count) >= level) else { return nil }
            return Crossing(time: time, direction: Double(count) >= level ? .upwards : .downwards)
        }
    }
}
