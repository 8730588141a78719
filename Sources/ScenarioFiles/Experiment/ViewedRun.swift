import SimulationEngine

/// Looks at a run while it goes on.
package protocol RunViewer: AnyObject {
    /// Is called before the first step and after each, on the thread of the run, which goes on when this returns. Should cost little.
    func look(at run: any ViewedRun)

    /// Is called once the run has ended or stopped, on its thread, with the state that it has come to.
    func end(of run: any ViewedRun)
}

/// A run as those see it who look at it, whatever its model.
package protocol ViewedRun: AnyObject {
    var moment: Moment { get }
    var nodeCount: Int { get }

    /// The fields of nodes.
    var fields: [String] { get }

    /// The numbers of quantities, as tables call them.
    var quantityNames: [String] { get }

    /// The parameters that can be changed, with their values.
    var parameters: [(name: String, value: Double)] { get }

    /// The name of a node; `nil` if it has no name.
    func name(of node: Int) -> String?

    /// A field of a node.
    func value(ofField field: Int, at node: Int) -> Double

    /// A field of all nodes.
    ///
    /// - Complexity: O(n) for n nodes.
    func values(ofField field: Int) -> [Double]

    /// The numbers of the quantities, which looking does not change.
    func quantities() -> [Double]

    /// Changes something from outside before the next step.
    ///
    /// - Parameters:
    ///   - intervention: The change in YAML, as an item of `intervene:` without a time, such as `set: {node: 3, v: 1}`.
    ///   - author: Who does it.
    /// - Throws: `ScenarioError` if it says nothing that can be done, `SimulationError`.
    func act(_ intervention: String, as author: String) throws
}

/// The run of a model as it is looked at.
final class ModelView<Model: SimulationModel>: ViewedRun {
    private unowned let run: ObservedRun<Model>
    private let context: WatchContext<Model>
    private let pulled: [any AnyQuantity]

    /// Authors who hold nothing but a name, which records tell.
    private var authors: [String: ScenarioAuthor] = [:]

    init(of run: ObservedRun<Model>, _ context: WatchContext<Model>) {
        (self.run, self.context) = (run, context)
        // What only those numbers tell that somebody has asked for would cost at each look.
        pulled = Model.quantities.all.filter { !$0.columns.isEmpty }.map { $0.quantity(of: run.simulation) }
    }

    var moment: Moment { run.simulation.moment }
    var nodeCount: Int { run.simulation.model.nodeCount }
    var fields: [String] { run.simulation.model.fields }
    var quantityNames: [String] { pulled.flatMap(\.columns) }

    var parameters: [(name: String, value: Double)] {
        let model = run.simulation.model
        return model.parameters.enumerated().map { ($1, model.parameter(at: $0)) }
    }

    func name(of node: Int) -> String? { run.simulation.model.name(of: node) }

    func value(ofField field: Int, at node: Int) -> Double { run.simulation.model.value(ofField: field, at: node) }

    func values(ofField field: Int) -> [Double] {
        let model = run.simulation.model
        var values = [Double](repeating: 0, count: model.nodeCount)
        Array(values.indices).withUnsafeBufferPointer { nodes in
            values.withUnsafeMutableBufferPointer { model.copyField(field, of: nodes, into: $0) }
        }
        return values
    }

    func quantities() -> [Double] {
        var numbers: [Double] = []
        for quantity in pulled { quantity.appendColumns(to: &numbers) }
        return numbers
    }

    func act(_ intervention: String, as author: String) throws {
        let document = try Document(SourceText(name: author, text: intervention))
        let action = try document.read { InterventionReader(context: context).action($0) }
        try action.rehearse(run, moment.time)
        let known = authors[author] ?? ScenarioAuthor(author)
        authors[author] = known
        _ = try action.act(run, known)
    }
}
