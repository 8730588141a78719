/// An error of a simulation, apart from those that its integrator or an observer reports.
public enum SimulationError: Error, Equatable, Sendable {
    /// A step must be finite and greater than 0.
    case invalidStep(Double)

    /// A time and the other times have too many digits for a step that divides them all.
    case noCommonStep(Double)

    /// A trigger's interval must be a whole number of steps, at least one.
    case intervalNotOnGrid(interval: Double, step: Double)

    /// An interval in steps must be at least 1.
    case invalidInterval(steps: Int)

    /// A run must end at a whole number of steps.
    case endNotOnGrid(end: Double, step: Double)

    /// A run cannot end before the present time.
    case endInThePast(end: Double, now: Double)

    /// `run` was called by an observer of the same simulation.
    case alreadyRunning

    /// A time at which something is due must be that of a step.
    case timeNotOnGrid(time: Double, step: Double)

    /// A window of time must not end before it begins.
    case emptyWindow(from: Double, to: Double)

    /// Logarithmic times must begin after 0, and there must be at least one in a decade.
    case invalidLogarithmicTimes(first: Double, perDecade: Int)

    /// A dead band must be 0 or greater.
    case invalidDeadBand(Double)

    /// Observers answer each other's changes without end.
    case interventionCycle(rounds: Int, participants: [String])

    /// A node does not exist.
    case nodeOutOfRange(Int, nodeCount: Int)

    /// The model has no field of that name.
    case unknownField(String, known: [String])

    /// A field stands twice among those that are asked for, by itself or in a group.
    case duplicateField(String)

    /// A node was named in a model whose nodes have numbers only.
    case noNames(String)

    /// There is no node of that name, and none can come.
    case unknownNode(String)

    /// An expression is not a condition on the fields of the model.
    case notACondition(String)

    /// A level, hysteresis or tolerance of a crossing is not possible.
    case invalidCrossing(String)

    /// Crossings were answered by changes that brought them about ever sooner, or as soon as can be, so that a step was never complete.
    case tooManyCrossings(count: Int, time: Double, crossing: String)

    /// A crossing could not be located within a step.
    case crossingNotLocated(String, stepStart: Double, reason: String)

    /// A field of a node left the range that it has to stay in.
    case outOfBounds(BoundsFailure)

    /// A quantity has changed by more than it may.
    case quantityHasChanged(QuantityChangeFailure)

    /// A requirement of a quantity is impossible.
    case invalidRequirement(String)

    /// Somebody wanted to change a number to one that is infinite or not a number.
    case changeNotFinite(ChangeFailure)

    /// A field cannot have a value that it was to be set to.
    case impossibleValue(Double, field: String, node: Int)

    /// A model has another number of something than of nodes, although there must be one for each.
    case sizeMismatch(of: String, count: Int, nodeCount: Int)

    /// A model cannot be, for the reason that is given.
    case invalidModel(String)

    /// Two fields, parameters, quantities or field groups of a model have the same name.
    case duplicateName(String, of: String)

    /// A quantity was defined under the name of another one.
    case conflictingDefinitions(String)

    /// A number of the state that a model begins with is infinite or not a number.
    case initialStateNotFinite(field: String, node: Int, value: Double)

    /// A quantity reduces an expression that was made for a model of other fields.
    case foreignFields(expression: String)

    /// An integrator has left a number of the state infinite or not a number, at the end of a step.
    case integratedStateNotFinite(field: String, node: Int, value: Double, Moment)
}

extension SimulationError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .invalidStep(let step):
            "the step is \(step), but must be a finite number greater than 0"
        case .noCommonStep(let time):
            "no step divides the time \(time) and the other times: they have too many digits"
        case .intervalNotOnGrid(let interval, let step):
            "an interval of \(interval) is not one or more whole steps of \(step)"
        case .invalidInterval(let steps):
            "an interval of \(steps) steps is too short: it must be at least 1"
        case .endNotOnGrid(let end, let step):
            "the end \(end) is not a whole multiple of the step \(step)"
        case .endInThePast(let end, let now):
            "the end \(end) lies before the present time \(now)"
        case .alreadyRunning:
            "the simulation is already running: an observer cannot run it"
        case .timeNotOnGrid(let time, let step):
            "the time \(time) is not a whole multiple of the step \(step)"
        case .emptyWindow(let start, let end):
            "the window from \(start) to \(end) is empty: it must not end before it begins"
        case .invalidLogarithmicTimes(let first, let perDecade):
            "logarithmic times from \(first) with \(perDecade) in a decade cannot be: "
                + "the first must be greater than 0, and there must be at least 1 in a decade"
        case .invalidDeadBand(let band):
            "the dead band is \(band), but must be 0 or greater"
        case .interventionCycle(let rounds, let participants):
            "observers answer each other's changes without end (\(rounds) rounds before the next step): "
                + participants.joined(separator: "; ")
                + ". Have each ignore its own changes or those of the others, such as with notFrom(_:)"
        case .nodeOutOfRange(let node, let count):
            "there is no node \(node): the \(count) nodes are numbered from 0"
        case .unknownField(let name, let known):
            "there is no field '\(name)': the fields are \(known.joined(separator: ", "))"
        case .duplicateField(let name): "the field '\(name)' stands twice, by itself or in a group: name it once"
        case .noNames(let name): "there is no node '\(name)': the nodes have no names but numbers from 0"
        case .unknownNode(let name): "there is no node '\(name)', and none can come during a run"
        case .notACondition(let text):
            "'\(text)' is not a condition on the fields of the model, which is true or false, such as 'x > 0'"
        case .invalidCrossing(let reason): reason
        case .tooManyCrossings(let count, let time, let crossing):
            "what is told of \(crossing) was answered by a change \(count) times within one step, at last at time "
                + "\(time): the answers bring it about again without an end, ever sooner or at once"
        case .crossingNotLocated(let crossing, let start, let reason):
            "the crossing of \(crossing) could not be located in the step that begins at time \(start); is it a finite "
                + "number throughout? (\(reason))"
        case .outOfBounds(let failure): failure.description
        case .quantityHasChanged(let failure): failure.description
        case .invalidRequirement(let reason): reason
        case .changeNotFinite(let failure): failure.description
        case .impossibleValue(let value, let field, let node):
            "'\(field)' of node \(node) cannot be set to \(value), which stands for no state"
        case .sizeMismatch(let what, let count, let nodeCount):
            "the model has \(nodeCount) nodes, but the number of \(what) is \(count): there must be one for each node"
        case .invalidModel(let reason): reason
        case .duplicateName(let name, let kind):
            "'\(name)' is the name of more than one \(kind) of the model: each must have a name of its own"
        case .foreignFields(let expression):
            "the expression '\(expression)' was made for a model of other fields"
        case .conflictingDefinitions(let name):
            "'\(name)' is the name of a quantity that was defined elsewhere: give another definition another name"
        case .initialStateNotFinite(let field, let node, let value):
            "'\(field)' of node \(node) is \(inWords(value)) in the initial state: a model must begin with finite numbers"
        case .integratedStateNotFinite(let field, let node, let value, let moment):
            "the integrator has left '\(field)' of node \(node) as \(inWords(value)) after step \(moment.step), at time "
                + "\(moment.time): a step must lead to finite numbers, or throw an error"
        }
    }
}

/// A number without the sign that some processors give to what is not a number.
private func inWords(_ number: Double) -> String {
    number.isNaN ? "nan" : number.description
}
