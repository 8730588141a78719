import GSL

/// Why an integrator gave up a step. The state of the model is that before the step.
public enum IntegrationError: Error, Equatable, Sendable {
    /// The step led to a number that is infinite or not a number.
    case stateNotFinite(StateFailure)

    /// The equations gave a derivative that is infinite or not a number, and no smaller step of the method avoided it.
    case derivativeNotFinite(StateFailure)

    /// The method took the greatest number of steps that is allowed within one step of the simulation, and has come
    /// from one time only to another.
    case tooManySteps(limit: Int, start: Double, time: Double, end: Double)

    /// The step was given up at this time because ``InterruptibleIntegrator/shouldInterrupt`` said so.
    case interrupted(time: Double)
}

/// Where and when a number of a state went wrong, and the last good state of the node that it belongs to.
public struct StateFailure: Equatable, Sendable {
    /// The number of the node.
    public let node: Int

    /// The name of the node, if it has one.
    public let nodeName: String?

    /// The field.
    public let field: String

    /// The number that is infinite or not a number.
    public let value: Double

    /// The time at which it arose.
    public let time: Double

    /// The time of the last good state.
    public let lastTime: Double

    /// The last good values of all fields of the node, in order.
    public let lastValues: [FieldValue]

    /// A field and its value.
    public struct FieldValue: Equatable, Sendable {
        /// The name of the field.
        public let field: String

        /// The value.
        public let value: Double

        /// Creates a value of a field.
        public init(_ field: String, _ value: Double) {
            self.field = field
            self.value = value
        }
    }
}

extension StateFailure {
    /// Names the node and the field to which a number of a state vector belongs.
    init<Model: DifferentialEquations>(
        in model: Model, component: Int, value: Double, time: Double, last: UnsafeMutableBufferPointer<Double>,
        lastTime: Double
    ) {
        let rows = model.state.rowCount
        let columns = model.state.columnCount
        // A model whose fields are something else than its columns has no names for these.
        let names = Model.fields.count == columns ? Model.fields : (0..<columns).map { "column \($0)" }
        let node = component % rows
        self.node = node
        nodeName = model.nodeNames?[node]
        field = names[component / rows]
        self.value = value
        self.time = time
        self.lastTime = lastTime
        lastValues = (0..<columns).map { FieldValue(names[$0], last[$0 * rows + node]) }
    }
}

extension IntegrationError {
    /// Throws the error for the first of some numbers that is not finite, unless all are.
    ///
    /// - Complexity: O(*n*), without allocation unless it throws.
    static func check<Model: DifferentialEquations>(
        _ new: UnsafePointer<Double>, of model: Model, from start: Double, to end: Double
    ) throws(IntegrationError) {
        let count = model.state.count
        guard !areAllFinite(new, count: count), let component = (0..<count).first(where: { !new[$0].isFinite })
        else { return }
        throw .stateNotFinite(
            StateFailure(
                in: model, component: component, value: new[component], time: end, last: model.state.elements,
                lastTime: start))
    }
}

extension IntegrationError: CustomStringConvertible {
    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .stateNotFinite(let failure):
            "at time \(failure.time) \(failure.place) is \(failure.number): take a smaller step, or look for a "
                + "singularity, such as particles that meet; \(failure.last)"
        case .derivativeNotFinite(let failure):
            "the derivative of \(failure.place) at time \(failure.time) is \(failure.number): the state has left the "
                + "domain of the equations, or grows beyond all bounds; \(failure.last)"
        case .tooManySteps(let limit, let start, let time, let end):
            "\(limit) steps of the method led from time \(start) only to \(time), not to \(end): allow a larger error, "
                + "look for a singularity at this time, or, if so many steps are what it takes, write a shorter 'step'"
        case .interrupted(let time):
            "the step was interrupted at time \(time)"
        }
    }
}

extension StateFailure {
    fileprivate var place: String {
        "'\(field)' of node \(nodeName.map { "'\($0)'" } ?? String(node))"
    }

    /// The number without the sign that some processors give to what is not a number.
    fileprivate var number: String {
        value.isNaN ? "nan" : value.description
    }

    fileprivate var last: String {
        let values = lastValues.map { "\($0.field) = \($0.value)" }.joined(separator: ", ")
        return "the last good state of the node, at time \(lastTime), is \(values)"
    }
}
