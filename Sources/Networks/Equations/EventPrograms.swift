import SimulationEngine

/// The programs of an event.
struct EventPrograms: Sendable {
    /// The condition: 1 if it holds, otherwise 0.
    var condition = ExpressionProgram()

    /// Those parts of the condition that variables matter to, if all its parts must hold; if not, the condition. Where this does not
    /// hold, the condition does not.
    var watched = ExpressionProgram()

    /// The numbers that the condition compares, each by a program of its own.
    var comparisons: [ExpressionProgram] = []

    /// The values that the variables ``changed`` are set to, then how long the vertex rests if it does.
    var changes = ExpressionProgram()
    var changed: [Int] = []
    var rests = false

    /// The variables that rest.
    var held: Set<Int> = []

    /// The amounts that are added to the variables ``receivers`` at the end of an edge, then how long that takes if it takes its time; `nil` if
    /// nothing is sent.
    var messages: ExpressionProgram?
    var receivers: [Receiver] = []
    var takesTime = false

    /// The changes of variables of the edges that lead away from the vertex, and of those that lead to it; `nil` if they stay.
    var outgoing: EdgeChanges?
    var incoming: EdgeChanges?

    /// New numbers of variables of edges, a result for each.
    struct EdgeChanges: Sendable {
        var program: ExpressionProgram
        let changed: [Int]
    }

    /// A variable to which something is added.
    struct Receiver: Sendable {
        let variable: Int

        /// True if the weight of the edge multiplies what is added.
        let isWeighted: Bool
    }

    /// Tests if a program of the event uses what edges give.
    func usesEdges(_ fields: EquationFields, foldCount: Int) -> Bool {
        let folds = fields.fold(0)..<fields.fold(foldCount)
        return ([condition, changes] + comparisons).contains { $0.usedFields.contains(where: folds.contains) }
    }
}

extension EquationCompiler {
    /// Compiles an event.
    mutating func compile(_ event: VertexEvent, number: Int) -> EventPrograms {
        let known = errors.count
        var programs = EventPrograms()
        let condition = readCondition(event.condition)
        programs.condition = vertices.program(of: [condition])
        // Before its program is asked for, since that is one of the formulas as they are then.
        let watched = watchedPart(of: condition)
        programs.watched = vertices.program(of: [watched])
        let differences = condition.kind == .truth ? vertices.differences(in: condition) : []
        programs.comparisons = differences.map { vertices.program(of: [$0]) }
        addChanges(of: event, to: &programs)
        addMessages(of: event, to: &programs)
        programs.outgoing = readEdgeChanges(event.outgoing, .outgoing)
        programs.incoming = readEdgeChanges(event.incoming, .incoming)
        refuseDelays(in: programs)
        if event.isIdle { errors.append(EquationError(.changes, "", .idleEvent)) }
        for index in known..<errors.count {
            errors[index] = EquationError(
                errors[index].part, errors[index].name, errors[index].problem, inEvent: number)
        }
        return programs
    }

    private mutating func readCondition(_ text: String) -> Formula {
        do throws(ExpressionError) {
            let condition = try vertices.read(text)
            if condition.kind != .truth { errors.append(EquationError(.condition, "", .isNumber)) }
            return condition
        } catch {
            note(error, .condition, "")
            return vertices.number(.nan)
        }
    }

    private mutating func watchedPart(of condition: Formula) -> Formula {
        guard condition.kind == .truth else { return condition }
        let fields = self.fields
        let lasting = [fields.degree] + (0..<fields.parameterCount).map(fields.parameter)
        return vertices.conjunction(of: condition) { part in
            !part.usedFields.allSatisfy(lasting.contains)
        }
    }

    private mutating func addChanges(of event: VertexEvent, to programs: inout EventPrograms) {
        var formulas: [Formula] = []
        for (name, text) in event.changes {
            let columns = self.columns(of: name)
            let formula = read(
                text, .changes, name, in: \.changes, unit: unit(of: columns), as: shape(of: columns))
            let variables = self.variables(
                name, .changes, known: programs.changed, named: event.changes.map(\.name))
            programs.changed += variables
            formulas += formula.components.prefix(variables.count)
        }
        programs.held = Set(programs.changed)
        if let held = event.held {
            var variables: [Int] = []
            for name in held { variables += self.variables(name, .held, known: variables, named: held) }
            programs.held = Set(variables)
            if event.refractory == nil { errors.append(EquationError(.held, "", .heldWithoutRefractory)) }
        }
        if let text = event.refractory {
            formulas.append(read(text, .refractory, "", in: \.changes, unit: units?.time))
            programs.rests = true
            if event.held?.isEmpty ?? event.changes.isEmpty {
                errors.append(EquationError(.refractory, "", .nothingHeld))
            }
        }
        programs.changes = changes.program(of: formulas)
    }

    private mutating func addMessages(of event: VertexEvent, to programs: inout EventPrograms) {
        var formulas: [Formula] = []
        for (name, text) in event.messages {
            let columns = self.columns(of: name)
            let formula = read(
                text, .messages, name, in: \.edges, unit: unit(of: columns), as: shape(of: columns))
            let known = programs.receivers.map(\.variable)
            let variables = self.variables(name, .messages, known: known, named: event.messages.map(\.name))
            let isWeighted = !namesEdge(formula)
            programs.receivers += variables.map { EventPrograms.Receiver(variable: $0, isWeighted: isWeighted) }
            formulas += formula.components.prefix(variables.count)
        }
        if let text = event.delay {
            formulas.append(read(text, .delay, "", in: \.edges, unit: units?.time))
            programs.takesTime = true
            if event.messages.isEmpty { errors.append(EquationError(.delay, "", .delayWithoutMessages)) }
        }
        if !formulas.isEmpty { programs.messages = edges.program(of: formulas) }
    }

    /// The numbers of the variables that a name stands for, if they are none of those that others of some names stand for.
    private mutating func variables(
        _ name: String, _ part: EquationError.Part, known: [Int], named names: [String]
    ) -> [Int] {
        let columns = self.columns(of: name)
        guard !columns.isEmpty else {
            errors.append(EquationError(part, name, .unknownVariable(known: knownVariables)))
            return []
        }
        guard !columns.contains(where: known.contains) else {
            errors.append(EquationError(part, name, Self.repetition(of: name, among: names)))
            return []
        }
        return columns
    }
}
