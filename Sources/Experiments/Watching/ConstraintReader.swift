import Descriptions
import ObserverCore
import Recording
import SimulationEngine

/// A simulation in which fields can be held, whatever its model is.
protocol HoldingSimulation {
    func pin(nodes: [Int], fields: [String]?) throws(SimulationError) -> Constraint

    func drive(
        _ field: String, ofNode node: Int, as author: AnyAuthor?, derivative: ((_ time: Double) -> Double)?,
        branches: ((_ time: Double) -> UInt64)?, smoothStretch: ((_ time: Double, _ end: Double) -> SmoothStretch)?,
        _ value: @escaping (_ time: Double) -> Double
    ) throws(SimulationError) -> Constraint

    func resumePin() -> Constraint

    func resumeDrive(
        _ field: String, ofNode node: Int, as author: AnyAuthor?, derivative: ((_ time: Double) -> Double)?,
        branches: ((_ time: Double) -> UInt64)?, smoothStretch: ((_ time: Double, _ end: Double) -> SmoothStretch)?,
        _ value: @escaping (_ time: Double) -> Double
    ) throws(SimulationError) -> Constraint
}

extension Simulation: HoldingSimulation where Model: DifferentialEquations {}

/// The keys of what is held during a run.
enum ConstraintKeys {
    static let nodes = ParameterDescription("nodes", "which nodes", .nodeSelection)
    static let fields = ParameterDescription.fields("which fields")
    static let pin = ComponentDescription(
        key: "pin", "keeps fields as they are", .record([nodes, fields]), beside: InterventionKeys.ofHeld)

    static let node = ParameterDescription("node", "which node", .node)
    static let field = ParameterDescription("field", "which field", .field)
    static let course = ParameterDescription("as", "an expression of 'time'", .expression(over: "'time'"))
    static let drive = ComponentDescription(
        key: "drive", "makes a field a function of time, and the velocity of a position its derivative",
        .record([node, field, course]), beside: InterventionKeys.ofHeld)
}

/// Reads what is held during a run.
struct ConstraintReader<Model: SimulationModel> {
    private typealias Keys = ConstraintKeys

    let context: WatchContext<Model>

    func pin(_ value: Value) -> InterventionReader<Model>.Action? {
        guard isPossible(value) else { return nil }
        return value.section(of: [Keys.nodes, Keys.fields]) { section in
            let reader = context.nodes
            let nodes = section.read(Keys.nodes) { reader.selection($0) }
            let fields = reader.fields(section, Keys.fields)
            guard let nodes, let fields else { return nil }
            let names = fields.flatMap(context.system.names.fields(of:))
            return PlannedAction { run, _ in
                let simulation = run.simulation
                return try (simulation as? any HoldingSimulation)?.pin(
                    nodes: SelectedNodes(nodes, of: simulation.model).nodes(at: simulation.moment.time),
                    fields: names.isEmpty ? nil : names)
            } resume: { run, _ in
                (run.simulation as? any HoldingSimulation)?.resumePin()
            }
        }
    }

    func drive(_ value: Value) -> InterventionReader<Model>.Action? {
        guard isPossible(value) else { return nil }
        return value.section(of: [Keys.node, Keys.field, Keys.course]) { section in
            let node = section.read(Keys.node) { context.nodes.reference($0) }
            let field = section.read(Keys.field) { $0.choice(of: context.system.names.fields) }
            let expression = section.read(Keys.course) { $0.expression(over: [], .number) }
            guard let node, let field, let expression else { return nil }
            let derivative = expression.derivative(withRespectTo: .time)
            let held = HeldNode()
            let purpose = "it is to be driven"
            return PlannedAction(
                act: { run, author in
                    held.number = try node.requiredNumber(in: run.simulation.model, for: purpose)
                    return try (run.simulation as? any HoldingSimulation)?.drive(
                        field, ofNode: held.number, as: author, derivative: derivative.functionOfTime(),
                        branches: expression.branchesOfTime(), smoothStretch: expression.smoothStretchOfTime(),
                        expression.functionOfTime())
                },
                resume: { run, author in
                    try (run.simulation as? any HoldingSimulation)?.resumeDrive(
                        field, ofNode: held.number, as: author, derivative: derivative.functionOfTime(),
                        branches: expression.branchesOfTime(), smoothStretch: expression.smoothStretchOfTime(),
                        expression.functionOfTime())
                }, held: held, needed: NeededNodes(nodes: [node], purpose: purpose, areAwaited: false),
                rehearse: { _, time in
                    if let value = expression.valueOfTimeAlone(at: time), !value.isFinite {
                        throw NotFinite(change: "'\(field)' is to be driven to", value: value)
                    }
                })
        }
    }

    private func isPossible(_ value: Value) -> Bool {
        guard Model.self is any DifferentialEquations.Type else {
            value.report("\(value.name) has no meaning for this model, which obeys no differential equations")
            return false
        }
        return true
    }
}

extension FieldExpression {
    /// The value of an expression of nothing but the time.
    fileprivate func functionOfTime() -> (_ time: Double) -> Double {
        let evaluator = NumberEvaluator(self)
        return { evaluator.value(of: [], at: $0) }
    }

    /// Tells on which branch an expression of nothing but the time is; `nil` if it is smooth.
    fileprivate func branchesOfTime() -> ((_ time: Double) -> UInt64)? {
        let evaluators = jumps(withKinks: true).map(NumberEvaluator.init)
        guard !evaluators.isEmpty else { return nil }
        return { time in
            var sum = BranchSum()
            for (part, evaluator) in evaluators.enumerated() {
                sum.add(evaluator.value(of: [], at: time).bitPattern, ofPart: part)
            }
            return sum.value
        }
    }

    /// Tells how far an expression of nothing but the time is smooth; `nil` if it is everywhere.
    fileprivate func smoothStretchOfTime() -> ((_ time: Double, _ end: Double) -> SmoothStretch)? {
        let times = timeConditions().map { SwitchingTimes($0) }
        return times.isEmpty ? nil : times.stretch
    }
}
