import CKernels
import SimulationEngine

/// Makes programs of the formulas of equations, and notes all that is wrong with them.
struct EquationCompiler {
    var errors: [EquationError] = []

    let variables: [String]
    private(set) var fields: EquationFields

    /// The units of the numbers, if any of them has one.
    let units: EquationUnits?
    private let inputs: [String]
    private let sourceInputs: [String]

    /// The formulas of vertices, and those of edges.
    var vertices: Formulas
    var edges: Formulas

    /// The formulas of what events set, which may draw numbers.
    var changes: Formulas
    private var usedNames: Set = ["edge.weight", "edge.\(Equations.randomName)"]

    /// What formulas say of any vertex besides its variables and parameters, which go before it.
    private let ofAllVertices: [(name: String, isKnown: Bool)]

    var edgeVariables: [String] = []

    /// The vectors among the variables.
    let vectors: [(name: String, components: [String])]
    var drawFields: EventDrawFields?

    /// The definitions that are known of neighbours, too.
    private var commonDefinitions: [(name: String, text: String)] = []

    /// Begins with the variables and parameters of equations that are to be compiled.
    init(
        variables: [VertexVariable], parameters: [EquationParameter], of texts: EquationTexts, timeUnit: String? = nil
    ) {
        let edgeVariables = texts.measuredEdges
        let variableNames = variables.map(\.name)
        let parameterNames = parameters.map(\.name)
        self.variables = variableNames
        vectors = VectorNames.vectors(among: variableNames)
        fields = EquationFields(
            variableCount: variables.count, parameterCount: parameters.count, edgeVariableCount: edgeVariables.count)
        inputs = variableNames + parameterNames
        let ofOthers = texts.edges.map(\.name) + texts.definitions.map(\.name)
        let written = Set((inputs + VectorNames.vectors(among: inputs).map(\.name) + ofOthers).map(\.withUnderscores))
        ofAllVertices = EquationFields.namesOfAll.map { ($0, !written.contains($0)) }
        sourceInputs = inputs.map { "from.\($0)" }
        units = EquationUnits(variables, parameters, ofEdges: edgeVariables, time: timeUnit, errors: &errors)
        vertices = Formulas(inputs: inputs + ["degree"], units: units?.ofVertices)
        // Names that are repeated have an error of their own, and others are not to follow from it.
        vertices.defineVectors(among: inputs, hidesInputs: true)
        changes = vertices
        edges = Formulas(inputs: inputs + ["degree", "weight"] + sourceInputs, units: units?.ofEdges(fields))
        edges.defineVectors(among: inputs, hidesInputs: true)
        edges.defineVectors(among: sourceInputs, hidesInputs: true)
        for (input, name) in inputs.enumerated() { edges.define("to.\(name)", as: edges.input(input)) }
        edges.defineVectors(among: inputs.map { "to.\($0)" }, hidesInputs: true)
        edges.define("edge.weight", as: edges.input(fields.weight))
        edges.addInputs(edgeVariables.map { "edge.\($0.name)" }, units: units?.edgeVariables ?? [])
        edges.addInputs(namesOfAll(at: "from."))
        for (name, isKnown) in ofAllVertices where isKnown {
            if let own = try? edges.read(name) { edges.define("to.\(name)", as: own) }
        }
        claim(numbers: variables.map { ($0.name, $0.unit) }, .variables)
        claim(numbers: parameters.map { ($0.name, $0.unit) }, .parameters)
        claim(ofEdges: edgeVariables)
    }

