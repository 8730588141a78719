import SimulationEngine

/// Those who take down what happens in the sweeps of a rule, in which vertices take states over from each other.
final class SweepTraces {
    @exclusivity(unchecked)
    var traces = JumpTraces()

    /// When the present sweep ends: its changes have this time, in the order in which they are made.
    @exclusivity(unchecked)
    var time = 0.0

    /// Tells of a vertex that is about to change.
    ///
    /// - Parameters:
    ///   - vertex: The vertex.
    ///   - old: Its state.
    ///   - new: Its next state; nothing is told if that is the same.
    ///   - source: The vertex from which it takes the state over; `nil` if from none.
    @inline(__always)
    func note(_ vertex: Int, from old: UInt8, to new: UInt8, by source: Int?) {
        guard traces.areThere, old != new else { return }
        traces.note(
            TracedJump(time: time, node: Int32(vertex), source: source.map(Int32.init) ?? -1, old: old, new: new))
    }
}

/// A rule by which vertices take states over from single neighbours, and which tells of that.
protocol CopyingRule: AsynchronousRule, TracedModel where NodeState == UInt8 {
    var sweepTraces: SweepTraces { get }
}

extension CopyingRule {
    /// True: a state that is not copied is the vertex' own.
    public var beginsAnewByItself: Bool { true }

    /// Has changes taken down from now on.
    public func addTrace(_ trace: JumpTrace) { sweepTraces.traces.add(trace) }
}

/// Sweeps tell who has copied whom.
extension VoterModel: CopyingRule {
    /// Changes from one opinion to another, which have numbers.
    public var jumps: JumpKind { .states((0..<opinionCount).map(String.init)) }

    /// All are copied.
    public var passesOn: [Bool] { [Bool](repeating: true, count: opinionCount) }
}

/// Sweeps tell which vertex of a pair has convinced whom.
extension SznajdModel: CopyingRule {
    /// Changes from one opinion to another, which have numbers.
    public var jumps: JumpKind { .states((0...UInt8.max).map { String($0) }) }

    /// All convince.
    public var passesOn: [Bool] { [Bool](repeating: true, count: 1 + Int(UInt8.max)) }
}
