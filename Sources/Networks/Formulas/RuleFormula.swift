import SimulationEngine

/// A formula of a ``FormulaRule``, and its parameters for each vertex.
struct RuleFormula: Sendable {
    /// The subject of a formula.
    enum Subject: Sendable {
        /// The next state of a vertex.
        case next

        /// The condition under which the state of a vertex goes to a place.
        case move

        /// The condition under which an edge of a vertex goes to another one.
        case rewiring

        /// The condition under which a vertex rewires edges in continuous time, and the rate of each of them.
        case edges, rate

        /// The goodness of a vertex as a place, in which nothing is drawn.
        case place

        /// The names of the variables.
        var variables: [String] {
            let ofPlace = ["state", "degree", "before", "after"]
            return switch self {
            case .next, .rewiring: ofPlace + ["neighbour", "random"]
            case .move: ofPlace + ["neighbour", "random", "place"]
            case .edges, .rate: ["state", "degree"]
            case .place: ofPlace
            }
        }

        /// The unit in which a number is to be.
        fileprivate func unit(_ units: StateUnits?) -> PhysicalUnit? {
            switch self {
            case .next: .one
            case .rate: units?.ofRates
            case .move, .rewiring, .edges, .place: nil
            }
        }
    }

    /// Where a formula stands: under which key, in which item of a list, and under which key of that.
    typealias Position = (parameter: String, item: Int?, key: String?)

    /// The fields of variables.
    enum Field {
        static let (state, degree, before, after, neighbour, random, place) = (0, 1, 2, 3, 4, 5, 6)
    }

    let names: NeighbourhoodNames
    private let subject: Subject
    private(set) var expression: FieldExpression
    private(set) var program: ColumnFormula

    /// The names of the parameters.
    private let parameters: [String]

    /// The numbers of those parameters that differ from vertex to vertex, by their fields.
    private(set) var tables: [(field: Int, numbers: [Double])] = []

    /// Reads a formula.
    ///
    /// - Throws: `FormulaError`, `ParameterError`, ``FormulaRuleError/wrongStates(_:)``.
    init(
        _ text: String, states: [String], parameters: [String], of subject: Subject = .next,
        at position: Position = ("next", nil, nil), in units: StateUnits? = nil
    ) throws {
        guard NeighbourhoodNames.areStates(states) else { throw FormulaRuleError.wrongStates(states) }
        names = try NeighbourhoodNames(
            states: states, parameters: parameters, variables: subject.variables, hidden: ["node", "time"])
        (self.subject, self.parameters) = (subject, parameters)
        expression = try names.expression(
            text, parameters: parameters, parameter: position.parameter, item: position.item, key: position.key,
            units: units, in: subject.unit(units))
        program = ColumnFormula(expression)
    }

    /// The same formula with numbers for its parameters: one for all vertices, or one for each.
    func setting(_ values: [[Double]]) -> RuleFormula {
        var formula = self
        var constants: [Int: Double] = [:]
        for (index, numbers) in values.enumerated() {
            let field = names.variables.count + index
            if let number = numbers.first, numbers.allSatisfy({ $0 == number }) {
                constants[field] = number
            } else {
                formula.tables.append((field, numbers))
            }
        }
        formula.expression = expression.setting(constants)
        formula.program = ColumnFormula(formula.expression)
        return formula
    }

    /// The columns of parameters that differ from vertex to vertex.
    var columns: [[Double]] { tables.map(\.numbers) }

    var countFields: Range<Int> {
        let first = names.firstCount(parameters.count)
        return first..<first + names.states.count
    }

    /// The field of how many neighbours are in the same state.
    var alikeField: Int { countFields.upperBound }

    /// The parameters that the formula uses, by their numbers.
    var usedParameters: [Int] {
        expression.usedFields.map { $0 - names.variables.count }.filter(parameters.indices.contains)
    }

    /// True if the formula is about a place, so that it draws nothing.
    var isOfPlace: Bool { subject == .place }

    /// The field of the state of the place to which something goes, −1 if the formula has none.
    var placeField: Int { subject == .move ? Field.place : -1 }

    func isState(_ value: Double) -> Bool {
        value >= 0 && value < Double(names.states.count) && value == value.rounded(.down)
    }

    /// The table of the formula, if it is one of a graph.
    func table(for graph: Graph) -> NeighbourhoodTable? {
        NeighbourhoodTable(
            expression, stateField: Field.state, degreeField: Field.degree, countFields: countFields,
            alikeField: subject == .move ? alikeField : nil,
            degrees: Set((0..<graph.vertexCount).map { graph.inDegree(of: $0) }))
    }
}

/// Cells of a lattice that live or do not, of which the next state follows from how many neighbours live.
struct RuleCells: Sendable {
    private let lattice: CellLattice

    /// A bit for each sum with which a cell lives from now on: twice the number of living neighbours, and 1 more if it lived.
    private let alive: UInt32

    /// Looks whether a rule with two states is one of such cells.
    init?(_ graph: Graph, _ table: NeighbourhoodTable?, _ formula: RuleFormula) {
        guard let table, table.counted == [1], formula.names.states.count == 2,
            !formula.expression.usedFields.contains(RuleFormula.Field.degree), let lattice = CellLattice(graph)
        else { return nil }
        self.lattice = lattice
        let greatest = (0..<graph.vertexCount).reduce(0) { max($0, graph.inDegree(of: $1)) }
        var alive: UInt32 = 0
        for count in 0...greatest {
            for state in 0...1 where table.lookup.value(state: state, degree: greatest, count, 0) == 1 {
                alive |= 1 << UInt32(2 * count + state)
            }
        }
        self.alive = alive
    }

    /// Writes what some cells become.
    func update(
        _ run: Range<Int>, in states: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>,
        next: (Int) -> UInt8
    ) {
        states.withMemoryRebound(to: Bool.self, capacity: run.upperBound) { states in
            target.withMemoryRebound(to: Bool.self, capacity: run.upperBound) { target in
                lattice.update(run, in: states, into: target, alive: alive) { next($0) == 1 }
            }
        }
    }
}