    /// Compiles formulas. The programs are of use if there are no errors.
    mutating func compile(_ texts: EquationTexts, asMap isMap: Bool = false) -> EquationPrograms {
        var programs = EquationPrograms()
        if !isMap {
            let ofEdges = (texts.rates + texts.noise).map(\.name).filter { $0.hasPrefix(Equations.edgePrefix) }
            allowDelays(movingEdges: Set(ofEdges.map { String($0.dropFirst(Equations.edgePrefix.count)) }))
        }
        for name in texts.edgeUnits.keys.sorted() where !edgeVariables.contains(name) {
            errors.append(EquationError(.edgeVariables, name, .unknownEdgeVariable(known: edgeVariables)))
        }
        for table in texts.tables { define(table) }
        let edgeNames = Set(texts.edges.map(\.name.withUnderscores))
        let late = addEarlyDefinitions(texts, edgeNames)
        let given = texts.edges.flatMap { readInfluences($0.name, $0.formula) }
        let influences = given.map(\.influence)
        programs.folds = given.map(\.fold)
        let noiseOfEdges = readOfEdges(texts.noise, .noise, inTimeTo: -0.5)
        let ratesOfEdges = addResting(
            noiseOfEdges, to: readOfEdges(texts.rates, .rates, inTimeTo: isMap ? 0 : -1))
        addEdges(influences, ratesOfEdges, noiseOfEdges, to: &programs)
        fields.firstFold = vertices.inputs.count
        vertices.addInputs(given.map(\.name), units: influences.map(\.unit))
        for (name, influence, _) in given where influence.isRefused { vertices.define(name, as: influence) }
        let neighbour = isMap ? addNeighbour() : nil
        for definition in late { define(definition, isOfEdges: false) }
        let rates = readRates(texts.rates.filter { !$0.name.hasPrefix(Equations.edgePrefix) }, asMap: isMap)
        let atNeighbour = readNeighbourChanges(texts.neighbours)
        programs.rates = vertices.program(of: rates + atNeighbour.map(\.formula))
        programs.neighbour = neighbour.flatMap { fields in
            let isUsed = !atNeighbour.isEmpty || programs.rates.usedFields.contains(where: fields.contains)
            return isUsed ? NeighbourFields(fields, changed: atNeighbour.map(\.variable)) : nil
        }
        let noise = readNoise(texts.noise)
        programs.isNoisy = noise.map { vertices.constant($0) != 0 }
        if programs.isNoisy.contains(true) || programs.edgeNoise != nil {
            programs.noise = vertices.program(of: noise)
        }
        programs.fields = fields
        programs.delays = EquationDelays(ofVertices: vertices, edges, read: programs)
        if programs.delays == nil, programs.edgeRates == nil {
            programs.derivatives = derivatives(of: rates, influences, programs.folds)
        }
        if !isMap {
            programs.branches = branches(of: rates, influences, ratesOfEdges, programs, withKinks: false)
            programs.branchesWithKinks = branches(of: rates, influences, ratesOfEdges, programs, withKinks: true)
            programs.timeConditions = vertices.timeConditions(
                in: rates, of: fields.fixedOfVertices, node: fields.nodeOfConditions)
            programs.timeConditionsOfEdges = edges.timeConditions(
                in: influences + ratesOfEdges.map(\.formula), of: fields.fixed, node: fields.nodeOfConditions)
        }
        vertices.delays?.isOpen = false
        edges.delays?.isOpen = false
        changes = vertices
        if !texts.events.isEmpty || !texts.edgeVariables.isEmpty { drawFields = addDraws(asMap: isMap) }
        let beginnings = texts.edgeVariables.map { readBeginning($0.text, of: $0.name) }
        programs.edgeBeginnings = edges.program(of: beginnings)
        programs.events = texts.events.enumerated().map { compile($1, number: $0) }
        programs.drawFields = drawFields.flatMap { $0.areRead(by: programs) ? $0 : nil }
        return programs
    }

    /// Lets events, and that with which edges begin, say the numbers that are drawn, unless their name stands for something else: in
    /// maps for what is drawn of nodes in each step.
    private mutating func addDraws(asMap isMap: Bool) -> EventDrawFields? {
        let name = Equations.randomName
        if isMap, let drawn = inputs.firstIndex(of: name) {
            edges.addInputs(["edge.\(name)"])
            return EventDrawFields(
                ofVertex: drawn, ofEdge: drawn, ofSource: fields.sourceVariable(drawn), lasting: edges.inputs.count - 1)
        }
        guard !usedNames.contains(name) else { return nil }
        let (ofVertex, ofEdge) = (changes.inputs.count, edges.inputs.count)
        changes.addInputs([name])
        edges.addInputs([name, "from.\(name)", "edge.\(name)"])
        return EventDrawFields(ofVertex: ofVertex, ofEdge: ofEdge, ofSource: ofEdge + 1, lasting: ofEdge + 2)
    }

