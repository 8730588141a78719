import Networks
import SimulationEngine

/// All that happens in a compartment model up to a time, found by nothing but runs that are looked at once, at their ends.
///
/// The time of a jump is the least double at which a run that ends there has made it, by bisection.
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
    ///   - states: Runs from the beginning to a time, and says in which states vertices are then.
    init(until end: Double, states: (_ time: Double) throws -> [State]) rethrows {
        initial = try states(0)
        try find(from: (0, initial), to: (end, try states(end)), states)
        jumps.sort { $0.time < $1.time }
    }

    private mutating func find(
        from start: (time: Double, states: [State]), to end: (time: Double, states: [State]),
        _ states: (Double) throws -> [State]
    ) rethrows {
        // What goes and comes back between two looks is found where looks are this close.
        guard start.states != end.states || end.time - start.time > 0.02 else { return }
        guard end.time > start.time.nextUp else {
            for node in initial.indices where start.states[node] != end.states[node] {
                jumps.append(
                    Jump(time: end.time, node: node, old: start.states[node], new: end.states[node]))
            }
            return
        }
        let time = start.time + (end.time - start.time) / 2
        let middle = (time, try states(time))
        try find(from: start, to: middle, states)
        try find(from: middle, to: end, states)
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
