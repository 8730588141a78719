import Networks
import Particles
import ScenarioFiles

/// The state of nodes at an instant, as it can be seen.
protocol Snapshot {
    /// The name that distinguishes its pictures from others of the same table.
    var name: String { get }

    /// How many moments are shown beside each other.
    var panelCount: Int { get }

    /// The size of a panel in pixels.
    var panelSize: (width: Int, height: Int) { get }

    /// The panel of a moment.
    func panel(at moment: NodeMoments.Moment) -> Panel
}

extension Snapshot {
    var panelCount: Int { 1 }
    var panelSize: (width: Int, height: Int) { (760, 620) }
}

/// Fields as colours.
struct FieldColours {
    let field: String
    let numbers: [Double]
    let scale: ColourScale

    init(_ field: String, of moments: NodeMoments, _ context: PlotContext) {
        let model = context.scenario.model
        let isAngle = (model is KuramotoModel || model is InertialKuramotoModel) && field == "phase"
        let turn = 2 * Double.pi
        let numbers = moments.numbers(of: field)
        self.field = field
        self.numbers = isAngle ? numbers.map { $0 - turn * ($0 / turn).rounded(.down) } : numbers
        let axis = context.axis(field)
        var scale = ColourScale(label: axis.label, range: isAngle ? 0...turn : self.numbers.extent?.widened)
        scale.values = isAngle ? [] : numbers.fewWholeNumbers
        scale.isCyclic = isAngle
        self.scale = scale
    }
}
