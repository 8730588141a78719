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

    /// The parameters that can be changed, with their values.
    var parameters: [(name: String, value: Double)] { get }

    /// A field of a node.
    func value(ofField field: Int, at node: Int) -> Double

    /// Copies a field of all nodes, in the single precision in which it is drawn, to memory for as many numbers.
    ///
    /// - Complexity: O(n) for n nodes.
    func copyValues(ofField field: Int, into numbers: UnsafeMutableBufferPointer<Float>)

    /// Watches nodes from now on, and no others.
    ///
    /// - Returns: Their last changes, and who has made them.
    func changes(of nodes: [Int]) -> [WatchedChange]

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
    private let watched: WatchedChanges<Model>

    /// Room for some nodes and their numbers.
    private var nodes = [Int](repeating: 0, count: 1024)
    private var values = [Double](repeating: 0, count: 1024)

    /// Authors who hold nothing but a name, which records tell.
    private var authors: [String: ScenarioAuthor] = [:]

    init(of run: ObservedRun<Model>, _ context: WatchContext<Model>) {
        (self.run, self.context, watched) = (run, context, WatchedChanges(of: run.simulation))
        // What only those numbers tell that somebody has asked for would cost at each look.
        pulled = Model.quantities.all.filter { !$0.columns.isEmpty }.map { $0.quantity(of: run.simulation) }
    }

    var moment: Moment { run.simulation.moment }
    var nodeCount: Int { run.simulation.model.nodeCount }
    var fields: [String] { run.simulation.model.fields }

    var parameters: [(name: String, value: Double)] {
        let model = run.simulation.model
        return model.parameters.enumerated().map { ($1, model.parameter(at: $0)) }
    }

    func value(ofField field: Int, at node: Int) -> Double { run.simulation.model.value(ofField: field, at: node) }

    func copyValues(ofField field: Int, into numbers: UnsafeMutableBufferPointer<Float>) {
        let model = run.simulation.model
        for first in stride(from: 0, to: numbers.count, by: nodes.count) {
            let count = min(nodes.count, numbers.count - first)
            for place in 0..<count { nodes[place] = first + place }
            nodes.withUnsafeBufferPointer { nodes in
                values.withUnsafeMutableBufferPointer { values in
                    model.copyField(
                        field, of: .init(rebasing: nodes[..<count]), into: .init(rebasing: values[..<count]))
                    for place in 0..<count { numbers[first + place] = Float(values[place]) }
                }
            }
        }
    }

    func changes(of nodes: [Int]) -> [WatchedChange] { watched.watch(nodes) }

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