    /// Adds those definitions that use neither what edges give nor a neighbour that is drawn.
    ///
    /// - Returns: The others.
    private mutating func addEarlyDefinitions(
        _ texts: EquationTexts, _ edgeNames: Set<String>
    ) -> [(name: String, text: String)] {
        var late: [(name: String, text: String)] = []
        var lateNames = edgeNames
        for definition in texts.definitions {
            claim(definition.name, .definitions)
            let names = Formulas.names(in: definition.text)
            if names.isDisjoint(with: lateNames), !names.contains(where: { $0.hasPrefix(Equations.neighbourPrefix) }) {
                define(definition, isOfEdges: true)
            } else {
                late.append(definition)
                lateNames.insert(definition.name.withUnderscores)
            }
        }
        return late
    }

    /// Lets a name stand for a function that is given by points.
    private mutating func define(_ table: (name: String, points: [(x: Double, y: Double)])) {
        claim(table.name, .tables)
        if table.name == DelayedInputs.function { errors.append(EquationError(.tables, table.name, .repeatedName)) }
        if !vertices.defineFunction(table.name, through: table.points)
            || !edges.defineFunction(table.name, through: table.points)
        {
            errors.append(EquationError(.tables, table.name, .noFunction))
            // What calls it is not to be told that there is none.
            _ = vertices.defineFunction(table.name, through: [(0, 0), (1, 1)])
            _ = edges.defineFunction(table.name, through: [(0, 0), (1, 1)])
        }
    }

    /// The names of what there is of all vertices, at another one; such that no formula can say where they stand for something else.
    private func namesOfAll(at prefix: String) -> [String] {
        ofAllVertices.map { $0.isKnown ? prefix + $0.name : "\(prefix) \($0.name)" }
    }

    /// Lets a name stand for a formula of the vertex, in formulas of edges also for that of the neighbour.
    private mutating func define(_ definition: (name: String, text: String), isOfEdges: Bool) {
        let (name, text) = definition
        let formula = read(text, .definitions, name, in: \.vertices, as: .any)
        vertices.define(name, as: formula)
        if formula.isRefused {
            for prefix in ["", "to.", "from."] { edges.define(prefix + name, as: formula) }
            commonDefinitions.append(definition)
        }
        guard isOfEdges, let own = try? edges.read(text, as: .any) else { return }
        edges.define(name, as: own)
        edges.define("to.\(name)", as: own)
        if let source = try? edges.read(text, within: "from.", as: .any) { edges.define("from.\(name)", as: source) }
        commonDefinitions.append(definition)
    }

    /// Lets formulas of vertices say what a neighbour has.
    ///
    /// - Returns: The inputs that are its variables and parameters, its degree, and its number.
    private mutating func addNeighbour() -> Range<Int> {
        let (prefix, first) = (Equations.neighbourPrefix, vertices.inputs.count)
        vertices.addInputs(inputs.map { prefix + $0 } + namesOfAll(at: prefix), units: units?.inputs ?? [])
        for (name, text) in commonDefinitions {
            let formula = try? vertices.read(text, within: prefix, as: .any)
            vertices.define(prefix + name, as: formula ?? vertices.number(.nan).refused)
        }
        return first..<vertices.inputs.count
    }

    private mutating func readNeighbourChanges(
        _ texts: [(name: String, text: String)]
    ) -> [(variable: Int, formula: Formula)] {
        var changes: [(variable: Int, formula: Formula)] = []
        for (name, text) in texts {
            let written = Equations.neighbourPrefix + name
            let columns = self.columns(of: name)
            let formula = read(
                text, .rates, written, in: \.vertices, unit: unit(of: columns), as: shape(of: columns))
            if columns.isEmpty {
                errors.append(EquationError(.rates, written, .unknownVariable(known: knownVariables)))
            } else if changes.contains(where: { columns.contains($0.variable) }) {
                let problem = Self.repetition(of: written, among: texts.map { Equations.neighbourPrefix + $0.name })
                errors.append(EquationError(.rates, written, problem))
            }
            changes += zip(columns, formula.components).map { ($0, $1) }
        }
        return changes
    }

    private mutating func readRates(_ texts: [(name: String, text: String)], asMap: Bool) -> [Formula] {
        let formulas = readOfVariables(texts, .rates, inTimeTo: asMap ? 0 : -1)
        noteMissingRates(known: formulas)
        return variables.map { formulas[$0] ?? vertices.number(.nan) }
    }

    private mutating func readNoise(_ texts: [(name: String, text: String)]) -> [Formula] {
        let ofVertices = texts.filter { !$0.name.hasPrefix(Equations.edgePrefix) }
        let formulas = readOfVariables(ofVertices, .noise, inTimeTo: -0.5)
        return variables.map { formulas[$0] ?? vertices.number(0) }
    }

