import GSL
import ObserverCore

/// Sends a ``Crossing`` whenever a field of any of some nodes crosses a level, at the time at which it does, inside of
/// steps.
///
/// It does for many nodes what ``LevelCrossing`` does for one number, without hysteresis, and without looking for
/// numbers that cross the level and come back within one step. Each crossing is located on its own; where a whole
/// population crosses a level, ``FirstPassages`` interpolates.
///
/// - Complexity: O(*n*) a step for *n* nodes, and some ten evaluations of a step for each crossing.
public final class GroupCrossing: ObservableObject {
    /// Carries the crossings.
    public let messenger = Messenger<Crossing>()

    /// What is watched, for errors.
    public let name: String

    private let nodes: [Int]
    private let level: Double
    private let directions: CrossingDirections
    private let tolerance: Double
    private let copyField: (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<Double>) -> Void

    /// The values less the level where the search begins, and at the end of the step.
    private var starts: [Double]
    var ends: [Double]
    private var startTime = 0.0
    var endTime = 0.0

    /// The crossings of the step that have not been told, the latest first; `nil` if they have to be looked for.
    private var located: [Located]?

    private struct Located {
        let crossing: Crossing
        let position: Int
    }

    init(
        _ name: String, nodes: [Int], level: Double, directions: CrossingDirections, tolerance: Double,
        copyField: @escaping (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<Double>) -> Void
    ) throws(SimulationError) {
        try CrossingChecks.check(level: level, tolerance: tolerance)
        self.name = name
        self.nodes = nodes
        self.level = level
        self.directions = directions
        self.tolerance = tolerance
        self.copyField = copyField
        starts = [Double](repeating: 0, count: nodes.count)
        ends = starts
    }
}

extension GroupCrossing: CrossingDetector {
    func begin(at time: Double) {
        read(into: &ends)
        endTime = time
        beginStep()
    }

    func beginAgain(at time: Double) { begin(at: time) }

    func beginStep() {
        swap(&starts, &ends)
        startTime = endTime
        located = []
    }

    func noteEnd(at time: Double) {
        read(into: &ends)
        endTime = time
        located = nil
    }

    func next(in interior: StepStates?) throws -> Double? {
        if located == nil { located = try locate(in: interior) }
        return located?.last?.crossing.time
    }

    func tell() {
        guard let located = located?.popLast() else { return }
        send(located.crossing)
    }

    func tellReached(at time: Double) {
        guard let pending = located else { return }
        let isReached = pending.map { (value(at: $0.position) >= 0) == ($0.crossing.direction == .upwards) }
        located = zip(pending, isReached).filter { !$1 }.map(\.0)
        for (reached, isReached) in zip(pending, isReached).reversed() where isReached {
            send(Crossing(time: time, node: reached.crossing.node, direction: reached.crossing.direction))
        }
    }

    func finishStep() {}

    private func read(into values: inout [Double]) {
        values.withUnsafeMutableBufferPointer { values in nodes.withUnsafeBufferPointer { copyField($0, values) } }
        for index in values.indices { values[index] -= level }
    }

    private func locate(in interior: StepStates?) throws -> [Located] {
        guard endTime > startTime else { return [] }
        var found: [Located] = []
        for position in nodes.indices
        where (starts[position] >= 0) != (ends[position] >= 0) && (ends[position] - starts[position]).isFinite {
            let direction: Crossing.Direction = ends[position] >= 0 ? .upwards : .downwards
            guard directions.contains(direction) else { continue }
            let time = try time(ofCrossingAt: position, in: interior)
            found.append(
                Located(crossing: Crossing(time: time, node: nodes[position], direction: direction), position: position)
            )
        }
        return found.sorted { ($0.crossing.time, $0.position) > ($1.crossing.time, $1.position) }
    }

    private func time(ofCrossingAt position: Int, in interior: StepStates?) throws -> Double {
        let (start, end) = (starts[position], ends[position])
        guard let interior else { return startTime + (endTime - startTime) * start / (start - end) }
        return try findRoot(between: (startTime, start), and: (endTime, end), tolerance: tolerance) { time in
            try interior.show(time)
            return value(at: position)
        }.argument
    }

    private func value(at position: Int) -> Double {
        readValue(at: nodes[position], copyField) - level
    }
}
