import ObserverCore

/// The times at which a field of each of many nodes reaches a level for the first time.
///
///     let passages = try simulation.firstPassages(of: "x", level: 1)
///     try simulation.run(until: 100)
///     print(passages.times)
///
/// All nodes are looked at together: a step costs a few nanoseconds a node that has not passed yet, besides some hundred
/// for one that passes. Next to nothing is computed: the time goes for memory, 24 bytes a node where the field is a column
/// (``DifferentialEquations/column(ofField:)``).
/// A node that has reached the level when the watch begins has passed at that time. A passage is sent as a message, too,
/// in the order of the times within a step, after the step. Where the method has steps of its own it is sent when the
/// simulation comes to its time, with the model in the state of the end of the method's step; what is changed in answer takes
/// effect at the time of the passage.
///
/// ## How exact the times are
///
/// A method of adaptive step is looked at over its own steps (``OwnSteppingIntegrator``): times are as exact as its tolerance,
/// and a number that reaches the level and returns within a step is found as by ``LevelCrossing``. Of a jump process the times
/// are those of jumps (``JumpIntegrator``).
///
/// With fixed steps, times are interpolated. Where the integrator follows a smooth solution, they come from the polynomial of
/// third degree through the last four values (fewer after the beginning and after each change from outside), with an error of fourth
/// order in the step; otherwise from the line through the last two. A number that reaches the level and returns within a
/// step is not noticed.
///
/// For random motion that is wrong by the root of the step. Where the integrator knows its noise (``FieldNoise``), what
/// happens inside a step is drawn from its law between the ends of the step: whether the level was reached, and when, also if
/// it was left again. For noise that is added to the value that is exact, whatever the step, where drift and noise are constant;
/// see ``EulerMaruyama/makeNoise(ofField:in:)``, ``LangevinIntegrator/makeNoise(ofField:in:)`` and
/// ``BrownianIntegrator/makeNoise(ofField:in:)``. Times are drawn to within 2⁻³⁰ steps. All watches see a node move along the
/// same path, and so do ``LevelCrossing`` and ``GroupCrossing``.
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
    public var times: [Double] { record.times }

    /// The number of nodes that have passed.
    public var count: Int { record.count }

    let record: FirstPassageRecord
    var scan: FirstPassageScan { record.scan }
    private let noise: FieldNoise?
    private let population: () -> Population?

    /// Is called when nobody holds or observes the watch any more.
    var onDeath: () -> Void = {}

    /// Those that pass in the present step. The memory is used again in each step.
    private var passing: [(position: Int, time: Double)] = []

    init(
        of nodes: [Int], level: Double, direction: Crossing.Direction, isSmooth: Bool, noise: FieldNoise?,
        population: @escaping () -> Population?, field: FirstPassageScan.Field
    ) {
        self.nodes = nodes
        self.level = level
        self.direction = direction
        self.noise = noise
        self.population = population
        // With the sign, reaching the level is always to come from below 0 to 0 or above.
        record = FirstPassageRecord(
            FirstPassageScan(
                nodes: nodes, level: level, sign: direction == .upwards ? 1 : -1, depth: isSmooth ? 4 : 2,
                field: field))
    }

    deinit { onDeath() }

    /// The state is another than after the last step, or the watch begins.
    func begin(at time: Double) {
        passing.removeAll(keepingCapacity: true)
        let present = presentNodes
        for position in scan.begin(at: time) where present?.contains(nodes[position]) ?? true {
            passing.append((position, time))
        }
        tell()
    }

    /// A step is complete.
    func noteStep(at time: Double) {
        // A crossing at the end of a step may have been answered by a change.
        guard time > scan.lastTime else { return }
        scan.advance(to: time) { noise?.reach(of: $0) ?? 0 }
        passing.removeAll(keepingCapacity: true)
        let present = presentNodes
        if let noise {
            noteRandom(noise, present)
        } else {
            let interpolation = scan.interpolation
            for finding in scan.passed where present?.contains(scan.node(at: finding.position)) ?? true {
                passing.append((finding.position, interpolation.time(of: finding.distances)))
            }
        }
        tell()
    }

    private func noteRandom(_ noise: FieldNoise, _ present: Population?) {
        let interpolation = scan.interpolation
        for finding in scan.passed {
            let node = scan.node(at: finding.position)
            guard present?.contains(node) ?? true else { continue }
            passing.append((finding.position, time(of: finding, noise) ?? interpolation.time(of: finding.distances)))
        }
        for finding in scan.near {
            guard present?.contains(scan.node(at: finding.position)) ?? true else { continue }
            if let time = time(of: finding, noise) { passing.append((finding.position, time)) }
        }
    }

    /// The time at which a node reaches the level on its random path, `nil` if it does not, or has none.
    private func time(of finding: FirstPassageScan.Finding, _ noise: FieldNoise) -> Double? {
        guard let path = noise.path(ofNode: scan.node(at: finding.position), scan.ends(of: finding)) else { return nil }
        return path.first(reaching: 0, fromBelow: direction == .upwards).map { path.time(of: $0) }
    }

    /// Which nodes are there, `nil` if all are.
    private var presentNodes: Population? {
        population().flatMap { $0.isComplete ? nil : $0 }
    }

    private func tell() {
        passing.sort { ($0.time, $0.position) < ($1.time, $1.position) }
        for (position, time) in passing { pass(position, at: time) }
    }

    /// Takes note of a passage, and tells it.
    func pass(_ position: Int, at time: Double) {
        guard record.times[position].isNaN, isPresent(position) else { return }
        record.pass(position, at: time)
        send(Crossing(time: time, node: scan.node(at: position), direction: direction))
    }

    /// Tests if a node is there.
    func isPresent(_ position: Int) -> Bool { presentNodes?.contains(nodes[position]) ?? true }
}
