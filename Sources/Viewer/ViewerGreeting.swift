import Drawing
import Networks
import Particles
import ScenarioFiles
import SimulationEngine

/// The first message to a page: what is simulated, and what does not change while it runs.
package struct ViewerGreeting: Sendable {
    let text: String
    let nodeCount: Int
    let fieldCount: Int

    /// The last step that can be sought; `nil` of a run that goes on while it is looked at.
    let lastStep: Int?

    /// Names of more nodes are not told.
    private static let greatestNameCount = 10_000

    /// Describes a scenario before it runs.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - directory: Where the results lie.
    ///   - canSeek: True if pages choose the moment that they see.
    ///   - recorded: The numbers that have been recorded.
    package init(
        of scenario: Scenario, in directory: String, canSeek: Bool = false, recorded: [ViewerCurve] = []
    ) {
        let model = scenario.model
        let names = model.nodeNames.flatMap { $0.count <= Self.greatestNameCount ? $0 : nil }
        let fields = model.fields
        nodeCount = model.nodeCount
        fieldCount = fields.count
        lastStep = canSeek ? scenario.stepCount : nil
        var entries: [(String, JSONValue)] = [
            ("kind", .string("greeting")), ("name", .string(scenario.name)), ("directory", .string(directory)),
            ("nodes", .number(Double(nodeCount))), ("steps", .number(Double(scenario.stepCount))),
            ("seeks", .bool(canSeek)), ("fields", .strings(fields)),
            ("parameters", .strings(model.parameters)), ("quantities", .strings(Self.quantities(of: model))),
        ]
        entries.append(("recorded", .array(recorded.map(Self.json))))
        if let names { entries.append(("names", .strings(names))) }
        entries += Self.places(of: scenario, directory)
        text = JSONValue.object(of: entries).line
    }

    private static func json(of curve: ViewerCurve) -> JSONValue {
        .object(of: [
            ("name", .string(curve.name)),
            ("rows", .array(curve.points.map { .array([.finite($0.time), .finite($0.value)]) })),
        ])
    }

    private static func quantities<Model: SimulationModel>(of model: Model) -> [String] {
        Model.quantities.all.flatMap(\.columns)
    }

    /// Where nodes are: in a box, in the rows of a lattice, or where Graphviz puts them.
    private static func places(of scenario: Scenario, _ directory: String) -> [(String, JSONValue)] {
        if let model = scenario.model as? any ParticleModel {
            let axes = model.box.axes.prefix(model.box.dimensions).map { axis -> JSONValue in
                guard let bounds = axis.bounds else { return .null }
                return .array([.number(bounds.lower), .number(bounds.upper), .bool(axis.isPeriodic)])
            }
            return [
                ("view", .string("particles")), ("box", .array(Array(axes))),
                ("types", .array(Set(model.types).count > 1 ? model.types.map { .number(Double($0)) } : [])),
            ]
        }
        if let sides = scenario.gridSides, sides.count == 2 {
            return [("view", .string("grid")), ("sides", .array(sides.map { .number(Double($0)) }))]
        }
        guard let graph = (scenario.model as? any GraphModel)?.graph, GraphLayout.shows(graph),
            scenario.gridSides == nil,
            let layout = try? GraphLayout(of: graph, in: "\(directory)/.layout")
        else { return [("view", .string("nodes"))] }
        return [
            ("view", .string("graph")),
            ("places", .array(layout.places.flatMap { [.number($0.x), .number($0.y)] })),
            ("edges", .array(layout.pairs.flatMap { [.number(Double($0.source)), .number(Double($0.target))] })),
        ]
    }
}

/// A number that was recorded, over time: all of its values or some at equal distances.
package struct ViewerCurve: Sendable {
    let name: String
    let points: [(time: Double, value: Double)]

    /// Creates a curve.
    package init(name: String, points: [(time: Double, value: Double)]) {
        (self.name, self.points) = (name, points)
    }
}
