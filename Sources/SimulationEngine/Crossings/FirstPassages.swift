import ObserverCore

/// The times at which a field of each of many nodes reaches a level for the first time.
///
///     let passages = try simulation.firstPassages(of: "x", level: 1)
///     try simulation.run(until: 100)
///     print(passages.times)
///
/// All nodes are looked at together: a step costs a few nanoseconds a node, besides some hundred for a node that passes.
/// A node that has reached the level when the watch begins has passed at that time. A passage is sent as a message, too,
/// in the order of the times within a step, after the step.
///
/// ## How exact the times are
///
/// Times are interpolated. Where the integrator follows a smooth solution, they come from the polynomial of third degree
/// through the last four values (fewer after the beginning and after each change from outside), with an error of fourth
/// order in the step; otherwise from the line through the last two. A number that reaches the level and returns within a
/// step is not noticed.
///
/// For random motion that is wrong by the root of the step. Given the strength of the noise, what happens inside a step
/// is drawn from the Brownian bridge between its ends: whether the level was reached, and when. That is exact, whatever
/// the step, where drift and noise are constant. Watches that draw from streams of the same seed draw the same numbers, so
/// that each of them is right, but not what they say together. See ``BridgedNoise``.
///
/// A node that has gone passes no more, and nodes that come later are not watched.
///
/// A watch goes on for as long as somebody holds or observes it.
public final class FirstPassages: ObservableObject {
    /// Carries the passages.
    public let messenger = Messenger<Crossing>()

    /// The nodes that are watched.
    public let nodes: [Int]

    /// The level.
    public let level: Double

    /// The direction in which the level is reached.
    public let direction: Crossing.Direction

    /// The time of the first passage of each watched node, not a number where there was none.
    public internal(set) var times: [Double]

    /// The number of nodes that have passed.
    public internal(set) var count = 0

    let scan: PassageScan
    private let bridge: BrownianBridge?
    private let isPresent: (Int) -> Bool

    init(
        of nodes: [Int], level: Double, direction: Crossing.Direction, isSmooth: Bool, bridge: BrownianBridge?,
        isPresent: @escaping (Int) -> Bool,
        copyField: @escaping (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<Double>) -> Void
    ) {
        self.nodes = nodes
        self.level = level
        self.direction = direction
        self.bridge = bridge
        self.isPresent = isPresent
        times = [Double](repeating: .nan, count: nodes.count)
        // With the sign, reaching the level is always to come from below 0 to 0 or above.
        scan = PassageScan(
            nodes: nodes, level: level, sign: direction == .upwards ? 1 : -1, depth: isSmooth ? 4 : 2,
            copyField: copyField)
    }

    /// The state is another than after the last step, or the watch begins.
    func begin(at moment: Moment) {
        scan.begin(at: moment.time)
        pass(scan.positionsBeyondLevel.filter(isAwaited).map { ($0, moment.time) })
    }

    /// A step is complete.
    func noteStep(at moment: Moment) {
        // A crossing at the end of a step may have been answered by a change.
        guard moment.time > scan.lastTime else { return }
        let findings = scan.advance(to: moment.time) { bridge?.reach(of: $0) ?? 0 }
        var passed: [(position: Int, time: Double)] = []
        for position in findings.passed where isAwaited(position) {
            let time = bridge?.passageTime(scan.ends(of: position), node: nodes[position], step: moment.step)
            passed.append((position, time ?? scan.interpolatedTime(of: position)))
        }
        if let bridge {
            for position in findings.near where isAwaited(position) {
                let ends = scan.ends(of: position)
                let time = bridge.unseenPassageTime(ends, node: nodes[position], step: moment.step)
                if let time { passed.append((position, time)) }
            }
        }
        passed.sort { ($0.time, $0.position) < ($1.time, $1.position) }
        pass(passed)
    }

    /// Whether a node is there and has not passed.
    private func isAwaited(_ position: Int) -> Bool {
        times[position].isNaN && isPresent(nodes[position])
    }

    private func pass(_ passed: [(position: Int, time: Double)]) {
        for (position, time) in passed where times[position].isNaN {
            times[position] = time
            count += 1
            send(Crossing(time: time, node: nodes[position], direction: direction))
        }
    }
}