    /// Reads formulas in the units of variables times a power of that of time.
    private mutating func readOfVariables(
        _ texts: [(name: String, text: String)], _ part: EquationError.Part, inTimeTo power: Double
    ) -> [String: Formula] {
        var formulas: [String: Formula] = [:]
        for (name, text) in texts {
            let columns = self.columns(of: name)
            let factor = units?.time.raised(to: power)
            let unit = self.unit(of: columns).flatMap { unit in factor.map { unit * $0 } }
            let shape = self.shape(of: columns, spreads: part == .noise)
            let formula = read(text, part, name, in: \.vertices, unit: unit, as: shape)
            if columns.isEmpty {
                let ofEdges = edgeVariables.map { Equations.edgePrefix + $0 }
                errors.append(EquationError(part, name, .unknownVariable(known: knownVariables + ofEdges)))
            } else if columns.contains(where: { formulas[variables[$0]] != nil }) {
                errors.append(EquationError(part, name, Self.repetition(of: name, among: texts.map(\.name))))
            }
            for (column, component) in zip(columns, formula.components) { formulas[variables[column]] = component }
        }
        return formulas
    }

    /// Reads a formula that must be a number, or have another shape, in a unit if it is given; of what is not a number if it cannot be read,
    /// and refused if it could have any shape. What follows from another one that is refused is not told.
    mutating func read(
        _ text: String, _ part: EquationError.Part, _ name: String, in formulas: WritableKeyPath<Self, Formulas>,
        unit: PhysicalUnit? = nil, as shape: FormulaShape = .number
    ) -> Formula {
        do throws(ExpressionError) {
            let formula = try self[keyPath: formulas].read(text, in: unit, as: shape)
            guard formula.kind == .truth, part != .definitions else { return formula }
            errors.append(EquationError(part, name, .isTruth))
        } catch {
            note(error, part, name)
        }
        let unread = self[keyPath: formulas].number(.nan, as: shape)
        return [.definitions, .edges].contains(part) ? unread.refused : unread
    }

    /// Notes an error in a formula, unless that only follows from one in another formula.
    mutating func note(_ error: ExpressionError, _ part: EquationError.Part, _ name: String) {
        if case .refusedName = error.problem { return }
        errors.append(EquationError(part, name, .formula(error)))
    }

    /// Notes that a name stands for something where a prefix is before it.
    mutating func claim(_ name: String, _ part: EquationError.Part, behind prefix: String = "") {
        let written = name.withUnderscores
        if let meaning = FormulaNames.reserved[prefix + written] {
            errors.append(EquationError(part, name, .reservedName(meaning)))
        } else if !Formulas.canName(written) {
            errors.append(EquationError(part, name, .invalidName))
        } else if !usedNames.insert(prefix + written).inserted {
            errors.append(EquationError(part, name, .repeatedName))
        }
    }

    // MARK: Edges

    /// Makes the programs of edges.
    private mutating func addEdges(
        _ influences: [Formula], _ rates: [VariableFormula], _ noise: [VariableFormula],
        to programs: inout EquationPrograms
    ) {
        fields.firstSum = edges.inputs.count
        let (ofSource, ofBoth) = endsOfDelays()
        var separation = EdgeSeparation(fields)
        for (index, influence) in influences.enumerated() {
            let fold = programs.folds[index]
            if fold.kind == nk_fold_sum, fold.isWeighted,
                let terms = edges.separate(influence, sources: fields.sources.union(ofSource), ofBoth: ofBoth)
            {
                separation.add(terms, of: index, in: &edges)
            } else {
                programs.edgeFolds.append(index)
            }
        }
        programs.separated = separation.finish(in: &edges)
        let together = programs.edgeFolds.map { influences[$0] }
        if !together.isEmpty { programs.edges = edges.program(of: together) }
        guard !rates.isEmpty else { return }
        let moving = rates.map(\.variable)
        programs.edgeRates = EdgeRates(
            program: edges.program(of: together + rates.map(\.formula)), variables: moving)
        programs.noisyEdgeVariables = noise.filter { edges.constant($0.formula) != 0 }.map(\.variable)
        guard !programs.noisyEdgeVariables.isEmpty else { return }
        let strengths = moving.map { variable in
            noise.first { $0.variable == variable }?.formula ?? edges.number(0)
        }
        programs.edgeNoise = EdgeRates(program: edges.program(of: together + strengths), variables: moving)
    }

