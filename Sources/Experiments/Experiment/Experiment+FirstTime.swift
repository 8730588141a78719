import ObserverCore
import SimulationEngine

/// A condition that is to come to hold: one over quantities, or over the fields of a node.
package struct AwaitedCondition {
    let text: String

    /// The number of the node.
    let node: Int?

    package init(text: String, node: Int?) {
        (self.text, self.node) = (text, node)
    }
}

/// A number of the state of a node at the beginning, when all interventions at the beginning have taken effect.
package struct InitialValue {
    package let field: Int
    let node: Int
    package let fieldName: String

    /// The name of the node, or its number where nodes have none.
    package let nodeName: String
    package let value: Double
}

/// A condition in a simulation, which these closures must not outlive.
private struct FollowedCondition {
    /// 1 if it holds.
    let truth: () -> Double

    /// Smooth numbers from whose sides of 0 it follows whether it holds.
    let comparisons: [() -> Double]
    var dependsOnTime = true
}

// Once a run: compiled for all models together, since a version for each would be most of the time that a build takes.
extension Experiment {
    @_semantics("optimize.sil.specialize.generic.never")
    package func initialValues(where condition: String?) throws -> [InitialValue] {
        guard model is any SettableFields else { return [] }
        let expression = try condition.map { try read($0) { watching.context.system.nodeExpression($0, .truth) } }
        let run = try begin()
        var values: [InitialValue] = []
        try onceBegun(run) { [model, unowned simulation = run.simulation] in
            let nodes =
                expression.map { ExpressionEvaluator($0, for: model).selectedNodes(at: 0) } ?? model.presentNodes
            values = nodes.flatMap { initialValues(of: $0) }
            simulation.stop()
        }
        try run.simulation.run(steps: 1)
        return values
    }

    package func check(_ condition: AwaitedCondition) throws(ScenarioError) {
        if condition.node == nil { _ = try ofQuantities(condition) } else { _ = try ofFields(condition) }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    package func firstTime(
        of condition: AwaitedCondition, adding shift: (number: InitialValue, amount: Double)?, until end: Double?
    ) throws -> FirstTime? {
        let run = try begin()
        let simulation = run.simulation
        if let shift { try move(shift.number, by: shift.amount, in: run) }
        let followed = try follow(condition, in: simulation)
        var beginning = AwaitedBeginning()
        let stopOnceKnown = { [unowned simulation] in if beginning.known != nil { simulation.stop() } }
        run.observe(try crossing(of: followed, condition.text, in: simulation)) { crossing in
            beginning.noteCrossing(at: crossing.time, holds: followed.truth() == 1)
            stopOnceKnown()
        }
        run.at(try simulation.trigger(.every(steps: 1))) { moment in
            beginning.noteMoment(at: moment.time, holds: followed.truth() == 1)
            stopOnceKnown()
        }
        let stepCount = end.map { Int(($0 / integration.step).rounded(.up)) } ?? integration.stepCount
        do { try simulation.run(steps: stepCount) } catch {
            // What goes wrong after it in the same step is of no interest.
            if beginning.known == nil { throw error }
        }
        return beginning.known
    }

    /// A run with its interventions, which records nothing.
    private func begin() throws -> ObservedRun<Model> {
        try prepare(model)
        let simulation = try Simulation(model, integrator: integrator, step: integration.step)
        let run = ObservedRun(simulation, in: .nowhere)
        let interventions = watching.parts.filter(\.isIntervention)
        try Watching(parts: interventions, context: watching.context, rareEvent: nil).attach(to: run)
        return run
    }

    /// Has something done at the beginning of a run, when all interventions at the beginning have taken effect.
    private func onceBegun(_ run: ObservedRun<Model>, _ act: @escaping () throws -> Void) throws {
        let simulation = run.simulation
        run.at(try simulation.trigger(.start)) { [unowned simulation] _ in simulation.onceChanged(act) }
    }

    private func move(_ number: InitialValue, by amount: Double, in run: ObservedRun<Model>) throws {
        try onceBegun(run) { [unowned simulation = run.simulation] in
            simulation.intervene("\(number.fieldName) of node \(number.nodeName)") { model in
                guard let settable = model as? any SettableFields else { return }
                settable.setField(number.field, at: number.node, to: number.value + amount)
            }
        }
    }

    private func initialValues(of node: Int) -> [InitialValue] {
        // In the plane the third direction is none in which anything could move.
        let fields = model.fields.enumerated().filter { dimensions != 2 || !["z", "vz"].contains($1) }
        return fields.map { field, name in
            InitialValue(
                field: field, node: node, fieldName: name, nodeName: model.name(of: node) ?? "\(node)",
                value: model.value(ofField: field, at: node))
        }
    }

    /// The times at which a condition comes to hold, or ceases to, as exactly as numbers allow: differences of them are to be exact.
    private func crossing(
        of condition: FollowedCondition, _ name: String, in simulation: Simulation<Model>
    ) throws -> LevelCrossing {
        let isSmooth = condition.comparisons.count == 1
        return try simulation.crossing(
            of: name, level: isSmooth ? 0 : 0.5, isSmooth ? .either : .upwards, hysteresis: 0,
            tolerance: .leastNormalMagnitude, dependsOnTime: condition.dependsOnTime,
            comparing: isSmooth ? nil : condition.comparisons,
            number: isSmooth ? condition.comparisons[0] : condition.truth)
    }

    private func follow(
        _ condition: AwaitedCondition, in simulation: Simulation<Model>
    ) throws(ScenarioError) -> FollowedCondition {
        guard let node = condition.node else {
            let expression = try ofQuantities(condition)
            return FollowedCondition(
                truth: expression.number(in: simulation), comparisons: expression.comparisons(in: simulation),
                dependsOnTime: expression.dependsOnTime(in: simulation))
        }
        let expression = try ofFields(condition)
        func number(_ expression: FieldExpression) -> () -> Double {
            let (evaluator, clock) = (ExpressionEvaluator(expression, for: model), simulation.shownClock)
            return { evaluator.value(at: node, time: clock()) }
        }
        return FollowedCondition(truth: number(expression), comparisons: expression.comparisons().map(number))
    }

    private func ofQuantities(_ condition: AwaitedCondition) throws(ScenarioError) -> QuantityExpression<Model> {
        try read(condition.text) { [context = watching.context] in NumberReader(context: context).condition($0) }
    }

    private func ofFields(_ condition: AwaitedCondition) throws(ScenarioError) -> FieldExpression {
        try read(condition.text) { [context = watching.context] in context.system.nodeExpression($0, .truth) }
    }

    private func read<Result>(
        _ condition: String, _ reader: (Value) -> Result?
    ) throws(ScenarioError) -> Result {
        let key = "condition"
        return try Document(SourceText(name: "the condition", text: "\(key): \(condition.inDoubleQuotes)")).read {
            $0.required(key, for: "what comes to hold").flatMap(reader)
        }
    }
}