    // MARK: Branches

    private mutating func branches(
        of rates: [Formula], _ influences: [Formula], _ ratesOfEdges: [VariableFormula], _ programs: EquationPrograms,
        withKinks: Bool
    ) -> EquationBranches? {
        let ofVertices = vertices.jumps(in: rates, butFrom: fields.fixedOfVertices, withKinks: withKinks)
        let ofEdges = edges.jumps(
            in: influences + ratesOfEdges.map(\.formula), butFrom: fields.fixed, withKinks: withKinks)
        guard !ofVertices.isEmpty || !ofEdges.isEmpty else { return nil }
        let ofAllEdges = programs.edgeFolds.map { influences[$0] } + ofEdges
        return EquationBranches(
            vertices: vertices.program(of: ofVertices),
            edges: ofAllEdges.isEmpty ? nil : edges.program(of: ofAllEdges), edgeCount: ofEdges.count)
    }

    // MARK: Derivatives

    private mutating func derivatives(
        of rates: [Formula], _ influences: [Formula], _ folds: [EquationPrograms.Fold]
    ) -> EquationDerivatives? {
        guard folds.allSatisfy({ $0.kind == nk_fold_sum }) else { return nil }
        let variables = variables.indices
        let ofEdges = influences.flatMap { influence in
            variables.map { edges.derivative(of: influence, withRespectTo: fields.variable($0)) }
                + variables.map { edges.derivative(of: influence, withRespectTo: fields.sourceVariable($0)) }
                + [edges.timeDerivative(of: influence)]
        }
        let ofRates = rates.flatMap { rate in
            variables.map { vertices.derivative(of: rate, withRespectTo: fields.variable($0)) }
                + folds.indices.map { vertices.derivative(of: rate, withRespectTo: fields.fold($0)) }
                + [vertices.timeDerivative(of: rate)]
        }
        return EquationDerivatives(
            edges: ofEdges.isEmpty ? nil : edges.program(of: ofEdges), rates: vertices.program(of: ofRates))
    }
}

/// Collects the sums that separated formulas of edges need, each once.
private struct EdgeSeparation {
    private let fields: EquationFields
    private var separated = SeparatedEdges()
    private var sources: [Formula] = []
    private var targets: [Formula] = []

    /// Of each formula its products of a factor and a sum.
    private var products: [[(factor: Formula, sum: Int)]] = []

    init(_ fields: EquationFields) { self.fields = fields }

    mutating func add(_ terms: [SeparatedTerm], of fold: Int, in formulas: inout Formulas) {
        separated.folds.append(fold)
        products.append(
            terms.map { term in
                let source = Self.column(of: term.source, in: formulas, among: &sources, fields)
                let target = term.target.map { Self.column(of: $0, in: formulas, among: &targets, fields) }
                let sum = SeparatedEdges.Sum(source: source, target: target)
                if !separated.sums.contains(sum) { separated.sums.append(sum) }
                return (term.factor, separated.sums.firstIndex(of: sum) ?? 0)
            })
    }

    private static func column(
        of formula: Formula, in formulas: Formulas, among computed: inout [Formula], _ fields: EquationFields
    ) -> SeparatedEdges.Column {
        if let variable = formulas.input(formula).flatMap({ fields.variableIndex($0) }) { return .variable(variable) }
        if let known = computed.firstIndex(of: formula) { return .result(known) }
        computed.append(formula)
        return .result(computed.count - 1)
    }

    /// The programs; `nil` if there are none.
    mutating func finish(in formulas: inout Formulas) -> SeparatedEdges? {
        guard !separated.folds.isEmpty else { return nil }
        // No name that formulas can say.
        formulas.addInputs(separated.sums.indices.map { "sum \($0)" })
        var results: [Formula] = []
        for products in products {
            var factors: [(Formula, Formula)] = []
            for (factor, sum) in products { factors.append((factor, formulas.input(fields.sum(sum)))) }
            results.append(formulas.sum(ofProducts: factors))
        }
        separated.results = formulas.program(of: results)
        if !sources.isEmpty { separated.sources = formulas.program(of: sources) }
        if !targets.isEmpty { separated.targets = formulas.program(of: targets) }
        return separated
    }
}
